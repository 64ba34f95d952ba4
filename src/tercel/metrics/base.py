"""What the text metrics have in common."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tercel._execution import check_workers
from tercel._texts import References, Texts, check_hypotheses, check_references
from tercel.metrics.prepared import Count, PreparedReferences
from tercel.score import Score

IntArray = NDArray[np.int64]
Streams = Sequence[Sequence[str | None]]


class TextMetric(ABC):
    """A metric whose statistics come from texts.

    A subclass says how checked texts are counted (`_count`), how totals become scores (`_scores`),
    its columns and its signature.
    """

    name: str
    higher_is_better: bool

    @property
    @abstractmethod
    def n_statistics(self) -> int:
        """The number of columns of `statistics`."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """Every option that changes a number, and the version."""

    @abstractmethod
    def _count(self, hypotheses: Sequence[str], references: Streams, workers: int) -> IntArray:
        """Return the statistics of checked texts."""

    @abstractmethod
    def _scores(self, totals: IntArray) -> NDArray[np.float64]:
        """Return the scores of rows of totals, shape (n, n_statistics)."""

    def statistics(
        self, hypotheses: Texts, references: References, *, workers: int = 1
    ) -> IntArray:
        """Count each segment.

        Parameters
        ----------
        hypotheses : sequence of str, shape (n_segments,)
        references : sequence of str, or sequence of reference streams
            One stream of shape (n_segments,), or several of that shape each. In a stream a segment
            may be None as long as another stream has it.
        workers : int
            Threads; the integers do not depend on it.

        Returns
        -------
        ndarray of int64, shape (n_segments, n_statistics)
            The class says what its columns are.

        Raises
        ------
        TypeError, ValueError
            If lengths differ or an element is no string; the message names it.
        """
        segments = check_hypotheses(hypotheses)
        streams = check_references(references, len(segments))
        return self._count(segments, streams, check_workers(workers))

    def prepare(self, references: References) -> PreparedReferences:
        """Return this metric with its references made ready once, for many systems.

        Parameters
        ----------
        references : sequence of str, or sequence of reference streams
            As for `statistics`.
        """
        streams = check_references(references)
        return PreparedReferences(self, len(streams[0]), self._prepared(streams))

    def _prepared(self, references: Streams) -> Count:
        """Return how to count hypotheses; a subclass with something to prepare overrides it."""

        def count(hypotheses: Sequence[str], segments: IntArray | None, workers: int) -> IntArray:
            streams = references
            if segments is not None:
                streams = [[stream[i] for i in segments] for stream in references]
            return self._count(hypotheses, streams, workers)

        return count

    def aggregate(self, totals: IntArray) -> NDArray[np.float64]:
        """Turn totals into scores.

        Parameters
        ----------
        totals : ndarray of int64, shape (..., n_statistics)
            Sums of rows of `statistics`.

        Returns
        -------
        ndarray of float64, shape (...)
            Scores from 0 to 100 (an error rate can be higher). Equal totals give equal bits.
        """
        rows = self._check_totals(totals)
        return self._scores(rows.reshape(-1, self.n_statistics)).reshape(rows.shape[:-1])

    def score(self, totals: IntArray) -> Score:
        """Return the score of one row of totals.

        Parameters
        ----------
        totals : ndarray of int64, shape (n_statistics,)
        """
        return Score(self.name, float(self.aggregate(totals)), self.signature)

    def corpus_score(self, hypotheses: Texts, references: References, *, workers: int = 1) -> Score:
        """Score a test set; parameters and errors as for `statistics`."""
        return self.score(self.statistics(hypotheses, references, workers=workers).sum(axis=0))

    def sentence_score(self, hypothesis: str, references: str | Sequence[str]) -> Score:
        """Score one segment.

        Parameters
        ----------
        hypothesis : str
        references : str or sequence of str
            One or more references of this segment.
        """
        texts = [references] if isinstance(references, str) else references
        return self.score(self.statistics([hypothesis], [[text] for text in texts])[0])

    def sentence_scores(
        self, hypotheses: Texts, references: References, *, workers: int = 1
    ) -> NDArray[np.float64]:
        """Score each segment by itself, a whole test set in one call.

        Returns
        -------
        ndarray of float64, shape (n_segments,)
        """
        return self.aggregate(self.statistics(hypotheses, references, workers=workers))

    def _check_totals(self, totals: IntArray) -> IntArray:
        rows = np.ascontiguousarray(totals)
        if rows.dtype.kind not in "iu":
            raise TypeError(f"totals has dtype {rows.dtype}, expected integers")
        if rows.shape[-1] != self.n_statistics:
            raise ValueError(
                f"totals has shape {rows.shape}, expected (..., {self.n_statistics}) for {self!r}"
            )
        return rows.astype(np.int64, copy=False)


def numerator_effects(statistics_a: IntArray, statistics_b: IntArray) -> IntArray | None:
    """Return the integer effects of column 0 over column 1, if swaps leave column 1 alone."""
    same = bool((statistics_a[:, 1] == statistics_b[:, 1]).all())
    if not same or statistics_a[:, 1].sum() <= 0:
        return None
    return statistics_a[:, 0] - statistics_b[:, 0]


def check_whole(value: int, low: int, high: int, name: str) -> int:
    """Return `value` if it is a whole number in a range, else raise ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} is {value!r}, expected a whole number from {low} to {high}")
    return value


def check_positive(value: float, name: str) -> float:
    """Return `value` if it is a finite number above 0, else raise ValueError."""
    if isinstance(value, bool) or not (np.isfinite(value) and value > 0):
        raise ValueError(f"{name} is {value!r}, expected a finite number above 0")
    return value


def yes(flag: bool) -> str:
    """Return how signatures spell a flag."""
    return "yes" if flag else "no"
