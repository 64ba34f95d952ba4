"""What a paired test finds, and what all of them share."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from tercel._resampling import IntArray
from tercel.protocol import Metric, aggregate_checked

ALTERNATIVES = ("two-sided", "greater", "less")

_NORMAL_975 = 1.959963984540054


@dataclass(frozen=True)
class PairedTest:
    """The verdict on two systems, A and B.

    Attributes
    ----------
    effect : float
        Score of A minus score of B, in the metric's own sign.
    p_value : float
        Never 0: a Monte Carlo test with R replicates cannot go below 1 / (R + 1).
    method, alternative : str
        ``greater`` means that A is better than B, also for error rates.
    n_resamples : int
        Replicates that were drawn, or swaps enumerated; 0 if p is the exact one of sums of
        integers, which needs neither.
    exact : bool
        Whether p has no Monte Carlo error.
    monte_carlo_interval : tuple of float
        The 95 % interval of what p would be with infinitely many replicates; with early stopping
        it holds for all numbers of replicates at once.
    low, high : float or None
        The percentile interval of the effect; None for the permutation test, which has none.
    confidence_level : float or None
        Of that interval.
    wins, losses, ties : int or None
        Resamples in which A is better, B is better, neither is; they add up to n_resamples. None
        for the permutation test.
    n_segments : int
    n_differing : int
        Segments, or documents if whole ones are resampled, whose statistics differ between the
        systems.
    rng : str
        The random stream, as signatures name it.
    plan : str
        What was drawn or swapped, as for `ConfidenceInterval`.
    stopped_early : bool
        Whether fewer replicates than asked for were enough.
    """

    effect: float
    p_value: float
    method: str
    alternative: str
    n_resamples: int
    exact: bool
    monte_carlo_interval: tuple[float, float]
    low: float | None
    high: float | None
    confidence_level: float | None
    wins: int | None
    losses: int | None
    ties: int | None
    n_segments: int
    n_differing: int
    rng: str
    plan: str = "segments"
    stopped_early: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def orientation(metric: Metric) -> float:
    """Return 1 if a higher score is better, else -1."""
    return 1.0 if metric.higher_is_better else -1.0


def effect_of(metric: Metric, total_a: IntArray, total_b: IntArray) -> float:
    """Return score of A minus score of B."""
    scores = aggregate_checked(metric, np.stack([total_a, total_b]))
    return float(scores[0] - scores[1])


def wilson_interval(count: int, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a proportion (Wilson 1927): closed form, never empty."""
    z2 = _NORMAL_975**2
    centre = (count + z2 / 2) / (n + z2)
    half = _NORMAL_975 * math.sqrt(count * (n - count) / n + z2 / 4) / (n + z2)
    return max(0.0, centre - half), min(1.0, centre + half)
