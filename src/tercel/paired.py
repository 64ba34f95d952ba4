"""Paired tests: whether the difference between two systems on the same segments is real."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._inference import count_as_extreme, count_extreme_effects, count_wins
from tercel._resampling import Streams, as_streams, enumeration
from tercel._statistics import IntArray, check_choice, check_n_resamples, check_pair
from tercel._warnings import warn_if_small
from tercel.intervals import check_interval_options, percentile_ends
from tercel.protocol import Metric, aggregate_checked

METHODS = ("permutation", "bootstrap", "koehn")
ALTERNATIVES = ("two-sided", "greater", "less")

# Up to this many differing segments all 2^m swaps are enumerated and p is exact.
MOST_ENUMERATED = 20
_NORMAL_975 = 1.959963984540054


@dataclass(frozen=True)
class PairedTest:
    """The verdict on two systems, A and B.

    Attributes
    ----------
    effect : float
        Score of A minus score of B, in the metric's own sign.
    p_value : float
        Never 0: a Monte Carlo test with R replicates cannot go below 1 / (R + 1).
    method, alternative : str
        ``greater`` means that A is better than B, also for error rates.
    n_resamples : int
        Replicates, or swaps enumerated.
    exact : bool
        Whether p has no Monte Carlo error.
    monte_carlo_interval : tuple of float
        The 95 % interval of what p would be with infinitely many replicates.
    low, high : float or None
        The percentile interval of the effect; None for the permutation test, which has none.
    confidence_level : float or None
        Of that interval.
    wins, losses, ties : int or None
        Resamples in which A is better, B is better, neither is; they add up to n_resamples. None
        for the permutation test.
    n_segments, n_differing : int
        Segments, and those whose statistics differ between the systems.
    rng : str
        The random stream, as signatures name it.
    """

    effect: float
    p_value: float
    method: str
    alternative: str
    n_resamples: int
    exact: bool
    monte_carlo_interval: tuple[float, float]
    low: float | None
    high: float | None
    confidence_level: float | None
    wins: int | None
    losses: int | None
    ties: int | None
    n_segments: int
    n_differing: int
    rng: str

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def paired_test(
    statistics_a: ArrayLike,
    statistics_b: ArrayLike,
    metric: Metric,
    *,
    method: str = "permutation",
    n_resamples: int | None = None,
    alternative: str = "two-sided",
    confidence_level: float = 0.95,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> PairedTest:
    """Test whether system A differs from system B on the same segments.

    Parameters
    ----------
    statistics_a, statistics_b : array_like of int, shape (n_segments, n_statistics)
        Rows as ``metric.statistics`` gives them, the same segments in the same order.
    metric : Metric
        Anything with ``aggregate``; see `tercel.Metric`.
    method : {"permutation", "bootstrap", "koehn"}
        ``permutation`` swaps the two outputs of each segment with probability 1/2 (approximate
        randomization [2]_); with at most 20 differing segments all swaps are enumerated and p is
        exact. ``bootstrap`` draws segments with replacement and centres the effects at the
        observed one. ``koehn`` counts in how many of the same draws each system wins [1]_ and
        shows the p of ``bootstrap`` beside it: a win rate of 95 % is a 5 % rule for each
        direction, not a two-sided p of 5 %.
    n_resamples : int, optional
        10,000 if not given, for ``koehn`` 1,000.
    alternative : {"two-sided", "greater", "less"}
        ``greater``: A is better than B (for an error rate, lower).
    confidence_level : float
        Of the interval of the effect that the bootstrap gives.
    rng : int, numpy.random.Generator or None
        A seed of our streams; or a generator, for the draws of its `choice` and `integers`; or
        None for a seed from the system, which the result names.
    workers : int
        Threads; the result does not depend on it.

    Returns
    -------
    PairedTest

    Warns
    -----
    SmallTestSetWarning
        Below 300 segments.

    Raises
    ------
    ValueError
        If shapes differ or an argument is out of range.

    Notes
    -----
    "As extreme" includes "equal", and 1 is added to the count and to R, so that p is never 0.
    Exchanging A and B gives the same two-sided p. With no segment that differs p is 1; with one,
    nothing can be learnt about its variation, and p is 1 as well.

    Takes O(n_segments * n_resamples) time.

    References
    ----------
    .. [1] P. Koehn, "Statistical Significance Tests for Machine Translation Evaluation",
       EMNLP 2004, section 6.
    .. [2] S. Riezler, J. T. Maxwell, "On Some Pitfalls in Automatic Evaluation and Significance
       Testing for MT", ACL 2005 workshop, section 4.

    Examples
    --------
    >>> import warnings
    >>> import tercel
    >>> ratings = tercel.SegmentMean("rating")
    >>> a = ratings.statistics([70, 82, 91, 66, 78, 85])
    >>> b = ratings.statistics([65, 80, 84, 61, 75, 80])
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
    ...     test = tercel.paired_test(a, b, ratings)
    >>> test.exact, test.p_value
    (True, 0.03125)
    """
    a, b = check_pair(statistics_a, statistics_b)
    check_choice(method, METHODS, "method")
    check_choice(alternative, ALTERNATIVES, "alternative")
    if n_resamples is None:
        n_resamples = 1000 if method == "koehn" else 10_000
    check_n_resamples(n_resamples)
    streams = as_streams(rng, workers)
    warn_if_small(len(a), stacklevel=2)
    if method == "permutation":
        return permutation_test(
            a, b, metric, n_resamples=n_resamples, alternative=alternative, streams=streams
        )
    check_interval_options(n_resamples, confidence_level, "koehn")
    return bootstrap_test(
        a,
        b,
        metric,
        orientation(metric) * _paired_scores(a, b, metric, n_resamples, streams),
        method=method,
        alternative=alternative,
        confidence_level=confidence_level,
        rng_label=streams.label,
    )


def orientation(metric: Metric) -> float:
    """Return 1 if a higher score is better, else -1."""
    return 1.0 if metric.higher_is_better else -1.0


def permutation_test(
    a: IntArray,
    b: IntArray,
    metric: Metric,
    *,
    n_resamples: int,
    alternative: str,
    streams: Streams,
) -> PairedTest:
    """Return the permutation test of checked arguments."""
    total_a, total_b = a.sum(axis=0), b.sum(axis=0)
    effect = _effect(metric, total_a, total_b)
    differs = (a != b).any(axis=1)
    n_differing = int(differs.sum())
    exact = n_differing <= MOST_ENUMERATED
    differences = b - a
    if exact or streams.skips_equal_segments:
        differences = np.ascontiguousarray(differences[differs])
    if exact:
        # A subset and its complement have opposite effects: half of the subsets are enough.
        n_resamples = 2**n_differing
        sums = enumeration(differences, max(1, n_resamples // 2))
    else:
        sums = streams.permutation(differences, n_resamples)
    count, mirrored = count_extreme_effects(
        ((total_a + moved, total_b - moved) for moved in sums),
        lambda totals: aggregate_checked(metric, totals),
        orientation(metric),
        orientation(metric) * effect,
        alternative,
    )
    if exact:
        p_value = (count + mirrored) / n_resamples if n_differing else 1.0
    else:
        p_value = (count + 1) / (n_resamples + 1)
    return PairedTest(
        effect=effect,
        p_value=p_value,
        method="permutation",
        alternative=alternative,
        n_resamples=n_resamples,
        exact=exact,
        monte_carlo_interval=(
            (p_value, p_value) if exact else _wilson_interval(count, n_resamples)
        ),
        low=None,
        high=None,
        confidence_level=None,
        wins=None,
        losses=None,
        ties=None,
        n_segments=len(a),
        n_differing=n_differing,
        rng=streams.label,
    )


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
) -> PairedTest:
    """Return the bootstrap test of checked arguments.

    `effects` are those of the resamples, shape (n_resamples,), bigger meaning that A is better.
    """
    sign = orientation(metric)
    effect = _effect(metric, a.sum(axis=0), b.sum(axis=0))
    n_differing = int((a != b).any(axis=1).sum())
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
        monte_carlo_interval=_wilson_interval(count, n_resamples) if informative else (1.0, 1.0),
        low=low,
        high=high,
        confidence_level=confidence_level,
        wins=wins,
        losses=losses,
        ties=ties,
        n_segments=len(a),
        n_differing=n_differing,
        rng=rng_label,
    )


def _paired_scores(
    a: IntArray, b: IntArray, metric: Metric, n_resamples: int, streams: Streams
) -> NDArray[np.float64]:
    """Return score of A minus score of B in each resample; both see the same draws."""
    effects = np.empty(n_resamples)
    done = 0
    for totals in streams.bootstrap(np.hstack([a, b]), n_resamples):
        both = totals.reshape(len(totals), 2, -1)
        scores = aggregate_checked(metric, both)
        effects[done : done + len(totals)] = scores[:, 0] - scores[:, 1]
        done += len(totals)
    return effects


def _effect(metric: Metric, total_a: IntArray, total_b: IntArray) -> float:
    scores = aggregate_checked(metric, np.stack([total_a, total_b]))
    return float(scores[0] - scores[1])


def _wilson_interval(count: int, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a proportion (Wilson 1927): closed form, never empty."""
    z2 = _NORMAL_975**2
    centre = (count + z2 / 2) / (n + z2)
    half = _NORMAL_975 * math.sqrt(count * (n - count) / n + z2 / 4) / (n + z2)
    return max(0.0, centre - half), min(1.0, centre + half)
