"""How much editing the first candidates of each list need (He et al. 2010)."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._execution import check_workers
from tercel._paired_test import PairedTest
from tercel._warnings import doubts_unsaid
from tercel.intervals import confidence_interval
from tercel.metrics.base import check_whole
from tercel.paired import paired_test
from tercel.rerank._lists import check_groups, check_quality

IntArray = NDArray[np.int64]

# As `tercel.TER.edits` has them: an insertion is a word that the candidate has in excess.
KINDS = ("insertions", "deletions", "substitutions", "shifts")
# A mean over k candidates is kept in whole numbers, by the least common multiple of 1 to k.
_MOST_CANDIDATES = 20
_LARGEST_COUNT = 2**24


@dataclass(frozen=True)
class EditRate:
    """One rate over all lists, with its interval, and a test against a baseline.

    Attributes
    ----------
    value : float
    low, high : float
        Of the percentile interval, by drawing lists.
    test : PairedTest or None
        Paired bootstrap against the baseline; its effect is this rate less the baseline's.
    """

    value: float
    low: float
    high: float
    test: PairedTest | None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        test = None if self.test is None else self.test.to_dict()
        return {"value": self.value, "low": self.low, "high": self.high, "test": test}


@dataclass(frozen=True)
class EditRates:
    """Edits a list by kind, all edits a list, and TER.

    Attributes
    ----------
    insertions, deletions, substitutions, shifts, edits : EditRate
        On average over the lists. An insertion is a word that the candidate has in excess, a
        deletion a word of the reference that it lacks, as tercom and `tercel.TER` name them.
    ter : EditRate
        All edits over all words of the references; 1 is as many edits as words.
    """

    insertions: EditRate
    deletions: EditRate
    substitutions: EditRate
    shifts: EditRate
    edits: EditRate
    ter: EditRate

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {name: getattr(self, name).to_dict() for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class EditStatistics:
    """What the first k candidates of each list need.

    Attributes
    ----------
    k, n_lists : int
    best : EditRates
        Of the candidate with the fewest edits among the first k; of equal ones the earlier one.
    mean : EditRates
        On average over the first k; a list with fewer candidates is divided by their number.
    confidence_level : float
    """

    k: int
    n_lists: int
    best: EditRates
    mean: EditRates
    confidence_level: float

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "k": self.k,
            "n_lists": self.n_lists,
            "best": self.best.to_dict(),
            "mean": self.mean.to_dict(),
            "confidence_level": self.confidence_level,
        }


class _Ratio:
    """The metric of two columns: what is counted, and what it is divided by."""

    higher_is_better = False

    def __init__(self, name: str) -> None:
        self.name = self.signature = name

    def aggregate(self, totals: IntArray) -> Any:
        return totals[..., 0] / totals[..., 1]


def edit_statistics(
    scores: ArrayLike,
    edits: ArrayLike,
    reference_lengths: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    k: int = 5,
    baseline: ArrayLike | None = None,
    n_resamples: int = 1000,
    confidence_level: float = 0.95,
    rng: int | None = 12345,
    workers: int = 1,
) -> EditStatistics:
    """Count the edits that the best of each list's first k needs, and the first k on average.

    Parameters
    ----------
    scores : array_like of float, shape (n_candidates,)
        The highest comes first; equal ones come as they were given.
    edits : array_like of int, shape (n_candidates, 4)
        Insertions, deletions, substitutions, shifts, as `tercel.TER.edits` gives them.
    reference_lengths : array_like of int, shape (n_candidates,)
        Words of the reference, the same for all candidates of a list.
    groups : array_like, shape (n_candidates,), optional
        The source of each candidate; one list if not given.
    k : int
        From 1 to 20.
    baseline : array_like of float, shape (n_candidates,), optional
        Scores of another order of the same candidates, to be tested against.
    n_resamples : int
        Draws of lists, for intervals and tests.
    confidence_level : float
    rng : int or None
        A seed; the same lists are drawn for everything. None for one from the system.
    workers : int
        Threads; the result does not depend on it.

    Returns
    -------
    EditStatistics

    Raises
    ------
    TypeError, ValueError
        If shapes differ, a number is out of range, edits are not whole numbers, or a list has two
        lengths of its reference.

    Notes
    -----
    Takes O(n_candidates log n_candidates + n_lists * n_resamples) time.

    References
    ----------
    .. [1] Y. He, Y. Ma, A. Way, J. van Genabith, "Integrating N-best SMT Outputs into a TM System",
       COLING 2010.

    Examples
    --------
    >>> from tercel.rerank import edit_statistics
    >>> edits = [[1, 0, 2, 0], [0, 1, 0, 0], [0, 0, 4, 0], [0, 0, 1, 1]]
    >>> found = edit_statistics([2, 1, 2, 1], edits, [5, 5, 10, 10], groups=[1, 1, 2, 2], k=2)
    >>> found.best.edits.value, found.mean.edits.value, found.best.ter.value
    (1.5, 2.5, 0.2)
    """
    check_whole(k, 1, _MOST_CANDIDATES, "k")
    check_workers(workers)
    lists = _EditedLists(edits, reference_lengths, groups)
    ours = lists.first_of(scores, "scores", k)
    theirs = None if baseline is None else lists.first_of(baseline, "baseline", k)
    draws = _Draws(n_resamples, confidence_level, rng, workers)

    def rates(place: int) -> EditRates:
        return draws.rates(ours[place], None if theirs is None else theirs[place])

    return EditStatistics(k, lists.n_lists, rates(0), rates(1), confidence_level)


class _EditedLists:
    """Candidates with their edits, checked."""

    def __init__(self, edits: ArrayLike, lengths: ArrayLike, groups: ArrayLike | None) -> None:
        self._edits = _counts(edits, "edits")
        if self._edits.ndim != 2 or self._edits.shape[1] != len(KINDS) or not len(self._edits):
            raise ValueError(
                f"edits has shape {self._edits.shape}, expected (n_candidates, {len(KINDS)}): "
                f"{', '.join(KINDS)}"
            )
        self._lengths = _counts(lengths, "reference_lengths")
        n = len(self._edits)
        if self._lengths.shape != (n,):
            raise ValueError(
                f"reference_lengths has shape {self._lengths.shape}, expected ({n},), a number a "
                "candidate"
            )
        self._numbers = check_groups(groups, n)
        self.n_lists = int(self._numbers.max()) + 1
        length_of = np.zeros(self.n_lists, np.int64)
        length_of[self._numbers] = self._lengths
        differs = np.flatnonzero(length_of[self._numbers] != self._lengths)
        if len(differs):
            raise ValueError(
                f"reference_lengths[{differs[0]}] is {self._lengths[differs[0]]}, but another "
                f"candidate of its list has {length_of[self._numbers[differs[0]]]}"
            )
        if not length_of.any():
            raise ValueError("reference_lengths are all 0, expected references with words")
        self._length_of = length_of

    def first_of(self, scores: ArrayLike, name: str, k: int) -> tuple[IntArray, IntArray]:
        """Return edits by kind and lengths of the best of k, and of the mean of k.

        Both have shape (n_lists, 6): the four kinds, the weight of a list, and its reference's
        length. The mean is multiplied by the least common multiple of 1 to k.
        """
        order_by = check_quality(scores, len(self._edits), name)
        order = np.lexsort((-order_by, self._numbers))
        numbers = self._numbers[order]
        places = np.arange(len(order)) - np.searchsorted(numbers, numbers)
        first = order[places < k]
        return self._best(first), self._mean(first, k)

    def _best(self, first: IntArray) -> IntArray:
        # Stable: of equal candidates the one that the order puts earlier.
        by_edits = np.lexsort((self._edits[first].sum(axis=1), self._numbers[first]))
        numbers = self._numbers[first][by_edits]
        best = first[by_edits[np.flatnonzero(np.diff(numbers, prepend=-1))]]
        ones = np.ones(self.n_lists, np.int64)
        return np.column_stack([self._edits[best], ones, self._length_of])

    def _mean(self, first: IntArray, k: int) -> IntArray:
        unit = math.lcm(*range(1, k + 1))
        numbers = self._numbers[first]
        begins = np.flatnonzero(np.diff(numbers, prepend=-1))
        sizes = np.diff(np.append(begins, len(numbers)))
        sums = np.add.reduceat(self._edits[first], begins, axis=0)
        units = np.full(self.n_lists, unit, np.int64)
        return np.column_stack([sums * (unit // sizes)[:, None], units, unit * self._length_of])


@dataclass(frozen=True)
class _Draws:
    n_resamples: int
    confidence_level: float
    rng: int | None
    workers: int

    def rates(self, ours: IntArray, theirs: IntArray | None) -> EditRates:
        columns = {name: ([j], 4) for j, name in enumerate(KINDS)}
        columns |= {"edits": ([0, 1, 2, 3], 4), "ter": ([0, 1, 2, 3], 5)}
        return EditRates(
            **{name: self._rate(name, ours, theirs, *which) for name, which in columns.items()}
        )

    def _rate(
        self, name: str, ours: IntArray, theirs: IntArray | None, counted: list[int], over: int
    ) -> EditRate:
        def pair(rows: IntArray) -> IntArray:
            return np.column_stack([rows[:, counted].sum(axis=1), rows[:, over]])

        options: dict[str, Any] = {
            "n_resamples": self.n_resamples,
            "confidence_level": self.confidence_level,
            "rng": self.rng,
            "workers": self.workers,
        }
        metric = _Ratio(name)
        test = None
        with doubts_unsaid():  # the result has the number of lists
            interval = confidence_interval(pair(ours), metric, **options)
            if theirs is not None:
                test = paired_test(pair(ours), pair(theirs), metric, method="bootstrap", **options)
        return EditRate(interval.score, interval.low, interval.high, test)


def _counts(values: ArrayLike, name: str) -> IntArray:
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} has dtype {array.dtype}, expected integers")
    if array.size and not 0 <= array.min() <= array.max() < _LARGEST_COUNT:
        raise ValueError(f"{name} holds {array.min()} to {array.max()}, expected counts from 0")
    return array.astype(np.int64)
