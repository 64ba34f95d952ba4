"""How often each test finds a difference where there is none, at a nominal 5 %.

``python -m experiments.koehn2004.calibration`` counts it on null pairs made from real output, and
prints sacreBLEU's figure on the first of the same nulls beside it.
"""

import argparse
import math
import sys
import time
import warnings
from collections.abc import Mapping
from importlib.metadata import version

import tercel
from experiments.koehn2004.nulls import (
    FAMILY,
    Verdicts,
    count,
    document_null,
    document_verdicts,
    family_null,
    family_verdicts,
    segment_null,
    segment_verdicts,
)
from experiments.koehn2004.pool import Pool, load_pool

Bounds = Mapping[str, tuple[float, float]]

# What must hold in 10,000 nulls: percent from and to.
BY_SEGMENT: Bounds = {
    "permutation": (4.5, 5.5),
    "bootstrap p": (4.0, 6.0),
    "percentile interval": (4.0, 6.0),
}
BY_FAMILY: Bounds = {"max-T": (0.0, 5.5)}
BY_DOCUMENT: Bounds = {
    "permutation by document": (0.0, 6.5),
    "delta interval by document": (0.0, 6.5),
}
# The bootstrap knows the spread between documents from these documents alone: with fewer of them it
# errs a little more often, which is printed but not held against it.
BY_MANY_DOCUMENTS: Bounds = BY_DOCUMENT | {"bootstrap p by document": (0.0, 6.5)}
MANY_DOCUMENTS = 200


def main() -> int:
    """Print a line a test, and return 0 if all are as they should be."""
    options = _options()
    # It is known here what the small test sets are good for.
    warnings.simplefilter("ignore", tercel.DoubtfulStatisticsWarning)
    try:
        pool = load_pool()
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    print("Differences found where there is none, in percent of null pairs; nominal 5 %")
    holds = [_segments(pool, options), _family(pool, options)]
    holds += [_documents(pool, n, options) for n in options.n_documents]
    return 0 if all(holds) else 1


def _segments(pool: Pool, options: argparse.Namespace) -> bool:
    size, workers = options.n_segments, options.workers

    def verdicts(number: int) -> Verdicts:
        return segment_verdicts(segment_null(pool, number, size), number)

    begin = time.perf_counter()
    shares = count(verdicts, range(options.n_nulls), workers)
    title = f"{size} segments, outputs exchanged by segment"
    holds = _show(title, shares, options.n_nulls, begin, bounds=BY_SEGMENT)
    if options.n_peer:
        from experiments.koehn2004.peer import peer_verdicts  # noqa: PLC0415 (sacreBLEU is optional)

        def both(number: int) -> Verdicts:
            null = segment_null(pool, number, size)
            return segment_verdicts(null, number) | peer_verdicts(null, number)

        begin = time.perf_counter()
        shares = count(both, range(options.n_peer), workers)
        peer = f"the same with sacreBLEU {version('sacrebleu')}, the first {options.n_peer} of them"
        _show(peer, shares, options.n_peer, begin, bounds={})
    return holds


def _family(pool: Pool, options: argparse.Namespace) -> bool:
    size = options.n_segments

    def verdicts(number: int) -> Verdicts:
        return family_verdicts(family_null(pool, number, size), number)

    begin = time.perf_counter()
    shares = count(verdicts, range(options.n_nulls), options.workers)
    title = f"{FAMILY} equal systems of {size} segments, any claim about a pair of them"
    return _show(title, shares, options.n_nulls, begin, bounds=BY_FAMILY)


def _documents(pool: Pool, n: int, options: argparse.Namespace) -> bool:
    def verdicts(number: int) -> Verdicts:
        return document_verdicts(document_null(pool, number, n), number)

    begin = time.perf_counter()
    shares = count(verdicts, range(options.n_nulls), options.workers)
    title = f"{n} documents, outputs exchanged by document"
    bounds = BY_MANY_DOCUMENTS if n >= MANY_DOCUMENTS else BY_DOCUMENT
    return _show(title, shares, options.n_nulls, begin, bounds=bounds)


def _show(title: str, shares: Mapping[str, float], n: int, begin: float, *, bounds: Bounds) -> bool:
    """Print the shares, and return whether all lie within their bounds."""
    print(f"\n{title}: {n} nulls, {time.perf_counter() - begin:.0f} s")
    all_hold = True
    for name, share in shares.items():
        error = 1.96 * math.sqrt(share * (100 - share) / n)
        note = ""
        if name in bounds:
            low, high = bounds[name]
            holds = low <= share <= high
            all_hold &= holds
            note = f"  {'holds' if holds else 'FAILS'}: {low:g} to {high:g}"
        print(f"  {name:<32}{share:5.1f} ± {error:.1f}{note}", flush=True)
    return all_hold


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m experiments.koehn2004.calibration")
    for name, default, words in (
        ("--n-nulls", 10_000, "null pairs of each kind"),
        ("--n-peer", 1000, "of these for sacreBLEU, which takes a tenth of a second each"),
        ("--n-segments", 500, "segments of a null pair"),
        ("--workers", 2, "threads"),
    ):
        parser.add_argument(
            name, type=int, default=default, metavar="N", help=f"{words} (default: {default})"
        )
    parser.add_argument(
        "--n-documents",
        type=int,
        nargs="+",
        default=[100, MANY_DOCUMENTS],
        metavar="N",
        help=f"documents of a null pair (default: 100 {MANY_DOCUMENTS})",
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
