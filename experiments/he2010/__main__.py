"""Reproduce the paper's tables: ``python -m experiments.he2010``."""

import argparse
import sys
import time
from pathlib import Path

from experiments.he2010.bands import band_label, bands, edit_ratios
from experiments.he2010.data import Candidates, load_candidates, load_records
from experiments.he2010.rankers import all_orders
from experiments.he2010.raw_lists import candidates_from_texts, train_model1
from experiments.he2010.tables import (
    band_lines,
    composition,
    composition_lines,
    evaluated,
    precision_lines,
    ratio_lines,
    requirements,
)
from experiments.options import add_common
from tercel.report.reranking import reranking_report

N_RESAMPLES = 1000


def main() -> int:
    """Print the tables, draw the figure, and return 0 if all requirements hold."""
    options = _options()
    begin, begin_cpu = time.perf_counter(), time.process_time()
    try:
        data = _load(options)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    found, ratios = bands(data), edit_ratios(data)
    print(*band_lines(found), "", *ratio_lines(ratios), "", sep="\n")
    print(*composition_lines(data), "", sep="\n", flush=True)
    orders = all_orders(data, options.workers, exact=options.exact, say=print)
    print(*precision_lines(orders, data), "", sep="\n", flush=True)
    evaluation = evaluated(orders, data, N_RESAMPLES, options.workers)
    print(reranking_report(evaluation), "", sep="\n", flush=True)
    must_hold = requirements(orders, data, evaluation, found, ratios)
    for words, holds in must_hold:
        print(f"{'holds' if holds else 'FAILS'}: {words}")
    _draw(options.pictures, data)
    print(f"{time.perf_counter() - begin:.0f} s, {time.process_time() - begin_cpu:.0f} CPU s")
    return 0 if all(holds for _, holds in must_hold) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m experiments.he2010", description=__doc__)
    parser.add_argument(
        "--raw",
        action="store_true",
        help="from the texts, with our own TER, fuzzy matches and Model 1",
    )
    parser.add_argument("--exact", action="store_true", help="train the exact RBF kernel too")
    parser.add_argument("--n-sources", type=int, metavar="N", help="the first N only, for a try")
    add_common(parser)
    return parser.parse_args()


def _load(options: argparse.Namespace) -> Candidates:
    records = load_records(options.n_sources)
    if options.raw:
        return candidates_from_texts(records, train_model1(options.workers), options.workers)
    return load_candidates(records)


def _draw(folder: Path, data: Candidates) -> None:
    try:
        from experiments.he2010.pictures import draw_composition  # noqa: PLC0415 (an extra)
    except ImportError:
        print("no picture: it needs matplotlib, the extra `plot`")
        return
    labels = [band_label(value) for value in data.best_match]
    by_band = sorted(
        (part for part in composition(data, labels) if part.k == 1), key=lambda part: part.band
    )
    print(f"drawn: {draw_composition(folder, composition(data), by_band).name}")


if __name__ == "__main__":
    sys.exit(main())
