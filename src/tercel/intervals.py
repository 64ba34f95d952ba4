"""Confidence intervals of one system's score."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._resampling import Streams, as_streams
from tercel._statistics import IntArray, check_choice, check_n_resamples, check_statistics
from tercel.protocol import Metric, aggregate_checked

CONVENTIONS = ("koehn", "sacrebleu", "linear")


@dataclass(frozen=True)
class ConfidenceInterval:
    """An interval of a score, with the replicates that it came from.

    Attributes
    ----------
    score : float
        The score of the test set itself.
    low, high : float
        The ends of the interval.
    standard_error : float
        The standard deviation of the replicates.
    confidence_level : float
    method, convention : str
        How the ends were chosen.
    n_resamples : int
    rng : str
        The random stream, as signatures name it.
    degenerate : bool
        Whether all replicates are equal, so that the width means nothing.
    replicates : ndarray of float64, shape (n_resamples,)
        The scores of the resamples, in the order in which they were drawn.
    """

    score: float
    low: float
    high: float
    standard_error: float
    confidence_level: float
    method: str
    convention: str
    n_resamples: int
    rng: str
    degenerate: bool
    replicates: NDArray[np.float64] = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields but the replicates as plain Python objects."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        del fields["replicates"]
        return fields


def confidence_interval(
    statistics: ArrayLike,
    metric: Metric,
    *,
    n_resamples: int = 1000,
    confidence_level: float = 0.95,
    method: str = "percentile",
    convention: str = "koehn",
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> ConfidenceInterval:
    """Return a bootstrap confidence interval of a corpus score.

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
    method : {"percentile"}
    convention : {"koehn", "sacrebleu", "linear"}
        Which of the R sorted replicates are the ends, with a = 1 - confidence_level:
        ``koehn`` [1]_ takes numbers round(R a/2) + 1 and round(R (1 - a/2)), counted from 1;
        ``sacrebleu`` drops floor(R a/2) at each end; ``linear`` interpolates as NumPy does.
    rng : int, numpy.random.Generator or None
        A seed of our streams; or a generator, for the draws of its `choice`; or None for a seed
        from the system, which the result names.
    workers : int
        Threads; the result does not depend on it.

    Returns
    -------
    ConfidenceInterval

    Raises
    ------
    ValueError
        If an argument is out of range, or n_resamples is too small for the level; the message
        names the smallest that will do.

    Notes
    -----
    Takes O(n_segments * n_resamples) time, and memory for one packed copy of the statistics and
    8 bytes a replicate.

    References
    ----------
    .. [1] P. Koehn, "Statistical Significance Tests for Machine Translation Evaluation",
       EMNLP 2004, section 5.

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
    check_choice(method, ("percentile",), "method")
    check_interval_options(n_resamples, confidence_level, convention)
    streams = as_streams(rng, workers)
    replicates = bootstrap_scores(rows, metric, n_resamples, streams)
    score = float(aggregate_checked(metric, rows.sum(axis=0)))
    return percentile_interval(score, replicates, confidence_level, convention, streams.label)


def bootstrap_scores(
    statistics: IntArray, metric: Metric, n_resamples: int, streams: Streams
) -> NDArray[np.float64]:
    """Return the scores of n_resamples test sets drawn with replacement."""
    replicates = np.empty(n_resamples)
    done = 0
    for totals in streams.bootstrap(statistics, n_resamples):
        replicates[done : done + len(totals)] = aggregate_checked(metric, totals)
        done += len(totals)
    return replicates


def percentile_interval(
    score: float,
    replicates: NDArray[np.float64],
    confidence_level: float,
    convention: str,
    rng_label: str,
) -> ConfidenceInterval:
    """Return the percentile interval of given replicates."""
    ordered = np.sort(replicates)
    low, high = percentile_ends(ordered, confidence_level, convention)
    # The standard deviation of equal numbers is not always exactly 0 in floating point.
    degenerate = bool(ordered[0] == ordered[-1])
    return ConfidenceInterval(
        score=score,
        low=low,
        high=high,
        standard_error=0.0 if degenerate else float(replicates.std(ddof=1)),
        confidence_level=confidence_level,
        method="percentile",
        convention=convention,
        n_resamples=len(replicates),
        rng=rng_label,
        degenerate=degenerate,
        replicates=replicates,
    )


def percentile_ends(
    ordered: NDArray[np.float64], confidence_level: float, convention: str
) -> tuple[float, float]:
    """Return the two ends among sorted replicates."""
    n = len(ordered)
    if convention == "linear":
        tail = (1 - confidence_level) / 2
        low, high = np.quantile(ordered, [tail, 1 - tail])
        return float(low), float(high)
    dropped = n_dropped(n, confidence_level, convention)
    return float(ordered[dropped]), float(ordered[n - 1 - dropped])


def n_dropped(n_resamples: int, confidence_level: float, convention: str) -> int:
    """Return how many replicates lie outside the interval at each end."""
    # 1 - 0.95 is a hair above 0.05: without the correction 40 * 0.05 / 2 would round up by luck.
    share = round(n_resamples * (1 - confidence_level) / 2, 9)
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
