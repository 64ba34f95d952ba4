"""The Ranking SVM against a generic solver, its duality gap, and what it refuses."""

import warnings

import numpy as np
import pytest
from reference import ranking_svm as twin

from tercel import _core
from tercel._execution import ISA
from tercel.rerank import NotConvergedWarning, RankingSVM
from tercel.rerank._lists import make_lists


def made_up(seed, n_lists=5, size=5, n_features=3):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n_lists * size, n_features))
    quality = np.round(x[:, 0] + 0.5 * x[:, 1] ** 2 + rng.normal(size=len(x)) * 0.5, 1)
    groups = np.repeat(np.arange(n_lists), size)
    mixed = rng.permutation(len(x))
    return x[mixed], quality[mixed], groups[mixed]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("gamma", "c"), [(0.3, 1.0), (2.0, 4.0), (None, 0.5), (None, 2.0)])
def test_the_optimum_is_that_of_a_generic_solver(seed, gamma, c):
    x, quality, groups = made_up(seed)
    kernel = {"kernel": "linear"} if gamma is None else {"gamma": gamma}
    model = RankingSVM(C=c, tol=1e-10, max_iter=100_000, **kernel).fit(x, quality, groups=groups)
    coefficients, best = twin.solve(x, quality, groups, c, gamma)
    assert model.objective_ == pytest.approx(best, rel=1e-6)
    scores = twin.kernel_matrix(x, x, gamma) @ coefficients
    np.testing.assert_allclose(model.decision_function(x), scores, atol=1e-4)


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_the_gap_is_what_primal_and_dual_differ_by(kernel):
    x, quality, groups = made_up(1, n_lists=20)
    lists = make_lists(x, quality, groups)
    alphas = np.zeros(lists.n_pairs)
    data = (lists.features, lists.quality, lists.offsets)
    training = _core.RankTraining(2.0, 0.01, 1000, 2**20)
    if kernel == "rbf":
        found = np.zeros(len(x))
        gamma = 0.4
        outcome = _core.rank_train_rbf(*data, gamma, training, found, alphas, 1, ISA, None)
    else:
        found = np.zeros(x.shape[1])
        gamma = None
        outcome = _core.rank_train_linear(*data, training, found, alphas, ISA, None)
    numbers = np.repeat(np.arange(20), np.diff(lists.offsets))
    coefficients = np.zeros(len(x))
    for (a, b), alpha in zip(twin.pairs_of(lists.quality, numbers), alphas, strict=True):
        assert 0 <= alpha <= 2
        coefficients[a] += alpha
        coefficients[b] -= alpha
    if kernel == "rbf":
        np.testing.assert_allclose(found, coefficients, atol=1e-12)
    else:
        np.testing.assert_allclose(found, coefficients @ lists.features, atol=1e-12)
    objective = twin.primal(lists.features, lists.quality, numbers, 2.0, gamma, coefficients)
    gram = twin.kernel_matrix(lists.features, lists.features, gamma)
    dual = alphas.sum() - coefficients @ gram @ coefficients / 2
    assert outcome[0] == pytest.approx(objective, rel=1e-10)
    assert outcome[1] == pytest.approx(objective - dual, rel=1e-6, abs=1e-9)
    assert 0 <= outcome[1] <= 0.01 * objective


def test_the_same_bits_for_any_threads_and_instruction_set():
    x, quality, groups = made_up(3, n_lists=60, size=8)
    lists = make_lists(x, quality, groups)
    training = _core.RankTraining(1.0, 1e-3, 1000, 2**16)
    found = []
    for isa in _core.available_isas():
        for workers in (1, 2, 5):
            coefficients, alphas = np.zeros(len(x)), np.zeros(lists.n_pairs)
            data = (lists.features, lists.quality, lists.offsets)
            _core.rank_train_rbf(*data, 0.5, training, coefficients, alphas, workers, isa, None)
            scores = np.zeros(len(x))
            _core.rank_rbf_scores(x, x, coefficients, 0.5, scores, workers, isa, None)
            found.append((coefficients.tobytes(), scores.tobytes()))
    assert len(set(found)) == 1


def test_a_small_cache_and_shrinking_reach_the_same_optimum():
    x, quality, groups = made_up(4, n_lists=80, size=6)
    large = RankingSVM(gamma=0.5, tol=1e-6).fit(x, quality, groups=groups)
    small = RankingSVM(gamma=0.5, tol=1e-6, kernel_cache_mb=0.05, max_iter=100_000)
    small.fit(x, quality, groups=groups)
    assert small.n_iter_ > large.n_iter_
    assert small.objective_ == pytest.approx(large.objective_, rel=2e-6)


@pytest.mark.parametrize("gamma", [0.05, 4.0])
def test_steps_of_all_lists_at_once_reach_the_optimum_of_working_sets(gamma):
    # 4,200 candidates are more than a working set holds, and 1 MB has no room for landmarks.
    x, quality, groups = made_up(8, n_lists=840)
    at_once = RankingSVM(gamma=gamma, tol=1e-5, workers=2).fit(x, quality, groups=groups)
    in_turn = RankingSVM(gamma=gamma, tol=1e-5, kernel_cache_mb=1).fit(x, quality, groups=groups)
    assert at_once.converged_
    assert at_once.n_iter_ < in_turn.n_iter_
    assert at_once.objective_ == pytest.approx(in_turn.objective_, rel=2e-5)
    # What it keeps up to date is what the model says: so the gap it stopped at is the true one.
    scores = at_once.decision_function(x)
    loss = sum(
        np.maximum(0, 1 - (s[:, None] - s[None]))[q[:, None] > q[None]].sum()
        for s, q in ((scores[groups == g], quality[groups == g]) for g in range(840))
    )
    assert loss == pytest.approx(at_once.loss_, rel=1e-9)


def test_steps_of_all_lists_at_once_have_the_same_bits_for_any_threads_and_instruction_set():
    x, quality, groups = made_up(9, n_lists=840)
    lists = make_lists(x, quality, groups)
    training = _core.RankTraining(1.0, 0.05, 1000, 2**23)
    found = set()
    for isa in _core.available_isas():
        for workers in (1, 3):
            coefficients, alphas = np.zeros(len(x)), np.zeros(lists.n_pairs)
            data = (lists.features, lists.quality, lists.offsets)
            _core.rank_train_rbf(*data, 0.1, training, coefficients, alphas, workers, isa, None)
            assert alphas.min() >= 0 and alphas.max() <= 1.0
            found.add(coefficients.tobytes() + alphas.tobytes())
    assert len(found) == 1


def test_groups_may_be_interleaved_and_lists_of_one_or_of_equals_change_nothing():
    x, quality, groups = made_up(7)
    sorted_by_list = np.argsort(groups, kind="stable")
    mixed = RankingSVM(gamma=0.3).fit(x, quality, groups=groups)
    extra = np.vstack([x[sorted_by_list], x[:4] + 1])
    model = RankingSVM(gamma=0.3).fit(
        extra,
        np.append(quality[sorted_by_list], [1, 2, 2, 2]),
        groups=np.append(groups[sorted_by_list], [98, 99, 99, 99]),
    )
    assert model.n_pairs_ == mixed.n_pairs_
    np.testing.assert_allclose(model.decision_function(x), mixed.decision_function(x), atol=1e-3)


def test_all_candidates_as_landmarks_are_the_exact_kernel():
    x, quality, groups = made_up(5)
    exact = RankingSVM(gamma=0.3, tol=1e-9).fit(x, quality, groups=groups)
    seen = RankingSVM(
        gamma=0.3, tol=1e-9, approximation="nystroem", n_components=len(x), max_iter=100_000
    )
    seen.fit(x, quality, groups=groups)
    assert seen.objective_ == pytest.approx(exact.objective_, rel=1e-6)
    np.testing.assert_allclose(
        seen.decision_function(x), exact.decision_function(x), atol=1e-3, rtol=0
    )


def test_constant_features_score_all_alike_and_ties_make_no_pair():
    model = RankingSVM().fit(np.ones((4, 2)), [1, 2, 2, 3])
    assert model.n_pairs_ == 5
    assert len(set(model.decision_function(np.ones((3, 2))))) == 1


def test_too_few_iterations_warn():
    x, quality, groups = made_up(6, n_lists=30)
    with pytest.warns(NotConvergedWarning, match="max_iter = 1"):
        RankingSVM(kernel="linear", tol=1e-9, max_iter=1).fit(x, quality, groups=groups)


@pytest.mark.parametrize(
    ("parameters", "arguments", "message"),
    [
        ({"C": 0}, {}, "C is 0, expected a finite number above 0"),
        ({"gamma": -1.0}, {}, "gamma is -1.0"),
        ({"gamma": "auto"}, {}, "gamma"),
        ({"kernel": "poly"}, {}, "kernel"),
        ({"kernel": "linear", "approximation": "nystroem"}, {}, "approximation is for"),
        ({"max_iter": 0}, {}, "max_iter is 0"),
        ({"workers": 0}, {}, "workers is 0"),
        ({}, {"features": np.zeros((0, 2)), "quality": []}, "features has shape"),
        ({}, {"features": [[1.0, np.nan], [0, 0]]}, r"features\[0, 1\] is nan"),
        ({}, {"quality": [1, np.inf]}, r"quality\[1\] is inf"),
        ({}, {"quality": [1, 1]}, "no pair to learn from"),
        ({}, {"groups": [1, 2]}, "none of the 2 lists"),
        ({}, {"groups": [1]}, "groups has shape"),
        ({}, {"features": [[1.0, 2.0]], "quality": [1]}, "no pair to learn from"),
    ],
)
def test_bad_input_is_one_clear_error(parameters, arguments, message):
    given = {"features": [[0.0, 1.0], [1.0, 0.0]], "quality": [0, 1], "groups": None} | arguments
    with pytest.raises(ValueError, match=message):
        RankingSVM(**parameters).fit(given["features"], given["quality"], groups=given["groups"])


def test_scores_need_a_fitted_model_and_its_features():
    model = RankingSVM()
    with pytest.raises(ValueError, match="not fitted"):
        model.decision_function([[0.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(ValueError, match="features has 2 columns, expected 1"):
        model.decision_function([[0.0, 1.0]])


def test_parameters_are_got_and_set_by_name():
    model = RankingSVM(C=2.0).set_params(gamma=0.5)
    assert RankingSVM(**model.get_params()).get_params() == model.get_params()
    with pytest.raises(ValueError, match="no parameter 'c'"):
        model.set_params(c=1)
