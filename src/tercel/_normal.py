"""The normal distribution in fixed arithmetic: the same bits with every C library.

C libraries disagree in the last digits of erfc and log, from which `statistics` and SciPy make it.
"""

import math

from tercel import _core

_DENSITY_AT_0 = 0.3989422804014327  # 1 / sqrt(2 pi)
_LOG_2 = 0.6931471805599453


def cdf(x: float) -> float:
    """Return the probability to be below x."""
    return 1 - _upper_tail(x) if x > 0 else _upper_tail(-x)


def quantile(p: float) -> float:
    """Return what a number is below with probability p, 0 < p < 1."""
    # 1 - p is exact where it matters.
    return -_of_tail(p) if p < 0.5 else _of_tail(1 - p)


def _density(x: float) -> float:
    return _DENSITY_AT_0 * _core.fixed_exp(-x * x / 2)


def _upper_tail(x: float) -> float:
    """Return the probability to be above x >= 0."""
    if x < 1.5:
        # The integral of the density from 0 on: density(x) (x + x^3 / 3 + x^5 / (3 5) + ...).
        term = total = x
        for k in range(3, 55, 2):
            term *= x * x / k
            total += term
        return 0.5 - _density(x) * total
    if x > 40:
        return 0.0
    # Laplace's continued fraction of Mills' ratio, from its end: x + 1/(x + 2/(x + 3/(x + ...))).
    ratio = x
    for k in range(200, 0, -1):
        ratio = x + k / ratio
    return _density(x) / ratio


def _of_tail(q: float) -> float:
    """Return the x >= 0 above which the probability is q, by Newton's method on logarithms."""
    log_q = _core.fixed_log(q)
    # The tail is at most exp(-x^2 / 2) / 2: so we start above, and come down to the solution.
    x = math.sqrt(max(0.0, -2 * (log_q + _LOG_2)))
    for _ in range(8):
        tail = _upper_tail(x)
        if tail == 0.0:
            break
        x += (_core.fixed_log(tail) - log_q) * tail / _density(x)
    return x
