"""Quantiles of Student's t, which NumPy does not have, in fixed arithmetic as in `_normal.py`."""

import math

from tercel._normal import quantile as normal_quantile

# From here on the expansion is right to more than nine digits.
_MANY = 200


def t_quantile(level: float, degrees: int) -> float:
    """Return the t that holds the share `level` of the distribution between -t and t.

    By bisection of the finite sums of Abramowitz & Stegun (1964, 26.7.3 and 26.7.4), O(degrees);
    for 200 degrees of freedom and more by their expansion (26.7.5).

    Parameters
    ----------
    level : float
        Above 0 and below 1.
    degrees : int
        Of freedom, 1 or more.
    """
    if degrees >= _MANY:
        return _expansion(normal_quantile(0.5 + level / 2), degrees)
    low, high = 0.0, 1.0
    while _share(high, degrees) < level:
        low, high = high, 2 * high
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _share(middle, degrees) < level else (low, middle)
    return math.sqrt(degrees) * high


def _share(tangent: float, degrees: int) -> float:
    """Return P(-t < T < t) for t = sqrt(degrees) * tangent."""
    squared_cosine = 1 / (1 + tangent * tangent)
    cosine = math.sqrt(squared_cosine)
    sine = tangent * cosine
    odd = degrees % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(1 + odd, degrees, 2):
        total += term
        term *= squared_cosine * k / (k + 1)
    return 2 / math.pi * (_arctan(tangent) + sine * total) if odd else sine * total


def _arctan(tangent: float) -> float:
    """Return the angle, by its series once it was halved three times: then its tangent is < .1."""
    for _ in range(3):
        tangent /= 1 + math.sqrt(1 + tangent * tangent)
    term, total = tangent, 0.0
    for k in range(1, 21, 2):
        total += term / k
        term *= -tangent * tangent
    return 8 * total


def _expansion(z: float, degrees: int) -> float:
    squared = z * z
    polynomials = (
        ((1, 1), 4),
        ((5, 16, 3), 96),
        ((3, 19, 17, -15), 384),
        ((79, 776, 1482, -1920, -945), 92160),
    )
    t = z
    for order, (coefficients, divisor) in enumerate(polynomials, start=1):
        value = 0.0
        for coefficient in coefficients:
            value = value * squared + coefficient
        t += z * value / (divisor * degrees**order)
    return t
