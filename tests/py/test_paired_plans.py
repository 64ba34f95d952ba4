"""Paired tests by documents, strata and blocks, and early stopping."""

import math

import numpy as np
import pytest
import scipy.stats
from reference import inference
from reference import plans as twin
from simulated import BLEU, bleu_rows, score

import tercel
from tercel._early_stopping import StopRule

pytestmark = pytest.mark.filterwarnings("ignore::tercel.DoubtfulStatisticsWarning")

METHODS = ("permutation", "bootstrap", "koehn")
ALTERNATIVES = ("two-sided", "greater", "less")


def pair(n, seed):
    rng = np.random.default_rng(seed)
    return bleu_rows(n, rng), bleu_rows(n, rng)


def by_document(rows, documents):
    return np.array([rows[documents == d].sum(axis=0) for d in dict.fromkeys(documents.tolist())])


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n_documents", [2, 5, 11])
def test_documents_are_swapped_whole(n_documents, alternative):
    a, b = pair(66, n_documents)
    documents = np.random.default_rng(0).permutation(np.arange(66) % n_documents)
    test = tercel.paired_test(a, b, BLEU, clusters=documents, alternative=alternative)
    sums = by_document(a, documents), by_document(b, documents)
    assert test.exact
    assert test.p_value == inference.permutation_p(*sums, score, alternative)
    assert (test.n_segments, test.n_differing) == (66, n_documents)
    assert test.plan == f"documents:{n_documents}"


@pytest.mark.parametrize("method", METHODS)
def test_documents_are_rows_that_were_added_up(method):
    a, b = pair(400, 1)
    documents = np.arange(400) // 5
    by_ids = tercel.paired_test(a, b, BLEU, method=method, clusters=documents, rng=3)
    sums = by_document(a, documents), by_document(b, documents)
    by_sums = tercel.paired_test(*sums, BLEU, method=method, rng=3)
    for name in ("p_value", "effect", "low", "high", "wins", "losses", "ties", "n_differing"):
        assert getattr(by_ids, name) == getattr(by_sums, name)


@pytest.mark.parametrize("method", METHODS)
def test_one_differing_document_gives_p_1(method):
    a, b = pair(100, 2)
    b[10:] = a[10:]
    test = tercel.paired_test(a, b, BLEU, method=method, clusters=np.arange(100) // 10, rng=0)
    assert (test.p_value, test.exact, test.n_differing) == (1.0, True, 1)


@pytest.mark.parametrize("method", ["bootstrap", "koehn"])
def test_strata_are_drawn_within(method):
    a, b = pair(60, 3)
    strata = np.arange(60) % 4
    test = tercel.paired_test(a, b, BLEU, method=method, strata=strata, n_resamples=200, rng=6)
    parts = [list(range(k, 60, 4)) for k in range(4)]
    draws = np.array([twin.stratified(6, r, parts) for r in range(200)])
    assert test.p_value == inference.bootstrap_p(a, b, score, draws)
    effects = np.array(inference.bootstrap_effects(a, b, score, draws))
    assert (test.wins, test.losses) == ((effects > 0).sum(), (effects < 0).sum())
    assert test.wins + test.losses + test.ties == 200
    assert test.plan == "strata:4"


def test_strata_change_no_permutation():
    a, b = pair(300, 4)
    plain = tercel.paired_test(a, b, BLEU, rng=1)
    within = tercel.paired_test(a, b, BLEU, strata=np.arange(300) % 3, rng=1)
    assert within.p_value == plain.p_value
    assert within.plan == "strata:3"


def test_blocks_are_drawn_by_the_bootstrap():
    a, b = pair(50, 5)
    test = tercel.paired_test(
        a, b, BLEU, method="bootstrap", blocks="circular", n_resamples=100, rng=2
    )
    draws = np.array([twin.fixed_blocks(2, r, 50, 4, circular=True) for r in range(100)])
    assert test.p_value == inference.bootstrap_p(a, b, score, draws)
    assert test.plan == "blocks:circular-4"


@pytest.mark.parametrize("method", METHODS)
def test_exchanging_the_systems_gives_the_same_p(method):
    documents = np.arange(90) // 3
    options = {"method": method, "clusters": documents, "strata": documents % 2, "rng": 4}
    for seed in range(10):
        a, b = pair(90, seed)
        one = tercel.paired_test(a, b, BLEU, n_resamples=500, **options)
        other = tercel.paired_test(b, a, BLEU, n_resamples=500, **options)
        assert (one.p_value, one.effect) == (other.p_value, -other.effect)


@pytest.mark.parametrize("method", METHODS)
def test_workers_do_not_change_a_bit(method):
    a, b = pair(500, 7)
    documents = np.arange(500) // 4
    options = {"method": method, "clusters": documents, "strata": documents % 3, "rng": 5}
    one = tercel.paired_test(a, b, BLEU, **options)
    for workers in (2, 7):
        assert tercel.paired_test(a, b, BLEU, workers=workers, **options) == one


def test_few_documents_warn():
    a, b = pair(300, 8)
    with pytest.warns(tercel.FewDocumentsWarning, match="10 documents") as caught:
        tercel.paired_test(a, b, BLEU, clusters=np.arange(300) // 30)
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"blocks": "moving"}, "'permutation' swaps units that do not overlap: give clusters"),
        ({"method": "koehn", "stop_early": True}, "'koehn' needs all replicates"),
        ({"stop_early": True, "alpha": 0.0}, "alpha is 0.0, expected between 0 and 1"),
        ({"clusters": [1] * 30}, "clusters has 1 document"),
    ],
)
def test_bad_options(options, message):
    a, b = pair(30, 9)
    with pytest.raises(ValueError, match=message):
        tercel.paired_test(a, b, BLEU, **options)


def null_documents(seed, rng):
    """40 documents of 8, a system better on some of them: exchanged by document, a null pair."""
    gaps = np.random.default_rng(seed).normal(0, 6, 40)
    a = np.repeat(gaps, 8) + np.random.default_rng(seed + 1).normal(0, 3, 320)
    b = np.zeros(320)
    swap = np.repeat(rng.random(40) < 0.5, 8)
    return np.where(swap, b, a), np.where(swap, a, b)


def test_documents_are_rejected_as_often_as_stated_and_segments_far_more_often():
    rng = np.random.default_rng(31)
    mean = tercel.SegmentMean()
    documents = np.arange(320) // 8
    rejected = np.zeros(3)
    for trial in range(1000):
        a, b = map(mean.statistics, null_documents(17, rng))
        tests = (
            tercel.paired_test(a, b, mean, n_resamples=999, rng=trial, clusters=documents),
            tercel.paired_test(
                a, b, mean, n_resamples=999, rng=trial, clusters=documents, method="bootstrap"
            ),
            tercel.paired_test(a, b, mean, n_resamples=999, rng=trial),
        )
        rejected += [test.p_value <= 0.05 for test in tests]
    permutation, bootstrap, segments = rejected / 1000
    assert 0.035 <= permutation <= 0.065
    assert bootstrap <= 0.075
    assert segments > 0.3


def test_early_stopping_draws_the_same_replicates_and_stops_at_checkpoints():
    a, b = pair(400, 10)
    early = tercel.paired_test(a, b, BLEU, rng=5, stop_early=True, n_resamples=100_000)
    assert early.stopped_early
    assert early.n_resamples in StopRule(0.05).checkpoints(100_000)
    fixed = tercel.paired_test(a, b, BLEU, rng=5, n_resamples=early.n_resamples)
    assert fixed.p_value == early.p_value
    assert not fixed.stopped_early
    low, high = early.monte_carlo_interval
    assert low < fixed.monte_carlo_interval[0] < early.p_value
    assert high > fixed.monte_carlo_interval[1]
    for workers in (2, 5):
        assert early == tercel.paired_test(
            a, b, BLEU, rng=5, stop_early=True, n_resamples=100_000, workers=workers
        )


def test_early_stopping_with_a_generator_and_blocks_of_any_size(monkeypatch):
    a, b = pair(400, 10)

    def stopped():
        return tercel.paired_test(a, b, BLEU, rng=np.random.default_rng(5), stop_early=True)

    expected = stopped()
    monkeypatch.setattr("tercel._resampling._BLOCK_BYTES", 2**12)
    assert stopped() == expected


def test_a_p_near_alpha_takes_all_replicates():
    assert not StopRule(0.05).is_decided(500, 10_000)
    assert StopRule(0.05).is_decided(0, 250)
    assert StopRule(0.05).is_decided(125, 250)
    assert StopRule(0.05).checkpoints(1000) == (250, 500)
    assert StopRule(0.05).checkpoints(250) == ()


def test_the_ratio_by_hand():
    # (n + 1) C(n, k) p^k (1 - p)^(n - k) with n = 4, k = 1, p = 1/2: 5 * 4 / 16.
    from tercel._early_stopping import _log_ratio

    assert _log_ratio(1, 4, 0.5) == pytest.approx(math.log(1.25))
    low, high = StopRule(0.05).interval(30, 1000)
    for end in (low, high):
        density = 1001 * scipy.stats.binom.pmf(30, 1000, end)
        assert density == pytest.approx(0.05, rel=1e-6)
    assert StopRule(0.05).interval(0, 100)[0] == 0.0
    assert StopRule(0.05).interval(100, 100)[1] == 1.0


def test_the_wrong_side_of_alpha_is_decided_seldom():
    """Of 3,000 streams with p = .045 or .055, at most a few are decided wrongly, ever."""
    rng = np.random.default_rng(6)
    rule = StopRule(0.05)
    wrong = 0
    for p in (0.045, 0.055):
        for extreme in rng.random((1500, 16_000)) < p:
            counts = np.cumsum(extreme)
            for n in rule.checkpoints(16_001):
                if rule.is_decided(int(counts[n - 1]), n):
                    wrong += (counts[n - 1] / n > 0.05) != (p > 0.05)
                    break
    assert wrong <= 9
