"""References that are prepared once and used for many systems."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tercel._execution import check_workers
from tercel._texts import Texts, check_hypotheses
from tercel.score import Score

if TYPE_CHECKING:
    from tercel.metrics.base import TextMetric

IntArray = NDArray[np.int64]
Count = Callable[[Sequence[str], int], IntArray]


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

    def statistics(self, hypotheses: Texts, *, workers: int = 1) -> IntArray:
        """Count each segment of a system.

        Parameters
        ----------
        hypotheses : sequence of str, shape (n_segments,)
        workers : int
            Threads; the integers do not depend on it.

        Returns
        -------
        ndarray of int64, shape (n_segments, n_statistics)

        Raises
        ------
        TypeError, ValueError
            If an element is no string, or their number is not that of the references.
        """
        segments = check_hypotheses(hypotheses)
        if len(segments) != self.n_segments:
            raise ValueError(
                f"hypotheses has {len(segments)} segments, but the prepared references have "
                f"{self.n_segments}"
            )
        return self._count(segments, check_workers(workers))

    def corpus_score(self, hypotheses: Texts, *, workers: int = 1) -> Score:
        """Score a test set; parameters and errors as for `statistics`."""
        return self.metric.score(self.statistics(hypotheses, workers=workers).sum(axis=0))

    def sentence_scores(self, hypotheses: Texts, *, workers: int = 1) -> NDArray[np.float64]:
        """Score each segment by itself; an array of float64 of shape (n_segments,)."""
        return self.metric.aggregate(self.statistics(hypotheses, workers=workers))
