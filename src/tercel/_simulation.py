"""Test sets drawn from the segments at hand, and what a test concludes in them."""

from dataclasses import dataclass

import numpy as np

from tercel import _core
from tercel._execution import ISA, current_progress, reporting_to
from tercel._resampling import IntArray
from tercel._warnings import doubts_unsaid
from tercel.paired import paired_test
from tercel.power_analysis import PowerSimulation
from tercel.protocol import Metric


@dataclass(frozen=True)
class Simulator:
    """Draws test sets with replacement from rows, and tests each by permutation.

    Trial t draws what replicate t of the seed's bootstrap draws, and permutes by a seed of its own.
    So all sizes share their draws, and a curve is not rough by chance.

    Attributes
    ----------
    a, b : ndarray of int64, shape (n_rows, n_statistics)
        A row a segment, or a document's sum: swapping sums is swapping whole documents.
    metric : Metric
    effect : float
        Of all rows: its sign is the truth.
    alpha : float
        A test concludes something if p is below it.
    n_simulations, n_resamples, seed, workers : int
    """

    a: IntArray
    b: IntArray
    metric: Metric
    effect: float
    alpha: float
    n_simulations: int
    n_resamples: int
    seed: int
    workers: int

    def run(self, n_rows: int) -> PowerSimulation:
        """Return how often tests of n_rows rows conclude that the right, or wrong, system wins."""
        right = wrong = 0
        progress = current_progress()
        # It is the user's own test set that may deserve doubt, and the trials that take the time.
        with doubts_unsaid(), reporting_to(None):
            for trial in range(self.n_simulations):
                verdict = self._trial(n_rows, trial)
                right += verdict > 0
                wrong += verdict < 0
                if progress is not None:
                    progress(trial + 1, self.n_simulations)
        return PowerSimulation(
            self.n_simulations, right / self.n_simulations, wrong / self.n_simulations
        )

    def _trial(self, n_rows: int, trial: int) -> int:
        """Return 1 if the test concludes the right thing, -1 the wrong one, 0 nothing."""
        drawn = np.empty((1, n_rows), dtype=np.uint32)
        _core.bootstrap_indices(len(self.a), self.seed, trial, drawn, ISA)
        test = paired_test(
            self.a[drawn[0]],
            self.b[drawn[0]],
            self.metric,
            n_resamples=self.n_resamples,
            rng=(self.seed + 1 + trial) % 2**64,
            workers=self.workers,
        )
        if test.p_value >= self.alpha:
            return 0
        return 1 if test.effect * self.effect > 0 else -1
