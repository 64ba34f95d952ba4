"""Cross validation over sources: every decision value by a model that has not seen its source."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tercel._execution import check_workers
from tercel.rerank._folds import (
    FoldedLists,
    Scorer,
    check_scorer,
    fold_lists,
    held_out_scores,
    make_fold,
    run_all,
)
from tercel.rerank._lists import FloatArray, IndexArray
from tercel.rerank.ranking_svm import RankingSVM


@dataclass(frozen=True)
class CrossValidation:
    """What models say about lists that they were not trained on.

    Attributes
    ----------
    decision_values : ndarray of float, shape (n_candidates,)
        In the order of the candidates. Those of one list come from one model, and are comparable;
        those of two lists may not be.
    folds : ndarray of int, shape (n_lists,)
        The fold of each list, in order of appearance of the lists.
    fold_scores : ndarray of float, shape (n_folds,)
        What the scorer makes of each fold's decision values.
    seed : int
        Lists were dealt to folds with it.
    """

    decision_values: FloatArray = field(repr=False)
    folds: IndexArray = field(repr=False)
    fold_scores: FloatArray
    seed: int

    @property
    def mean_score(self) -> float:
        """The mean of the folds' scores."""
        return float(self.fold_scores.mean())

    def to_dict(self) -> dict[str, Any]:
        """Return all fields and the mean score as plain Python objects."""
        return {
            "decision_values": self.decision_values.tolist(),
            "folds": self.folds.tolist(),
            "fold_scores": self.fold_scores.tolist(),
            "mean_score": self.mean_score,
            "seed": self.seed,
        }


def cross_validate(
    features: ArrayLike,
    quality: ArrayLike,
    groups: ArrayLike,
    *,
    model: RankingSVM | None = None,
    n_folds: int = 4,
    scaler: bool = True,
    scorer: str | Scorer = "precision@5",
    relevant: ArrayLike | None = None,
    rng: int | None = None,
    workers: int = 1,
) -> CrossValidation:
    """Train on all folds but one and score that one, in turn.

    Parameters
    ----------
    features : array_like of float, shape (n_candidates, n_features)
    quality : array_like of float, shape (n_candidates,)
        Higher is better.
    groups : array_like, shape (n_candidates,)
        The source of each candidate; a source lies in one fold with all its candidates.
    model : RankingSVM, optional
        Its parameters are used, it is not fitted itself; ``RankingSVM()`` if not given.
    n_folds : int
        From 2 to the number of sources.
    scaler : bool
        Whether features go through a `FeatureScaler`, fitted on the training folds alone.
    scorer : {"precision@k", "hit@k"} with a number for k, or callable
        What a fold is worth: the mean over its lists of `precision_at_k` or `hit_at_k`; or a
        function of the scores, quality and groups of its candidates that returns a number.
    relevant : array_like of bool, shape (n_candidates,), optional
        For precision@k and hit@k. If not given, a candidate is relevant if fewer than k of its list
        are better.
    rng : int or None
        The seed that sources are dealt to folds with; None for one from the system, which the
        result names.
    workers : int
        Folds trained at once. The result does not depend on it; the memory does.

    Returns
    -------
    CrossValidation

    Raises
    ------
    TypeError, ValueError
        If an argument is out of range, as `RankingSVM.fit`, or if a training part has no pair.

    Examples
    --------
    >>> import numpy as np
    >>> from tercel.rerank import RankingSVM, cross_validate
    >>> quality = np.tile([1.0, 2.0, 3.0], 8)
    >>> features, groups = quality[:, None] ** 2, np.repeat(np.arange(8), 3)
    >>> linear = RankingSVM(kernel="linear")
    >>> found = cross_validate(features, quality, groups, model=linear, scorer="hit@1", rng=1)
    >>> found.fold_scores
    array([1., 1., 1., 1.])
    """
    check_workers(workers)
    lists = fold_lists(features, quality, groups, n_folds, rng)
    judge = check_scorer(scorer, lists, relevant)
    chosen = check_model(model)
    tasks: list[Callable[[], FloatArray]] = [
        partial(_fold_values, chosen, lists, fold, bool(scaler)) for fold in range(n_folds)
    ]
    values = np.empty(len(lists.quality))
    scores = np.empty(n_folds)
    for fold, of_fold in enumerate(run_all(tasks, workers)):
        is_test = lists.held_out(fold)
        values[is_test] = of_fold
        scores[fold] = judge(of_fold, is_test)
    return CrossValidation(values, lists.folds, scores, lists.seed)


def check_model(model: RankingSVM | None) -> RankingSVM:
    """Return the model, or one with default parameters if there is none."""
    if model is None:
        return RankingSVM()
    if not isinstance(model, RankingSVM):
        raise TypeError(f"model is {type(model).__name__}, expected RankingSVM")
    return model


def _fold_values(model: RankingSVM, lists: FoldedLists, fold: int, scale: bool) -> FloatArray:
    return held_out_scores(model, lists, make_fold(lists, fold, scale=scale))
