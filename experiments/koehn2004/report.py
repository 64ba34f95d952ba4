"""What is printed: our figures beside the paper's, and whether they agree."""

from collections.abc import Iterator, Sequence

import numpy as np

from experiments.koehn2004 import paper
from experiments.koehn2004.pool import SYSTEMS, Pool, score
from experiments.koehn2004.samples import SIZE, Samples
from experiments.koehn2004.tables import (
    ENOUGH,
    Bin,
    PowerRow,
    grows_with_gap,
    grows_with_size,
)
from tercel.report.table import padded

# What the experiment must show.
CLOSE = 6.0
COVERAGE_BOUNDS = (93.0, 99.0)


def sample_lines(pool: Pool, broad: Samples, consecutive: Samples) -> Iterator[str]:
    """Yield the ranges of scores and the coverage of intervals."""
    n = broad.scores.shape[1]
    yield f"Range of BLEU over {n} samples of {SIZE} segments (the paper: 100)"
    rows = [("system", "truth", "broad samples", "consecutive blocks")]
    for system, statistics in zip(SYSTEMS, pool.statistics, strict=True):
        ranges = _range(broad.range_of(system)), _range(consecutive.range_of(system))
        rows.append((system, f"{score(statistics):.2f}", *ranges))
    rows.append(("the paper", "28.9", _range(paper.BROAD_RANGE), _range(paper.CONSECUTIVE_RANGE)))
    yield from _lines(rows, "lrrr")
    yield ""
    yield f"How many of {4 * n} intervals of such samples hold the truth (95 %, R = 1000)"
    far = broad.coverage - paper.COVERAGE
    rows = [
        (
            "broad samples",
            f"{broad.coverage:.1f} %",
            f"the paper's {paper.COVERAGE:.0f}: {far:+.1f}",
        ),
        ("consecutive blocks", f"{consecutive.coverage:.1f} %", ""),
    ]
    yield from _lines(rows, "lrl")


def calibration_lines(bins: Sequence[Bin]) -> Iterator[str]:
    """Yield the calibration table."""
    yield "Calibration of paired bootstrap: correct conclusions by stated significance"
    rows = [("stated (%)", "conclusions", "correct (%)", "the paper's", "", "difference")]
    rows += [
        (
            part.label,
            str(part.n),
            f"{part.correct:.1f}",
            str(part.paper_n),
            str(part.paper_correct),
            f"{part.difference:+.1f}",
        )
        for part in bins
    ]
    yield from _lines(rows, "lrrrrr")


def power_lines(mixed: Sequence[PowerRow], real: Sequence[PowerRow]) -> Iterator[str]:
    """Yield the power table, a line of the paper's figures under each of ours."""
    yield "Power: conclusions at 95 %, correct / wrong, in percent of the samples"
    rows = [("gap", "pair", *(f"n = {n}" for n in paper.SIZES))]
    for row, (name, gap, shares) in zip(mixed, paper.POWER, strict=True):
        rows.append(_power_row(row))
        rows.append((f"{gap:.1f}", f"  the paper's {name}", *(_share(s, 0) for s in shares)))
    rows += [_power_row(row) for row in real]
    yield from _lines(rows, "rlrrrr")
    far = _differences(mixed)
    yield (
        f"  correct conclusions, ours minus the paper's: {far.mean():+.1f} points on average, "
        f"from {far.min():+.0f} to {far.max():+.0f}"
    )


def requirements(
    broad: Samples, bins: Sequence[Bin], tables: Sequence[Sequence[PowerRow]]
) -> list[tuple[str, bool]]:
    """Return what must hold, in words, and whether it does."""
    low, high = COVERAGE_BOUNDS
    far = max(abs(part.difference) for part in bins if part.n >= ENOUGH)
    return [
        (
            f"every bin of {ENOUGH} conclusions or more is within {CLOSE:g} points of the paper's; "
            f"the farthest is {far:.1f} away",
            far <= CLOSE,
        ),
        ("power grows with the size of the samples", all(map(grows_with_size, tables))),
        ("power grows with the gap", all(map(grows_with_gap, tables))),
        (f"coverage on broad samples is {low:g} to {high:g} %", low <= broad.coverage <= high),
    ]


def _power_row(row: PowerRow) -> tuple[str, ...]:
    return (f"{row.gap:.1f}", row.name, *map(_share, row.shares))


def _differences(mixed: Sequence[PowerRow]) -> np.ndarray:
    return np.array(
        [
            ours[0] - theirs[0]
            for row, (_, _, shares) in zip(mixed, paper.POWER, strict=True)
            for ours, theirs in zip(row.shares, shares, strict=True)
        ]
    )


def _lines(rows: Sequence[Sequence[str]], align: str) -> Iterator[str]:
    return ("  " + "  ".join(cells).rstrip() for cells in padded(rows, align))


def _range(bounds: tuple[float, float]) -> str:
    return f"{bounds[0]:.1f} - {bounds[1]:.1f}"


def _share(share: tuple[float, float], digits: int = 1) -> str:
    correct, wrong = (f"{value:.{digits}f}" for value in share)
    return f"{correct} / {wrong}" if share[1] else correct
