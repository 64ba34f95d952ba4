"""The ends of an interval, one function a method."""

import math

import numpy as np

from tercel._conventions import ends_at, percentile_ends
from tercel._influence import (
    Floats,
    Groups,
    Scorer,
    acceleration,
    block_standard_error,
    leave_one_out,
    standard_error,
)
from tercel._normal import cdf as normal_cdf
from tercel._normal import quantile as normal_quantile
from tercel._plans import Plan
from tercel._resampling import IntArray, Streams
from tercel._student import t_quantile

METHODS = ("percentile", "basic", "bca", "studentized", "delta")

Ends = tuple[float, float]


def basic_ends(score: float, ordered: Floats, confidence_level: float, convention: str) -> Ends:
    """Return the percentile interval, mirrored at the score."""
    low, high = percentile_ends(ordered, confidence_level, convention)
    return 2 * score - high, 2 * score - low


def bca_ends(
    score: float, ordered: Floats, accelerated: float, confidence_level: float, convention: str
) -> Ends:
    """Return the percentile interval at levels corrected for bias and acceleration."""
    n = len(ordered)
    share = (np.sum(ordered < score) + np.sum(ordered <= score)) / (2 * n)
    # With all replicates on one side the bias would be infinite: half a replicate is put across.
    bias = normal_quantile(min(max(float(share), 0.5 / n), 1 - 0.5 / n))
    z = normal_quantile((1 - confidence_level) / 2)
    below = normal_cdf(_corrected(bias, z, accelerated))
    above = normal_cdf(-_corrected(bias, -z, accelerated))
    return ends_at(ordered, below, above, convention)


def _corrected(bias: float, z: float, accelerated: float) -> float:
    """Return the corrected normal quantile; past the formula's pole, the end of the line."""
    moved = bias + z
    divisor = 1 - accelerated * moved
    return bias + moved / divisor if divisor > 0 else math.copysign(math.inf, moved)


def observed_acceleration(units: IntArray, scorer: Scorer, groups: Groups) -> float:
    """Return the acceleration of the test set's own score."""
    return acceleration(leave_one_out(units, scorer), groups)


def observed_error(units: IntArray, scorer: Scorer, plan: Plan) -> float:
    """Return the jackknife's standard error of the test set's own score."""
    left_out = leave_one_out(units, scorer)
    if plan.blocks is not None:
        return block_standard_error(left_out, plan.blocks.length)
    return float(standard_error(left_out, plan.strata))


def delta_ends(score: float, error: float, confidence_level: float, plan: Plan) -> Ends:
    """Return Student's interval, of as many degrees of freedom as units less strata.

    Of neighbouring segments only those a block apart are taken to tell something new.
    """
    n_units = plan.n_units if plan.blocks is None else plan.n_units // plan.blocks.length
    half = t_quantile(confidence_level, max(1, n_units - len(plan.strata))) * error
    return score - half, score + half


def replicates_with_errors(
    units: IntArray, scorer: Scorer, plan: Plan, n_resamples: int, streams: Streams
) -> tuple[Floats, Floats]:
    """Return the scores of test sets drawn by the plan, and the jackknife's error of each."""
    scores, errors = np.empty(n_resamples), np.empty(n_resamples)
    sizes = np.cumsum([len(stratum) for stratum in plan.strata])[:-1]
    groups = np.split(np.arange(plan.n_units), sizes)
    done = 0
    # The drawn rows, what is left without each, and what the metric makes of that.
    row_bytes = 32 * units.size
    for drawn in plan.draws(n_resamples, row_bytes, streams):
        rows = units[drawn]
        totals = rows.sum(axis=1)
        part = slice(done, done + len(drawn))
        scores[part] = scorer(totals)
        errors[part] = standard_error(scorer(totals[:, None] - rows), groups)
        done += len(drawn)
    return scores, errors


def studentized_ends(
    score: float, error: float, pivots: Floats, confidence_level: float, convention: str
) -> Ends:
    """Return the bootstrap-t interval of given sorted pivots (f* - f) / error*.

    Raises
    ------
    ValueError
        If so many resamples have no spread at all that an end is infinite.
    """
    lowest, highest = percentile_ends(pivots, confidence_level, convention)
    if not (math.isfinite(lowest) and math.isfinite(highest)):
        n_without = int(np.isinf(pivots).sum())
        raise ValueError(
            f"studentized: {n_without} of {len(pivots)} resamples have a standard error of 0, so "
            "that the interval has no end; use method='bca' or 'percentile'"
        )
    return score - highest * error, score - lowest * error


def sorted_pivots(score: float, replicates: Floats, errors: Floats) -> Floats:
    """Return (f* - f) / error*, infinite where a resample is off the score and has no spread."""
    moved = replicates - score
    with np.errstate(divide="ignore", invalid="ignore"):
        pivots = np.where(moved == 0, 0.0, moved / errors)
    return np.sort(pivots)
