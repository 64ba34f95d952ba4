"""How large a difference a test set can detect, and how large a test set a difference needs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from tercel._design_effect import design_effect, effect_influences, standard_deviation
from tercel._execution import check_workers
from tercel._normal import cdf as normal_cdf
from tercel._normal import quantile as normal_quantile
from tercel._plans import Ids, Plan, make_plan, warn_if_few_documents
from tercel._resampling import as_streams
from tercel._simulation import Simulator
from tercel._statistics import check_n_resamples, check_pair
from tercel.power_analysis import PowerAnalysis, PowerPoint
from tercel.protocol import Metric, aggregate_checked

# What the curve shows unless told otherwise, beside the number of segments at hand.
_SIZES = (100, 300, 1000, 3000, 10_000)


def power(
    statistics_a: ArrayLike,
    statistics_b: ArrayLike,
    metric: Metric,
    *,
    difference: float | None = None,
    n_segments: int | Sequence[int] | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
    clusters: Ids | None = None,
    n_simulations: int = 0,
    n_resamples: int = 1000,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> PowerAnalysis:
    """Say what a test set like this one can detect, and how many segments a difference needs.

    Parameters
    ----------
    statistics_a, statistics_b : array_like of int, shape (n_segments, n_statistics)
        As for `tercel.paired_test`: two systems like those that will be compared.
    metric : Metric
        Anything with ``aggregate``; see `tercel.Metric`.
    difference : float, optional
        The size of the difference to detect, in the metric's units; the observed one if not given.
        Better the smallest one that matters: what was observed is itself uncertain.
    n_segments : int or sequence of int, optional
        The sizes of the curve; if not given the size at hand and 100, 300, 1,000, 3,000 and 10,000.
    alpha : float
        Level of the two-sided test.
    power : float
        The probability to detect a difference, above alpha.
    clusters : sequence of hashable, shape (n_segments,), optional
        The document of each segment. Documents then count as drawn, not segments.
    n_simulations : int
        Test sets of each size of the curve to draw with replacement from the segments (or
        documents) at hand and to test by permutation; 0 for none.
    n_resamples : int
        Of each of these tests.
    rng : int, numpy.random.Generator or None
        A seed of the simulation; or a generator, for a seed from it; or None for a seed from the
        system, which the result names.
    workers : int
        Threads; the result does not depend on it.

    Returns
    -------
    PowerAnalysis

    Warns
    -----
    FewDocumentsWarning
        Below 20 documents.

    Raises
    ------
    ValueError
        If shapes differ, an argument is out of range, there are fewer than 2 documents, or
        fewer than 2 segments differ between the systems, so that nothing is known about variation.

    Notes
    -----
    Segment i's influence on the effect d is L_i = (n - 1)(d - d_(-i)), d_(-i) being the effect
    without it (the jackknife [1]_, O(n) because statistics add up). With s the standard deviation
    of the L_i, the standard error of d among n segments is s / sqrt(n), and

    - minimum difference = (z_(1 - alpha/2) + z_power) s / sqrt(n),
    - segments needed = ((z_(1 - alpha/2) + z_power) s / difference)^2, rounded up,
    - power = Φ(difference sqrt(n) / s - z_(1 - alpha/2)) + the same with a minus before the
      difference.

    With C documents, s^2 is multiplied by the design effect [2]_: C / (C - 1) times the sum of the
    squares of the documents' influences, over n s^2.

    The simulation is that of [3]_, section 6, but with replacement, so that a size may be larger
    than what is at hand. It takes O(n_simulations * n_resamples * size) time.

    References
    ----------
    .. [1] B. Efron, R. Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 11.
    .. [2] L. Kish, "Survey Sampling", 1965, section 8.2.
    .. [3] P. Koehn, "Statistical Significance Tests for Machine Translation Evaluation",
       EMNLP 2004.

    Examples
    --------
    Ratings that differ by 1 on average, with a standard deviation of 2 a segment:

    >>> import tercel
    >>> ratings = tercel.SegmentMean("rating")
    >>> a = ratings.statistics([4, 1] * 200)
    >>> b = ratings.statistics([1, 2] * 200)
    >>> plan = tercel.power(a, b, ratings)
    >>> plan.segments_needed
    32
    >>> round(plan.minimum_difference, 2)
    0.28
    """
    a, b = check_pair(statistics_a, statistics_b)
    plan = make_plan(len(a), clusters=clusters)
    sizes = check_sizes((len(a), *_SIZES) if n_segments is None else n_segments)
    check_goal(difference, alpha, power, n_simulations)
    check_n_resamples(n_resamples)
    check_workers(workers)
    seed = _as_seed(rng) if n_simulations else None
    if (a != b).any(axis=1).sum() < 2:
        raise ValueError(
            "fewer than 2 segments differ between the systems: nothing is known about variation"
        )
    warn_if_few_documents(plan, stacklevel=2)
    scores = aggregate_checked(metric, np.stack([a.sum(axis=0), b.sum(axis=0)]))
    effect = float(scores[0] - scores[1])
    moved = effect_influences(a, b, metric)
    inflation = None
    if plan.unit_of_segment is not None:
        inflation = design_effect(moved, plan.unit_of_segment)
    goal = _Goal(
        difference=abs(effect) if difference is None else float(difference),
        deviation=standard_deviation(moved) * math.sqrt(1.0 if inflation is None else inflation),
        alpha=alpha,
        power=power,
    )
    simulator = None
    if seed is not None:
        simulator = Simulator(
            a=plan.units(a),
            b=plan.units(b),
            metric=metric,
            effect=effect,
            alpha=alpha,
            n_simulations=n_simulations,
            n_resamples=n_resamples,
            seed=seed,
            workers=workers,
        )
    return PowerAnalysis(
        effect=effect,
        standard_deviation=goal.deviation,
        n_segments=len(a),
        n_clusters=None if inflation is None else plan.n_units,
        design_effect=inflation,
        alpha=alpha,
        power=power,
        minimum_difference=goal.minimum_difference(len(a)),
        difference=goal.difference,
        segments_needed=goal.segments_needed(),
        curve=tuple(_point(n, goal, plan, simulator) for n in sizes),
        rng=None if seed is None else f"seed:{seed}",
    )


@dataclass(frozen=True)
class _Goal:
    """What is to be detected, among segments of which deviation, and how surely."""

    difference: float
    deviation: float
    alpha: float
    power: float

    @cached_property
    def _z(self) -> tuple[float, float]:
        return -normal_quantile(self.alpha / 2), normal_quantile(self.power)

    def minimum_difference(self, n: int) -> float:
        return sum(self._z) * self.deviation / math.sqrt(n)

    def segments_needed(self) -> int | None:
        if self.difference == 0.0:
            return None
        # A hair of rounding above a whole number must not cost a segment.
        return max(1, math.ceil(round((sum(self._z) * self.deviation / self.difference) ** 2, 9)))

    def power_at(self, n: int) -> float:
        if self.deviation == 0.0:
            return 1.0 if self.difference > 0.0 else self.alpha
        shift = self.difference * math.sqrt(n) / self.deviation
        return normal_cdf(shift - self._z[0]) + normal_cdf(-shift - self._z[0])


def _point(n: int, goal: _Goal, plan: Plan, simulator: Simulator | None) -> PowerPoint:
    n_rows = max(1, round(n * plan.n_units / plan.n_segments))
    return PowerPoint(
        n_segments=n,
        minimum_difference=goal.minimum_difference(n),
        power=goal.power_at(n),
        simulation=None if simulator is None else simulator.run(n_rows),
    )


def check_sizes(n_segments: int | Sequence[int]) -> list[int]:
    """Return numbers of segments in ascending order, or raise ValueError."""
    sizes = [n_segments] if isinstance(n_segments, int | np.integer) else list(n_segments)
    return sorted({check_n_resamples(size, "n_segments") for size in sizes})


def check_goal(difference: float | None, alpha: float, power: float, n_simulations: int) -> None:
    """Raise ValueError if one of these options of `power` is out of range."""
    if difference is not None and not 0 < difference < math.inf:
        raise ValueError(f"difference is {difference!r}, expected a finite number above 0")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha!r}, expected between 0 and 1")
    if not alpha < power < 1:
        raise ValueError(f"power is {power!r}, expected between alpha, {alpha!r}, and 1")
    if n_simulations != 0:
        check_n_resamples(n_simulations, "n_simulations")


def _as_seed(rng: int | np.random.Generator | None) -> int:
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**63))
    return int(as_streams(rng, 1).label.removeprefix("seed:"))
