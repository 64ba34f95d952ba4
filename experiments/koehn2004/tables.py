"""The calibration and the power table, as numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from experiments.koehn2004 import paper
from experiments.koehn2004.conclusions import Conclusions

# A bin with fewer conclusions says little.
ENOUGH = 100


@dataclass(frozen=True)
class Bin:
    """Conclusions whose stated significance lies between two bounds.

    Attributes
    ----------
    low, high : float
        In percent, the upper one excluded.
    n : int
    correct : float
        In percent; NaN if there is none.
    paper_n, paper_correct : int
        The paper's figures.
    """

    low: float
    high: float
    n: int
    correct: float
    paper_n: int
    paper_correct: int

    @property
    def label(self) -> str:
        """The bounds as the paper writes them."""
        return "100" if self.low == 100 else f"{self.low:g}-{self.high - 0.1:g}"

    @property
    def difference(self) -> float:
        """Ours minus the paper's, in percentage points."""
        return self.correct - self.paper_correct


def calibration(conclusions: Sequence[Conclusions]) -> list[Bin]:
    """Return the share of correct conclusions among those of about the same stated significance."""
    stated = np.concatenate([part.stated for part in conclusions])
    correct = np.concatenate([part.correct for part in conclusions])
    bins = []
    for low, high, paper_n, paper_correct in paper.CALIBRATION:
        inside = (stated >= low) & (stated < high)
        n = int(inside.sum())
        share = 100 * float(correct[inside].mean()) if n else float("nan")
        bins.append(Bin(low, high, n, share, paper_n, paper_correct))
    return bins


@dataclass(frozen=True)
class PowerRow:
    """How often samples of each size reach a conclusion about pairs of one gap.

    Attributes
    ----------
    name : str
    gap : float
    shares : tuple of (float, float)
        Correct and wrong conclusions of each of ``paper.SIZES``, in percent of the samples.
    """

    name: str
    gap: float
    shares: tuple[tuple[float, float], ...]


def power_table(by_size: Sequence[Sequence[Conclusions]]) -> list[PowerRow]:
    """Return a row a pair from its conclusions, which are given for one size after the other."""
    return [
        PowerRow(parts[0].name, parts[0].gap, tuple(part.concluded() for part in parts))
        for parts in zip(*by_size, strict=True)
    ]


def grows_with_size(rows: Sequence[PowerRow]) -> bool:
    """Whether no row has fewer correct conclusions in larger samples."""
    return all(a[0] <= b[0] for row in rows for a, b in pairwise(row.shares))


def grows_with_gap(rows: Sequence[PowerRow]) -> bool:
    """Whether no size has fewer correct conclusions about a larger gap; rows ascend by gap."""
    return all(
        a[0] <= b[0]
        for low, high in pairwise(rows)
        for a, b in zip(low.shares, high.shares, strict=True)
    )
