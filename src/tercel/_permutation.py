"""The permutation test: exact where it can be, by Monte Carlo where it cannot."""

from dataclasses import dataclass

import numpy as np

from tercel._early_stopping import StopRule
from tercel._execution import map_rows
from tercel._inference import count_extreme_effects
from tercel._paired_test import PairedTest, effect_of, orientation, wilson_interval
from tercel._plans import Plan, make_plan
from tercel._resampling import IntArray, Streams, enumeration
from tercel._sign_flips import sign_flip_p
from tercel.protocol import IntegerEffects, Metric, aggregate_checked

# Up to this many differing units all 2^m swaps are enumerated and p is exact.
MOST_ENUMERATED = 20


@dataclass(frozen=True)
class _Swaps:
    """Two systems whose outputs are swapped, and which swaps count as extreme."""

    total_a: IntArray
    total_b: IntArray
    metric: Metric
    effect: float
    alternative: str

    def count(self, moved: IntArray) -> tuple[int, int]:
        """Return how many swaps are extreme, and would be with A and B exchanged.

        Row r of `moved` is the sum of B's minus A's statistics over what replicate r swaps.
        """
        sign = orientation(self.metric)
        return count_extreme_effects(
            [(self.total_a + moved, self.total_b - moved)],
            lambda totals: aggregate_checked(self.metric, totals),
            sign,
            sign * self.effect,
            self.alternative,
        )


@dataclass(frozen=True)
class _Verdict:
    p_value: float
    n_resamples: int
    monte_carlo_interval: tuple[float, float]
    exact: bool = False
    stopped_early: bool = False


def permutation_test(
    a: IntArray,
    b: IntArray,
    metric: Metric,
    *,
    n_resamples: int,
    alternative: str,
    streams: Streams,
    plan: Plan | None = None,
    stop: StopRule | None = None,
) -> PairedTest:
    """Return the permutation test of checked arguments."""
    plan = plan or make_plan(len(a))
    units_a, units_b = plan.units(a), plan.units(b)
    total_a, total_b = units_a.sum(axis=0), units_b.sum(axis=0)
    effect = effect_of(metric, total_a, total_b)
    differs = (units_a != units_b).any(axis=1)
    swaps = _Swaps(total_a, total_b, metric, effect, alternative)
    differences = units_b - units_a
    if differs.sum() <= MOST_ENUMERATED:
        verdict = _enumerated(swaps, np.ascontiguousarray(differences[differs]))
    else:
        p_value = _p_of_integers(swaps, units_a, units_b)
        if p_value is not None:
            verdict = _Verdict(p_value, 0, (p_value, p_value), exact=True)
        else:
            if streams.skips_equal_segments:
                differences = np.ascontiguousarray(differences[differs])
            verdict = _monte_carlo(swaps, differences, n_resamples, streams, stop)
    return PairedTest(
        effect=effect,
        p_value=verdict.p_value,
        method="permutation",
        alternative=alternative,
        n_resamples=verdict.n_resamples,
        exact=verdict.exact,
        monte_carlo_interval=verdict.monte_carlo_interval,
        low=None,
        high=None,
        confidence_level=None,
        wins=None,
        losses=None,
        ties=None,
        n_segments=len(a),
        n_differing=int(differs.sum()),
        rng=streams.label,
        plan=plan.label,
        stopped_early=verdict.stopped_early,
    )


def _enumerated(swaps: _Swaps, differences: IntArray) -> _Verdict:
    # A subset and its complement have opposite effects: half of the subsets are enough.
    n_swaps = 2 ** len(differences)
    count = sum(sum(swaps.count(moved)) for moved in enumeration(differences, max(1, n_swaps // 2)))
    p_value = count / n_swaps if len(differences) else 1.0
    return _Verdict(p_value, n_swaps, (p_value, p_value), exact=True)


def _p_of_integers(swaps: _Swaps, units_a: IntArray, units_b: IntArray) -> float | None:
    """Return the exact p if the effect is a sum of integers that is not too long to convolve."""
    metric = swaps.metric
    if not isinstance(metric, IntegerEffects):
        return None
    effects = metric.integer_effects(units_a, units_b)
    if effects is None:
        return None
    if int(effects.sum()) * swaps.effect < 0:
        raise ValueError(
            f"{metric.name}.integer_effects adds up to {effects.sum()}, but the effect is "
            f"{swaps.effect}: expected the same sign"
        )
    better = effects if metric.higher_is_better else -effects
    return sign_flip_p(better, swaps.alternative)


def _monte_carlo(
    swaps: _Swaps,
    differences: IntArray,
    n_resamples: int,
    streams: Streams,
    stop: StopRule | None,
) -> _Verdict:
    cuts = () if stop is None else stop.checkpoints(n_resamples)
    count = done = 0
    blocks = streams.permutation(differences, n_resamples, cuts)
    for parts in map_rows(blocks, lambda part: (swaps.count(part)[0], len(part)), streams.workers):
        for extreme, size in parts:
            count += extreme
            done += size
        if stop is not None and done in cuts and stop.is_decided(count, done):
            break
    return _Verdict(
        p_value=(count + 1) / (done + 1),
        n_resamples=done,
        monte_carlo_interval=(
            wilson_interval(count, done) if stop is None else stop.interval(count, done)
        ),
        stopped_early=done < n_resamples,
    )
