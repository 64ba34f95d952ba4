"""Where the best candidates come from: MT, the translation memory, another system."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel.rerank._lists import FloatArray, IndexArray, check_groups, check_quality


@dataclass(frozen=True)
class OriginShare:
    """The share of one origin among the best candidates.

    Attributes
    ----------
    share : float
        Equal candidates share the places that are left for them.
    low, high : float
        If they were all given to others, or to this origin.
    """

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Composition:
    """Where the k best candidates of each list come from.

    Attributes
    ----------
    k : int
    band : object
        Of the lists that are counted; None for all.
    n_lists : int
    shares : dict of str to OriginShare
        By origin; the shares add up to 1.
    """

    k: int
    band: Any
    n_lists: int
    shares: dict[str, OriginShare]

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        shares = {
            origin: {"share": found.share, "low": found.low, "high": found.high}
            for origin, found in self.shares.items()
        }
        return {"k": self.k, "band": self.band, "n_lists": self.n_lists, "shares": shares}


def gold_composition(
    quality: ArrayLike,
    origins: Sequence[str],
    *,
    groups: ArrayLike | None = None,
    k: Sequence[int] = (1, 3, 5),
    bands: Sequence[Hashable] | None = None,
) -> tuple[Composition, ...]:
    """Return the share of each origin among the k truly best candidates of the lists.

    Parameters
    ----------
    quality : array_like of float, shape (n_candidates,)
        Higher is better: an error rate comes in negated.
    origins : sequence of str, shape (n_candidates,)
        As ``NBest.origins`` has them.
    groups : array_like, shape (n_candidates,), optional
        The source of each candidate; one list if not given.
    k : sequence of int
    bands : sequence, shape (n_candidates,), optional
        A label of each candidate's list, such as the range of its best fuzzy match: lists of
        different labels are counted apart.

    Returns
    -------
    tuple of Composition
        Band after band, in order of appearance, and for each the values of k.

    Raises
    ------
    ValueError
        If shapes differ, k is below 1, or a list has two bands.

    Examples
    --------
    >>> from tercel.rerank import gold_composition
    >>> found = gold_composition([3, 2, 1, 2], ["MT", "MT", "TM", "TM"], k=[1, 2])
    >>> [(part.k, part.shares["MT"].share) for part in found]
    [(1, 1.0), (2, 0.75)]
    """
    gold = check_quality(quality, len(origins))
    numbers = check_groups(groups, len(gold))
    for value in k:
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ValueError(f"k holds {value!r}, expected whole numbers from 1")
    names = np.asarray(origins, dtype=object)
    parts: dict[Hashable, list[int]] = {}
    for i, band in enumerate(_checked_bands(bands, numbers)):
        parts.setdefault(band, []).append(i)
    return tuple(
        _composition(gold[rows], names[rows], numbers[rows], value, band)
        for band, rows in parts.items()
        for value in k
    )


def _checked_bands(bands: Sequence[Hashable] | None, numbers: IndexArray) -> list[Hashable]:
    if bands is None:
        return [None] * len(numbers)
    if len(bands) != len(numbers):
        raise ValueError(f"bands has {len(bands)} labels for {len(numbers)} candidates")
    found: dict[int, Hashable] = {}
    for i, (number, band) in enumerate(zip(numbers.tolist(), bands, strict=True)):
        if found.setdefault(number, band) != band:
            raise ValueError(f"bands[{i}] is {band!r}, but another of its list is in another band")
    return list(bands)


def _composition(
    gold: FloatArray, origins: NDArray[Any], numbers: IndexArray, k: int, band: Any
) -> Composition:
    chances = _chances(gold, numbers, k)
    n_places = chances.sum()
    shares = {}
    for origin in dict.fromkeys(origins.tolist()):
        is_it = origins == origin
        shares[origin] = OriginShare(
            float(chances[is_it].sum() / n_places),
            _count_first(gold, numbers, is_it, k, it_first=False) / float(n_places),
            _count_first(gold, numbers, is_it, k, it_first=True) / float(n_places),
        )
    return Composition(k, band, len(np.unique(numbers)), shares)


def _chances(gold: FloatArray, numbers: IndexArray, k: int) -> FloatArray:
    """Return for each candidate the chance to be among the k best if equal ones draw lots."""
    order = np.lexsort((-gold, numbers))
    sorted_gold, sorted_numbers = gold[order], numbers[order]
    is_new = np.diff(sorted_gold, prepend=np.inf) != 0
    is_new |= np.diff(sorted_numbers, prepend=-1) != 0
    begins = np.flatnonzero(is_new)
    sizes = np.diff(np.append(begins, len(order)))
    n_better = begins - np.searchsorted(sorted_numbers, sorted_numbers[begins])
    chances = np.empty(len(order))
    chances[order] = np.repeat(np.clip((k - n_better) / sizes, 0.0, 1.0), sizes)
    return chances


def _count_first(
    gold: FloatArray, numbers: IndexArray, is_it: NDArray[np.bool_], k: int, *, it_first: bool
) -> int:
    """Return how many of an origin are among the k best if all ties go one way."""
    order = np.lexsort((is_it != it_first, -gold, numbers))
    sorted_numbers = numbers[order]
    places = np.arange(len(order)) - np.searchsorted(sorted_numbers, sorted_numbers)
    return int(is_it[order][places < k].sum())
