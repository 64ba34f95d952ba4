"""Which C and gamma rank best: every one of a grid, by cross validation over sources."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tercel._execution import check_workers
from tercel.rerank._folds import (
    Fold,
    FoldedLists,
    Judge,
    Scorer,
    check_scorer,
    fold_lists,
    held_out_scores,
    make_fold,
    run_all,
)
from tercel.rerank.cross_validation import check_model
from tercel.rerank.ranking_svm import RankingSVM

# He et al. (2010): exponents of 2 from -6 to 2 in steps of 2.
GRID = tuple(2.0**exponent for exponent in range(-6, 3, 2))


@dataclass(frozen=True)
class GridPoint:
    """What one pair of parameters is worth.

    Attributes
    ----------
    C : float
    gamma : float or None
        None with a linear kernel.
    mean_score : float
    fold_scores : tuple of float, shape (n_folds,)
    """

    C: float
    gamma: float | None
    mean_score: float
    fold_scores: tuple[float, ...]

    @property
    def parameters(self) -> dict[str, float]:
        """What to give to `RankingSVM.set_params`."""
        return {"C": self.C} if self.gamma is None else {"C": self.C, "gamma": self.gamma}


@dataclass(frozen=True)
class GridSearch:
    """A grid and its best point.

    Attributes
    ----------
    table : tuple of GridPoint
        By ascending C, then gamma.
    best : GridPoint
        The one with the highest mean score; of equal ones that with the smallest C, then gamma.
    seed : int
        Lists were dealt to folds with it.
    """

    table: tuple[GridPoint, ...] = field(repr=False)
    best: GridPoint
    seed: int

    @property
    def best_params(self) -> dict[str, float]:
        """The best C, and gamma if the kernel has one."""
        return self.best.parameters

    @property
    def best_score(self) -> float:
        """The mean score of the best point."""
        return self.best.mean_score

    def to_dict(self) -> dict[str, Any]:
        """Return the table, the best point and the seed as plain Python objects."""
        rows = [
            {
                **point.parameters,
                "mean_score": point.mean_score,
                "fold_scores": [*point.fold_scores],
            }
            for point in self.table
        ]
        return {
            "table": rows,
            "best_params": self.best_params,
            "best_score": self.best_score,
            "seed": self.seed,
        }


def grid_search(
    features: ArrayLike,
    quality: ArrayLike,
    groups: ArrayLike,
    *,
    model: RankingSVM | None = None,
    C: Sequence[float] = GRID,  # noqa: N803 (the field's name)
    gamma: Sequence[float] | None = None,
    n_folds: int = 3,
    scaler: bool = True,
    scorer: str | Scorer = "precision@5",
    relevant: ArrayLike | None = None,
    rng: int | None = None,
    workers: int = 1,
) -> GridSearch:
    """Try every C with every gamma by cross validation.

    Parameters
    ----------
    features, quality, groups
        As for `cross_validate`.
    model : RankingSVM, optional
        All but C and gamma is taken from it; it is not fitted itself.
    C : sequence of float
        2 ** -6, 2 ** -4, ... 2 ** 2 if not given [1]_.
    gamma : sequence of float, optional
        The same values if not given; a linear kernel has none.
    n_folds, scaler, scorer, relevant, rng
        As for `cross_validate`; all points see the same folds.
    workers : int
        Models trained at once. The result does not depend on it; the memory does.

    Returns
    -------
    GridSearch

    Raises
    ------
    TypeError, ValueError
        As `cross_validate`, or if there is no value, one is there twice or not above 0, or gamma is
        given for a linear kernel.

    References
    ----------
    .. [1] Y. He, Y. Ma, A. Way, J. van Genabith, "Integrating N-best SMT Outputs into a TM System",
       COLING 2010.

    Examples
    --------
    >>> import numpy as np
    >>> from tercel.rerank import RankingSVM, grid_search
    >>> quality = np.tile([1.0, 2.0, 3.0], 6)
    >>> features, groups = quality[:, None] ** 2, np.repeat(np.arange(6), 3)
    >>> search = grid_search(features, quality, groups, C=[0.1, 1], gamma=[0.5], rng=1)
    >>> search.best_params
    {'C': 0.1, 'gamma': 0.5}
    """
    check_workers(workers)
    lists = fold_lists(features, quality, groups, n_folds, rng)
    judge = check_scorer(scorer, lists, relevant)
    chosen = check_model(model)
    grid = _grid_of(chosen, C, gamma)
    folds = [make_fold(lists, fold, scale=bool(scaler)) for fold in range(n_folds)]
    models = [_with(chosen, point) for point in grid]
    tasks: list[Callable[[], float]] = [
        partial(_fold_score, one, lists, fold, judge) for one in models for fold in folds
    ]
    scores = np.array(run_all(tasks, workers)).reshape(len(grid), n_folds)
    table = tuple(
        GridPoint(c, g, float(row.mean()), tuple(row.tolist()))
        for (c, g), row in zip(grid, scores, strict=True)
    )
    # The first of equal ones: so the smallest C, then gamma.
    best = max(table, key=lambda point: point.mean_score)
    return GridSearch(table, best, lists.seed)


def _grid_of(
    model: RankingSVM, costs: Sequence[float], gammas: Sequence[float] | None
) -> list[tuple[float, float | None]]:
    first = _ascending(costs, "C")
    if model.kernel == "linear":
        if gammas is not None:
            raise ValueError("gamma is given, but the kernel is linear and has none")
        return [(c, None) for c in first]
    second = _ascending(GRID if gammas is None else gammas, "gamma")
    return [(c, g) for c in first for g in second]


def _ascending(values: Sequence[float], name: str) -> list[float]:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}, expected a sequence of numbers")
    for value in array.tolist():
        if not 0 < value < np.inf:
            raise ValueError(f"{name} holds {value}, expected finite numbers above 0")
    found: list[float] = np.unique(array).tolist()
    if len(found) < array.size:
        raise ValueError(f"{name} holds a number twice: {array.tolist()}")
    return found


def _with(model: RankingSVM, point: tuple[float, float | None]) -> RankingSVM:
    c, gamma = point
    copy = RankingSVM(**model.get_params()).set_params(C=c)
    return copy if gamma is None else copy.set_params(gamma=gamma)


def _fold_score(model: RankingSVM, lists: FoldedLists, fold: Fold, judge: Judge) -> float:
    return judge(held_out_scores(model, lists, fold), fold.is_test)
