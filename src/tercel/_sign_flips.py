"""The exact distribution of a sum of integers with random signs."""

import sys

import numpy as np
from numpy.typing import NDArray

from tercel._resampling import IntArray

# Steps of an addition and a multiplication: less than a second.
_MOST_STEPS = 2**29


def sign_flip_p(effects: IntArray, alternative: str) -> float | None:
    """Return the exact p of sum(effects) among all 2^m sums of them with signs flipped.

    Parameters
    ----------
    effects : ndarray of int64, shape (n_units,)
        Bigger meaning that A is better.
    alternative : {"two-sided", "greater", "less"}

    Returns
    -------
    float or None
        None if it would take more than about a second.

    Notes
    -----
    Flipping a subset whose sizes ``|e|`` add up to j (those in favour of the system that is behind)
    leaves ``sum |e| - 2 j``; so p is the probability that a random subset adds up to at most
    ``(sum |e| - |sum e|) / 2``, and the distribution of j is built by one unit after the other:
    ``P(j) <- P(j) / 2 + P(j - |e|) / 2`` (Pagano & Tritchler 1983). Only j up to that limit are
    kept, in units of the greatest common divisor: m times the limit steps.

    With m <= 53 every number is a multiple of 2^-53 and p has no rounding at all; beyond, all
    terms are positive and the relative error is at most m 2^-53. Below 1e-307 the value is rounded
    up to the smallest normal number, so that p is never 0.
    """
    sizes = np.sort(np.abs(effects[effects != 0]))
    unit = int(np.gcd.reduce(sizes)) or 1
    sizes //= unit
    lead = int(effects.sum()) // unit
    if alternative == "less":
        lead = -lead
    limit = (int(sizes.sum()) - abs(lead)) // 2
    if len(sizes) * (limit + 1) > _MOST_STEPS:
        return None
    # P(subset <= limit) is P(sum >= |lead|), and without the limit itself P(sum > |lead|).
    chances = _subset_chances(sizes, limit)
    if alternative != "two-sided" and lead <= 0:
        return 1.0 - float(chances[:-1].sum())
    if lead == 0:
        return 1.0
    p_value = float(chances.sum()) * (2 if alternative == "two-sided" else 1)
    return max(p_value, sys.float_info.min)


def _subset_chances(sizes: IntArray, limit: int) -> NDArray[np.float64]:
    """Return the chances that a random subset adds up to 0, 1, ..., limit."""
    chances = np.zeros(limit + 1)
    chances[0] = 1.0
    end = 1
    for size in sizes.tolist():
        end = min(end + size, limit + 1)
        half = 0.5 * chances[:end]
        chances[:end] = half
        if size < end:
            chances[size:end] += half[: end - size]
    return chances
