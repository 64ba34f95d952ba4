"""The bootstrap test, and Koehn's win rate, of given effects."""

import numpy as np
from numpy.typing import NDArray

from tercel._conventions import percentile_ends
from tercel._inference import count_as_extreme, count_wins
from tercel._paired_test import PairedTest, effect_of, orientation, wilson_interval
from tercel._plans import Plan, make_plan
from tercel._resampling import IntArray
from tercel.protocol import Metric


def bootstrap_test(
    a: IntArray,
    b: IntArray,
    metric: Metric,
    effects: NDArray[np.float64],
    *,
    method: str,
    alternative: str,
    confidence_level: float,
    rng_label: str,
    plan: Plan | None = None,
) -> PairedTest:
    """Return the bootstrap test of checked arguments.

    `effects` are those of the resamples, shape (n_resamples,), bigger meaning that A is better.
    """
    plan = plan or make_plan(len(a))
    sign = orientation(metric)
    effect = effect_of(metric, a.sum(axis=0), b.sum(axis=0))
    n_differing = int((plan.units(a) != plan.units(b)).any(axis=1).sum())
    informative = n_differing > 1
    n_resamples = len(effects)
    observed = sign * effect
    count = count_as_extreme(effects - observed, observed, alternative)
    wins, losses, ties = count_wins(effects)
    low, high = percentile_ends(np.sort(sign * effects), confidence_level, "koehn")
    return PairedTest(
        effect=effect,
        p_value=(count + 1) / (n_resamples + 1) if informative else 1.0,
        method=method,
        alternative=alternative,
        n_resamples=n_resamples,
        exact=not informative,
        monte_carlo_interval=wilson_interval(count, n_resamples) if informative else (1.0, 1.0),
        low=low,
        high=high,
        confidence_level=confidence_level,
        wins=wins,
        losses=losses,
        ties=ties,
        n_segments=len(a),
        n_differing=n_differing,
        rng=rng_label,
        plan=plan.label,
    )
