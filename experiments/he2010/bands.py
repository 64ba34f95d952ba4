"""MT's first against the translation memory's first, by the fuzzy match of the latter."""

from dataclasses import dataclass

from experiments.he2010 import published
from experiments.he2010.data import Candidates
from tercel.rerank.edit_statistics import KINDS


@dataclass(frozen=True)
class Band:
    """The sources whose best hit has a fuzzy match from `low` to below `high`.

    Attributes
    ----------
    low, high : float
    n_sources : int
    mt, tm : float
        TER of the firsts: all edits over all words.
    tm_better : float
        The share of sources for which TM's first needs fewer edits.
    """

    low: float
    high: float
    n_sources: int
    mt: float
    tm: float
    tm_better: float


def bands(data: Candidates) -> list[Band]:
    """Return the table of the fuzzy matches that have sources."""
    firsts = data.rank == 1
    rows = [firsts & data.is_mt, firsts & ~data.is_mt]
    n_edits, lengths = ([column[part] for part in rows] for column in (data.n_edits, data.lengths))
    match = data.best_match[rows[0]]
    found = []
    for low, high, *_ in published.BANDS:
        # There is no exact match; a rounded one belongs to the last band.
        inside = (match >= low) & ((match < high) | (high == 1.0))
        if inside.any():
            rates = [
                e[inside].sum() / n[inside].sum() for e, n in zip(n_edits, lengths, strict=True)
            ]
            better = float((n_edits[1] < n_edits[0])[inside].mean())
            found.append(Band(low, high, int(inside.sum()), *rates, better))
    return found


def band_label(value: float) -> str:
    """Return the band of a fuzzy match, as tables name it."""
    for low, high, *_ in published.BANDS:
        if value < high or high == 1.0:
            return f"{low:g}-{high:g}"
    raise AssertionError("the last band ends at 1")


def edit_ratios(data: Candidates) -> dict[str, float]:
    """Return how many times as many edits TM's first needs as MT's, by kind."""
    sums = {}
    for is_mt in (True, False):
        rows = (data.rank == 1) & (data.is_mt == is_mt)
        sums[is_mt] = data.edits[rows].sum(axis=0)
    return dict(zip(KINDS, (sums[False] / sums[True]).tolist(), strict=True))
