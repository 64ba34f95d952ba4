"""Equivalence and non-inferiority: the formula by brute force, the textbook, and error rates."""

import json

import numpy as np
import pytest
from scipy import stats
from simulated import BLEU, bleu_rows, exchanged

import tercel
from tercel.paired import paired_test

RATINGS = tercel.SegmentMean("rating")


@pytest.fixture(autouse=True)
def _few_segments(recwarn):
    """Small test sets are the point here."""


def shifted(n, difference, seed, spread=5.0):
    """Ratings of A and B, A better by about `difference`."""
    rng = np.random.default_rng(seed)
    b = rng.normal(70, 10, n)
    a = b + difference + rng.normal(0, spread, n)
    return RATINGS.statistics(a), RATINGS.statistics(b)


def test_p_by_counting():
    rng = np.random.default_rng(5)
    a, b = bleu_rows(30, rng), bleu_rows(30, rng)
    test = tercel.equivalence_test(a, b, BLEU, margin=2.5, n_resamples=200, rng=9)
    replicates = [
        tercel.confidence_interval(x, BLEU, n_resamples=200, rng=9).replicates for x in (a, b)
    ]
    effects = replicates[0] - replicates[1]
    d = test.effect
    not_worse = (1 + sum(e - d >= d + 2.5 for e in effects)) / 201
    not_better = (1 + sum(e - d <= d - 2.5 for e in effects)) / 201
    assert (test.p_not_worse, test.p_not_better) == (not_worse, not_better)
    assert test.p_value == max(not_worse, not_better)
    ordered = np.sort(2 * d - effects)
    assert (test.low, test.high) == (ordered[10], ordered[189])


def test_it_agrees_with_two_one_sided_t_tests():
    a, b = shifted(400, 0.3, seed=1)
    x, y = (np.asarray(RATINGS.aggregate(rows)) for rows in (a, b))
    test = tercel.equivalence_test(a, b, RATINGS, margin=0.7, n_resamples=20_000, rng=1)
    assert test.p_not_worse == pytest.approx(
        stats.ttest_rel(x + 0.7, y, alternative="greater").pvalue, abs=0.005
    )
    assert test.p_not_better == pytest.approx(
        stats.ttest_rel(x - 0.7, y, alternative="less").pvalue, abs=0.005
    )


def test_a_vanishing_margin_is_the_one_sided_bootstrap_test():
    a, b = shifted(50, 1.0, seed=2)
    margin_test = tercel.noninferiority_test(a, b, RATINGS, margin=1e-12, rng=4)
    plain = paired_test(a, b, RATINGS, method="bootstrap", alternative="greater", rng=4)
    assert margin_test.p_value == plain.p_value
    assert margin_test.effect == plain.effect


def test_exchanged_systems():
    a, b = shifted(60, 1.0, seed=3)
    forth = tercel.equivalence_test(a, b, RATINGS, margin=2, rng=4)
    back = tercel.equivalence_test(b, a, RATINGS, margin=2, rng=4)
    assert forth.p_value == back.p_value
    assert (forth.p_not_worse, forth.p_not_better) == (back.p_not_better, back.p_not_worse)


def test_an_error_rate_is_not_worse_when_it_is_lower():
    errors = tercel.SegmentMean("errors", higher_is_better=False)
    rng = np.random.default_rng(6)
    many = rng.normal(20, 3, 300)
    a, b = errors.statistics(many - 5), errors.statistics(many + rng.normal(0, 1, 300))
    test = tercel.noninferiority_test(a, b, errors, margin=1, rng=1)
    assert test.effect < -4
    assert test.p_value == test.p_not_worse == 1 / 10_001
    assert test.p_not_better == 1.0


def test_identical_systems_are_equivalent_unless_there_is_one_segment():
    a, _ = shifted(20, 0, seed=4)
    assert tercel.equivalence_test(a, a, RATINGS, margin=0.1, rng=1).p_value == 1 / 10_001
    test = tercel.equivalence_test(a[:1], a[:1], RATINGS, margin=0.1, rng=1)
    assert (test.p_not_worse, test.p_not_better, test.low, test.high) == (1.0, 1.0, 0.0, 0.0)


def test_false_claims_at_the_edge_of_the_margin():
    """Systems that differ by exactly the margin are called equivalent in 5 % of test sets."""
    n_sets, claims = 1000, 0
    for seed in range(n_sets):
        a, b = shifted(300, 1.0, seed)
        claims += (
            tercel.equivalence_test(a, b, RATINGS, margin=1.0, n_resamples=199, rng=seed).p_value
            < 0.05
        )
    assert abs(claims / n_sets - 0.05) < 2.6 * np.sqrt(0.05 * 0.95 / n_sets) + 0.005


def test_null_pairs_of_bleu_are_found_equivalent():
    rng = np.random.default_rng(8)
    a, b = exchanged(bleu_rows(1000, rng), bleu_rows(1000, rng), rng)
    assert tercel.equivalence_test(a, b, BLEU, margin=5, rng=1).p_value < 0.05


def test_documents_and_strata_are_drawn_as_in_the_bootstrap_test():
    a, b = shifted(80, 1.0, seed=2)
    plan = {"clusters": np.arange(80) // 4, "strata": np.arange(80) // 40}
    margin_test = tercel.noninferiority_test(a, b, RATINGS, margin=1e-12, rng=4, **plan)
    options = {"method": "bootstrap", "alternative": "greater", "rng": 4, **plan}
    plain = paired_test(a, b, RATINGS, **options)
    assert margin_test.p_value == plain.p_value
    assert margin_test.monte_carlo_interval == plain.monte_carlo_interval
    assert margin_test.plan == plain.plan == "documents:20|strata:2"


def test_threads_do_not_show_and_it_becomes_json():
    a, b = shifted(100, 1.0, seed=7)
    one, two = (tercel.equivalence_test(a, b, RATINGS, margin=2, rng=4, workers=w) for w in (1, 2))
    assert one == two
    assert json.loads(json.dumps(one.to_dict()))["margin"] == 2.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"margin": 0}, "margin is 0, expected a finite number above 0"),
        ({"margin": float("nan")}, "margin is nan"),
        ({"margin": float("inf")}, "margin is inf"),
        ({"margin": 1, "level": 0.5}, "level is 0.5, expected between 0 and 0.5"),
        ({"margin": 1, "n_resamples": 19}, "n_resamples is 19, too few for a 90 % interval"),
        ({"margin": 1, "n_resamples": 0}, "n_resamples is 0"),
    ],
)
def test_bad_options(options, message):
    a, b = shifted(5, 1.0, seed=7)
    for test in (tercel.equivalence_test, tercel.noninferiority_test):
        with pytest.raises(ValueError, match=message):
            test(a, b, RATINGS, **options)


def test_the_margin_has_no_default_and_small_test_sets_warn():
    a, b = shifted(5, 1.0, seed=7)
    with pytest.raises(TypeError, match="margin"):
        tercel.equivalence_test(a, b, RATINGS)
    with pytest.warns(tercel.SmallTestSetWarning) as caught:
        tercel.equivalence_test(a, b, RATINGS, margin=1, rng=1)
    assert caught[0].filename == __file__
