"""Scores of replicates, and the type of number that sacreBLEU's arithmetic makes them in."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Totals as sacreBLEU has them: float32 from a bootstrap; int64, or float64 for TER, from shuffling;
# for the score of a corpus float64, because there sacreBLEU computes with Python's numbers.
Totals = NDArray[Any]
Floats = NDArray[Any]

# Asked, not read from a version: NumPy 1 can be told to promote as NumPy 2 does.
SINGLE_STAYS_SINGLE = (np.float32(3) + 3.0).dtype == np.float32


@dataclass(frozen=True)
class Replicates:
    """Scores of replicates, with the types that sacreBLEU's code would leave them in.

    Attributes
    ----------
    values : ndarray of float64, shape (n_replicates,)
    plain : ndarray of bool, shape (n_replicates,)
        Which scores are Python floats; the others are NumPy scalars.
    kind : type
        The type of those scalars, float32 or float64.
    """

    values: NDArray[np.float64]
    plain: NDArray[np.bool_]
    kind: type[np.floating[Any]]

    def array(self) -> Floats:
        """Return what ``np.array`` makes of a list of them: one Python float makes it float64."""
        return self.values if self.plain.any() else self.values.astype(self.kind)

    def scalars(self) -> list[Any]:
        """Return them as a list of Python floats and NumPy scalars."""
        values: list[Any] = self.values.tolist()
        if self.plain.all():
            return values
        kind = self.kind
        pairs = zip(values, self.plain.tolist(), strict=True)
        return [value if plain else kind(value) for value, plain in pairs]


def working_type(totals: Totals) -> type[np.floating[Any]]:
    """Return what sacreBLEU's arithmetic of Python floats and these totals is made in."""
    is_single = totals.dtype == np.float32 and SINGLE_STAYS_SINGLE
    return np.float32 if is_single else np.float64


def replicates(scores: Floats, plain: NDArray[np.bool_]) -> Replicates:
    """Return scores whose Python floats are such that they are float32 numbers as well."""
    return Replicates(scores.astype(np.float64), plain, scores.dtype.type)


def quotient(numerator: Totals, denominator: Totals) -> Floats:
    """Return quotients, 0 where the denominator is."""
    safe = np.where(denominator > 0, denominator, denominator.dtype.type(1))
    quotients: Floats = np.where(denominator > 0, numerator / safe, 0)
    return quotients.astype(np.float32 if numerator.dtype == np.float32 else np.float64)
