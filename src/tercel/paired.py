"""Paired tests: whether the difference between two systems on the same segments is real."""

import numpy as np
from numpy.typing import ArrayLike

from tercel._bootstrap_test import bootstrap_test
from tercel._conventions import check_interval_options
from tercel._early_stopping import StopRule
from tercel._influence import difference_scorer
from tercel._interval import bootstrap_scores
from tercel._paired_test import ALTERNATIVES, PairedTest, orientation
from tercel._permutation import permutation_test
from tercel._plans import Ids, make_plan, warn_if_few_documents
from tercel._resampling import as_streams
from tercel._statistics import check_choice, check_n_resamples, check_pair
from tercel._warnings import warn_if_small
from tercel.protocol import Metric

__all__ = ["PairedTest", "bootstrap_test", "orientation", "paired_test", "permutation_test"]

METHODS = ("permutation", "bootstrap", "koehn")


def paired_test(
    statistics_a: ArrayLike,
    statistics_b: ArrayLike,
    metric: Metric,
    *,
    method: str = "permutation",
    n_resamples: int | None = None,
    alternative: str = "two-sided",
    confidence_level: float = 0.95,
    clusters: Ids | None = None,
    strata: Ids | None = None,
    blocks: str | None = None,
    block_length: int | None = None,
    stop_early: bool = False,
    alpha: float = 0.05,
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
        randomization [2]_). ``bootstrap`` draws segments with replacement and centres the effects
        at the observed one. ``koehn`` counts in how many of the same draws each system wins [1]_
        and shows the p of ``bootstrap`` beside it: a win rate of 95 % is a 5 % rule for each
        direction, not a two-sided p of 5 %.
    n_resamples : int, optional
        10,000 if not given, for ``koehn`` 1,000.
    alternative : {"two-sided", "greater", "less"}
        ``greater``: A is better than B (for an error rate, lower).
    confidence_level : float
        Of the interval of the effect that the bootstrap gives.
    clusters : sequence, shape (n_segments,), optional
        The document of each segment: whole documents are drawn or swapped.
    strata : sequence, shape (n_segments,), optional
        The domain, language pair or the like of each segment: the bootstrap draws within each,
        sizes kept. The permutation does so by itself, since it leaves every segment in its place.
    blocks, block_length
        As for `confidence_interval`; not for the permutation.
    stop_early : bool
        End a permutation test once it is clear on which side of ``alpha`` its p lies; see the
        notes.
    alpha : float
        Between 0 and 1; used by ``stop_early`` only.
    rng : int, numpy.random.Generator or None
        A seed of our streams; or a generator, for the draws of its ``choice`` and ``integers``; or
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
    FewDocumentsWarning
        Below 20 documents.

    Raises
    ------
    ValueError
        If shapes differ or an argument is out of range.

    Notes
    -----
    "As extreme" includes "equal", and 1 is added to the count and to R, so that p is never 0.
    Exchanging A and B gives the same two-sided p. With no segment that differs p is 1; with one,
    nothing can be learnt about its variation, and p is 1 as well.

    With at most 20 differing segments (or documents) all swaps are enumerated and p is exact. It
    is exact for any number of them if the metric has ``integer_effects`` (error rates against
    references of the same length, exact match, integer ratings) and their sum is not too large:
    then its distribution is computed, and nothing is drawn.

    ``stop_early`` decides after 250, 500, 1,000, 2,000, ... replicates by a confidence sequence
    that is wrong about the side of ``alpha`` once in 1,000 tests or less [3]_.

    Takes O(n_segments * n_resamples) time.

    References
    ----------
    .. [1] P. Koehn, "Statistical Significance Tests for Machine Translation Evaluation",
       EMNLP 2004, section 6.
    .. [2] S. Riezler, J. T. Maxwell, "On Some Pitfalls in Automatic Evaluation and Significance
       Testing for MT", ACL 2005 workshop, section 4.
    .. [3] D. Ding, A. Gandy, G. Hahn, "A simple method for implementing Monte Carlo tests",
       Computational Statistics 35 (2020); the sequence is that of H. Robbins (1970), T. Lai (1976).

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
    plan = make_plan(
        len(a), clusters=clusters, strata=strata, blocks=blocks, block_length=block_length
    )
    stop = StopRule(alpha)
    _check_permutation_options(method, blocks, stop_early)
    streams = as_streams(rng, workers)
    warn_if_small(len(a), stacklevel=2)
    warn_if_few_documents(plan, stacklevel=2)
    if method == "permutation":
        return permutation_test(
            a,
            b,
            metric,
            n_resamples=n_resamples,
            alternative=alternative,
            streams=streams,
            plan=plan,
            stop=stop if stop_early else None,
        )
    check_interval_options(n_resamples, confidence_level, "koehn")
    units = plan.units(np.hstack([a, b]))
    effects = bootstrap_scores(units, difference_scorer(metric), plan, n_resamples, streams)
    return bootstrap_test(
        a,
        b,
        metric,
        orientation(metric) * effects,
        method=method,
        alternative=alternative,
        confidence_level=confidence_level,
        rng_label=streams.label,
        plan=plan,
    )


def _check_permutation_options(method: str, blocks: str | None, stop_early: bool) -> None:
    if method == "permutation" and blocks is not None:
        raise ValueError(
            "method 'permutation' swaps units that do not overlap: give clusters instead of blocks"
        )
    if method != "permutation" and stop_early:
        raise ValueError(
            f"method {method!r} needs all replicates for its interval and win rate: stop_early is "
            "for the permutation"
        )
