"""The jackknife: how much each unit moves a score, in O(n) since statistics add up.

Everything here works from the scores that a test set has without each of its units. Those are
scores of real test sets, so that any metric whose `aggregate` works at all works here; a gradient
would ask it about totals that no test set has, such as more matches than words.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tercel._resampling import IntArray
from tercel.protocol import Metric, aggregate_checked

Floats = NDArray[np.float64]
# Totals of shape (..., n_columns) to scores of shape (...).
Scorer = Callable[[IntArray], Floats]
# The places of each stratum on the last axis.
Groups = Sequence[NDArray[np.int64]]

_BLOCK_NUMBERS = 2**19


def scorer_of(metric: Metric) -> Scorer:
    """Return the score of one system."""
    return lambda totals: aggregate_checked(metric, totals)


def difference_scorer(metric: Metric) -> Scorer:
    """Return score of A minus score of B, whose statistics stand side by side."""

    def score(totals: IntArray) -> Floats:
        scores = aggregate_checked(metric, totals.reshape(*totals.shape[:-1], 2, -1))
        return np.asarray(scores[..., 0] - scores[..., 1])

    return score


def leave_one_out(units: IntArray, scorer: Scorer) -> Floats:
    """Return the scores without each unit, shape (n_units,), in blocks of bounded size."""
    total = units.sum(axis=0)
    scores = np.empty(len(units))
    size = max(1, _BLOCK_NUMBERS // units.shape[1])
    for first in range(0, len(units), size):
        scores[first : first + size] = scorer(total - units[first : first + size])
    return scores


def influences(left_out: Floats, groups: Groups) -> Floats:
    """Return (n - 1) (mean - score without the unit), with n and the mean of the unit's stratum.

    For a mean that is the unit's deviation from it.
    """
    values = np.empty_like(left_out)
    for places in groups:
        part = left_out[..., places]
        # The mean of equal numbers can be off by a bit, which must not pass for spread.
        equal = part.min(axis=-1, keepdims=True) == part.max(axis=-1, keepdims=True)
        deviations = np.where(equal, 0.0, part.mean(axis=-1, keepdims=True) - part)
        values[..., places] = (len(places) - 1) * deviations
    return values


def standard_error(left_out: Floats, groups: Groups) -> Floats:
    """Return the jackknife's standard error (Efron & Tibshirani 1993, eq. 11.5), by strata.

    For a mean it is the textbook's s / sqrt(n). A stratum of one unit adds nothing.
    """
    values = influences(left_out, groups)
    variance = np.zeros(left_out.shape[:-1])
    for places in groups:
        n = len(places)
        if n > 1:
            variance += (values[..., places] ** 2).sum(axis=-1) / (n * (n - 1))
    return np.sqrt(variance)


def block_standard_error(left_out: Floats, length: int) -> float:
    """Return the standard error from the sums of influences over all blocks, end to beginning.

    It is what the circular block bootstrap gives for a mean with infinitely many replicates
    (Politis & Romano 1992), times n / (n - 1), so that length 1 gives `standard_error`.
    """
    n = len(left_out)
    values = influences(left_out, [np.arange(n)])
    prefix = np.concatenate([[0.0], np.cumsum(np.concatenate([values, values[: length - 1]]))])
    sums = prefix[length:] - prefix[:n]
    return float(np.sqrt((sums**2).sum() / (length * n * (n - 1))))


def acceleration(left_out: Floats, groups: Groups) -> float:
    """Return how fast the standard error changes with the score (Efron & Tibshirani, eq. 14.15)."""
    values = influences(left_out, groups)
    cubes = sum(float((values[p] * values[p] * values[p]).sum()) / len(p) ** 3 for p in groups)
    squares = sum(float((values[p] ** 2).sum()) / len(p) ** 2 for p in groups)
    return cubes / (6 * squares * math.sqrt(squares)) if squares > 0 else 0.0
