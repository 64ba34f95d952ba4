"""Paired tests: exact where they can be, equal to their slow twins, and honest about errors."""

import numpy as np
import pytest
from reference import inference
from simulated import BLEU, bleu_rows, exchanged, score

import tercel
from tercel import _core

pytestmark = pytest.mark.filterwarnings("ignore::tercel.SmallTestSetWarning")

METHODS = ("permutation", "bootstrap", "koehn")
ALTERNATIVES = ("two-sided", "greater", "less")


def pair(n, seed, n_differing=None):
    rng = np.random.default_rng(seed)
    a, b = bleu_rows(n, rng), bleu_rows(n, rng)
    if n_differing is not None:
        b[n_differing:] = a[n_differing:]
    return a, b


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [1, 2, 50, 400])
def test_identical_systems_give_p_1(method, n):
    a, _ = pair(n, 0)
    test = tercel.paired_test(a, a, BLEU, method=method, rng=0)
    assert (test.effect, test.p_value, test.n_differing) == (0.0, 1.0, 0)
    if method != "permutation":
        assert (test.wins, test.losses, test.ties) == (0, 0, test.n_resamples)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [1, 2, 50, 400])
def test_one_differing_segment_gives_p_1(method, n):
    a, b = pair(n, 1, n_differing=1)
    test = tercel.paired_test(a, b, BLEU, method=method, rng=0)
    assert test.p_value == 1.0
    assert test.exact


@pytest.mark.parametrize("method", METHODS)
def test_both_systems_at_zero(method):
    a = np.tile([5, 5, 0, 0, 0, 0, 5, 4, 3, 2], (30, 1))
    b = np.tile([6, 5, 0, 0, 0, 0, 6, 5, 4, 3], (30, 1))
    test = tercel.paired_test(a, b, BLEU, method=method, rng=0)
    assert (test.effect, test.p_value) == (0.0, 1.0)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", range(1, 13))
def test_enumeration_equals_brute_force(n, alternative):
    a, b = pair(n, 100 + n)
    test = tercel.paired_test(a, b, BLEU, alternative=alternative, rng=0)
    assert test.exact
    assert test.p_value == inference.permutation_p(a, b, score, alternative)


@pytest.mark.slow
@pytest.mark.parametrize("n", range(13, 17))
def test_enumeration_equals_brute_force_of_up_to_16(n):
    test_enumeration_equals_brute_force(n, "two-sided")


def test_enumeration_ignores_segments_that_do_not_differ():
    a, b = pair(500, 3, n_differing=9)
    test = tercel.paired_test(a, b, BLEU, rng=0)
    assert (test.exact, test.n_resamples, test.n_differing) == (True, 2**9, 9)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [21, 64, 65, 600])
def test_permutation_equals_its_twin_on_the_same_swaps(n, alternative):
    a, b = pair(n, 5)
    test = tercel.paired_test(a, b, BLEU, n_resamples=200, alternative=alternative, rng=7)
    differs = (a != b).any(axis=1)
    m = int(differs.sum())
    words = np.empty((200, (m + 63) // 64), dtype=np.uint64)
    _core.permutation_words(m, 7, 0, words, "scalar")
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[:, :m].astype(bool)
    expected = inference.monte_carlo_permutation_p(
        a[differs], b[differs], _score_with_rest(a[~differs]), bits, alternative
    )
    assert test.p_value == expected


def _score_with_rest(rest):
    return lambda totals: score(totals + rest.sum(axis=0))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("method", ["bootstrap", "koehn"])
@pytest.mark.parametrize("n", [2, 50, 500])
def test_bootstrap_equals_its_twin_on_the_same_draws(n, method, alternative):
    a, b = pair(n, 9)
    test = tercel.paired_test(
        a, b, BLEU, method=method, n_resamples=300, alternative=alternative, rng=11
    )
    indices = np.empty((300, n), dtype=np.uint32)
    _core.bootstrap_indices(n, 11, 0, indices, "scalar")
    effects = np.array(inference.bootstrap_effects(a, b, score, indices))
    assert test.p_value == inference.bootstrap_p(a, b, score, indices, alternative)
    assert test.wins == (effects > 0).sum()
    assert test.losses == (effects < 0).sum()
    assert test.wins + test.losses + test.ties == 300
    ordered = np.sort(effects)
    assert (test.low, test.high) == (ordered[8], ordered[-9])


@pytest.mark.parametrize("method", METHODS)
def test_exchanging_the_systems_gives_the_same_p(method):
    for seed in range(20):
        a, b = pair(40 + seed, seed)
        one = tercel.paired_test(a, b, BLEU, method=method, n_resamples=500, rng=seed)
        other = tercel.paired_test(b, a, BLEU, method=method, n_resamples=500, rng=seed)
        assert one.p_value == other.p_value
        assert one.effect == -other.effect
        if method != "permutation":
            assert (one.wins, one.losses) == (other.losses, other.wins)
            assert (one.low, one.high) == (-other.high, -other.low)


def test_greater_means_better_also_for_error_rates():
    rng = np.random.default_rng(0)
    worse, better = rng.integers(50, 90, 100), rng.integers(10, 40, 100)
    errors = tercel.SegmentMean("errors", higher_is_better=False)
    for method in METHODS:
        test = tercel.paired_test(
            errors.statistics(better),
            errors.statistics(worse),
            errors,
            method=method,
            alternative="greater",
            rng=0,
        )
        assert test.p_value < 0.01
        assert test.effect < 0
    koehn = tercel.paired_test(
        errors.statistics(better), errors.statistics(worse), errors, method="koehn", rng=0
    )
    assert koehn.wins == 1000


@pytest.mark.parametrize("method", METHODS)
def test_p_is_never_zero_and_names_its_uncertainty(method):
    a, b = (
        bleu_rows(400, np.random.default_rng(1), 0.9),
        bleu_rows(400, np.random.default_rng(2), 0.2),
    )
    test = tercel.paired_test(a, b, BLEU, method=method, n_resamples=999, rng=0)
    assert test.p_value == 1 / 1000
    low, high = test.monte_carlo_interval
    assert low == 0.0
    assert 0.003 < high < 0.005


def test_defaults():
    a, b = pair(300, 4)
    assert tercel.paired_test(a, b, BLEU).n_resamples == 10_000
    assert tercel.paired_test(a, b, BLEU, method="koehn").n_resamples == 1000


def test_seed_zero_is_a_seed_and_none_is_named():
    a, b = pair(300, 6)
    assert tercel.paired_test(a, b, BLEU, rng=0) == tercel.paired_test(a, b, BLEU, rng=0)
    unnamed = tercel.paired_test(a, b, BLEU, n_resamples=100)
    seed = int(unnamed.rng.removeprefix("seed:"))
    assert tercel.paired_test(a, b, BLEU, n_resamples=100, rng=seed) == unnamed


@pytest.mark.parametrize("method", METHODS)
def test_workers_do_not_change_a_bit(method):
    a, b = pair(700, 8)
    expected = tercel.paired_test(a, b, BLEU, method=method, n_resamples=3000, rng=5)
    for workers in (2, 3, 8):
        result = tercel.paired_test(
            a, b, BLEU, method=method, n_resamples=3000, rng=5, workers=workers
        )
        assert result == expected


def test_a_users_metric_is_first_class():
    class Accuracy:
        name, higher_is_better, signature = "accuracy", True, "accuracy"

        def aggregate(self, totals):
            return totals[..., 0] / totals[..., 1]

    rng = np.random.default_rng(2)
    a = np.column_stack([rng.integers(0, 2, 400), np.ones(400, dtype=np.int64)])
    b = np.column_stack([rng.integers(0, 2, 400), np.ones(400, dtype=np.int64)])
    assert isinstance(Accuracy(), tercel.Metric)
    test = tercel.paired_test(a, b, Accuracy(), rng=0)
    assert test.effect == pytest.approx((a[:, 0].sum() - b[:, 0].sum()) / 400)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (
            {"b": np.zeros((29, 10), dtype=int)},
            ValueError,
            "has 30 segments, but statistics_b has 29",
        ),
        ({"b": np.zeros((30, 9), dtype=int)}, ValueError, "has 10 columns, but statistics_b has 9"),
        ({"a": np.zeros((0, 10), dtype=int)}, ValueError, r"statistics_a has shape \(0, 10\)"),
        ({"a": np.zeros((30, 10))}, TypeError, "statistics_a has dtype float64, expected integers"),
        ({"a": np.full((30, 10), 2**60)}, ValueError, "can overflow a total"),
        ({"method": "t"}, ValueError, "unknown method 't', expected one of permutation, bootstrap"),
        ({"alternative": "both"}, ValueError, "unknown alternative 'both'"),
        ({"n_resamples": 0}, ValueError, "n_resamples is 0, expected"),
        ({"n_resamples": 39, "method": "koehn"}, ValueError, "at least 40 are needed"),
        ({"rng": -1}, ValueError, "rng is -1, expected a seed from 0"),
        ({"rng": "1"}, TypeError, "rng is str, expected None, an int"),
        ({"rng": True}, TypeError, "rng is bool"),
        ({"workers": 0}, ValueError, "workers is 0, expected a number of threads"),
    ],
)
def test_bad_input(change, error, message):
    a, b = pair(30, 0)
    arguments = {"a": a, "b": b, **change}
    with pytest.raises(error, match=message):
        tercel.paired_test(arguments.pop("a"), arguments.pop("b"), BLEU, **arguments)


def test_a_metric_that_gives_nan_is_refused():
    class Broken:
        name, higher_is_better, signature = "broken", True, "broken"

        def aggregate(self, totals):
            return totals[..., 0] * np.nan

    a, b = pair(30, 0)
    with pytest.raises(ValueError, match=r"broken.aggregate gave nan for the totals \["):
        tercel.paired_test(a, b, Broken())


def test_few_segments_warn():
    a, b = pair(299, 0)
    with pytest.warns(tercel.SmallTestSetWarning, match="299 segments: with fewer than 300"):
        tercel.paired_test(a, b, BLEU, n_resamples=10)


def test_null_pairs_are_rejected_as_often_as_stated():
    """2,000 null pairs of 300 segments: 5 % must be 5 % give or take 1.5 (three sigma)."""
    rng = np.random.default_rng(2004)
    a, b = bleu_rows(300, rng), bleu_rows(300, rng)
    rejected = 0
    for seed in range(2000):
        null_a, null_b = exchanged(a, b, rng)
        test = tercel.paired_test(null_a, null_b, BLEU, n_resamples=999, rng=seed)
        rejected += test.p_value <= 0.05
    assert 0.035 <= rejected / 2000 <= 0.065
