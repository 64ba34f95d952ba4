"""Whether two systems are equally good, or one not worse, up to a margin."""

import numpy as np
from numpy.typing import ArrayLike

from tercel._margin_test import MarginOptions, MarginTest, margin_test
from tercel._plans import Ids, make_plan
from tercel._resampling import as_streams
from tercel._statistics import check_pair
from tercel.protocol import Metric

__all__ = ["MarginTest", "equivalence_test", "noninferiority_test"]


def equivalence_test(
    statistics_a: ArrayLike,
    statistics_b: ArrayLike,
    metric: Metric,
    *,
    margin: float,
    n_resamples: int = 10_000,
    level: float = 0.05,
    clusters: Ids | None = None,
    strata: Ids | None = None,
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
        The document of each segment: whole documents are drawn.
    strata : sequence, shape (n_segments,), optional
        The domain, language pair or the like of each segment: the draws are within each.
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
    ``level`` where the basic interval [2 d - d*_high, 2 d - d*_low] lies between the margins.

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
    pair = check_pair(statistics_a, statistics_b)
    return margin_test(
        pair,
        metric,
        method="equivalence",
        options=MarginOptions(margin, n_resamples, level),
        plan=make_plan(len(pair[0]), clusters=clusters, strata=strata),
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
    strata: Ids | None = None,
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
    pair = check_pair(statistics_a, statistics_b)
    return margin_test(
        pair,
        metric,
        method="noninferiority",
        options=MarginOptions(margin, n_resamples, level),
        plan=make_plan(len(pair[0]), clusters=clusters, strata=strata),
        streams=as_streams(rng, workers),
    )
