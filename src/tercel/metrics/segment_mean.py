"""The mean of segment scores that come from elsewhere."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._version import __version__
from tercel.score import Score

# A score x is kept as whole * 2**-20 + rest * 2**-60 with integers `whole` and 0 <= rest < 2**40:
# exact for every double of 2**-7 and more, so that sums are exact and ties are ties.
_WHOLE_BITS = 20
_REST_BITS = 40
_LARGEST_SUM = float(2**42)
_MOST_SEGMENTS = 2**22


class SegmentMean:
    """The mean of given segment scores: COMET, human ratings, anything with a number a segment.

    Parameters
    ----------
    name : str
        How people call the scores.
    higher_is_better : bool
        False for error rates.
    weighted : bool
        Whether each segment has a weight, such as its length; the mean is then
        sum(weight * score) / sum(weight).

    Examples
    --------
    >>> import tercel
    >>> comet = tercel.SegmentMean("COMET")
    >>> print(comet.corpus_score([0.5, 0.75, 0.25]))
    COMET = 0.50
    >>> by_length = tercel.SegmentMean("COMET", weighted=True)
    >>> print(by_length.corpus_score([0.5, 0.75, 0.25], weights=[2, 1, 1]))
    COMET = 0.50
    """

    def __init__(
        self, name: str = "mean", *, higher_is_better: bool = True, weighted: bool = False
    ) -> None:
        self.name = str(name)
        self.higher_is_better = bool(higher_is_better)
        self.weighted = bool(weighted)

    def __repr__(self) -> str:
        return (
            f"SegmentMean({self.name!r}, higher_is_better={self.higher_is_better}, "
            f"weighted={self.weighted})"
        )

    @property
    def n_statistics(self) -> int:
        """The number of columns of `statistics`."""
        return 4 if self.weighted else 3

    @property
    def signature(self) -> str:
        """What the number is and the version."""
        kind = "weighted mean" if self.weighted else "mean"
        return f"{kind} of segment scores:{self.name}|version:tercel-{__version__}"

    def statistics(
        self, scores: ArrayLike | Sequence[float], weights: ArrayLike | None = None
    ) -> NDArray[np.int64]:
        """Turn segment scores into exact integers.

        Parameters
        ----------
        scores : array_like of float, shape (n_segments,)
        weights : array_like of float, shape (n_segments,), optional
            Above 0; given if and only if the mean is a weighted one.

        Returns
        -------
        ndarray of int64, shape (n_segments, 3) or (n_segments, 4)
            The score in units of 2**-20 (rounded down), the rest in units of 2**-60, and 1. With
            weights: weight * score in these two columns, as double precision rounds it, and the
            weight in two more.

        Raises
        ------
        ValueError
            If a score is NaN or infinite (the message names its index; see `drop_missing`), or the
            scores are so many or so large that their sum could overflow; if a weight is not above
            0, or weights are given or missing against what the mean was made for.
        """
        values = np.asarray(scores, dtype=np.float64)
        _check_scores(values, self.name)
        if not self.weighted:
            if weights is not None:
                raise ValueError("weights are given, but the mean is not weighted=True")
            return np.column_stack([_in_integers(values), np.ones(len(values), dtype=np.int64)])
        if weights is None:
            raise ValueError("the mean is weighted=True, but weights is None")
        factors = np.asarray(weights, dtype=np.float64)
        if factors.shape != values.shape:
            raise ValueError(f"{values.size} scores, but weights has shape {factors.shape}")
        _check_scores(factors, "weights")
        if factors.min() <= 0:
            i = int(np.argmin(factors))
            raise ValueError(f"weights[{i}] is {factors[i]}, expected a number above 0")
        products = factors * values
        _check_scores(products, f"{self.name} times weights")
        return np.column_stack([_in_integers(products), _in_integers(factors)])

    def aggregate(self, totals: NDArray[np.int64]) -> NDArray[np.float64]:
        """Turn totals of shape (..., n_statistics) into means of shape (...)."""
        columns = np.moveaxis(np.asarray(totals, dtype=np.float64), -1, 0)
        part = columns[0] + np.ldexp(columns[1], -_REST_BITS)
        means: NDArray[np.float64]
        if self.weighted:
            means = part / (columns[2] + np.ldexp(columns[3], -_REST_BITS))
        else:
            means = np.ldexp(part / columns[2], -_WHOLE_BITS)
        return means

    def integer_effects(
        self, statistics_a: NDArray[np.int64], statistics_b: NDArray[np.int64]
    ) -> NDArray[np.int64] | None:
        """Return the differences in whole units, if the rests and weights are the same."""
        if (statistics_a[:, 1:] != statistics_b[:, 1:]).any():
            return None
        effects: NDArray[np.int64] = statistics_a[:, 0] - statistics_b[:, 0]
        return effects

    def score(self, totals: NDArray[np.int64]) -> Score:
        """Return the mean of one row of totals."""
        return Score(self.name, float(self.aggregate(totals)), self.signature)

    def corpus_score(
        self, scores: ArrayLike | Sequence[float], weights: ArrayLike | None = None
    ) -> Score:
        """Return the mean of segment scores; parameters and errors as for `statistics`."""
        return self.score(self.statistics(scores, weights).sum(axis=0))


def _in_integers(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return whole units and rests, shape (n_segments, 2)."""
    whole = np.floor(np.ldexp(values, _WHOLE_BITS))
    rest = np.ldexp(np.ldexp(values, _WHOLE_BITS) - whole, _REST_BITS)
    return np.stack([whole, np.rint(rest)], axis=1).astype(np.int64)


def _check_scores(values: NDArray[np.float64], name: str) -> None:
    if values.ndim != 1 or values.size == 0:
        raise ValueError(f"{name} has shape {values.shape}, expected one number per segment")
    if not np.isfinite(values).all():
        i = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ValueError(f"{name}[{i}] is {values[i]}, expected a finite number")
    if values.size > _MOST_SEGMENTS or np.abs(values).max() * values.size >= _LARGEST_SUM:
        raise ValueError(
            f"{name} has {values.size} scores of up to {np.abs(values).max():g}: their sum does "
            f"not fit; expected at most {_MOST_SEGMENTS} scores and a sum below {_LARGEST_SUM:g}"
        )
