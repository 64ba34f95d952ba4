"""Classical tests of segment scores equal scipy's; weights and missing scores."""

import sys

import numpy as np
import pytest
import scipy.stats

import tercel

ALTERNATIVES = ("two-sided", "greater", "less")


def scores(seed, n=80):
    rng = np.random.default_rng(seed)
    a = rng.normal(70, 10, n).round(1)
    return a, np.where(rng.random(n) < 0.2, a, a + rng.normal(1, 4, n).round(1))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("seed", range(5))
def test_scipys_tests(seed, alternative):
    a, b = scores(seed)
    better, differing = (a > b).sum(), (a != b).sum()
    for method, expected in (
        ("t", scipy.stats.ttest_rel(a, b, alternative=alternative)),
        ("wilcoxon", scipy.stats.wilcoxon(a, b, alternative=alternative)),
        ("sign", scipy.stats.binomtest(better, differing, alternative=alternative)),
    ):
        test = tercel.segment_test(a, b, method=method, alternative=alternative)
        assert test.p_value == pytest.approx(expected.pvalue, rel=1e-12)
        statistic = better if method == "sign" else expected.statistic
        assert test.statistic == pytest.approx(statistic, rel=1e-12)
        assert (test.n_segments, test.n_differing) == (80, differing)
        assert test.effect == pytest.approx(a.mean() - b.mean())
        assert test.to_dict()["p_value"] == test.p_value


@pytest.mark.parametrize("method", ["t", "wilcoxon", "sign"])
def test_greater_means_better_also_for_error_rates(method):
    a, b = scores(1)
    test = tercel.segment_test(a, b, method=method, alternative="greater", higher_is_better=False)
    other = tercel.segment_test(b, a, method=method, alternative="greater")
    assert test.p_value == pytest.approx(other.p_value, rel=1e-12)
    assert test.p_value < 0.5


@pytest.mark.parametrize("method", ["t", "wilcoxon", "sign"])
@pytest.mark.parametrize("n", [1, 2, 50])
def test_identical_systems_and_single_segments_give_p_1(method, n):
    a, _ = scores(2, n)
    assert tercel.segment_test(a, a, method=method).p_value == 1.0
    assert tercel.segment_test([5], [3], method=method).p_value == 1.0


def test_a_constant_difference_is_refused_by_the_t_test():
    with pytest.raises(ValueError, match="all 4 differences are 2: the t test has no variance"):
        tercel.segment_test([3, 4, 5, 6], [1, 2, 3, 4], method="t")


def test_scipy_missing_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'tercel\[stats\]'"):
        tercel.segment_test([1, 2], [2, 3])


@pytest.mark.parametrize(
    ("a", "b", "options", "message"),
    [
        ([1, 2], [1], {}, r"scores_a has shape \(2,\) and scores_b \(1,\)"),
        ([1, np.nan], [1, 2], {}, r"scores_a\[1\] is nan"),
        ([1, 2], [np.inf, 2], {}, r"scores_b\[0\] is inf"),
        ([1], [2], {"method": "z"}, "unknown method 'z', expected one of t, wilcoxon, sign"),
        ([1], [2], {"alternative": "both"}, "unknown alternative 'both'"),
    ],
)
def test_bad_input(a, b, options, message):
    with pytest.raises(ValueError, match=message):
        tercel.segment_test(a, b, **options)


def test_missing_scores_are_dropped_for_all_systems():
    nan = float("nan")
    complete = tercel.drop_missing([1, nan, 3, 4], [1, 2, nan, 4], [0, 0, 0, 0])
    assert [part.tolist() for part in complete.scores] == [[1, 4], [1, 4], [0, 0]]
    assert complete.kept.tolist() == [0, 3]
    assert complete.n_dropped == 2


def test_infinity_is_not_missing():
    complete = tercel.drop_missing([1, np.inf], [1, 2])
    with pytest.raises(ValueError, match="is inf, expected a finite number"):
        tercel.SegmentMean().statistics(complete.scores[0])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([1, 2], [1]), r"scores have shapes \[\(2,\), \(1,\)\]"),
        (([[1]],), "expected one number per segment"),
        (([np.nan, 1], [1, np.nan]), "every segment has NaN for some system: none is left"),
    ],
)
def test_what_cannot_be_completed_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        tercel.drop_missing(*given)


WEIGHTED = tercel.SegmentMean("COMET", weighted=True)


def test_the_weighted_mean_is_numpys():
    rng = np.random.default_rng(0)
    for weights in (rng.integers(1, 60, 500), rng.uniform(0.1, 3, 500)):
        values = rng.normal(0.8, 0.1, 500)
        mean = WEIGHTED.corpus_score(values, weights).score
        assert mean == pytest.approx(np.average(values, weights=weights), rel=1e-13)
    assert WEIGHTED.signature.startswith("weighted mean of segment scores:COMET")
    assert WEIGHTED.n_statistics == WEIGHTED.statistics([1.0], [2.0]).shape[1] == 4


def test_equal_weights_are_no_weights():
    a, b = scores(3, 400)
    plain = tercel.SegmentMean()
    ones = np.ones(400)
    expected = tercel.paired_test(plain.statistics(a), plain.statistics(b), plain, rng=1)
    weighted = tercel.paired_test(
        WEIGHTED.statistics(a, ones), WEIGHTED.statistics(b, ones), WEIGHTED, rng=1
    )
    assert weighted.p_value == expected.p_value
    assert weighted.effect == pytest.approx(expected.effect, abs=1e-12)


@pytest.mark.filterwarnings("ignore::tercel.SmallTestSetWarning")
def test_weighted_ratings_are_exact():
    rng = np.random.default_rng(4)
    a, b, weights = rng.integers(0, 6, (3, 100)) + np.array([[0], [0], [1]])
    test = tercel.paired_test(
        WEIGHTED.statistics(a, weights), WEIGHTED.statistics(b, weights), WEIGHTED
    )
    assert test.exact
    assert test.effect == pytest.approx(np.average(a - b, weights=weights))


@pytest.mark.parametrize(
    ("metric", "weights", "message"),
    [
        (WEIGHTED, None, "weighted=True, but weights is None"),
        (tercel.SegmentMean(), [1, 1], "the mean is not weighted=True"),
        (WEIGHTED, [1], r"2 scores, but weights has shape \(1,\)"),
        (WEIGHTED, [1, 0], r"weights\[1\] is 0.0, expected a number above 0"),
        (WEIGHTED, [1, np.nan], r"weights\[1\] is nan"),
        (WEIGHTED, [1e12, 1e12], "COMET times weights has 2 scores of up to"),
    ],
)
def test_bad_weights(metric, weights, message):
    with pytest.raises(ValueError, match=message):
        metric.statistics([50.0, 60.0], weights)
