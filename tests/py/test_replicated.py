"""Several runs of two systems: slow twins, exchange, calibration, and where spread comes from."""

from itertools import permutations, product

import numpy as np
import pytest
from reference import plans as twin
from simulated import BLEU, bleu_rows, score

import tercel
from tercel._resampling import as_streams
from tercel._run_replicates import _orders

pytestmark = pytest.mark.filterwarnings("ignore::tercel.SmallTestSetWarning")
MEAN = tercel.SegmentMean()


def runs(n_runs, n, seed, quality=0.6):
    rng = np.random.default_rng(seed)
    return [bleu_rows(n, rng, quality) for _ in range(n_runs)]


def effect_of(rows, n_runs_a):
    scores = [score(run.sum(axis=0)) for run in rows]
    return np.mean(np.sort(scores[:n_runs_a])) - np.mean(np.sort(scores[n_runs_a:]))


def test_scores_and_effect():
    a, b = runs(3, 60, 1), runs(2, 60, 2)
    test = tercel.replicated_test(a, b, BLEU, n_resamples=100, rng=0)
    assert test.scores_a == tuple(score(run.sum(axis=0)) for run in a)
    assert test.scores_b == tuple(score(run.sum(axis=0)) for run in b)
    assert test.effect == effect_of([*a, *b], 3)
    assert test.spread_a.optimizer == pytest.approx(np.std(test.scores_a, ddof=1))


def test_all_orders_are_equally_likely():
    (order,) = [_orders(4, (500, 100), 0, as_streams(3, 1).children(3))]
    counts = np.unique(order.reshape(4, -1), axis=1, return_counts=True)[1]
    assert len(counts) == 24
    expected = 50_000 / 24
    assert ((counts - expected) ** 2 / expected).sum() < 49.7  # chi-square, 23 degrees, 99.9 %


def test_shuffles_approach_full_enumeration():
    """Two runs each of three segments: 24^3 ways to deal out the outputs."""
    a, b = runs(2, 3, 5), runs(2, 3, 6, quality=0.8)
    rows = np.stack([*a, *b])
    observed = abs(effect_of(rows, 2))
    count = total = 0
    for orders in product(permutations(range(4)), repeat=3):
        shuffled = np.stack([rows[list(order), i] for i, order in enumerate(orders)], axis=1)
        count += abs(effect_of(shuffled, 2)) >= observed
        total += 1
    test = tercel.replicated_test(a, b, BLEU, n_resamples=20_000, rng=1)
    assert test.p_value == pytest.approx(count / total, abs=0.015)


def test_draws_are_a_run_then_segments():
    a, b = runs(3, 40, 7, quality=0.7), runs(2, 40, 8)
    test = tercel.replicated_test(a, b, BLEU, n_resamples=200, rng=4)
    effects = []
    for r in range(200):
        drawn = twin.streams.indices(4, r, 40, 40)
        (run_a,) = twin.streams.indices(twin.child_seed(4, 0), r, 3, 1)
        (run_b,) = twin.streams.indices(twin.child_seed(4, 1), r, 2, 1)
        effects.append(score(a[run_a][drawn].sum(axis=0)) - score(b[run_b][drawn].sum(axis=0)))
    ordered = np.sort(effects)
    assert (test.low, test.high) == (ordered[5], ordered[-6])
    assert (test.wins, test.losses) == ((ordered > 0).sum(), (ordered < 0).sum())
    assert test.wins + test.losses + test.ties == 200
    assert test.spread_effect.total == pytest.approx(np.std(effects, ddof=1))


def test_identical_runs_give_p_1():
    (a,) = runs(1, 80, 9)
    test = tercel.replicated_test([a, a], [a, a, a], BLEU, n_resamples=200, rng=0)
    assert (test.effect, test.p_value, test.ties) == (0.0, 1.0, 200)
    assert test.spread_a.optimizer == test.spread_effect.total == 0.0


@pytest.mark.parametrize("n_runs_b", [2, 3])
def test_exchanging_the_systems_gives_the_same_p(n_runs_b):
    for seed in range(5):
        a, b = runs(2, 100, seed), runs(n_runs_b, 100, seed + 50)
        for one_way, other_way in (("two-sided", "two-sided"), ("greater", "less")):
            one = tercel.replicated_test(a, b, BLEU, n_resamples=200, alternative=one_way, rng=0)
            other = tercel.replicated_test(
                b, a, BLEU, n_resamples=200, alternative=other_way, rng=0
            )
            assert (one.p_value, one.effect) == (other.p_value, -other.effect)
            assert (one.low, one.high) == (-other.high, -other.low)
            assert (one.wins, one.losses) == (other.losses, other.wins)
            assert (one.spread_a, one.spread_b) == (other.spread_b, other.spread_a)


def test_spread_is_told_apart():
    """Runs differ by sd 2 as wholes, segments by sd 20: 20 / sqrt(400) = 1 from the test set."""
    rng = np.random.default_rng(12)
    segments = rng.normal(50, 20, 400)
    levels = np.array([-2.0, 0.0, 2.0])
    a = [MEAN.statistics(segments + level) for level in levels]
    b = [MEAN.statistics(segments + level + 1) for level in levels]
    test = tercel.replicated_test(a, b, MEAN, n_resamples=4000, rng=1)
    assert test.spread_a.optimizer == pytest.approx(2.0)
    assert test.spread_a.test_set == pytest.approx(1.0, rel=0.1)
    assert test.spread_a.total == pytest.approx(np.sqrt(1 + 4 * 2 / 3), rel=0.1)
    assert test.spread_effect.test_set == pytest.approx(0.0, abs=1e-9)
    assert test.spread_effect.optimizer == pytest.approx(np.sqrt(8))


def test_documents_and_strata():
    a, b = runs(2, 120, 13), runs(2, 120, 14)
    documents = np.arange(120) // 4
    test = tercel.replicated_test(
        a, b, BLEU, n_resamples=99, clusters=documents, strata=documents % 2, rng=0
    )
    assert test.plan == "documents:30|strata:2"

    def by_document(rows):
        return [run.reshape(30, 4, -1).sum(axis=1) for run in rows]

    sums = tercel.replicated_test(
        by_document(a), by_document(b), BLEU, n_resamples=99, strata=np.arange(30) % 2, rng=0
    )
    assert (sums.p_value, sums.low, sums.high) == (test.p_value, test.low, test.high)


def test_neither_workers_nor_blocks_show(monkeypatch):
    a, b = runs(3, 150, 15), runs(2, 150, 16)
    expected = tercel.replicated_test(a, b, BLEU, n_resamples=500, rng=2)
    for workers in (2, 5):
        assert (
            tercel.replicated_test(a, b, BLEU, n_resamples=500, rng=2, workers=workers) == expected
        )
    monkeypatch.setattr("tercel._resampling._BLOCK_BYTES", 2**14)
    assert tercel.replicated_test(a, b, BLEU, n_resamples=500, rng=2) == expected
    assert expected.to_dict()["spread_a"]["total"] == expected.spread_a.total


def test_null_systems_are_rejected_as_often_as_stated():
    rng = np.random.default_rng(17)
    outputs = [MEAN.statistics(rng.normal(50, 10, 60)) for _ in range(4)]
    rejected = 0
    for seed in range(500):
        order = np.argsort(rng.random((4, 60)), axis=0)
        null = [np.stack([outputs[j][i] for i, j in enumerate(row)]) for row in order]
        test = tercel.replicated_test(null[:2], null[2:], MEAN, n_resamples=199, rng=seed)
        rejected += test.p_value <= 0.05
    assert 0.025 <= rejected / 500 <= 0.08


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        (1, 2, "runs_a has 1, expected two runs or more; paired_test is for single ones"),
        (2, 1, "runs_b has 1, expected"),
    ],
)
def test_single_runs_are_refused(a, b, message):
    with pytest.raises(ValueError, match=message):
        tercel.replicated_test(runs(a, 30, 0), runs(b, 30, 1), BLEU)


def test_runs_on_other_segments_are_refused():
    with pytest.raises(ValueError, match="has 30 segments, but statistics_b has 29"):
        tercel.replicated_test(runs(2, 30, 0), [*runs(1, 30, 1), *runs(1, 29, 1)], BLEU)
