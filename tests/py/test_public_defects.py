"""Defects that public tools have or had, each with a test that we do not.

One is tested elsewhere: that bounded integers are biased. `cpp/resample/index_stream_test.cpp`
puts all 65,536 values through the bound, for every n up to 4,096 and every instruction set. More
about corrections is in `test_multiple.py`, about seeds in `test_same_bits.py`.
"""

import numpy as np
import pytest
from simulated import BLEU, bleu_rows

import tercel
from tercel.intervals import percentile_ends

pytestmark = pytest.mark.filterwarnings("ignore::tercel.DoubtfulStatisticsWarning")

PAIRED = ("permutation", "bootstrap", "koehn")
INTERVALS = ("percentile", "basic", "bca", "studentized", "delta")
PLANS = (
    {},
    {"clusters": np.arange(120) // 4},
    {"strata": np.arange(120) % 3},
    {"blocks": "circular"},
)


def pair(seed, n=120):
    rng = np.random.default_rng(seed)
    return bleu_rows(n, rng), bleu_rows(n, rng)


def fits(method, plan):
    return not (method in ("permutation", "bca", "studentized") and "blocks" in plan)


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("method", PAIRED)
def test_identical_systems_are_not_significant(method, plan):
    if fits(method, plan):
        a, _ = pair(0)
        test = tercel.paired_test(a, a, BLEU, method=method, rng=0, **plan)
        assert test.p_value == 1.0
        assert not test.wins
        assert not test.losses


def test_resampling_is_with_replacement():
    """Without replacement every resample of n is the test set itself, and the interval a point."""
    rows = tercel.SegmentMean().statistics(2.0 ** np.arange(30))
    interval = tercel.confidence_interval(rows, tercel.SegmentMean(), rng=0)
    assert not interval.degenerate
    # The sum of 30 different powers of two has 30 binary ones; with one twice it has fewer.
    sums = np.rint(interval.replicates * 30).astype(np.int64).tolist()
    assert all(total.bit_count() < 30 for total in sums)


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("method", ["bootstrap", "koehn"])
def test_wins_losses_and_ties_add_up(method, plan):
    rows = np.column_stack([np.random.default_rng(1).integers(0, 2, 240), np.ones(240)]).astype(int)
    test = tercel.paired_test(
        rows[:120], rows[120:], tercel.ExactMatch(), method=method, n_resamples=997, rng=0, **plan
    )
    assert test.wins + test.losses + test.ties == 997 == test.n_resamples
    assert test.ties > 0


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("method", PAIRED)
def test_p_is_not_zero(method, plan):
    if fits(method, plan):
        rng = np.random.default_rng(2)
        a, b = bleu_rows(120, rng, 0.95), bleu_rows(120, rng, 0.2)
        test = tercel.paired_test(a, b, BLEU, method=method, n_resamples=99, rng=0, **plan)
        assert test.p_value == 0.01


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("method", INTERVALS)
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_ties_and_degenerate_distributions_give_no_nan(share, method, plan):
    if fits(method, plan):
        rows = np.column_stack([np.arange(120) % 2 < 2 * share - 0.5, np.ones(120)]).astype(int)
        interval = tercel.confidence_interval(rows, tercel.ExactMatch(), method=method, **plan)
        assert np.isfinite([interval.low, interval.high, interval.standard_error]).all()
        assert interval.low <= interval.score <= interval.high


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("method", PAIRED)
def test_a_fixed_seed_fixes_the_test(method, plan):
    """And 0 is a seed; another one gives other replicates."""
    if fits(method, plan):
        a, b = pair(3)
        options = {"method": method, "n_resamples": 500, **plan}
        one, other, third = (
            tercel.paired_test(a, b, BLEU, rng=seed, **options) for seed in (0, 0, 1)
        )
        assert one == other
        assert one.p_value != third.p_value


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("method", INTERVALS)
def test_a_fixed_seed_fixes_the_interval(method, plan):
    if fits(method, plan):
        a, b = pair(3)
        one, other = (
            tercel.difference_interval(a, b, BLEU, method=method, rng=0, **plan) for _ in range(2)
        )
        assert one == other


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99])
def test_the_label_is_the_level(level):
    """Of the replicates, as many lie inside as the label says, at each side and in all."""
    a, _ = pair(4)
    interval = tercel.confidence_interval(
        a, BLEU, confidence_level=level, n_resamples=10_000, rng=1
    )
    inside = (interval.replicates >= interval.low) & (interval.replicates <= interval.high)
    assert interval.confidence_level == level
    assert inside.mean() == pytest.approx(level, abs=2e-4)
    assert (interval.replicates < interval.low).mean() == pytest.approx((1 - level) / 2, abs=2e-4)


def test_quantiles_are_sorted_as_numbers():
    """As strings, "100" and "9.5" would be the wrong way round."""
    replicates = np.array([100.0, 9.5, 20.0, 1e-05, -3.0] * 20)
    low, high = percentile_ends(np.sort(replicates), 0.9, "koehn")
    assert (low, high) == (-3.0, 100.0)
    ratings = tercel.SegmentMean().statistics([9.5, 100.0, 20.0, 0.001, 5.0, 11.0, 99.0])
    interval = tercel.confidence_interval(ratings, tercel.SegmentMean(), rng=0)
    assert interval.low == np.sort(interval.replicates)[25]
    assert interval.high == np.sort(interval.replicates)[974]


@pytest.fixture(scope="module")
def many():
    """Two ratings of seven systems, some better than others by little, all pairs by Holm."""
    rng = np.random.default_rng(8)
    difficulty = rng.normal(70, 10, 300)
    names = [f"system-{k}" for k in range(7)]
    scores = {
        rater: {
            name: difficulty + rng.normal(0.7 * (k // 2), 6, 300) for k, name in enumerate(names)
        }
        for rater in ("first", "second")
    }
    texts = dict.fromkeys(names, ["a"] * 300)
    return tercel.compare(
        texts, ["a"] * 300, [], segment_scores=scores, pairs="all", rng=2, n_resamples=999
    )


def test_holm_is_monotone(many):
    """A pair with a smaller p never has a bigger adjusted p."""
    for _, pairs in many.by_metric():
        ordered = sorted(pairs, key=lambda pair: pair.p_value)
        adjusted = [pair.adjusted_p for pair in ordered]
        assert adjusted == sorted(adjusted)
        # It would not be without the step that makes it so.
        products = [(len(pairs) - place) * pair.p_value for place, pair in enumerate(ordered)]
        assert products != sorted(products)


def test_the_correction_is_for_the_whole_table(many):
    """Not for each baseline's row of it: the smallest p is multiplied by 21 pairs, not by 6."""
    for _, pairs in many.by_metric():
        assert len(pairs) == 21
        smallest = min(pairs, key=lambda pair: pair.p_value)
        assert smallest.adjusted_p == pytest.approx(21 * smallest.p_value)
        expected = tercel.adjust_p([pair.p_value for pair in pairs], "holm")
        assert [pair.adjusted_p for pair in pairs] == expected.tolist()


def test_the_verdict_agrees_with_the_adjusted_p(many):
    """Also in what is printed, and where p alone would say otherwise."""
    overruled = 0
    for _, pairs in many.by_metric():
        for pair in pairs:
            assert (pair.better is not None) == (pair.adjusted_p < 0.05)
            overruled += pair.p_value < 0.05 <= pair.adjusted_p
    assert overruled > 0
