"""Which of the sorted replicates are the ends of an interval."""

import math

import numpy as np
from numpy.typing import NDArray

from tercel._statistics import check_choice, check_n_resamples

CONVENTIONS = ("koehn", "sacrebleu", "linear")


def percentile_ends(
    ordered: NDArray[np.float64], confidence_level: float, convention: str
) -> tuple[float, float]:
    """Return the two ends among sorted replicates."""
    tail = (1 - confidence_level) / 2
    return ends_at(ordered, tail, tail, convention)


def ends_at(
    ordered: NDArray[np.float64], below: float, above: float, convention: str
) -> tuple[float, float]:
    """Return what has the shares `below` and `above` of the sorted replicates outside it."""
    if convention == "linear":
        low, high = np.quantile(ordered, [below, 1 - above])
        return float(low), float(high)
    n = len(ordered)
    dropped_below = min(_n_outside(n, below, convention), n - 1)
    dropped_above = min(_n_outside(n, above, convention), n - 1)
    return float(ordered[dropped_below]), float(ordered[n - 1 - dropped_above])


def n_dropped(n_resamples: int, confidence_level: float, convention: str) -> int:
    """Return how many replicates lie outside the interval at each end."""
    return _n_outside(n_resamples, (1 - confidence_level) / 2, convention)


def _n_outside(n_resamples: int, tail: float, convention: str) -> int:
    # 1 - 0.95 is a hair above 0.05: without the correction 40 * 0.05 / 2 would round up by luck.
    share = round(n_resamples * tail, 9)
    return math.floor(share + 0.5) if convention == "koehn" else math.floor(share)


def check_interval_options(
    n_resamples: int, confidence_level: float, convention: str, name: str = "n_resamples"
) -> None:
    """Raise ValueError, which calls n_resamples by `name`, if these options give no interval."""
    check_n_resamples(n_resamples, name)
    check_choice(convention, CONVENTIONS, "convention")
    if not 0 < confidence_level < 1:
        raise ValueError(f"confidence_level is {confidence_level!r}, expected between 0 and 1")
    smallest = math.ceil(round(2 / (1 - confidence_level), 9))
    if n_resamples < smallest:
        raise ValueError(
            f"{name} is {n_resamples}, too few for a {100 * confidence_level:g} % interval: "
            f"at least {smallest} are needed"
        )
