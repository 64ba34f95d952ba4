"""What is printed: our figures beside the paper's and the prototype's."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

import tercel
from experiments.he2010 import published
from experiments.he2010.bands import Band
from experiments.he2010.data import Candidates
from experiments.he2010.rankers import SEED, Scores
from tercel.report.table import padded
from tercel.rerank import (
    Composition,
    RankingEvaluation,
    evaluate_rankings,
    gold_composition,
    precision_at_k,
)

K = (1, 3, 5)


def precision_lines(orders: Mapping[str, Scores], data: Candidates) -> Iterator[str]:
    """Yield PREC@k for k up to 10, the mean TER of the first and of the best of five."""
    yield "PREC@k, and the mean TER of the first and of the best of five (below: the prototype's)"
    rows = [("", *(f"@{k}" for k in range(1, 11)), "TER", "of five")]
    for name, scores in orders.items():
        values = [
            precision_at_k(scores, data.relevant, groups=data.sources, k=k).mean()
            for k in range(1, 11)
        ]
        rates = [_mean_ter(scores, data, k) for k in (1, 5)]
        rows.append((name, *(f"{value:.4f}" for value in (*values, *rates))))
        if name in published.PROTOTYPE:
            *shown, first, best = published.PROTOTYPE[name]
            cells = {k: f"{value:.4f}" for k, value in zip(K, shown, strict=True)}
            at_k = (cells.get(k, "") for k in range(1, 11))
            rows.append(("", *at_k, f"{first:.4f}", f"{best:.4f}"))
    paper = (f"{published.PREC[k]:.4f}" if k in published.PREC else "" for k in range(1, 11))
    rows.append(("the paper's, on its own data", *paper, "", ""))
    yield from _lines(rows, "l" + "r" * 12)


def _mean_ter(scores: Scores, data: Candidates, k: int) -> float:
    """Return the mean over sources of the lowest TER among the first k."""
    order = np.lexsort((-scores, data.sources))
    sources = data.sources[order]
    first = order[np.arange(len(order)) - np.searchsorted(sources, sources) < k]
    begins = np.flatnonzero(np.diff(data.sources[first], prepend=-1))
    return float(np.minimum.reduceat(data.ter[first], begins).mean())


def band_lines(found: Sequence[Band]) -> Iterator[str]:
    """Yield the table of fuzzy matches, with what `published` has in brackets."""
    yield "Fuzzy match of the best hit: TER of the first of MT and of TM (in brackets: expected)"
    rows = [("match", "sources", "TER of MT", "TER of TM", "TM strictly better")]
    for band, (_, _, mt, tm, better) in zip(found, published.BANDS, strict=False):
        rows.append(
            (
                f"{band.low:g}-{band.high:g}",
                str(band.n_sources),
                f"{band.mt:.3f} ({mt:.3f})",
                f"{band.tm:.3f} ({tm:.3f})",
                f"{100 * band.tm_better:.1f} % ({100 * better:.1f} %)",
            )
        )
    yield from _lines(rows, "lrrrr")


def ratio_lines(ratios: Mapping[str, float]) -> Iterator[str]:
    """Yield how many times as many edits TM's first needs as MT's."""
    yield "Edits of TM's first over those of MT's first (a deletion is a missing word)"
    rows = [("", "here", "expected", "the paper")]
    for kind, ratio in ratios.items():
        expected, paper = published.RATIOS.get(kind), published.PAPER_RATIOS.get(kind)
        shown = ["" if value is None else f"{value:g}" for value in (expected, paper)]
        rows.append((kind, f"{ratio:.2f}", *shown))
    yield from _lines(rows, "lrrr")


def composition_lines(data: Candidates) -> Iterator[str]:
    """Yield MT's share of the gold top k."""
    yield "MT's share of the gold top k (the paper: more than .8 at 1, falling with k)"
    rows = [("k", "ties shared", "ties to TM", "ties to MT")]
    for found in composition(data):
        share = found.shares["MT"]
        rows.append((str(found.k), *(f"{x:.3f}" for x in (share.share, share.low, share.high))))
    yield from _lines(rows, "rrrr")


def composition(data: Candidates, bands: Sequence[str] | None = None) -> tuple[Composition, ...]:
    """Return the composition of the gold standard for k up to 5, or by band."""
    return gold_composition(
        -data.ter, data.origins, groups=data.sources, k=range(1, 6), bands=bands
    )


def evaluated(
    orders: Mapping[str, Scores], data: Candidates, n_resamples: int, workers: int = 1
) -> RankingEvaluation:
    """Return all measures of all orders, with tests against the order of MT."""
    return evaluate_rankings(
        orders,
        quality=-data.ter,
        relevant=data.relevant,
        groups=data.sources,
        edits=data.edits,
        reference_lengths=data.lengths,
        k=K,
        baseline="MT order",
        n_resamples=n_resamples,
        rng=SEED,
        workers=workers,
    )


def requirements(
    orders: Mapping[str, Scores],
    data: Candidates,
    evaluation: RankingEvaluation,
    found: Sequence[Band],
    ratios: Mapping[str, float],
) -> list[tuple[str, bool]]:
    """Return what must hold, in words, and whether it does."""
    rbf = evaluation["RBF"]
    first, fifth = rbf.mean("PREC@1"), rbf.mean("PREC@5").value
    against_mt, best = first.test, rbf.edits[K.index(5)].best.ter.test
    if against_mt is None or best is None:
        raise ValueError("the evaluation has no baseline")
    linear = difference(orders["RBF"], orders["linear"], data)
    return [
        (f"PREC@1 of RBF is {first.value:.4f}, at least .91", first.value >= 0.91),
        (f"PREC@5 of RBF is {fifth:.4f}, at least .862", fifth >= 0.862),
        (
            f"PREC@1 of RBF is above MT's by {_shown(against_mt)}, lower limit above .02",
            _low(against_mt) > 0.02,
        ),
        (f"PREC@1 of RBF is above the linear one's by {_shown(linear)}", _low(linear) > 0),
        (
            f"TER of the best of five of RBF is below MT's by {_shown(best)}",
            best.high is not None and best.high < 0,
        ),
        ("bands of fuzzy matches are as expected, within rounding", _bands_agree(found)),
        ("edit ratios are as expected, within rounding", _ratios_agree(ratios)),
    ]


def difference(ours: Scores, theirs: Scores, data: Candidates) -> tercel.PairedTest:
    """Return a paired bootstrap over sources of PREC@1."""
    mean = tercel.SegmentMean("PREC@1")
    columns = [
        mean.statistics(precision_at_k(scores, data.relevant, groups=data.sources, k=1))
        for scores in (ours, theirs)
    ]
    return tercel.paired_test(*columns, mean, method="bootstrap", rng=SEED)


def _bands_agree(found: Sequence[Band]) -> bool:
    if len(found) != len(published.BANDS):
        return False
    return all(
        round(band.mt, 3) == mt and round(band.tm, 3) == tm and round(band.tm_better, 3) == better
        for band, (_, _, mt, tm, better) in zip(found, published.BANDS, strict=True)
    )


def _ratios_agree(ratios: Mapping[str, float]) -> bool:
    return all(round(ratios[kind], 2) == value for kind, value in published.RATIOS.items())


def _low(test: tercel.PairedTest) -> float:
    return -np.inf if test.low is None else test.low


def _shown(test: tercel.PairedTest) -> str:
    return f"{test.effect:+.4f} [{test.low:+.4f}, {test.high:+.4f}]"


def _lines(rows: Sequence[Sequence[str]], align: str) -> Iterator[str]:
    return ("  " + "  ".join(cells).rstrip() for cells in padded(rows, align))
