"""Orders of the candidates: as given, by models that have not seen the source, and the best."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import tercel
from experiments.he2010.data import Candidates
from tercel.rerank import FeatureScaler, RankingSVM, cross_validate

Scores = NDArray[np.float64]

N_FOLDS = 4
SEED = 2010
# What `python -m experiments.he2010.grid` finds on the training part of the first fold.
C, GAMMA = 4.0, 0.0625
N_COMPONENTS = 200
N_TREES = 300


def rbf_model(workers: int = 1, *, exact: bool = False) -> RankingSVM:
    """Return the RBF Ranking SVM of the tables."""
    return RankingSVM(
        C=C,
        gamma=GAMMA,
        approximation=None if exact else "nystroem",
        n_components=N_COMPONENTS,
        workers=workers,
    )


def given_orders(data: Candidates) -> dict[str, Scores]:
    """Return the orders that need no training."""
    return {
        "MT order": np.where(data.is_mt, 100.0, 0.0) - data.rank,
        "TM order": np.where(data.is_mt, 0.0, 100.0) - data.rank,
        "oracle": -data.ter,
    }


def held_out(model: RankingSVM, data: Candidates, workers: int = 1) -> Scores:
    """Return scores by 4-fold cross validation over sources, scaled by the training folds."""
    found = cross_validate(
        data.features,
        -data.ter,
        data.sources,
        model=model,
        n_folds=N_FOLDS,
        relevant=data.relevant,
        rng=SEED,
        workers=workers,
    )
    return found.decision_values


def fold_of_candidates(data: Candidates) -> NDArray[np.int64]:
    """Return the fold of each candidate, the same folds as `cross_validate` makes."""
    ids, first, numbers = np.unique(data.sources, return_index=True, return_inverse=True)
    place = np.argsort(np.argsort(first))
    folds = np.empty(len(ids), dtype=np.int64)
    folds[tercel.random_sample(len(ids), len(ids), rng=SEED)] = np.arange(len(ids)) % N_FOLDS
    of_candidates: NDArray[np.int64] = folds[place][numbers]
    return of_candidates


def lambda_rank(data: Candidates, workers: int) -> Scores:
    """Return held-out scores of LightGBM's LambdaRank; ImportError if it is not installed.

    Its gold values are whole numbers: how many of the list are worse. Trees, rate and leaves are
    not tuned.
    """
    import lightgbm  # noqa: PLC0415 - optional

    folds, gold = fold_of_candidates(data), _n_worse(data)
    options = {
        "objective": "lambdarank",
        "learning_rate": 0.05,
        "num_leaves": 31,
        "label_gain": list(range(int(gold.max()) + 1)),
        "num_threads": workers,
        "seed": SEED,
        "deterministic": True,
        "force_row_wise": True,
        "verbose": -1,
    }
    scores = np.empty(len(gold))
    for fold in range(N_FOLDS):
        known = folds != fold
        scaler = FeatureScaler().fit(data.features[known])
        _, sizes = np.unique(data.sources[known], return_counts=True)
        # Rows are source after source, so that sizes are theirs.
        known_rows = scaler.transform(data.features[known])
        part = lightgbm.Dataset(known_rows, label=gold[known], group=sizes)
        model = lightgbm.train(options, part, N_TREES)
        scores[~known] = model.predict(scaler.transform(data.features[~known]))
    return scores


def _n_worse(data: Candidates) -> NDArray[np.int64]:
    worse = np.empty(len(data.sources), dtype=np.int64)
    begins = np.flatnonzero(np.diff(data.sources, prepend=-1))
    for rows in np.split(np.arange(len(worse)), begins[1:]):
        worse[rows] = (data.ter[rows] > data.ter[rows][:, None]).sum(axis=1)
    return worse


def all_orders(
    data: Candidates, workers: int, *, exact: bool, say: Callable[[str], None]
) -> dict[str, Scores]:
    """Return every order of the tables; what is left out is said, with the reason."""
    orders = given_orders(data)
    best = orders.pop("oracle")
    orders["linear"] = held_out(RankingSVM(kernel="linear", C=C), data, workers)
    orders["RBF"] = held_out(rbf_model(), data, workers)
    if exact:
        orders["RBF, exact"] = held_out(rbf_model(workers, exact=True), data)
    try:
        orders["LambdaRank"] = lambda_rank(data, workers)
    except ImportError:
        say("LambdaRank is left out: the package lightgbm is not installed")
    orders["oracle"] = best
    return orders
