"""How good an order of candidates is: PREC@k, HIT@k (He et al. 2010) and Kendall's tau."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel.intervals import ConfidenceInterval, confidence_interval
from tercel.metrics import SegmentMean
from tercel.rerank._lists import FloatArray, check_groups, check_quality


def _ranked(
    scores: ArrayLike, values: ArrayLike, groups: ArrayLike | None
) -> list[NDArray[np.float64]]:
    """Return the values of each list in the order of falling scores; equal ones as given."""
    array = np.asarray(values, dtype=np.float64)
    gold = check_quality(array, array.size, "relevant")
    order_by = check_quality(scores, len(gold), "scores")
    numbers = check_groups(groups, len(gold))
    order = np.lexsort((-order_by, numbers))
    ends = np.flatnonzero(np.diff(numbers[order])) + 1
    return np.split(gold[order], ends)


def precision_at_k(
    scores: ArrayLike, relevant: ArrayLike, *, groups: ArrayLike | None = None, k: int = 5
) -> FloatArray:
    """Return the share of relevant candidates among the first k of each list.

    Parameters
    ----------
    scores : array_like of float, shape (n_candidates,)
        The highest comes first; equal ones come as they were given.
    relevant : array_like of bool, shape (n_candidates,)
    groups : array_like, shape (n_candidates,), optional
        The source of each candidate; one list if not given.
    k : int
        A list with fewer candidates is divided by their number.

    Returns
    -------
    ndarray of float, shape (n_lists,)
        In order of appearance of the lists; see `interval_over_lists`, and `tercel.SegmentMean` for
        tests.

    Raises
    ------
    ValueError
        If shapes differ, a score is not finite, or k is below 1.

    Examples
    --------
    >>> from tercel.rerank import precision_at_k
    >>> precision_at_k([3, 2, 1, 1, 2], [1, 0, 1, 1, 0], groups=[1, 1, 1, 2, 2], k=2).tolist()
    [0.5, 0.5]
    """
    _check_k(k)
    return np.array([part[:k].mean() for part in _ranked(scores, relevant, groups)])


def hit_at_k(
    scores: ArrayLike, relevant: ArrayLike, *, groups: ArrayLike | None = None, k: int = 5
) -> FloatArray:
    """Return 1 for each list with a relevant candidate among its first k, else 0.

    Parameters, errors and order are those of `precision_at_k`.

    Examples
    --------
    >>> from tercel.rerank import hit_at_k
    >>> hit_at_k([3, 2, 1, 1, 2], [0, 1, 1, 1, 0], groups=[1, 1, 1, 2, 2], k=1).tolist()
    [0.0, 0.0]
    """
    _check_k(k)
    return np.array([float(part[:k].any()) for part in _ranked(scores, relevant, groups)])


def kendall_tau(
    scores: ArrayLike, quality: ArrayLike, *, groups: ArrayLike | None = None
) -> FloatArray:
    """Return Kendall's tau-b between scores and quality of each list.

    Parameters
    ----------
    scores, quality : array_like of float, shape (n_candidates,)
        Higher is better in both.
    groups : array_like, shape (n_candidates,), optional
        The source of each candidate; one list if not given.

    Returns
    -------
    ndarray of float, shape (n_lists,)
        In order of appearance of the lists, from -1 to 1; NaN where all scores or all qualities of
        a list are equal, as in a list of one candidate: there is no order to agree with.

    Raises
    ------
    ValueError
        If shapes differ or a value is not finite.

    Notes
    -----
    With P pairs in the same order, Q in the opposite one, T of the N pairs tied in the scores and U
    in the quality, tau-b is (P - Q) / sqrt((N - T) (N - U)) [1]_. A pair that is tied in either
    counts neither for nor against. Takes O(n^2) time for a list of n candidates.

    References
    ----------
    .. [1] M. Kendall, "The Treatment of Ties in Ranking Problems", Biometrika 33 (1945).

    Examples
    --------
    >>> from tercel.rerank import kendall_tau
    >>> kendall_tau([3, 2, 1, 5, 4], [3, 1, 2, 9, 8], groups=[1, 1, 1, 2, 2])
    array([0.33333333, 1.        ])
    """
    gold = check_quality(quality, np.asarray(quality).size)
    order_by = check_quality(scores, len(gold), "scores")
    numbers = check_groups(groups, len(gold))
    order = np.argsort(numbers, kind="stable")
    ends = np.flatnonzero(np.diff(numbers[order])) + 1
    lists = zip(np.split(order_by[order], ends), np.split(gold[order], ends), strict=True)
    return np.array([_tau(x, y) for x, y in lists])


# So many rows of the matrix of pairs are there at once.
_ROWS = 256


def _tau(x: FloatArray, y: FloatArray) -> float:
    agreement = untied_x = untied_y = 0
    for begin in range(0, len(x), _ROWS):
        sign_x = _signs(x, begin)
        sign_y = _signs(y, begin)
        agreement += int(np.sum(sign_x * sign_y, dtype=np.int64))
        untied_x += int(np.count_nonzero(sign_x))
        untied_y += int(np.count_nonzero(sign_y))
    if untied_x == 0 or untied_y == 0:
        return float("nan")
    return agreement / math.sqrt(untied_x * untied_y)


def _signs(values: FloatArray, begin: int) -> NDArray[np.int8]:
    """Return 1, 0 or -1 for pairs of some values with all; each pair comes twice in total."""
    rows = values[begin : begin + _ROWS, None]
    signs: NDArray[np.int8] = (rows > values).astype(np.int8) - (rows < values).astype(np.int8)
    return signs


def interval_over_lists(
    values: ArrayLike, *, name: str = "mean", **options: Any
) -> ConfidenceInterval:
    """Return the mean over lists with a confidence interval: lists are drawn with replacement.

    Parameters
    ----------
    values : array_like of float, shape (n_lists,)
        What `precision_at_k`, `hit_at_k` or `kendall_tau` returns, or any other number a list.
    name : str
        How people call the number, for messages.
    **options
        Those of `tercel.confidence_interval`: ``n_resamples``, ``confidence_level``, ``method``,
        ``clusters`` (say the document of each source), ``rng``, ``workers`` and the others.

    Returns
    -------
    ConfidenceInterval
        Its ``score`` is the mean.

    Raises
    ------
    ValueError
        As `tercel.confidence_interval`, or if a value is not finite, such as the tau of a list
        without any order: leave such lists out, and say how many.

    Examples
    --------
    >>> from tercel.rerank import interval_over_lists, precision_at_k
    >>> found = precision_at_k([3, 2, 1, 1, 2], [1, 0, 1, 1, 0], groups=[1, 1, 1, 2, 2], k=1)
    >>> interval = interval_over_lists(found, name="PREC@1", rng=1)
    >>> interval.score, interval.low, interval.high
    (0.5, 0.0, 1.0)
    """
    mean = SegmentMean(name)
    return confidence_interval(mean.statistics(values), mean, **options)


def _check_k(k: int) -> None:
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise ValueError(f"k is {k!r}, expected a whole number from 1")
