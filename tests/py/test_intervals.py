"""Intervals: the three conventions, scipy's on the same draws, and the edges."""

import numpy as np
import pytest
import scipy.stats
from simulated import BLEU, bleu_rows, score

import tercel
from tercel import _core
from tercel.intervals import n_dropped, percentile_ends

ROWS = bleu_rows(200, np.random.default_rng(0))


def replicate_scores(n_resamples, seed):
    indices = np.empty((n_resamples, len(ROWS)), dtype=np.uint32)
    _core.bootstrap_indices(len(ROWS), seed, 0, indices, "scalar")
    return np.array([score(ROWS[drawn].sum(axis=0)) for drawn in indices])


def test_koehns_rule_takes_the_26th_and_the_975th_of_1000():
    ordered = np.arange(1, 1001, dtype=float)
    assert percentile_ends(ordered, 0.95, "koehn") == (26.0, 975.0)


@pytest.mark.parametrize("n", [40, 41, 100, 999, 1000, 1001, 10_000])
def test_sacrebleus_rule(n):
    ordered = np.arange(n, dtype=float)
    low = n // 40
    assert percentile_ends(ordered, 0.95, "sacrebleu") == (low, n - low - 1)


def test_as_many_are_dropped_below_as_above_at_every_level():
    for level in (0.5, 0.68, 0.8, 0.9, 0.95, 0.99):
        for n in range(200, 2000, 37):
            exact = n * (1 - level) / 2
            assert abs(n_dropped(n, level, "koehn") - exact) <= 0.5 + 1e-6
            assert 0 <= exact - n_dropped(n, level, "sacrebleu") + 1e-6 < 1 + 1e-6


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_the_linear_convention_is_scipys_percentile(level):
    replicates = replicate_scores(400, seed=3)
    ours = tercel.confidence_interval(
        ROWS, BLEU, n_resamples=400, confidence_level=level, convention="linear", rng=3
    )
    # scipy takes replicates that are already drawn: with no new ones it only ranks these.
    ranked = scipy.stats.bootstrap(
        (np.arange(3.0),),
        np.mean,
        n_resamples=0,
        method="percentile",
        confidence_level=level,
        bootstrap_result=scipy.stats._resampling.BootstrapResult(
            confidence_interval=None, bootstrap_distribution=replicates, standard_error=None
        ),
    )
    assert ours.low == pytest.approx(ranked.confidence_interval.low, abs=1e-12)
    assert ours.high == pytest.approx(ranked.confidence_interval.high, abs=1e-12)
    assert ours.standard_error == pytest.approx(ranked.standard_error, abs=1e-12)


def test_replicates_are_those_of_the_stream():
    interval = tercel.confidence_interval(ROWS, BLEU, n_resamples=200, rng=9)
    np.testing.assert_array_equal(interval.replicates, replicate_scores(200, seed=9))
    assert interval.score == score(ROWS.sum(axis=0))
    ordered = np.sort(interval.replicates)
    assert (interval.low, interval.high) == (ordered[5], ordered[194])


def test_more_replicates_extend_fewer():
    few = tercel.confidence_interval(ROWS, BLEU, n_resamples=100, rng=1).replicates
    many = tercel.confidence_interval(ROWS, BLEU, n_resamples=150, rng=1).replicates
    np.testing.assert_array_equal(few, many[:100])


@pytest.mark.parametrize("rows", [ROWS[:1], np.tile(ROWS[:1], (40, 1))])
def test_equal_replicates_are_degenerate_and_not_nan(rows):
    interval = tercel.confidence_interval(rows, BLEU, rng=0)
    assert interval.degenerate
    assert interval.low == interval.high == interval.score
    assert interval.standard_error == 0.0


def test_coverage_of_a_mean_is_as_stated():
    """The 95 % interval of a mean of 100 covers the truth in 95 % of 1,000 sets, about."""
    rng = np.random.default_rng(1)
    metric = tercel.SegmentMean("rating")
    covered = 0
    for seed in range(1000):
        rows = metric.statistics(rng.normal(50, 10, 100))
        interval = tercel.confidence_interval(rows, metric, rng=seed)
        covered += interval.low <= 50 <= interval.high
    assert 0.92 <= covered / 1000 <= 0.965


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_resamples": 39}, "n_resamples is 39, too few for a 95 % interval: at least 40"),
        ({"n_resamples": 199, "confidence_level": 0.99}, "at least 200 are needed"),
        ({"confidence_level": 1.0}, "confidence_level is 1.0, expected between 0 and 1"),
        ({"confidence_level": 95}, "confidence_level is 95"),
        ({"method": "exact"}, "unknown method 'exact', expected one of percentile"),
        ({"convention": "R"}, "unknown convention 'R', expected one of koehn, sacrebleu, linear"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        tercel.confidence_interval(ROWS, BLEU, **options)
