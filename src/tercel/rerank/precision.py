"""How good an order of candidates is: PREC@k and HIT@k (He et al. 2010)."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
        In order of appearance of the lists; `tercel.SegmentMean` gives intervals and tests of it.

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


def _check_k(k: int) -> None:
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise ValueError(f"k is {k!r}, expected a whole number from 1")
