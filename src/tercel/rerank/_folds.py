"""Folds of whole lists, models fitted on them in threads, and what a fold's scores are worth."""

import re
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._execution import current_progress, reporting_to
from tercel._resampling import SeedStreams, as_streams
from tercel.rerank._lists import (
    FloatArray,
    IndexArray,
    check_features,
    check_groups,
    check_quality,
)
from tercel.rerank.feature_scaler import FeatureScaler
from tercel.rerank.precision import hit_at_k, precision_at_k
from tercel.rerank.ranking_svm import RankingSVM
from tercel.sampling import random_sample

T = TypeVar("T")
Scorer = Callable[[FloatArray, FloatArray, NDArray[Any]], float]

_AT_K = re.compile(r"(precision|hit)@([1-9][0-9]{0,8})")


@dataclass(frozen=True)
class FoldedLists:
    """Candidates, and the fold of each list.

    Attributes
    ----------
    features : ndarray of float, shape (n_candidates, n_features)
    quality : ndarray of float, shape (n_candidates,)
    groups : ndarray, shape (n_candidates,)
        As the caller gave them.
    numbers : ndarray of int, shape (n_candidates,)
        Of the lists, in order of appearance.
    folds : ndarray of int, shape (n_lists,)
    n_folds, seed : int
    """

    features: FloatArray
    quality: FloatArray
    groups: NDArray[Any]
    numbers: IndexArray
    folds: IndexArray
    n_folds: int
    seed: int

    def held_out(self, fold: int) -> NDArray[np.bool_]:
        """Return which candidates a model of this fold must not see, shape (n_candidates,)."""
        of_candidates: NDArray[np.bool_] = self.folds[self.numbers] == fold
        return of_candidates


def fold_lists(
    features: ArrayLike,
    quality: ArrayLike,
    groups: ArrayLike,
    n_folds: int,
    rng: int | None,
) -> FoldedLists:
    """Check the candidates and deal whole lists to folds, in a random order.

    Raises
    ------
    TypeError, ValueError
        As `RankingSVM.fit`, or if there are not 2 to n_lists folds.
    """
    items = check_features(features)
    gold = check_quality(quality, len(items))
    if groups is None:
        raise ValueError("groups is None, expected the source of each candidate")
    numbers = check_groups(groups, len(items))
    n_lists = int(numbers.max()) + 1
    if isinstance(n_folds, bool) or not isinstance(n_folds, int) or not 2 <= n_folds <= n_lists:
        raise ValueError(
            f"n_folds is {n_folds!r}, expected a whole number from 2 to the {n_lists} lists"
        )
    seed = _seed_of(rng)
    folds = np.empty(n_lists, dtype=np.int64)
    folds[random_sample(n_lists, n_lists, rng=seed)] = np.arange(n_lists) % n_folds
    return FoldedLists(items, gold, np.asarray(groups), numbers, folds, n_folds, seed)


def _seed_of(rng: int | None) -> int:
    streams = as_streams(rng, 1)
    if not isinstance(streams, SeedStreams):
        raise TypeError("rng is a Generator, expected a seed or None")
    return streams.seed


@dataclass(frozen=True)
class Fold:
    """The two parts of one fold, scaled as the training part says."""

    train: FloatArray
    test: FloatArray
    is_test: NDArray[np.bool_]


def make_fold(lists: FoldedLists, fold: int, *, scale: bool) -> Fold:
    """Return one fold, whose scaler has seen the training part alone."""
    is_test = lists.held_out(fold)
    train, test = lists.features[~is_test], lists.features[is_test]
    if scale:
        scaler = FeatureScaler().fit(train)
        train, test = scaler.transform(train), scaler.transform(test)
    return Fold(train, test, is_test)


def held_out_scores(model: RankingSVM, lists: FoldedLists, fold: Fold) -> FloatArray:
    """Return the decision values of the fold's test part by a copy of the model."""
    fitted = RankingSVM(**model.get_params())
    known = ~fold.is_test
    fitted.fit(fold.train, lists.quality[known], groups=lists.numbers[known])
    return fitted.decision_function(fold.test)


def run_all(tasks: Sequence[Callable[[], T]], workers: int) -> list[T]:
    """Return what the tasks return, in their order, whichever thread runs them and when.

    Only the calling thread hears Ctrl-C. When that, or an error, ends the wait, the tasks that are
    still running are told to stop when they next report their progress.
    """
    progress = current_progress()
    stopped = threading.Event()

    def ask(_done: int, _total: int) -> None:
        if stopped.is_set():
            raise _StoppedError

    def run(task: Callable[[], T]) -> T:
        with reporting_to(ask):
            return task()

    pool = ThreadPoolExecutor(workers)
    try:
        futures = [pool.submit(run, task) for task in tasks]
        for done, future in enumerate(as_completed(futures), 1):
            future.result()
            if progress is not None:
                progress(done, len(tasks))
        return [future.result() for future in futures]
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)


class _StoppedError(Exception):
    """Raised inside a thread whose work nobody wants any more."""


def check_scorer(scorer: str | Scorer, lists: FoldedLists, relevant: ArrayLike | None) -> "Judge":
    """Return what judges held-out decision values; see `cross_validate`."""
    flags = None if relevant is None else check_quality(relevant, len(lists.quality), "relevant")
    if callable(scorer):
        if flags is not None:
            raise ValueError("relevant is for the scorers precision@k and hit@k")
        return Judge(lists, scorer, None, 0)
    found = _AT_K.fullmatch(scorer) if isinstance(scorer, str) else None
    if found is None:
        raise ValueError(
            f"scorer is {scorer!r}, expected 'precision@k' or 'hit@k' with a number for k, or a "
            "function of scores, quality and groups"
        )
    k = int(found[2])
    if flags is None:
        flags = _among_the_best(lists, k)
    return Judge(lists, {"precision": precision_at_k, "hit": hit_at_k}[found[1]], flags, k)


@dataclass(frozen=True)
class Judge:
    """Turns the decision values of held-out candidates into one number."""

    lists: FoldedLists
    function: Callable[..., Any]
    relevant: FloatArray | None
    k: int

    def __call__(self, scores: FloatArray, is_test: NDArray[np.bool_]) -> float:
        """Return the number, which must be finite."""
        groups = self.lists.groups[is_test]
        if self.relevant is not None:
            of_lists = self.function(scores, self.relevant[is_test], groups=groups, k=self.k)
            return float(of_lists.mean())
        value = float(self.function(scores, self.lists.quality[is_test], groups))
        if not np.isfinite(value):
            raise ValueError(f"scorer returned {value}, expected a finite number")
        return value


def _among_the_best(lists: FoldedLists, k: int) -> FloatArray:
    """Return 1 for each candidate that fewer than k of its list are better than."""
    order = np.lexsort((-lists.quality, lists.numbers))
    numbers, gold = lists.numbers[order], lists.quality[order]
    begins = np.flatnonzero(np.diff(numbers, prepend=-1))
    ends = np.append(begins[1:], len(gold))
    bounds = gold[np.minimum(begins + k, ends) - 1]
    relevant: FloatArray = (lists.quality >= bounds[lists.numbers]).astype(np.float64)
    return relevant
