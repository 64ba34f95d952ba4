"""Exact p of sums of integers: brute force to the last bit, big integers beyond, scipy's tests."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import inference
from simulated import BLEU, bleu_rows

import tercel
from tercel._resampling import as_streams
from tercel._sign_flips import sign_flip_p

pytestmark = pytest.mark.filterwarnings("ignore::tercel.SmallTestSetWarning")

ALTERNATIVES = ("two-sided", "greater", "less")


def brute_force(effects, alternative):
    observed = sum(effects)
    sums = [
        sum(s * e for s, e in zip(signs, effects, strict=True))
        for signs in product((1, -1), repeat=len(effects))
    ]
    return sum(inference.is_extreme(s, observed, alternative) for s in sums) / len(sums)


def with_big_integers(effects, alternative):
    """The polynomial prod (1 + x^|e|), its coefficients side by side in one big integer."""
    sizes = [abs(int(e)) for e in effects]
    width = len(sizes) + 1
    packed = 1
    for size in sizes:
        packed += packed << (size * width)
    total, observed = sum(sizes), int(sum(effects))
    mask = (1 << width) - 1
    count = 0
    for j in range(total + 1):
        if inference.is_extreme(total - 2 * j, observed, alternative):
            count += packed >> (j * width) & mask
    return Fraction(count, 2 ** len(sizes))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@given(effects=st.lists(st.integers(-9, 9), min_size=1, max_size=12), unit=st.sampled_from([1, 6]))
@settings(max_examples=60, deadline=None)
def test_brute_force_to_the_last_bit(alternative, effects, unit):
    scaled = np.array(effects) * unit
    assert sign_flip_p(scaled, alternative) == brute_force(effects, alternative)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_brute_force_to_the_last_bit_with_16(alternative):
    effects = np.random.default_rng(3).integers(-5, 7, 16)
    assert sign_flip_p(effects, alternative) == brute_force(effects.tolist(), alternative)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("m", "bits"), [(21, 0), (40, 0), (53, 0), (54, 1e-14), (400, 1e-13)])
def test_big_integers(m, bits, alternative):
    effects = np.random.default_rng(m).integers(-4, 6, m)
    exact = float(with_big_integers(effects, alternative))
    assert sign_flip_p(effects, alternative) == pytest.approx(exact, rel=bits, abs=0)


@pytest.mark.parametrize("n", [30, 500, 1000])
def test_ones_are_the_sign_test(n):
    signs = np.where(np.random.default_rng(n).random(n) < 0.55, 1, -1)
    for alternative in ALTERNATIVES:
        expected = scipy.stats.binomtest((signs > 0).sum(), n, alternative=alternative).pvalue
        assert sign_flip_p(signs, alternative) == pytest.approx(expected, rel=1e-11)


def test_p_is_never_zero():
    assert sign_flip_p(np.ones(1000, dtype=int), "two-sided") == 2.0**-999
    assert sign_flip_p(np.ones(3000, dtype=int), "two-sided") == 2.0**-1022


def test_none_where_it_takes_too_long():
    effects = np.random.default_rng(0).integers(-(10**6), 10**6, 1000)
    assert sign_flip_p(effects, "two-sided") is None


def ter_rows(n, seed):
    rng = np.random.default_rng(seed)
    length = rng.integers(5, 40, n)
    return tuple(np.column_stack([rng.binomial(length, share), length]) for share in (0.5, 0.515))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("metric", [tercel.TER(), tercel.WER(), tercel.CER()])
def test_error_rates_are_exact_for_thousands_of_segments(metric, alternative):
    a, b = ter_rows(2000, 1)
    test = tercel.paired_test(a, b, metric, alternative=alternative, rng=0)
    assert (test.exact, test.n_resamples, test.n_segments) == (True, 0, 2000)
    assert test.monte_carlo_interval == (test.p_value, test.p_value)
    assert test.n_differing == (a != b).any(axis=1).sum()

    class Drawn:
        name, higher_is_better, signature = "TER", False, "TER"
        aggregate = staticmethod(metric.aggregate)

    drawn = tercel.paired_test(a, b, Drawn(), alternative=alternative, rng=0)
    assert not drawn.exact
    low, high = drawn.monte_carlo_interval
    assert low - 0.003 < test.p_value < high + 0.003


def test_greater_means_better_for_error_rates():
    a, b = ter_rows(2000, 1)
    test = tercel.paired_test(a, b, tercel.TER(), alternative="greater")
    other = tercel.paired_test(b, a, tercel.TER(), alternative="less")
    assert test.effect < 0
    assert test.p_value == other.p_value < 0.5


def test_twenty_differing_segments_are_enumerated_and_give_the_same():
    a, b = ter_rows(400, 2)
    differs = np.flatnonzero((a != b).any(axis=1))[20:]
    b[differs] = a[differs]
    test = tercel.paired_test(a, b, tercel.TER())
    assert test.n_resamples == 2**20
    assert test.p_value == sign_flip_p(a[:, 0] - b[:, 0], "two-sided")


def test_references_that_differ_in_length_are_not_linear():
    a, b = ter_rows(100, 3)
    b[0, 1] += 1
    assert tercel.TER().integer_effects(a, b) is None
    assert not tercel.paired_test(a, b, tercel.TER(), n_resamples=100).exact
    assert tercel.TER().integer_effects(a * 0, a * 0) is None


def test_exact_match():
    rng = np.random.default_rng(0)
    a, b = (np.column_stack([rng.random(900) < p, np.ones(900)]).astype(int) for p in (0.6, 0.65))
    test = tercel.paired_test(a, b, tercel.ExactMatch())
    gained, lost = (a[:, 0] > b[:, 0]).sum(), (a[:, 0] < b[:, 0]).sum()
    expected = scipy.stats.binomtest(gained, gained + lost).pvalue  # McNemar's exact test
    assert test.exact
    assert test.p_value == pytest.approx(expected, rel=1e-11)


def test_integer_ratings_are_exact_and_fractions_are_drawn():
    rng = np.random.default_rng(1)
    mean = tercel.SegmentMean()
    a, b = rng.integers(0, 101, 600), rng.integers(0, 101, 600)
    test = tercel.paired_test(mean.statistics(a), mean.statistics(b), mean)
    assert test.exact
    assert test.p_value == sign_flip_p(a - b, "two-sided")
    fractions = tercel.paired_test(
        mean.statistics(a + rng.random(600)), mean.statistics(b + rng.random(600)), mean
    )
    assert not fractions.exact


def test_documents_of_a_linear_metric():
    a, b = ter_rows(300, 4)
    documents = np.arange(300) // 10
    test = tercel.paired_test(a, b, tercel.TER(), clusters=documents)
    sums = (a - b)[:, 0].reshape(30, 10).sum(axis=1)
    assert (test.exact, test.plan, test.n_differing) == (True, "documents:30", (sums != 0).sum())
    assert test.p_value == sign_flip_p(sums, "two-sided")


def test_a_users_integers_are_checked():
    class Wrong:
        name, higher_is_better, signature = "errors", True, "errors"

        def aggregate(self, totals):
            return totals[..., 0] / totals[..., 1]

        def integer_effects(self, statistics_a, statistics_b):
            return statistics_b[:, 0] - statistics_a[:, 0]

    a, b = ter_rows(100, 5)
    with pytest.raises(ValueError, match=r"errors.integer_effects adds up to .* the same sign"):
        tercel.paired_test(a, b, Wrong())


def test_scipys_permutation_test_of_a_mean():
    scores = np.random.default_rng(8).integers(0, 20, (2, 12))
    mean = tercel.SegmentMean()
    for alternative in ALTERNATIVES:
        theirs = scipy.stats.permutation_test(
            tuple(scores),
            lambda a, b, axis: (a - b).mean(axis=axis),
            permutation_type="samples",
            n_resamples=math.inf,
            alternative=alternative,
            vectorized=True,
        )
        ours = tercel.paired_test(*map(mean.statistics, scores), mean, alternative=alternative)
        assert ours.p_value == pytest.approx(theirs.pvalue, abs=1e-12)


class OurSwaps(np.random.Generator):
    """A generator whose `permuted` gives the orders that our streams draw, for scipy to use."""

    def __init__(self, seed, n_resamples, n_units):
        super().__init__(np.random.PCG64(0))
        swapped = np.concatenate(
            [*as_streams(seed, 1).permutation(np.eye(n_units, dtype=np.int64), n_resamples)]
        )
        self.orders = np.stack([swapped, 1 - swapped], axis=-1)

    def permuted(self, x, *, axis):
        assert axis == -1
        given, self.orders = np.split(self.orders, [len(x)])
        assert given.shape == x.shape
        return given


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_scipys_permutation_test_of_bleu_on_the_same_draws(alternative):
    rng = np.random.default_rng(6)
    rows = np.stack([bleu_rows(80, rng), bleu_rows(80, rng)])
    # Only what differs is swapped.
    rows = rows[:, (rows[0] != rows[1]).any(axis=1)]
    n = rows.shape[1]
    both = rows.reshape(2 * n, -1)

    def effect(a, b, axis):
        scores = [BLEU.aggregate(both[drawn].sum(axis=-2)) for drawn in (a, b)]
        return scores[0] - scores[1]

    theirs = scipy.stats.permutation_test(
        (np.arange(n), np.arange(n, 2 * n)),
        effect,
        permutation_type="samples",
        n_resamples=999,
        alternative=alternative,
        vectorized=True,
        rng=OurSwaps(11, 999, n),
    )
    ours = tercel.paired_test(*rows, BLEU, alternative=alternative, n_resamples=999, rng=11)
    assert not ours.exact
    assert ours.effect == pytest.approx(theirs.statistic, abs=1e-12)
    if alternative == "two-sided":
        # scipy doubles the smaller tail, we count what is as far from 0 on either side.
        null = theirs.null_distribution
        expected = (1 + (np.abs(null) >= abs(theirs.statistic)).sum()) / 1000
    else:
        expected = theirs.pvalue
    assert ours.p_value == pytest.approx(expected, abs=1e-12)
    assert 0.01 < ours.p_value < 0.99
