"""Broad samples against consecutive blocks: how far they stray, and what their intervals cover."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import tercel
from experiments.koehn2004.pool import BLEU, SYSTEMS, Pool, score

SIZE = 300


@dataclass(frozen=True)
class Samples:
    """All samples of 300 segments of one kind.

    Attributes
    ----------
    scores : ndarray of float64, shape (n_systems, n_samples)
    covered : ndarray of bool, shape (n_systems, n_samples)
        Whether the 95 % interval of the sample holds the score of the whole corpus.
    """

    scores: NDArray[np.float64]
    covered: NDArray[np.bool_]

    def range_of(self, system: str) -> tuple[float, float]:
        """Return the lowest and the highest score of a system's samples."""
        scores = self.scores[SYSTEMS.index(system)]
        return float(scores.min()), float(scores.max())

    @property
    def coverage(self) -> float:
        """The share of all intervals, in percent, that hold the truth."""
        return 100 * float(self.covered.mean())


def sample_all(
    pool: Pool, sample: Callable[[int, int, int], NDArray[np.int64]], workers: int
) -> Samples:
    """Score every sample of every system and make an interval of each, as section 5 does."""
    n_samples = pool.n_segments // SIZE
    scores = np.empty((len(pool.statistics), n_samples))
    covered = np.empty(scores.shape, dtype=bool)
    for system, rows in enumerate(pool.statistics):
        truth = score(rows)
        for k in range(n_samples):
            interval = tercel.confidence_interval(
                rows[sample(pool.n_segments, SIZE, k)], BLEU, rng=k, workers=workers
            )
            scores[system, k] = interval.score
            covered[system, k] = interval.low <= truth <= interval.high
    return Samples(scores, covered)
