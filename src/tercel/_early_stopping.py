"""When a Monte Carlo test has drawn enough to say on which side of alpha its p lies."""

import math
from dataclasses import dataclass

_FIRST_CHECKPOINT = 250

# The chance that a decision differs from that of infinitely many replicates.
_RISK = 0.001


@dataclass(frozen=True)
class StopRule:
    """Stop when a confidence sequence for p excludes alpha.

    Notes
    -----
    After n replicates of which k are extreme, {p: (n + 1) C(n, k) p^k (1 - p)^(n - k) > risk} holds
    the true p for all n at once with probability 1 - risk (Robbins 1970, Lai 1976: the likelihood
    ratio of a uniform mixture of p against p). Ding, Gandy & Hahn (2020) use it for Monte Carlo
    tests in this way. The decision is made at 250, 500, 1,000, ... replicates, so that neither
    threads nor the size of blocks show.
    """

    alpha: float

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha is {self.alpha!r}, expected between 0 and 1")

    def checkpoints(self, n_resamples: int) -> tuple[int, ...]:
        """Return the numbers of replicates after which to decide, all below n_resamples."""
        found = []
        n = _FIRST_CHECKPOINT
        while n < n_resamples:
            found.append(n)
            n *= 2
        return tuple(found)

    def is_decided(self, count: int, n: int) -> bool:
        """Return whether the sequence excludes alpha."""
        return _log_ratio(count, n, self.alpha) <= math.log(_RISK)

    def interval(self, count: int, n: int) -> tuple[float, float]:
        """Return the 95 % interval of p, true for all n at once."""
        peak = count / n
        low = 0.0 if count == 0 else _edge(count, n, 0.0, peak)
        high = 1.0 if count == n else _edge(count, n, 1.0, peak)
        return low, high


def _log_ratio(count: int, n: int, p: float) -> float:
    """Return log((n + 1) C(n, count) p^count (1 - p)^(n - count)) for 0 < p < 1."""
    log_choose = math.lgamma(n + 1) - math.lgamma(count + 1) - math.lgamma(n - count + 1)
    return math.log(n + 1) + log_choose + count * math.log(p) + (n - count) * math.log1p(-p)


def _edge(count: int, n: int, outside: float, inside: float) -> float:
    """Return the end of the 95 % interval between a p outside it and one inside, by bisection."""
    for _ in range(60):
        middle = (outside + inside) / 2
        if _log_ratio(count, n, middle) > math.log(0.05):
            inside = middle
        else:
            outside = middle
    return outside
