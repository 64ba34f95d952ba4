"""What a metric is: two functions, and three facts about them; and what it may add."""

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@runtime_checkable
class Metric(Protocol):
    """What every test, interval and report asks of a metric; a user's own one is as good as ours.

    Attributes
    ----------
    name : str
        How people call it, for example ``"BLEU"``.
    higher_is_better : bool
        False for error rates.
    signature : str
        Everything that changes its numbers.

    Notes
    -----
    A metric also has ``statistics(hypotheses, references)``, which gives an int64 array of shape
    (n_segments, n_statistics) whose rows add up: the score of a corpus is `aggregate` of the sum of
    the rows. Where the statistics come from is the metric's own affair, so only `aggregate` is
    called by the tests and intervals, with many totals at once and never in an inner loop. With
    ``workers`` above 1 several threads call it at the same time, each with rows of its own.

    Examples
    --------
    >>> import numpy as np
    >>> import tercel
    >>> class LengthRatio:
    ...     name = "length ratio"
    ...     higher_is_better = True
    ...     signature = "length ratio"
    ...
    ...     def aggregate(self, totals):
    ...         return totals[..., 0] / totals[..., 1]
    >>> lengths = np.array([[9, 10], [4, 4], [7, 8]])
    >>> interval = tercel.confidence_interval(lengths, LengthRatio(), rng=0)
    >>> round(interval.score, 4)
    0.9091
    """

    name: str
    higher_is_better: bool

    @property
    def signature(self) -> str:
        """Everything that changes the metric's numbers."""
        ...

    def aggregate(self, totals: NDArray[np.int64]) -> Any:
        """Turn totals of shape (..., n_statistics) into scores of shape (...)."""
        ...


@runtime_checkable
class IntegerEffects(Protocol):
    """What a metric adds if its difference between two systems can be a sum of integers.

    Permutation tests are exact then, for any number of segments.
    """

    def integer_effects(
        self, statistics_a: NDArray[np.int64], statistics_b: NDArray[np.int64]
    ) -> NDArray[np.int64] | None:
        """Return an integer for each segment, or None if these statistics have no such integers.

        For some c > 0 the score of A minus the score of B must be c times their sum, and swapping
        the rows of a segment must only change the sign of its integer.

        Parameters
        ----------
        statistics_a, statistics_b : ndarray of int64, shape (n_segments, n_statistics)
            Sums of rows also, if documents are swapped.
        """
        ...


def aggregate_checked(metric: Metric, totals: NDArray[np.int64]) -> NDArray[np.float64]:
    """Call ``metric.aggregate`` and make sure that it gave a finite score for every row.

    Raises
    ------
    ValueError
        If the shape is wrong or a score is not finite; the message names the metric and the row.
    """
    scores = np.asarray(metric.aggregate(totals), dtype=np.float64, order="C")
    if scores.shape != totals.shape[:-1]:
        raise ValueError(
            f"{metric.name}.aggregate gave shape {scores.shape} for totals of shape "
            f"{totals.shape}, expected {totals.shape[:-1]}"
        )
    if not np.isfinite(scores).all():
        row = tuple(int(i) for i in np.argwhere(~np.isfinite(scores))[0])
        raise ValueError(
            f"{metric.name}.aggregate gave {scores[row]} for the totals "
            f"{totals[row].tolist()}, expected a finite score"
        )
    return scores
