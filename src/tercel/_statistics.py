"""The door for statistics: arrays and numbers are checked and explained here, once."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

IntArray = NDArray[np.int64]

_LARGEST_TOTAL = 2**62


def check_statistics(statistics: ArrayLike, name: str = "statistics") -> IntArray:
    """Return a C-contiguous int64 array of shape (n_segments, n_statistics).

    Raises
    ------
    TypeError
        If the numbers are not integers.
    ValueError
        If the shape is wrong, there is no segment, or totals could overflow.
    """
    array = np.asarray(statistics)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(
            f"{name} has shape {array.shape}, expected (n_segments, n_statistics) "
            "with at least one of each"
        )
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} has dtype {array.dtype}, expected integers")
    largest = max(abs(int(array.max())), abs(int(array.min())))
    if largest * len(array) >= _LARGEST_TOTAL:
        raise ValueError(f"{name}: {len(array)} segments of up to {largest} can overflow a total")
    return np.ascontiguousarray(array, dtype=np.int64)


def check_pair(statistics_a: ArrayLike, statistics_b: ArrayLike) -> tuple[IntArray, IntArray]:
    """Return the statistics of two systems on the same segments.

    Raises
    ------
    ValueError
        If their shapes differ; the message has both.
    """
    a = check_statistics(statistics_a, "statistics_a")
    b = check_statistics(statistics_b, "statistics_b")
    if len(a) != len(b):
        raise ValueError(
            f"statistics_a has {len(a)} segments, but statistics_b has {len(b)}: "
            "a paired test needs the same segments in the same order"
        )
    if a.shape != b.shape:
        raise ValueError(
            f"statistics_a has {a.shape[1]} columns, but statistics_b has {b.shape[1]}"
        )
    return a, b


def check_n_resamples(n_resamples: int, name: str = "n_resamples") -> int:
    """Return the number of replicates if it is one, else raise ValueError."""
    is_number = isinstance(n_resamples, int | np.integer) and not isinstance(n_resamples, bool)
    if not is_number or not 1 <= n_resamples < 2**40:
        raise ValueError(f"{name} is {n_resamples!r}, expected a whole number of at least 1")
    return int(n_resamples)


def check_choice(value: str, choices: tuple[str, ...], name: str) -> str:
    """Return `value` if it is one of the choices, else raise a ValueError that lists them."""
    if value not in choices:
        raise ValueError(f"unknown {name} {value!r}, expected one of {', '.join(choices)}")
    return value
