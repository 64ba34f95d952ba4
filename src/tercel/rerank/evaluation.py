"""Several orders of the same candidates, by everything that He et al. (2010) look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tercel._paired_test import PairedTest
from tercel._statistics import check_choice
from tercel._warnings import doubts_unsaid
from tercel.intervals import confidence_interval
from tercel.metrics import SegmentMean
from tercel.paired import paired_test
from tercel.rerank._lists import FloatArray, IndexArray, check_groups, check_quality
from tercel.rerank.edit_statistics import EditStatistics, edit_statistics
from tercel.rerank.precision import hit_at_k, kendall_tau, precision_at_k


@dataclass(frozen=True)
class RankingMean:
    """The mean of one measure over lists.

    Attributes
    ----------
    measure : str
        Such as PREC@5, HIT@1 or tau.
    value, low, high : float
        The mean and its percentile interval, by drawing lists.
    n_lists : int
        Fewer than there are for tau-b: it leaves out lists without an order, where all scores or
        all qualities are equal.
    test : PairedTest or None
        Paired bootstrap against the baseline.
    """

    measure: str
    value: float
    low: float
    high: float
    n_lists: int
    test: PairedTest | None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return fields | {"test": None if self.test is None else self.test.to_dict()}


@dataclass(frozen=True)
class RankingResult:
    """What one order is worth.

    Attributes
    ----------
    name : str
    means : tuple of RankingMean
    edits : tuple of EditStatistics
        One for each k, if edits were given.
    """

    name: str
    means: tuple[RankingMean, ...]
    edits: tuple[EditStatistics, ...]

    def mean(self, measure: str) -> RankingMean:
        """Return one measure; ValueError if it is not there."""
        check_choice(measure, tuple(found.measure for found in self.means), "measure")
        return next(found for found in self.means if found.measure == measure)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "name": self.name,
            "means": [found.to_dict() for found in self.means],
            "edits": [found.to_dict() for found in self.edits],
        }


@dataclass(frozen=True)
class RankingEvaluation:
    """Several orders of the same candidates.

    ``tercel.report.reranking.reranking_report`` prints them.

    Attributes
    ----------
    results : tuple of RankingResult
        In the order in which they were given.
    baseline : str or None
        The order that the others were tested against.
    confidence_level : float
    n_lists, n_candidates : int
    """

    results: tuple[RankingResult, ...]
    baseline: str | None
    confidence_level: float
    n_lists: int
    n_candidates: int

    def __getitem__(self, name: str) -> RankingResult:
        check_choice(name, tuple(result.name for result in self.results), "ranking")
        return next(result for result in self.results if result.name == name)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "results": [result.to_dict() for result in self.results],
            "baseline": self.baseline,
            "confidence_level": self.confidence_level,
            "n_lists": self.n_lists,
            "n_candidates": self.n_candidates,
        }


def evaluate_rankings(
    rankings: Mapping[str, ArrayLike],
    *,
    quality: ArrayLike,
    relevant: ArrayLike,
    groups: ArrayLike | None = None,
    edits: ArrayLike | None = None,
    reference_lengths: ArrayLike | None = None,
    k: Sequence[int] = (1, 3, 5),
    baseline: str | None = None,
    n_resamples: int = 1000,
    confidence_level: float = 0.95,
    rng: int | None = 12345,
    workers: int = 1,
) -> RankingEvaluation:
    """Judge orders of the same candidates, with intervals and tests against one of them.

    Parameters
    ----------
    rankings : mapping of str to array_like of float, shape (n_candidates,)
        Scores by the name of the order; the highest comes first.
    quality : array_like of float, shape (n_candidates,)
        Higher is better: the order that is right, for Kendall's tau.
    relevant : array_like of bool, shape (n_candidates,)
        For PREC@k and HIT@k.
    groups : array_like, shape (n_candidates,), optional
        The source of each candidate; one list if not given.
    edits, reference_lengths : array_like, optional
        As for `edit_statistics`; both or none.
    k : sequence of int
    baseline : str, optional
        The name of the order to test the others against.
    n_resamples, confidence_level, rng, workers
        As for `edit_statistics`.

    Returns
    -------
    RankingEvaluation

    Raises
    ------
    TypeError, ValueError
        If there is no order, the baseline is none of them, or as the parts.

    Examples
    --------
    >>> from tercel.rerank import evaluate_rankings
    >>> found = evaluate_rankings(
    ...     {"ours": [2, 1, 0, 3], "theirs": [1, 2, 3, 0]},
    ...     quality=[3, 1, 2, 4],
    ...     relevant=[1, 0, 0, 1],
    ...     groups=[1, 1, 2, 2],
    ...     k=[1],
    ... )
    >>> found["ours"].mean("PREC@1").value, found["theirs"].mean("PREC@1").value
    (1.0, 0.0)
    """
    if not rankings:
        raise ValueError("rankings is empty, expected scores by name")
    if baseline is not None:
        check_choice(baseline, tuple(rankings), "baseline")
    if (edits is None) != (reference_lengths is None):
        raise ValueError("edits and reference_lengths go together: expected both or none")
    gold = check_quality(quality, len(np.asarray(quality).ravel()))
    numbers = check_groups(groups, len(gold))
    judge = _Judge(gold, relevant, numbers, tuple(k), n_resamples, confidence_level, rng, workers)
    scores = {
        name: check_quality(values, len(gold), f"rankings[{name!r}]")
        for name, values in rankings.items()
    }
    columns = {name: judge.measures(values) for name, values in scores.items()}
    results = []
    for name, values in scores.items():
        base = None if baseline in (None, name) else baseline
        means = tuple(
            judge.mean(measure, column, None if base is None else columns[base][measure])
            for measure, column in columns[name].items()
        )
        found: tuple[EditStatistics, ...] = ()
        if edits is not None and reference_lengths is not None:
            against = None if base is None else scores[base]
            found = judge.edits(values, edits, reference_lengths, against)
        results.append(RankingResult(name, means, found))
    n_lists = int(numbers.max()) + 1
    return RankingEvaluation(tuple(results), baseline, confidence_level, n_lists, len(gold))


@dataclass(frozen=True)
class _Judge:
    gold: FloatArray
    relevant: ArrayLike
    numbers: IndexArray
    k: tuple[int, ...]
    n_resamples: int
    confidence_level: float
    rng: int | None
    workers: int

    @property
    def _options(self) -> dict[str, Any]:
        names = ("n_resamples", "confidence_level", "rng", "workers")
        return {name: getattr(self, name) for name in names}

    def measures(self, scores: FloatArray) -> dict[str, FloatArray]:
        """Return each measure of each list; NaN where a list has none."""
        found = {}
        for name, at_k in (("PREC", precision_at_k), ("HIT", hit_at_k)):
            for k in self.k:
                found[f"{name}@{k}"] = at_k(scores, self.relevant, groups=self.numbers, k=k)
        found["tau"] = kendall_tau(scores, self.gold, groups=self.numbers)
        return found

    def mean(self, measure: str, column: FloatArray, base: FloatArray | None) -> RankingMean:
        # Lists whose scores or qualities are all equal have no tau.
        known = ~np.isnan(column)
        if base is not None:
            known &= ~np.isnan(base)
        if not known.any():
            return RankingMean(measure, np.nan, np.nan, np.nan, 0, None)
        metric = SegmentMean(measure)
        ours = metric.statistics(column[known])
        test = None
        with doubts_unsaid():  # the result has the number of lists
            interval = confidence_interval(ours, metric, **self._options)
            if base is not None:
                theirs = metric.statistics(base[known])
                test = paired_test(ours, theirs, metric, method="bootstrap", **self._options)
        low, high, n_lists = interval.low, interval.high, int(known.sum())
        return RankingMean(measure, interval.score, low, high, n_lists, test)

    def edits(
        self, scores: FloatArray, edits: ArrayLike, lengths: ArrayLike, base: FloatArray | None
    ) -> tuple[EditStatistics, ...]:
        return tuple(
            edit_statistics(
                scores, edits, lengths, groups=self.numbers, k=k, baseline=base, **self._options
            )
            for k in self.k
        )
