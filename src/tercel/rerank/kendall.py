"""Kendall's tau of each list."""

import numpy as np
from numpy.typing import ArrayLike

from tercel.rerank._lists import FloatArray, check_groups, check_quality


def kendall_tau(
    scores: ArrayLike, quality: ArrayLike, *, groups: ArrayLike | None = None
) -> FloatArray:
    """Return how well scores order each list: right pairs less wrong ones, over all of them.

    Parameters
    ----------
    scores, quality : array_like of float, shape (n_candidates,)
        Higher is better in both. Pairs of equal quality do not count; pairs of equal scores are
        neither right nor wrong.
    groups : array_like, shape (n_candidates,), optional
        The source of each candidate; one list if not given.

    Returns
    -------
    ndarray of float, shape (n_lists,)
        From -1 to 1 in order of appearance of the lists; NaN if a list has no pair.

    Raises
    ------
    ValueError
        If shapes differ or a number is not finite.

    Notes
    -----
    Takes O(n ** 2) time and memory for a list of n candidates.

    Examples
    --------
    >>> from tercel.rerank import kendall_tau
    >>> kendall_tau([3, 2, 1, 1], [3, 1, 2, 0], groups=[1, 1, 1, 2]).round(3)
    array([0.333,   nan])
    """
    gold = np.asarray(quality, np.float64)
    gold = check_quality(gold, gold.size)
    order_by = check_quality(scores, len(gold), "scores")
    numbers = check_groups(groups, len(gold))
    order = np.argsort(numbers, kind="stable")
    ends = np.flatnonzero(np.diff(numbers[order])) + 1
    lists = zip(np.split(order_by[order], ends), np.split(gold[order], ends), strict=True)
    return np.array([_tau(ours, best) for ours, best in lists])


def _tau(scores: FloatArray, gold: FloatArray) -> float:
    said = np.sign(scores[:, None] - scores)
    true = np.sign(gold[:, None] - gold)
    n_ordered = np.abs(true).sum()
    return float((said * true).sum() / n_ordered) if n_ordered else np.nan
