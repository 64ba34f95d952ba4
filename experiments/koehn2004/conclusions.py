"""Paired bootstrap on broad samples: what it concludes, held against the whole corpus."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import tercel
from experiments.koehn2004.pool import BLEU, Pair

N_RESAMPLES = 1000


@dataclass(frozen=True)
class Conclusions:
    """What was concluded about one pair from samples of one size.

    Attributes
    ----------
    name : str
    gap : float
    size : int
        Segments of a sample.
    wins, losses : ndarray of float64, shape (n_samples,)
        Shares of a sample's resamples in which the truly better system is better, or worse.
    """

    name: str
    gap: float
    size: int
    wins: NDArray[np.float64]
    losses: NDArray[np.float64]

    @property
    def stated(self) -> NDArray[np.float64]:
        """The stated significance of each conclusion, in percent: the winner's win rate."""
        return 100 * np.maximum(self.wins, self.losses)

    @property
    def correct(self) -> NDArray[np.bool_]:
        """Whether the truly better system is the winner."""
        return self.wins > self.losses

    def concluded(self, level: float = 95.0) -> tuple[float, float]:
        """Return the shares of correct and of wrong conclusions at a level, in percent."""
        sure = self.stated >= level
        return 100 * float((sure & self.correct).mean()), 100 * float((sure & ~self.correct).mean())


def conclude(pairs: Sequence[Pair], size: int, workers: int) -> list[Conclusions]:
    """Test every pair on every broad sample of a size."""
    with ThreadPoolExecutor(workers) as threads:
        return list(threads.map(lambda pair: _conclude(pair, size), pairs))


def joined(parts: Sequence[Conclusions]) -> Conclusions:
    """Return conclusions about pairs of the same gap as one."""
    first = parts[0]
    return Conclusions(
        first.name,
        float(np.mean([part.gap for part in parts])),
        first.size,
        np.concatenate([part.wins for part in parts]),
        np.concatenate([part.losses for part in parts]),
    )


def _conclude(pair: Pair, size: int) -> Conclusions:
    n_total = len(pair.better)
    n_samples = n_total // size
    counts = np.empty((2, n_samples))
    for k in range(n_samples):
        drawn = tercel.broad_sample(n_total, size, k)
        test = tercel.paired_test(
            pair.better[drawn],
            pair.worse[drawn],
            BLEU,
            method="koehn",
            n_resamples=N_RESAMPLES,
            rng=k,
        )
        counts[:, k] = test.wins, test.losses
    wins, losses = counts / N_RESAMPLES
    return Conclusions(pair.name, pair.gap, size, wins, losses)
