"""References that are prepared once and used for many systems."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._execution import check_workers
from tercel._texts import Texts, check_hypotheses
from tercel.score import Score

if TYPE_CHECKING:
    from tercel.metrics.base import TextMetric

IntArray = NDArray[np.int64]
# Counts hypotheses of all segments, or of those with the given numbers.
Count = Callable[[Sequence[str], IntArray | None, int], IntArray]


class PreparedReferences:
    """A metric with its references; made by ``metric.prepare(references)``.

    Gives the numbers of the metric. The references are tokenized once and kept as integers: 4 bytes
    a token (for chrF also 4 a character), and each distinct token once. Threads may share it.

    Examples
    --------
    >>> import tercel
    >>> prepared = tercel.CHRF().prepare(["the cat sat"])
    >>> print(prepared.corpus_score(["the cat sits"]))
    chrF2 = 66.58
    """

    def __init__(self, metric: "TextMetric", n_segments: int, count: Count) -> None:
        self.metric = metric
        self.n_segments = n_segments
        self._count = count

    def __repr__(self) -> str:
        return f"PreparedReferences({self.metric!r}, n_segments={self.n_segments})"

    def statistics(
        self, hypotheses: Texts, *, segments: ArrayLike | None = None, workers: int = 1
    ) -> IntArray:
        """Count each segment of a system.

        Parameters
        ----------
        hypotheses : sequence of str, shape (n_segments,)
        segments : array_like of int, shape (n_segments,), optional
            The numbers, from 0, of the segments that the hypotheses belong to, in any order; all
            segments of the references if not given.
        workers : int
            Threads; the integers do not depend on it.

        Returns
        -------
        ndarray of int64, shape (n_segments, n_statistics)

        Raises
        ------
        TypeError, ValueError, IndexError
            If an element is no string, their number is not that of the references or of the
            segments, or a segment is none of the references'.
        """
        texts = check_hypotheses(hypotheses)
        if segments is not None:
            numbers = check_segments(segments, len(texts), self.n_segments)
            return self._count(texts, numbers, check_workers(workers))
        if len(texts) != self.n_segments:
            raise ValueError(
                f"hypotheses has {len(texts)} segments, but the prepared references have "
                f"{self.n_segments}"
            )
        return self._count(texts, None, check_workers(workers))

    def count_checked(self, texts: Sequence[str], numbers: IntArray, workers: int) -> IntArray:
        """Return the statistics of texts and segment numbers that have been checked already."""
        return self._count(texts, numbers, workers)

    def corpus_score(self, hypotheses: Texts, *, workers: int = 1) -> Score:
        """Score a test set; parameters and errors as for `statistics`."""
        return self.metric.score(self.statistics(hypotheses, workers=workers).sum(axis=0))

    def sentence_scores(self, hypotheses: Texts, *, workers: int = 1) -> NDArray[np.float64]:
        """Score each segment by itself; an array of float64 of shape (n_segments,)."""
        return self.metric.aggregate(self.statistics(hypotheses, workers=workers))


def check_segments(segments: ArrayLike, n_hypotheses: int, n_segments: int) -> IntArray:
    """Return the numbers of segments of some hypotheses.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they are no integers, not one a hypothesis, or not from 0 to n_segments - 1.
    """
    numbers = np.asarray(segments)
    if numbers.dtype.kind not in "iu":
        raise TypeError(f"segments has dtype {numbers.dtype}, expected integers")
    if numbers.shape != (n_hypotheses,):
        raise ValueError(
            f"segments has shape {numbers.shape}, expected one number for each of the "
            f"{n_hypotheses} hypotheses"
        )
    wrong = np.flatnonzero((numbers < 0) | (numbers >= n_segments))
    if len(wrong):
        k = int(wrong[0])
        raise IndexError(
            f"segments[{k}] is {numbers[k]}, expected a number from 0 to {n_segments - 1}"
        )
    return np.ascontiguousarray(numbers, dtype=np.int64)
