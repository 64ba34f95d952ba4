"""Fast versions of the experiments: the paper's shape, and 5 % of true nulls rejected at 5 %."""

import numpy as np
import pytest
from conftest import data_folder
from simulated import BLEU

import tercel
from experiments.koehn2004 import nulls
from experiments.koehn2004.conclusions import Conclusions, conclude
from experiments.koehn2004.peer import peer_p
from experiments.koehn2004.pool import SYSTEMS, load_pool, mixed_pairs, real_pairs, score
from experiments.koehn2004.samples import sample_all
from experiments.koehn2004.tables import calibration, grows_with_gap, grows_with_size, power_table

pytestmark = pytest.mark.filterwarnings("ignore::tercel.DoubtfulStatisticsWarning")


@pytest.fixture(scope="module")
def pool():
    data_folder("koehn2004")
    return load_pool()


def test_the_corpus_is_the_one_described(pool):
    assert pool.n_segments == 26_368
    scores = [round(score(rows), 2) for rows in pool.statistics]
    assert dict(zip(SYSTEMS, scores, strict=True)) == {
        "ONLINE-A": 33.59,
        "ONLINE-B": 36.31,
        "ONLINE-G": 33.08,
        "ONLINE-Y": 31.43,
    }
    assert (pool.documents >= 0).sum() == 12_596


def test_no_data_says_where_it_is_looked_for(monkeypatch, tmp_path):
    monkeypatch.setenv("TERCEL_DATA", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="set TERCEL_DATA"):
        load_pool()


def test_mixed_pairs_have_the_gap_asked_for_and_hold_the_segments_of_smaller_gaps(pool):
    small, large = mixed_pairs(pool, (1.0, 3.0), seed=0)
    for pair, gap in ((small, 1.0), (large, 3.0)):
        assert pair.gap == pytest.approx(gap, abs=0.002)
        assert pair.gap == score(pair.better) - score(pair.worse)
    best, worst = pool.statistics[1], pool.statistics[3]
    differs = (best != worst).any(axis=1)
    from_best = [(pair.better == best).all(axis=1) & differs for pair in (small, large)]
    assert (from_best[1] | ~from_best[0]).all()


def test_broad_samples_stray_less_and_their_intervals_cover(pool):
    broad = sample_all(pool, tercel.broad_sample, workers=1)
    consecutive = sample_all(pool, tercel.consecutive_sample, workers=1)
    assert 93 <= broad.coverage <= 99
    assert consecutive.coverage < 50
    for system in SYSTEMS:
        assert np.ptp(broad.range_of(system)) < 8
        assert np.ptp(consecutive.range_of(system)) > 35


def test_power_of_the_four_systems_grows_and_is_what_was_predicted(pool):
    pairs = real_pairs(pool)
    rows = power_table([conclude(pairs, size, workers=1) for size in (300, 600)])
    assert len(rows) == 6
    assert grows_with_size(rows)
    assert grows_with_gap(rows)
    for pair, row in zip(pairs, rows, strict=True):
        plan = tercel.power(pair.better, pair.worse, BLEU, alpha=0.1, n_segments=[300, 600])
        for point, (right, _) in zip(plan.curve, row.shares, strict=True):
            assert 100 * point.power == pytest.approx(right, abs=7)


def test_bins_count_by_stated_significance():
    wins = np.array([1.0, 0.995, 0.96, 0.02, 0.5, 0.3])
    losses = np.array([0.0, 0.005, 0.04, 0.98, 0.5, 0.65])
    bins = {part.label: part for part in calibration([Conclusions("x", 1.0, 100, wins, losses)])}
    assert {label: part.n for label, part in bins.items() if part.n} == {
        "100": 1,
        "99-99.9": 1,
        "98-98.9": 1,
        "95-97.9": 1,
        "60-69.9": 1,
        "50-59.9": 1,
    }
    assert (bins["100"].correct, bins["98-98.9"].correct, bins["60-69.9"].correct) == (100, 0, 0)
    assert bins["100"].difference == 0


def test_null_pairs_exchange_the_outputs_of_two_systems(pool):
    null = nulls.segment_null(pool, 3, 200)
    again = nulls.segment_null(pool, 3, 200)
    assert (null.a == again.a).all()
    by_document = nulls.document_null(pool, 3, 50)
    assert len(np.unique(by_document.documents)) == 50
    assert by_document.documents.min() >= 0


def test_true_nulls_are_rejected_as_often_as_stated(pool):
    """400 nulls: 5 % give or take 3.3 points, three sigma; Koehn's rule is one a direction."""
    shares = nulls.count(
        lambda i: nulls.segment_verdicts(nulls.segment_null(pool, i, 500), i), range(400), 1
    )
    koehn = shares.pop("Koehn's win rate, either way")
    assert len(shares) == 3
    assert all(1.7 <= share <= 8.3 for share in shares.values())
    assert 5.5 <= koehn <= 15


def test_documents_must_be_exchanged_as_a_whole(pool):
    """200 nulls by document: by segment far above 5 %, by document at most 6.5 % and 3 sigma."""
    shares = nulls.count(
        lambda i: nulls.document_verdicts(nulls.document_null(pool, i, 100), i), range(200), 1
    )
    for test in ("permutation", "bootstrap p", "percentile interval"):
        assert shares[f"{test} by segment"] > 15
        assert shares[f"{test} by document"] < 11.8
    assert shares["delta interval by document"] < 11.8


def test_six_equal_systems_are_seldom_told_apart(pool):
    """200 nulls: any false claim at most 5.5 % and 3 sigma by max-T, ever so often uncorrected."""
    shares = nulls.count(
        lambda i: nulls.family_verdicts(nulls.family_null(pool, i, 500), i), range(200), 1
    )
    assert shares["max-T"] < 10.4
    assert shares["Holm"] <= shares["max-T"]
    assert shares["bootstrap p, uncorrected"] > 20


def test_the_peer_gets_the_statistics_that_we_use(pool):
    """Its p by its own formula, on its own draws: |d*| centred at its mean, strictly above |d|."""
    for number in range(3):
        null = nulls.segment_null(pool, number, 80)
        drawn = np.random.default_rng(number).choice(80, (1000, 80))
        effects = score_all(null.b[drawn]) - score_all(null.a[drawn])
        size = abs(score(null.b) - score(null.a))
        above = (np.abs(effects) - np.abs(effects).mean() > size).sum()
        assert peer_p(null, number) == pytest.approx((above + 1) / 1001, abs=0.0011)


def score_all(rows):
    return BLEU.aggregate(rows.sum(axis=1))
