"""Confidence intervals of a system's score, and of the difference between two."""

import numpy as np
from numpy.typing import ArrayLike

from tercel._conventions import check_interval_options, n_dropped, percentile_ends
from tercel._influence import difference_scorer, scorer_of
from tercel._interval import ConfidenceInterval, IntervalOptions, interval_of, percentile_interval
from tercel._plans import Ids, make_plan, warn_if_few_documents
from tercel._resampling import as_streams
from tercel._statistics import check_pair, check_statistics
from tercel.protocol import Metric

__all__ = [
    "ConfidenceInterval",
    "check_interval_options",
    "confidence_interval",
    "difference_interval",
    "n_dropped",
    "percentile_ends",
    "percentile_interval",
]


def confidence_interval(
    statistics: ArrayLike,
    metric: Metric,
    *,
    n_resamples: int = 1000,
    confidence_level: float = 0.95,
    method: str = "percentile",
    convention: str = "koehn",
    clusters: Ids | None = None,
    strata: Ids | None = None,
    blocks: str | None = None,
    block_length: int | None = None,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> ConfidenceInterval:
    """Return a confidence interval of a corpus score.

    Parameters
    ----------
    statistics : array_like of int, shape (n_segments, n_statistics)
        One row a segment, as ``metric.statistics`` gives them.
    metric : Metric
        Anything with ``aggregate``; see `tercel.Metric`.
    n_resamples : int
        Test sets drawn with replacement.
    confidence_level : float
        Between 0 and 1.
    method : {"percentile", "basic", "bca", "studentized", "delta"}
        Which formula of the notes gives the ends.
    convention : {"koehn", "sacrebleu", "linear"}
        Which of the R sorted replicates are the ends, with a = 1 - confidence_level:
        ``koehn`` [1]_ takes numbers round(R a/2) + 1 and round(R (1 - a/2)), counted from 1;
        ``sacrebleu`` drops floor(R a/2) at each end; ``linear`` interpolates as NumPy does.
    clusters : sequence, shape (n_segments,), optional
        The document of each segment: whole documents are drawn.
    strata : sequence, shape (n_segments,), optional
        The domain, language pair or the like of each segment: drawn within each, sizes kept. A
        document lies in one stratum.
    blocks : {"moving", "circular", "stationary"}, optional
        For test sets in their order but without document ids: neighbouring segments are drawn
        together [3]_.
    block_length : int, optional
        Of blocks, for stationary ones on average; round(n_segments ** (1 / 3)) if not given.
    rng : int, numpy.random.Generator or None
        A seed of our streams; or a generator, for the draws of its ``choice``; or None for a seed
        from the system, which the result names.
    workers : int
        Threads; the result does not depend on it.

    Returns
    -------
    ConfidenceInterval

    Warns
    -----
    FewDocumentsWarning
        Below 20 documents.

    Raises
    ------
    ValueError
        If an argument is out of range, or n_resamples is too small for the level; the message
        names the smallest that will do.

    Notes
    -----
    With the score f, the quantiles q of the replicates f*, and e the jackknife's standard error,
    which takes n_units more calls for a score:

    - ``percentile``: [q(a/2), q(1 - a/2)];
    - ``basic``: [2 f - q(1 - a/2), 2 f - q(a/2)];
    - ``bca`` [2]_: [q(a1), q(a2)], at levels corrected for the bias
      z0 = Phi^-1((#{f* < f} + #{f* = f} / 2) / R) and for the jackknife's acceleration;
    - ``studentized`` [2]_: [f - t(1 - a/2) e, f - t(a/2) e], with the quantiles t of
      (f* - f) / e*, where e* is the jackknife's error of the resample;
    - ``delta``: f -+ t(1 - a/2) e with Student's t of (units - strata) degrees of freedom, without
      any drawing; for a mean the textbook's interval. With blocks e counts the covariance of
      neighbours, and a block is a degree.

    Takes O(n_segments * n_resamples) time, and memory for one packed copy of the statistics and
    8 bytes a replicate; ``studentized`` scores n_units * n_resamples totals, some 50 times slower.

    References
    ----------
    .. [1] P. Koehn, "Statistical Significance Tests for Machine Translation Evaluation",
       EMNLP 2004, section 5.
    .. [2] B. Efron, R. Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 11 to 14.
    .. [3] D. Politis, J. Romano, "The Stationary Bootstrap", JASA 89 (1994).

    Examples
    --------
    >>> import tercel
    >>> bleu = tercel.BLEU()
    >>> hypotheses = ["the cat sat on the mat", "a dog barked", "it rains again today"]
    >>> references = ["the cat is on the mat", "a dog barked", "it is raining again today"]
    >>> statistics = bleu.statistics(hypotheses, references)
    >>> interval = tercel.confidence_interval(statistics, bleu, rng=12345)
    >>> interval.low <= interval.score <= interval.high
    True
    """
    rows = check_statistics(statistics)
    options = IntervalOptions(method, n_resamples, confidence_level, convention)
    plan = make_plan(
        len(rows), clusters=clusters, strata=strata, blocks=blocks, block_length=block_length
    )
    options.check(blocks=blocks is not None)
    streams = as_streams(rng, workers)
    warn_if_few_documents(plan, stacklevel=2)
    return interval_of(rows, scorer_of(metric), options, plan, streams)


def difference_interval(
    statistics_a: ArrayLike,
    statistics_b: ArrayLike,
    metric: Metric,
    *,
    n_resamples: int = 1000,
    confidence_level: float = 0.95,
    method: str = "percentile",
    convention: str = "koehn",
    clusters: Ids | None = None,
    strata: Ids | None = None,
    blocks: str | None = None,
    block_length: int | None = None,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> ConfidenceInterval:
    """Return a confidence interval of score of A minus score of B, in the metric's own sign.

    Parameters
    ----------
    statistics_a, statistics_b : array_like of int, shape (n_segments, n_statistics)
        The same segments in the same order; both systems see the same draws.
    metric : Metric
        Anything with ``aggregate``; see `tercel.Metric`.
    n_resamples, confidence_level, method, convention, clusters, strata
        As for `confidence_interval`.
    blocks, block_length, rng, workers
        As for `confidence_interval`.

    Returns
    -------
    ConfidenceInterval
        Its score is the difference.

    Warns
    -----
    FewDocumentsWarning
        Below 20 documents.

    Raises
    ------
    ValueError
        As `confidence_interval`, or if shapes differ.

    Examples
    --------
    >>> import tercel
    >>> ratings = tercel.SegmentMean("rating")
    >>> a = ratings.statistics([70, 82, 91, 66, 78, 85])
    >>> b = ratings.statistics([65, 80, 84, 61, 75, 80])
    >>> interval = tercel.difference_interval(a, b, ratings, method="delta")
    >>> round(interval.low, 2), interval.score, round(interval.high, 2)
    (2.65, 4.5, 6.35)
    """
    a, b = check_pair(statistics_a, statistics_b)
    options = IntervalOptions(method, n_resamples, confidence_level, convention)
    plan = make_plan(
        len(a), clusters=clusters, strata=strata, blocks=blocks, block_length=block_length
    )
    options.check(blocks=blocks is not None)
    streams = as_streams(rng, workers)
    warn_if_few_documents(plan, stacklevel=2)
    return interval_of(np.hstack([a, b]), difference_scorer(metric), options, plan, streams)
