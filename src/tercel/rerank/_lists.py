"""Candidates in lists: what `RankingSVM` gets, checked and put in the core's order."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
IndexArray = NDArray[np.int64]


@dataclass(frozen=True)
class RankLists:
    """Candidates sorted by list, and within a list by quality, the best first.

    Attributes
    ----------
    features : ndarray of float, shape (n_candidates, n_features)
    quality : ndarray of float, shape (n_candidates,)
    offsets : ndarray of int, shape (n_lists + 1,)
        Where each list begins, and the number of candidates.
    n_pairs : int
        Pairs of one list and different quality.
    """

    features: FloatArray
    quality: FloatArray
    offsets: IndexArray
    n_pairs: int


def check_features(features: ArrayLike, n_features: int | None = None) -> FloatArray:
    """Return the features as a contiguous array of doubles, shape (n_candidates, n_features).

    Raises
    ------
    ValueError
        If there is no candidate or feature, the number of features is another than `n_features`,
        or a value is not finite; the message names its row and column.
    """
    array = np.ascontiguousarray(features, dtype=np.float64)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(
            f"features has shape {array.shape}, expected (n_candidates, n_features), none of them 0"
        )
    if n_features is not None and array.shape[1] != n_features:
        raise ValueError(f"features has {array.shape[1]} columns, expected {n_features} as in fit")
    if not np.isfinite(array).all():
        i, j = (int(k) for k in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"features[{i}, {j}] is {array[i, j]}, expected a finite number")
    return array


def check_quality(quality: ArrayLike, n_candidates: int, name: str = "quality") -> FloatArray:
    """Return a finite number for each candidate; errors as for `check_features`."""
    array = np.ascontiguousarray(quality, dtype=np.float64)
    if array.shape != (n_candidates,):
        raise ValueError(
            f"{name} has shape {array.shape}, expected ({n_candidates},), a number a candidate"
        )
    if not np.isfinite(array).all():
        i = int(np.flatnonzero(~np.isfinite(array))[0])
        raise ValueError(f"{name}[{i}] is {array[i]}, expected a finite number")
    return array


def check_groups(groups: ArrayLike | None, n_candidates: int) -> IndexArray:
    """Return the number of each candidate's list, in order of appearance; one list if None."""
    if groups is None:
        return np.zeros(n_candidates, dtype=np.int64)
    array = np.asarray(groups)
    if array.shape != (n_candidates,):
        raise ValueError(
            f"groups has shape {array.shape}, expected ({n_candidates},), a list's id a candidate"
        )
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        i = int(np.flatnonzero(~np.isfinite(array))[0])
        raise ValueError(f"groups[{i}] is {array[i]}, expected an id")
    _, first, inverse = np.unique(array, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    numbers: IndexArray = place[inverse]
    return numbers


def make_lists(features: ArrayLike, quality: ArrayLike, groups: ArrayLike | None) -> RankLists:
    """Sort candidates by list and quality; equal ones stay as they were given.

    Raises
    ------
    ValueError
        As the checks above, or if no list has two candidates of different quality.
    """
    items = check_features(features)
    gold = check_quality(quality, len(items))
    numbers = check_groups(groups, len(items))
    order = np.lexsort((-gold, numbers))
    gold, numbers = gold[order], numbers[order]
    starts = np.flatnonzero(np.diff(numbers, prepend=-1))
    offsets = np.append(starts, len(gold)).astype(np.int64)
    n_pairs = _count_pairs(gold, offsets)
    if n_pairs == 0:
        raise ValueError(
            f"no pair to learn from: none of the {len(starts)} lists has two candidates of "
            "different quality"
        )
    return RankLists(np.ascontiguousarray(items[order]), gold, offsets, n_pairs)


def _count_pairs(gold: FloatArray, offsets: IndexArray) -> int:
    """Count pairs: all of a list less those among equal candidates."""
    sizes = np.diff(offsets)
    new_value = np.diff(gold, prepend=np.inf) != 0
    new_value[offsets[:-1]] = True
    ties = np.diff(np.append(np.flatnonzero(new_value), len(gold)))
    return int((sizes * (sizes - 1) // 2).sum() - (ties * (ties - 1) // 2).sum())
