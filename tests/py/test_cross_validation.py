"""Cross validation and grid search against plain loops, for any number of threads."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from tercel._execution import reporting_to
from tercel.rerank import (
    FeatureScaler,
    RankingSVM,
    cross_validate,
    grid_search,
    hit_at_k,
    precision_at_k,
)


def made_up(n_lists=24, size=5, seed=0):
    """Return interleaved lists whose features are on very different scales."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n_lists * size, 3)) * [1, 100, 0.01] + [5, -3, 0]
    quality = np.round(x[:, 0] + x[:, 1] / 100 + rng.normal(size=len(x)), 1)
    groups = np.array([f"s{k}" for k in rng.permutation(np.repeat(np.arange(n_lists), size))])
    return x, quality, groups


def lists_of(groups):
    return list(dict.fromkeys(groups.tolist()))


def by_hand(model, x, quality, groups, folds):
    """Return held-out decision values by an explicit loop."""
    fold_of = dict(zip(lists_of(groups), folds.tolist(), strict=True))
    of_candidates = np.array([fold_of[group] for group in groups.tolist()])
    values = np.full(len(x), np.nan)
    for fold in range(max(fold_of.values()) + 1):
        test = of_candidates == fold
        scaler = FeatureScaler().fit(x[~test])
        fitted = RankingSVM(**model.get_params())
        fitted.fit(scaler.transform(x[~test]), quality[~test], groups=groups[~test])
        values[test] = fitted.decision_function(scaler.transform(x[test]))
    return values, of_candidates


@pytest.mark.parametrize(
    "parameters", [{"kernel": "linear"}, {"approximation": "nystroem", "n_components": 7}]
)
def test_cross_validation_is_a_loop_over_folds(parameters):
    x, quality, groups = made_up()
    model = RankingSVM(**parameters)
    relevant = quality > 5
    options = {"model": model, "scorer": "precision@2", "relevant": relevant, "rng": 3}
    found = cross_validate(x, quality, groups, **options)
    assert np.bincount(found.folds).tolist() == [6, 6, 6, 6]
    values, folds = by_hand(model, x, quality, groups, found.folds)
    assert (found.decision_values == values).all()
    for fold in range(4):
        test = folds == fold
        of_lists = precision_at_k(values[test], relevant[test], groups=groups[test], k=2)
        assert found.fold_scores[fold] == of_lists.mean()
    assert found.mean_score == found.fold_scores.mean()
    again = cross_validate(x, quality, groups, **options, workers=3)
    assert (again.decision_values == found.decision_values).all()
    assert not hasattr(model, "n_features_in_")


def test_the_scaler_never_sees_the_held_out_fold():
    x, quality, groups = made_up()
    model = RankingSVM(kernel="linear")
    found = cross_validate(x, quality, groups, model=model, rng=1)
    fold_of = dict(zip(lists_of(groups), found.folds.tolist(), strict=True))
    inside = np.array([fold_of[group] == 0 for group in groups.tolist()])
    moved = x.copy()
    moved[inside] *= 50
    other = cross_validate(moved, quality, groups, model=model, rng=1)
    scaler = FeatureScaler().fit(x[~inside])
    fitted = model.fit(scaler.transform(x[~inside]), quality[~inside], groups=groups[~inside])
    expected = fitted.decision_function(scaler.transform(moved[inside]))
    assert (other.decision_values[inside] == expected).all()


def test_without_scaler_and_without_relevant():
    x, quality, groups = made_up()
    model = RankingSVM(kernel="linear")
    found = cross_validate(
        x[:, :1], quality, groups, model=model, scaler=False, scorer="hit@1", rng=2, n_folds=2
    )
    fold_of = dict(zip(lists_of(groups), found.folds.tolist(), strict=True))
    test = np.array([fold_of[group] == 1 for group in groups.tolist()])
    model.fit(x[~test, :1], quality[~test], groups=groups[~test])
    values = model.decision_function(x[test, :1])
    assert (found.decision_values[test] == values).all()
    # Relevant is what no candidate of its list is better than.
    best = [quality[groups == group].max() for group in groups[test]]
    of_lists = hit_at_k(values, quality[test] == best, groups=groups[test], k=1)
    assert found.fold_scores[1] == of_lists.mean()


@pytest.mark.parametrize("k", [1, 2, 4, 9])
def test_relevant_by_default_are_candidates_with_fewer_than_k_better_ones(k):
    x, quality, groups = made_up(n_lists=12)
    relevant = [
        (quality[groups == group] > value).sum() < k
        for value, group in zip(quality, groups, strict=True)
    ]
    options = {"model": RankingSVM(kernel="linear"), "scorer": f"precision@{k}", "rng": 0}
    left = cross_validate(x, quality, groups, **options)
    right = cross_validate(x, quality, groups, **options, relevant=relevant)
    assert (left.fold_scores == right.fold_scores).all()


def test_a_callable_gets_scores_quality_and_the_callers_groups():
    x, quality, groups = made_up()
    seen = []

    def scorer(scores, gold, ids):
        seen.append((scores, gold, ids))
        return len(scores) / 7

    found = cross_validate(
        x, quality, groups, model=RankingSVM(kernel="linear"), scorer=scorer, rng=5
    )
    assert sorted(id_ for _, _, ids in seen for id_ in ids) == sorted(groups)
    assert [len(scores) / 7 for scores, _, _ in seen] == found.fold_scores.tolist()


def test_grid_search_tries_every_point_on_the_same_folds():
    x, quality, groups = made_up()
    model = RankingSVM(approximation="nystroem", n_components=9, rng=4)
    options = {"C": [4.0, 0.25], "gamma": [0.5, 0.03], "scorer": "precision@1", "rng": 8}
    found = grid_search(x, quality, groups, model=model, **options)
    assert [(point.C, point.gamma) for point in found.table] == [
        (0.25, 0.03),
        (0.25, 0.5),
        (4.0, 0.03),
        (4.0, 0.5),
    ]
    for point in found.table:
        one = RankingSVM(**model.get_params()).set_params(**point.parameters)
        by_fold = cross_validate(
            x, quality, groups, model=one, n_folds=3, scorer="precision@1", rng=8
        )
        assert point.fold_scores == tuple(by_fold.fold_scores.tolist())
        assert point.mean_score == by_fold.mean_score
    assert found.best_score == max(point.mean_score for point in found.table)
    assert found == grid_search(x, quality, groups, model=model, **options, workers=4)
    assert found.to_dict()["best_params"] == found.best_params


def test_of_equal_points_the_smallest_c_then_gamma_wins():
    x, quality, groups = made_up()
    search = grid_search(
        x, quality, groups, C=[2, 1], gamma=[0.2, 0.1], scorer=lambda *_: 0.5, rng=0
    )
    assert search.best_params == {"C": 1.0, "gamma": 0.1}


def test_a_linear_kernel_has_no_gamma():
    x, quality, groups = made_up()
    search = grid_search(x, quality, groups, model=RankingSVM(kernel="linear"), rng=0)
    assert [point.C for point in search.table] == [2.0**e for e in (-6, -4, -2, 0, 2)]
    assert {*search.best_params} == {"C"}


def test_a_seed_from_the_system_is_named_and_repeats_the_folds():
    x, quality, groups = made_up()
    first = cross_validate(x, quality, groups, model=RankingSVM(kernel="linear"))
    again = cross_validate(x, quality, groups, model=RankingSVM(kernel="linear"), rng=first.seed)
    assert (first.decision_values == again.decision_values).all()


def test_progress_is_reported_task_by_task():
    x, quality, groups = made_up()
    calls = []
    with reporting_to(lambda done, total: calls.append((done, total))):
        cross_validate(x, quality, groups, model=RankingSVM(kernel="linear"), rng=0, workers=2)
    assert calls == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_ctrl_c_ends_it_in_the_middle_of_training(ctrl_c):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(16_000, 5))
    model = RankingSVM(gamma=0.5, C=100, tol=1e-9, max_iter=10**6)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        cross_validate(x, x[:, 0], np.arange(16_000) // 10, model=model, rng=0, workers=2)
    assert time.monotonic() - begin < 60


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n_folds": 1}, ValueError, "n_folds is 1, expected a whole number from 2 to the 24"),
        ({"n_folds": 25}, ValueError, "n_folds is 25"),
        ({"n_folds": 2.0}, ValueError, "n_folds is 2.0"),
        ({"scorer": "accuracy"}, ValueError, "scorer is 'accuracy', expected 'precision@k'"),
        ({"scorer": "precision@0"}, ValueError, "scorer is 'precision@0'"),
        ({"scorer": lambda *_: np.nan}, ValueError, "scorer returned nan"),
        ({"scorer": lambda *_: 1, "relevant": np.ones(120)}, ValueError, "relevant is for"),
        ({"relevant": [1]}, ValueError, "relevant has shape"),
        ({"model": 3}, TypeError, "model is int"),
        ({"workers": 0}, ValueError, "workers is 0"),
        ({"rng": "x"}, TypeError, "rng is str"),
        ({"rng": np.random.default_rng(0)}, TypeError, "rng is a Generator"),
    ],
)
@pytest.mark.parametrize("function", [cross_validate, grid_search])
def test_bad_options(function, options, error, message):
    x, quality, groups = made_up()
    given = {"model": RankingSVM(kernel="linear")} | options
    with pytest.raises(error, match=message):
        function(x, quality, groups, **given)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"C": []}, r"C has shape \(0,\)"),
        ({"C": 1.0}, r"C has shape \(\)"),
        ({"C": [1, 0]}, "C holds 0.0, expected finite numbers above 0"),
        ({"gamma": [np.inf]}, "gamma holds inf"),
        ({"gamma": [1, 2, 1]}, "gamma holds a number twice"),
        ({"model": RankingSVM(kernel="linear"), "gamma": [1.0]}, "the kernel is linear"),
    ],
)
def test_bad_grids(options, message):
    with pytest.raises(ValueError, match=message):
        grid_search(*made_up(), **options)


def test_a_training_part_without_pairs_is_an_error():
    x = np.arange(4.0)[:, None]
    with pytest.raises(ValueError, match="no pair to learn from"):
        cross_validate(x, [1, 2, 1, 1], [0, 0, 1, 1], n_folds=2, rng=0)
    with pytest.raises(ValueError, match="groups is None"):
        cross_validate(x, [1, 2, 1, 1], None, n_folds=2)
