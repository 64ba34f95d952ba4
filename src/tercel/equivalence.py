"""Whether two systems are equally good, or one not worse, up to a margin."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._inference import count_as_extreme
from tercel._joint import joint_scores
from tercel._plans import Ids, make_plan, warn_if_few_documents
from tercel._resampling import Streams, as_streams
from tercel._statistics import IntArray, check_n_resamples, check_pair
from tercel._warnings import warn_if_small
from tercel.intervals import check_interval_options, percentile_ends
from tercel.paired import orientation
from tercel.protocol import Metric, aggregate_checked


@dataclass(frozen=True)
class MarginTest:
    """The verdict on two systems, A and B, whose difference is held against a margin.

    Attributes
    ----------
    effect : float
        Score of A minus score of B, in the metric's own sign.
    margin : float
        The smallest difference that matters, in points of the metric.
    method : str
        ``equivalence`` or ``noninferiority``.
    p_value : float
        Of the claim that the method is named after: `p_not_worse`, for equivalence the larger of
        both. Never 0.
    p_not_worse : float
        Of the claim that A is less than the margin worse than B.
    p_not_better : float
        Of the claim that A is less than the margin better than B.
    low, high : float
        The basic bootstrap interval of the effect that goes with the one-sided tests: at the 5 %
        level a 90 % interval.
    confidence_level : float
        Of the interval.
    n_resamples, n_segments : int
    rng : str
        The random stream, as signatures name it.
    """

    effect: float
    margin: float
    method: str
    p_value: float
    p_not_worse: float
    p_not_better: float
    low: float
    high: float
    confidence_level: float
    n_resamples: int
    n_segments: int
    rng: str

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def equivalence_test(
    statistics_a: ArrayLike,
    statistics_b: ArrayLike,
    metric: Metric,
    *,
    margin: float,
    n_resamples: int = 10_000,
    level: float = 0.05,
    clusters: Ids | None = None,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> MarginTest:
    """Test whether two systems differ by less than a margin in either direction.

    A test that finds no difference does not show that there is none; this one can.

    Parameters
    ----------
    statistics_a, statistics_b : array_like of int, shape (n_segments, n_statistics)
        As for `paired_test`.
    metric : Metric
    margin : float
        The smallest difference that matters to you, in points of the metric. It has no default,
        since no number is right for all purposes; choose it before you see the scores.
    n_resamples : int
        Test sets drawn with replacement.
    level : float
        At which the claim is meant to be made; it decides the interval only, which has the
        confidence level 1 - 2 * level.
    clusters : sequence, shape (n_segments,), optional
        The id of each segment's document. Whole documents are then drawn.
    rng : int, numpy.random.Generator or None
        As for `paired_test`; the draws are those of its ``bootstrap``.
    workers : int
        Threads; the result does not depend on it.

    Returns
    -------
    MarginTest
        The systems are equivalent at the 5 % level if ``p_value`` is below 0.05.

    Warns
    -----
    SmallTestSetWarning
        Below 300 segments.
    FewDocumentsWarning
        Below 20 documents.

    Raises
    ------
    ValueError
        If shapes differ or an argument is out of range.

    Notes
    -----
    Two one-sided tests [1]_: with d the effect (bigger meaning that A is better), d* that of a
    resample, and R resamples::

        p_not_worse  = (1 + #{d* - d >= d + margin}) / (R + 1)
        p_not_better = (1 + #{d* - d <= d - margin}) / (R + 1)

    Each is the bootstrap test of `paired_test` with the null hypothesis moved from a difference of
    0 to one of a margin. The larger of both needs no correction for being one of two. It is below
    `level` where the basic interval [2 d - d*_high, 2 d - d*_low] lies between the margins.

    One segment says nothing about the variation: both p are 1.

    References
    ----------
    .. [1] D. J. Schuirmann, "A Comparison of the Two One-Sided Tests Procedure and the Power
       Approach for Assessing the Equivalence of Average Bioavailability", Journal of
       Pharmacokinetics and Biopharmaceutics 15, 1987, pages 657-680.

    Examples
    --------
    >>> import numpy as np
    >>> import tercel
    >>> ratings = tercel.SegmentMean("rating")
    >>> rng = np.random.default_rng(0)
    >>> a = rng.normal(70, 10, 400)
    >>> b = a + rng.normal(0, 5, 400)
    >>> a, b = ratings.statistics(a), ratings.statistics(b)
    >>> tercel.equivalence_test(a, b, ratings, margin=1, rng=1).p_value < 0.05
    True
    """
    return _margin_test(
        check_pair(statistics_a, statistics_b),
        metric,
        method="equivalence",
        options=_Options(margin, n_resamples, level),
        clusters=clusters,
        streams=as_streams(rng, workers),
    )


def noninferiority_test(
    statistics_a: ArrayLike,
    statistics_b: ArrayLike,
    metric: Metric,
    *,
    margin: float,
    n_resamples: int = 10_000,
    level: float = 0.05,
    clusters: Ids | None = None,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> MarginTest:
    """Test whether system A is less than a margin worse than system B.

    Parameters, warnings and errors are those of `equivalence_test`.

    Returns
    -------
    MarginTest
        A is not worse at the 5 % level if ``p_value`` is below 0.05.

    Notes
    -----
    ``p_value`` is the ``p_not_worse`` of `equivalence_test`, whose notes have the formula.

    Examples
    --------
    >>> import numpy as np
    >>> import tercel
    >>> ratings = tercel.SegmentMean("rating")
    >>> rng = np.random.default_rng(0)
    >>> old = rng.normal(70, 10, 400)
    >>> faster = old - 0.5 + rng.normal(0, 5, 400)
    >>> old, faster = ratings.statistics(old), ratings.statistics(faster)
    >>> tercel.noninferiority_test(faster, old, ratings, margin=2, rng=1).p_value < 0.05
    True
    """
    return _margin_test(
        check_pair(statistics_a, statistics_b),
        metric,
        method="noninferiority",
        options=_Options(margin, n_resamples, level),
        clusters=clusters,
        streams=as_streams(rng, workers),
    )


@dataclass(frozen=True)
class _Options:
    margin: float
    n_resamples: int
    level: float

    def __post_init__(self) -> None:
        if not 0 < self.margin < np.inf:
            raise ValueError(f"margin is {self.margin!r}, expected a finite number above 0")
        if not 0 < self.level < 0.5:
            raise ValueError(f"level is {self.level!r}, expected between 0 and 0.5")
        check_n_resamples(self.n_resamples)
        check_interval_options(self.n_resamples, self.confidence_level, "koehn")

    @property
    def confidence_level(self) -> float:
        return 1 - 2 * self.level


def _margin_test(
    pair: tuple[IntArray, IntArray],
    metric: Metric,
    *,
    method: str,
    options: _Options,
    clusters: Ids | None,
    streams: Streams,
) -> MarginTest:
    n_segments = len(pair[0])
    plan = make_plan(n_segments, clusters=clusters)
    warn_if_small(n_segments, stacklevel=3)
    warn_if_few_documents(plan, stacklevel=3)
    scores = aggregate_checked(metric, np.stack([table.sum(axis=0) for table in pair]))
    (drawn,) = joint_scores([metric], [pair], options.n_resamples, plan, streams)
    effect, effects = float(scores[0] - scores[1]), drawn[:, 0] - drawn[:, 1]
    sign = orientation(metric)
    not_worse, not_better = _p_values(sign * effect, sign * effects, options.margin, n_segments)
    # The interval that agrees with centred tests mirrors that of the draws at the effect.
    low, high = percentile_ends(np.sort(2 * effect - effects), options.confidence_level, "koehn")
    return MarginTest(
        effect=effect,
        margin=float(options.margin),
        method=method,
        p_value=max(not_worse, not_better) if method == "equivalence" else not_worse,
        p_not_worse=not_worse,
        p_not_better=not_better,
        low=low,
        high=high,
        confidence_level=options.confidence_level,
        n_resamples=options.n_resamples,
        n_segments=n_segments,
        rng=streams.label,
    )


def _p_values(
    effect: float, effects: NDArray[np.float64], margin: float, n_segments: int
) -> tuple[float, float]:
    """Return p of the claims that A is not worse and that A is not better, by the margin."""
    if n_segments == 1:
        return 1.0, 1.0
    centred = effects - effect
    worse = count_as_extreme(centred, effect + margin, "greater")
    better = count_as_extreme(centred, effect - margin, "less")
    total = len(effects) + 1
    return (worse + 1) / total, (better + 1) / total
