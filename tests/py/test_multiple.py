"""Adjusted p: known values, other people's code, orders that hold for any numbers, error rates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control
from simulated import BLEU, bleu_rows

import tercel
from tercel._resampling import as_streams
from tercel.multiple import ADJUSTMENTS

# Benjamini and Hochberg (1995), section 3.2: 15 comparisons of two treatments.
PUBLISHED = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
]

p_lists = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        # Sorted .01, .02, .03, .04: 4 * .01; 3 * .02; 2 * .03; 1 * .04, raised to .06.
        ("holm", [0.06, 0.04, 0.06, 0.06]),
        # 4 / 1 * .01, 4 / 2 * .02, 4 / 3 * .03, 4 / 4 * .04: all .04.
        ("bh", [0.04, 0.04, 0.04, 0.04]),
        # The same times 1 + 1/2 + 1/3 + 1/4 = 25/12.
        ("by", [1 / 12, 1 / 12, 1 / 12, 1 / 12]),
    ],
)
def test_by_hand(method, expected):
    np.testing.assert_allclose(tercel.adjust_p([0.02, 0.01, 0.04, 0.03], method), expected)


def test_published_claims():
    # The paper: Holm's (and Bonferroni's) procedure makes 3 claims, theirs makes 4.
    assert (tercel.adjust_p(PUBLISHED, "holm") < 0.05).sum() == 3
    assert (tercel.adjust_p(PUBLISHED, "bh") < 0.05).sum() == 4


@given(p_lists, st.sampled_from(["bh", "by"]))
def test_false_discovery_rates_are_those_of_scipy(p_values, method):
    expected = false_discovery_control(p_values, method=method)
    np.testing.assert_allclose(tercel.adjust_p(p_values, method), expected, rtol=1e-12, atol=1e-300)


@given(p_lists, st.sampled_from([0.01, 0.05, 0.2]))
def test_holm_claims_what_its_stepwise_definition_claims(p_values, level):
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    claimed = set()
    for place, i in enumerate(order):
        if not p_values[i] * (len(p_values) - place) < level:
            break
        claimed.add(i)
    adjusted = tercel.adjust_p(p_values, "holm")
    assert set(np.flatnonzero(adjusted < level)) == claimed


@given(p_lists, st.sampled_from(ADJUSTMENTS))
def test_adjusted_p_keep_the_order_and_never_fall(p_values, method):
    adjusted = tercel.adjust_p(p_values, method)
    p = np.array(p_values)
    assert (adjusted >= p).all()
    assert (adjusted <= 1).all()
    assert (np.diff(adjusted[np.argsort(p, kind="stable")]) >= 0).all()
    for value in p_values:
        assert len(set(adjusted[p == value])) == 1


@pytest.mark.parametrize("method", ADJUSTMENTS)
def test_one_comparison_needs_no_adjustment(method):
    assert tercel.adjust_p([0.037], method).tolist() == [0.037]


@pytest.mark.parametrize(
    ("p_values", "message"),
    [
        ([0.1, float("nan")], r"p_values\[1\] is nan, expected from 0 to 1"),
        ([1.1], r"p_values\[0\] is 1.1"),
        ([], r"p_values has shape \(0,\)"),
        ([[0.1]], r"p_values has shape \(1, 1\)"),
    ],
)
def test_bad_p(p_values, message):
    with pytest.raises(ValueError, match=message):
        tercel.adjust_p(p_values)


def test_unknown_method():
    with pytest.raises(ValueError, match="unknown method 'sidak', expected one of holm, bh, by"):
        tercel.adjust_p([0.1], "sidak")


def brute_max_t(effects, replicates):
    """The definition, in plain loops."""
    n = len(effects)
    spread = np.std(replicates, axis=0, ddof=1)
    t = [abs(effects[j]) / spread[j] for j in range(n)]
    order = sorted(range(n), key=lambda j: -t[j])
    adjusted, highest = {}, 0.0
    for k, j in enumerate(order):
        count = 0
        for row in replicates:
            rest = [abs(row[i] - effects[i]) / spread[i] for i in order[k:]]
            count += max(rest) >= t[j]
        highest = max(highest, (1 + count) / (len(replicates) + 1))
        adjusted[j] = highest
    return [adjusted[j] for j in range(n)]


def test_max_t_is_its_definition():
    rng = np.random.default_rng(1)
    for _ in range(50):
        effects = rng.normal(0, 2, 5)
        replicates = effects + rng.normal(0, 1, (40, 5)) @ rng.normal(0, 1, (5, 5))
        assert tercel.max_t_p(effects, replicates).tolist() == brute_max_t(effects, replicates)


def test_max_t_of_one_comparison_is_the_bootstrap_p():
    rng = np.random.default_rng(2)
    a, b = bleu_rows(100, rng), bleu_rows(100, rng)
    with pytest.warns(tercel.SmallTestSetWarning):
        test = tercel.paired_test(a, b, BLEU, method="bootstrap", n_resamples=500, rng=3)
    drawn = bootstrap_scores([a, b], 500, seed=3)
    assert tercel.max_t_p([test.effect], drawn[:, :1] - drawn[:, 1:])[0] == test.p_value


def test_max_t_without_variation():
    replicates = np.array([[0.0, 2.0, 1.5], [0.0, 2.0, 0.5], [0.0, 2.0, 1.0]])
    p = tercel.max_t_p([0.0, 2.0, 1.0], replicates)
    assert p[0] == 1.0  # equal systems
    assert p[1] == 0.25  # no draw changes the difference: the smallest p that three draws give


@pytest.mark.parametrize(
    ("effects", "replicates", "message"),
    [
        ([], [[]], r"effects has shape \(0,\)"),
        ([1.0], [[1.0]], r"replicates has shape \(1, 1\), expected \(n_resamples, 1\)"),
        ([1.0], [[1.0, 2.0]] * 3, r"replicates has shape \(3, 2\)"),
        ([float("nan")], [[1.0]] * 3, "effects has a number that is not finite"),
        ([1.0], [[float("inf")]] * 3, "replicates has a number that is not finite"),
    ],
)
def test_bad_effects(effects, replicates, message):
    with pytest.raises(ValueError, match=message):
        tercel.max_t_p(effects, replicates)


def bootstrap_scores(tables, n_resamples, seed):
    blocks = as_streams(seed, 1).bootstrap(np.hstack(tables), n_resamples)
    totals = np.concatenate(list(blocks)).reshape(n_resamples, len(tables), -1)
    return BLEU.aggregate(totals)


def test_family_wise_error_of_six_equal_systems():
    """No claim may be made among 15 pairs of equal systems in more than 5.5 % of test sets."""
    n_sets, n_segments, n_systems = 2000, 300, 6
    first, second = np.triu_indices(n_systems, 1)
    rng = np.random.default_rng(20260101)
    outputs = np.stack([bleu_rows(n_segments, rng) for _ in range(n_systems)])
    false_claims = uncorrected = 0
    for seed in range(n_sets):
        # Who wrote what is exchanged in each segment: all systems are equally good.
        authors = rng.permuted(np.tile(np.arange(n_systems), (n_segments, 1)), axis=1)
        tables = outputs[authors.T, np.arange(n_segments)]
        scores = BLEU.aggregate(tables.sum(axis=1))
        effects = scores[first] - scores[second]
        drawn = bootstrap_scores(list(tables), 199, seed)
        replicates = drawn[:, first] - drawn[:, second]
        false_claims += tercel.max_t_p(effects, replicates).min() < 0.05
        alone = (1 + (np.abs(replicates - effects) >= np.abs(effects)).sum(axis=0)) / 200
        uncorrected += alone.min() < 0.05
    band = 2.6 * np.sqrt(0.055 * 0.945 / n_sets)
    assert false_claims / n_sets <= 0.055 + band
    assert uncorrected / n_sets > 0.25  # the test can see a missing correction
