"""The bootstrap test of a difference against a margin."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel._conventions import check_interval_options, percentile_ends
from tercel._inference import count_as_extreme
from tercel._joint import joint_scores
from tercel._paired_test import orientation, wilson_interval
from tercel._plans import Plan, warn_if_few_documents
from tercel._resampling import Streams
from tercel._statistics import IntArray, check_n_resamples
from tercel._warnings import warn_if_small
from tercel.protocol import Metric, aggregate_checked


@dataclass(frozen=True)
class MarginTest:
    """The verdict on two systems, A and B, whose difference is held against a margin.

    Attributes
    ----------
    effect : float
        Score of A minus score of B, in the metric's own sign.
    margin : float
        The smallest difference that matters, in points of the metric.
    method : str
        ``equivalence`` or ``noninferiority``.
    p_value : float
        Of the claim that the method is named after: ``p_not_worse``, for equivalence the larger of
        both. Never 0.
    monte_carlo_interval : tuple of float
        The 95 % interval of what ``p_value`` would be with infinitely many replicates.
    p_not_worse : float
        Of the claim that A is less than the margin worse than B.
    p_not_better : float
        Of the claim that A is less than the margin better than B.
    low, high : float
        The basic bootstrap interval of the effect that goes with the one-sided tests: at the 5 %
        level a 90 % interval.
    confidence_level : float
        Of the interval.
    n_resamples, n_segments : int
    rng, plan : str
        The random stream, and what was drawn, as signatures name them.
    """

    effect: float
    margin: float
    method: str
    p_value: float
    monte_carlo_interval: tuple[float, float]
    p_not_worse: float
    p_not_better: float
    low: float
    high: float
    confidence_level: float
    n_resamples: int
    n_segments: int
    rng: str
    plan: str

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class MarginOptions:
    """What a user asks for; checked when it is made."""

    margin: float
    n_resamples: int
    level: float

    def __post_init__(self) -> None:
        if not 0 < self.margin < np.inf:
            raise ValueError(f"margin is {self.margin!r}, expected a finite number above 0")
        if not 0 < self.level < 0.5:
            raise ValueError(f"level is {self.level!r}, expected between 0 and 0.5")
        check_n_resamples(self.n_resamples)
        check_interval_options(self.n_resamples, self.confidence_level, "koehn")

    @property
    def confidence_level(self) -> float:
        """Of the interval that goes with two one-sided tests."""
        return 1 - 2 * self.level


def margin_test(
    pair: tuple[IntArray, IntArray],
    metric: Metric,
    *,
    method: str,
    options: MarginOptions,
    plan: Plan,
    streams: Streams,
) -> MarginTest:
    """Return the test of checked statistics; warns the caller of the function that calls it."""
    n_segments = plan.n_segments
    warn_if_small(n_segments, stacklevel=3)
    warn_if_few_documents(plan, stacklevel=3)
    scores = aggregate_checked(metric, np.stack([table.sum(axis=0) for table in pair]))
    (drawn,) = joint_scores([metric], [pair], options.n_resamples, plan, streams)
    effect, effects = float(scores[0] - scores[1]), drawn[:, 0] - drawn[:, 1]
    sign = orientation(metric)
    counts = _count(sign * effect, sign * effects, options.margin)
    if n_segments == 1:
        counts = options.n_resamples, options.n_resamples
    count = max(counts) if method == "equivalence" else counts[0]
    # The interval that agrees with centred tests mirrors that of the draws at the effect.
    low, high = percentile_ends(np.sort(2 * effect - effects), options.confidence_level, "koehn")
    return MarginTest(
        effect=effect,
        margin=float(options.margin),
        method=method,
        p_value=(count + 1) / (options.n_resamples + 1),
        monte_carlo_interval=(
            (1.0, 1.0) if n_segments == 1 else wilson_interval(count, options.n_resamples)
        ),
        p_not_worse=(counts[0] + 1) / (options.n_resamples + 1),
        p_not_better=(counts[1] + 1) / (options.n_resamples + 1),
        low=low,
        high=high,
        confidence_level=options.confidence_level,
        n_resamples=options.n_resamples,
        n_segments=n_segments,
        rng=streams.label,
        plan=plan.label,
    )


def _count(effect: float, effects: NDArray[np.float64], margin: float) -> tuple[int, int]:
    """Return how many resamples speak against A being not worse, and not better, by the margin."""
    centred = effects - effect
    return (
        count_as_extreme(centred, effect + margin, "greater"),
        count_as_extreme(centred, effect - margin, "less"),
    )
