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

    Examples
    --------
    >>> import tercel
    >>> comet = tercel.SegmentMean("COMET")
    >>> print(comet.corpus_score([0.5, 0.75, 0.25]))
    COMET = 0.50
    """

    n_statistics = 3

    def __init__(self, name: str = "mean", *, higher_is_better: bool = True) -> None:
        self.name = str(name)
        self.higher_is_better = bool(higher_is_better)

    def __repr__(self) -> str:
        return f"SegmentMean({self.name!r}, higher_is_better={self.higher_is_better})"

    @property
    def signature(self) -> str:
        """What the number is and the version."""
        return f"mean of segment scores:{self.name}|version:tercel-{__version__}"

    def statistics(self, scores: ArrayLike | Sequence[float]) -> NDArray[np.int64]:
        """Turn segment scores into exact integers.

        Parameters
        ----------
        scores : array_like of float, shape (n_segments,)

        Returns
        -------
        ndarray of int64, shape (n_segments, 3)
            Units of 2**-20 (rounded down), the rest in units of 2**-60, and 1.

        Raises
        ------
        ValueError
            If a score is NaN or infinite (the message names its index), or the scores are so many
            or so large that their sum could overflow.
        """
        values = np.asarray(scores, dtype=np.float64)
        _check_scores(values, self.name)
        whole = np.floor(np.ldexp(values, _WHOLE_BITS))
        rest = np.ldexp(np.ldexp(values, _WHOLE_BITS) - whole, _REST_BITS)
        columns = (whole, np.rint(rest), np.ones_like(values))
        return np.stack(columns, axis=1).astype(np.int64)

    def aggregate(self, totals: NDArray[np.int64]) -> NDArray[np.float64]:
        """Turn totals of shape (..., 3) into means of shape (...)."""
        whole, rest, count = np.moveaxis(np.asarray(totals, dtype=np.float64), -1, 0)
        means: NDArray[np.float64] = np.ldexp(
            (whole + np.ldexp(rest, -_REST_BITS)) / count, -_WHOLE_BITS
        )
        return means

    def score(self, totals: NDArray[np.int64]) -> Score:
        """Return the mean of one row of totals."""
        return Score(self.name, float(self.aggregate(totals)), self.signature)

    def corpus_score(self, scores: ArrayLike | Sequence[float]) -> Score:
        """Return the mean of segment scores; parameters and errors as for `statistics`."""
        return self.score(self.statistics(scores).sum(axis=0))


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
