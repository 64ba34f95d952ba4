"""Methods of intervals: scipy's on the same draws, the textbook's for a mean, and never NaN."""

import math

import numpy as np
import pytest
import scipy.stats
from simulated import BLEU, bleu_rows

import tercel
from tercel._influence import acceleration, influences, leave_one_out, scorer_of, standard_error
from tercel._interval_methods import bca_ends, studentized_ends
from tercel.intervals import percentile_ends

METHODS = ("percentile", "basic", "bca", "studentized", "delta")
ROWS = bleu_rows(150, np.random.default_rng(0))
OTHERS = bleu_rows(150, np.random.default_rng(1))
MEAN = tercel.SegmentMean()


def scipys(replicates, statistic, data, method, level):
    """scipy's interval of replicates that are already drawn."""
    return scipy.stats.bootstrap(
        data,
        statistic,
        n_resamples=0,
        method=method,
        vectorized=False,
        confidence_level=level,
        bootstrap_result=scipy.stats._resampling.BootstrapResult(
            confidence_interval=None, bootstrap_distribution=replicates, standard_error=None
        ),
    ).confidence_interval


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_scipys_interval_of_the_same_replicates(method, level):
    options = {"method": method, "confidence_level": level, "convention": "linear", "rng": 3}
    ours = tercel.confidence_interval(ROWS, BLEU, **options)
    theirs = scipys(
        ours.replicates,
        lambda drawn: float(BLEU.aggregate(ROWS[drawn.astype(int)].sum(axis=0))),
        (np.arange(len(ROWS)),),
        method,
        level,
    )
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_scipys_interval_of_a_difference(method):
    ours = tercel.difference_interval(ROWS, OTHERS, BLEU, method=method, convention="linear", rng=4)

    def difference(drawn):
        drawn = drawn.astype(int)
        scores = BLEU.aggregate(np.stack([ROWS[drawn].sum(axis=0), OTHERS[drawn].sum(axis=0)]))
        return float(scores[0] - scores[1])

    theirs = scipys(ours.replicates, difference, (np.arange(len(ROWS)),), method, 0.95)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert ours.score == difference(np.arange(len(ROWS)))


def test_scipys_bca_of_strata():
    strata = np.arange(len(ROWS)) % 3 == 0
    ours = tercel.confidence_interval(
        ROWS, BLEU, method="bca", convention="linear", strata=strata, rng=4
    )

    def statistic(first, second):
        drawn = np.concatenate([first, second]).astype(int)
        return float(BLEU.aggregate(ROWS[drawn].sum(axis=0)))

    parts = (np.flatnonzero(strata), np.flatnonzero(~strata))
    theirs = scipys(ours.replicates, statistic, parts, "bca", 0.95)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.filterwarnings("ignore::tercel.SmallTestSetWarning")
def test_the_difference_is_in_the_metrics_own_sign_and_its_percentiles_are_the_tests():
    test = tercel.paired_test(ROWS, OTHERS, BLEU, method="koehn", rng=5)
    interval = tercel.difference_interval(ROWS, OTHERS, BLEU, rng=5)
    assert (interval.score, interval.low, interval.high) == (test.effect, test.low, test.high)


@pytest.mark.parametrize("n", [2, 3, 50, 3000])
def test_delta_of_a_mean_is_the_textbooks(n):
    scores = np.random.default_rng(n).normal(70, 12, n)
    interval = tercel.confidence_interval(MEAN.statistics(scores), MEAN, method="delta")
    error = scores.std(ddof=1) / math.sqrt(n)
    assert interval.standard_error == pytest.approx(error, rel=1e-9)
    expected = scipy.stats.t.interval(0.95, n - 1, scores.mean(), error)
    assert (interval.low, interval.high) == pytest.approx(expected, rel=1e-9)
    assert (interval.n_resamples, interval.rng, interval.replicates.size) == (0, "none", 0)


def test_studentized_of_a_mean_is_students():
    """Bootstrap-t of 25 normal numbers against t with 24 degrees: within 5 % of the width."""
    quantiles = scipy.stats.norm.ppf((np.arange(25) + 0.5) / 25)
    scores = 50 + 10 * quantiles
    interval = tercel.confidence_interval(
        MEAN.statistics(scores), MEAN, method="studentized", n_resamples=20_000, rng=1
    )
    error = scores.std(ddof=1) / 5
    low, high = scipy.stats.t.interval(0.95, 24, scores.mean(), error)
    assert interval.low == pytest.approx(low, abs=0.05 * (high - low))
    assert interval.high == pytest.approx(high, abs=0.05 * (high - low))


def test_studentized_equals_a_slow_twin():
    drawn = np.empty((200, 40), dtype=np.uint32)
    tercel._core.bootstrap_indices(40, 6, 0, drawn, "scalar")
    score = scorer_of(BLEU)
    pivots = []
    f = score(ROWS[:40].sum(axis=0))
    for indices in drawn:
        rows = ROWS[indices]
        left_out = np.array([float(score(rows.sum(axis=0) - row)) for row in rows])
        error = math.sqrt(39 / 40 * ((left_out - left_out.mean()) ** 2).sum())
        pivots.append((score(rows.sum(axis=0)) - f) / error)
    error = standard_error(leave_one_out(ROWS[:40], score), [np.arange(40)])
    lowest, highest = percentile_ends(np.sort(pivots), 0.95, "koehn")
    interval = tercel.confidence_interval(
        ROWS[:40], BLEU, method="studentized", n_resamples=200, rng=6
    )
    expected = (f - highest * error, f - lowest * error)
    assert (interval.low, interval.high) == pytest.approx(expected, abs=1e-10)


def test_influences_by_hand():
    left_out = np.array([3.0, 8 / 3, 7 / 3, 2.0])  # means of three of 1, 2, 3, 4
    groups = [np.arange(4)]
    np.testing.assert_allclose(influences(left_out, groups), [-1.5, -0.5, 0.5, 1.5], atol=1e-12)
    assert standard_error(left_out, groups) == pytest.approx(math.sqrt(5 / 12))
    skewed = np.array([1.0, 1.0, 1.0, 5.0])
    without = (skewed.sum() - skewed) / 3
    deviations = skewed - 2
    by_hand = (deviations**3).sum() / (6 * (deviations**2).sum() ** 1.5)
    assert acceleration(without, groups) == pytest.approx(by_hand)


def test_delta_agrees_with_the_bootstrap_for_bleu():
    rows = bleu_rows(1000, np.random.default_rng(5))
    delta = tercel.confidence_interval(rows, BLEU, method="delta")
    bootstrap = tercel.confidence_interval(rows, BLEU, n_resamples=4000, rng=1)
    assert delta.standard_error == pytest.approx(bootstrap.standard_error, rel=0.05)


def test_bca_without_bias_and_acceleration_is_the_percentile_interval():
    ordered = np.linspace(-1, 1, 2001)
    low, high = bca_ends(0.0, ordered, 0.0, 0.95, "linear")
    assert (low, high) == pytest.approx((-0.95, 0.95), abs=1e-12)


@pytest.mark.parametrize("convention", ["koehn", "sacrebleu", "linear"])
@pytest.mark.parametrize("score", [-5.0, 0.0, 50.0, 99.0, 105.0])
@pytest.mark.parametrize("accelerated", [-3.0, 0.0, 0.1, 3.0])
def test_bca_stays_among_the_replicates_whatever_bias_and_acceleration(
    score, accelerated, convention
):
    ordered = np.sort(np.repeat(np.arange(100.0), 10))
    low, high = bca_ends(score, ordered, accelerated, 0.95, convention)
    assert 0 <= low <= 99
    assert 0 <= high <= 99


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rows", [ROWS[:1], np.tile(ROWS[:1], (40, 1))])
def test_what_does_not_vary_is_degenerate_and_not_nan(method, rows):
    interval = tercel.confidence_interval(rows, BLEU, method=method, rng=0)
    assert interval.degenerate
    assert interval.low == interval.high == interval.score
    assert interval.standard_error == 0.0
    same = tercel.difference_interval(ROWS, ROWS, BLEU, method=method, rng=0)
    assert (same.low, same.score, same.high, same.degenerate) == (0.0, 0.0, 0.0, True)


@pytest.mark.parametrize("method", METHODS)
def test_ties_give_no_nan(method):
    rows = np.array([[1, 1]] * 30 + [[0, 1]] * 30)
    interval = tercel.confidence_interval(rows, tercel.ExactMatch(), method=method, rng=0)
    assert interval.low < 50.0 < interval.high


def test_studentized_refuses_an_end_without_bound():
    rows = np.array([[1, 1]] * 29 + [[0, 1]])
    with pytest.raises(ValueError, match="resamples have a standard error of 0, so that"):
        tercel.confidence_interval(rows, tercel.ExactMatch(), method="studentized", rng=0)
    pivots = np.array([-np.inf] + [0.0] * 98 + [np.inf])
    assert studentized_ends(5.0, 2.0, pivots, 0.95, "koehn") == (5.0, 5.0)


@pytest.mark.parametrize("method", METHODS)
def test_workers_do_not_change_a_bit(method):
    plain = tercel.difference_interval(ROWS, OTHERS, BLEU, method=method, rng=8)
    for workers in (2, 5):
        other = tercel.difference_interval(
            ROWS, OTHERS, BLEU, method=method, rng=8, workers=workers
        )
        assert other == plain
        np.testing.assert_array_equal(other.replicates, plain.replicates)


@pytest.mark.parametrize("method", METHODS)
def test_coverage_of_a_skewed_mean(method):
    """95 % intervals of means of 60 exponentials cover 400 times in 400, but for 3.5 to 10 %."""
    rng = np.random.default_rng(11)
    covered = 0
    for seed in range(400):
        rows = MEAN.statistics(rng.exponential(10, 60))
        interval = tercel.confidence_interval(rows, MEAN, method=method, n_resamples=400, rng=seed)
        covered += interval.low <= 10 <= interval.high
    assert 0.90 <= covered / 400 <= 0.98


def test_the_level_is_the_one_that_is_said():
    """A 90 % interval is not a 95 % one by another name, by any method."""
    for method in METHODS:
        narrow, wide = (
            tercel.confidence_interval(ROWS, BLEU, method=method, confidence_level=level, rng=1)
            for level in (0.9, 0.95)
        )
        ratio = (wide.high - wide.low) / (narrow.high - narrow.low)
        assert ratio == pytest.approx(1.9600 / 1.6449, rel=0.1)
        assert (narrow.confidence_level, wide.confidence_level) == (0.9, 0.95)
