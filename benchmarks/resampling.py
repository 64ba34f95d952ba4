"""Paired bootstrap and permutation from statistics, against sacreBLEU, scipy and numpy."""

import warnings

import numpy as np
import scipy.stats
from sacrebleu.metrics.bleu import BLEU as Peer
from sacrebleu.significance import Result, _paired_ar_test, _paired_bs_test

import tercel
from benchmarks import threads
from benchmarks.measure import Race
from benchmarks.texts import texts

SIZES = (500, 2000, 5000)
N_ENUMERATED = 20


class GivenStatistics(Peer):
    """sacreBLEU's metric with statistics that are already there, so that only resampling counts."""

    def __init__(self, statistics: np.ndarray) -> None:
        super().__init__()
        self.given = statistics.tolist()

    def _extract_corpus_statistics(self, hypotheses, references):
        return self.given


def peer_test(test, a: np.ndarray, b: np.ndarray, n_resamples: int) -> float:
    """Return sacreBLEU's p."""
    metric = GivenStatistics(a)
    baseline = {"BLEU": (b, Result(tercel.BLEU().score(b.sum(axis=0)).score))}
    _, results = test(
        baseline, "a", ["x"] * len(a), None, {"BLEU": metric}, n_resamples, seed=12345
    )
    return results["BLEU"].p_value


def scipy_bootstrap(a: np.ndarray, b: np.ndarray, n_resamples: int) -> None:
    """Draw as many resamples with scipy, with a statistic that is as fast as it can be there."""
    bleu = tercel.BLEU()

    def effect(drawn: np.ndarray, axis: int = -1) -> np.ndarray:
        return bleu.aggregate(a[drawn].sum(axis=axis - 1)) - bleu.aggregate(
            b[drawn].sum(axis=axis - 1)
        )

    scipy.stats.bootstrap(
        (np.arange(len(a)),),
        effect,
        n_resamples=n_resamples,
        vectorized=True,
        method="percentile",
        rng=0,
        batch=50,
    )


def check_equal(a: np.ndarray, b: np.ndarray) -> None:
    """On the same draws both must find the same replicates."""
    bleu, n = tercel.BLEU(), len(a)
    interval = tercel.confidence_interval(
        a, bleu, n_resamples=200, rng=np.random.default_rng(12345)
    )
    drawn = np.random.default_rng(12345).choice(n, (200, n))
    expected = [bleu.aggregate(a[i].sum(axis=0)) for i in drawn]
    np.testing.assert_array_equal(interval.replicates, expected, "replicates differ")


def brute_force_p(a: np.ndarray, b: np.ndarray) -> float:
    """Return the exact p from all sign patterns, by numpy: a matrix product, then the scores."""
    bleu = tercel.BLEU()
    differences, total_a, total_b = b - a, a.sum(axis=0), b.sum(axis=0)
    size, extreme = abs(bleu.aggregate(total_a) - bleu.aggregate(total_b)), 0
    for first in range(0, 2 ** len(a), 2**16):
        patterns = np.arange(first, first + 2**16)[:, None] >> np.arange(len(a)) & 1
        moved = patterns @ differences
        effects = bleu.aggregate(total_a + moved) - bleu.aggregate(total_b - moved)
        extreme += int((np.abs(effects) >= size).sum())
    return extreme / 2 ** len(a)


def run_exact(all_a: np.ndarray, all_b: np.ndarray) -> None:
    """Race the exact permutation of as many differing segments as are enumerated."""
    differing = np.flatnonzero((all_a != all_b).any(axis=1))[:N_ENUMERATED]
    a, b = all_a[differing].copy(), all_b[differing].copy()

    def ours() -> tercel.PairedTest:
        return tercel.paired_test(a, b, tercel.BLEU())

    assert ours().exact
    assert ours().p_value == brute_force_p(a, b), "p differs"
    title = f"exact permutation, all 2^{N_ENUMERATED} sign patterns (one thread, CPU time)"
    race = Race(title, "ms", 1e3)
    race.run(f"m = {N_ENUMERATED}", ours, {"numpy": lambda: brute_force_p(a, b)}, rounds=3)


def run() -> None:
    warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
    _, hypotheses_a, hypotheses_b, reference = texts()
    bleu = tercel.BLEU()
    all_a = np.tile(bleu.statistics(hypotheses_a, reference), (3, 1))
    all_b = np.tile(bleu.statistics(hypotheses_b, reference), (3, 1))
    check_equal(all_a[:500], all_b[:500])
    for method, peer, n_resamples in (
        ("bootstrap", _paired_bs_test, 1000),
        ("permutation", _paired_ar_test, 10_000),
    ):
        race = Race(
            f"paired {method}, R = {n_resamples}, from statistics (one thread, CPU time)", "ms", 1e3
        )
        for n in SIZES:
            a, b = all_a[:n].copy(), all_b[:n].copy()
            peers = {
                "sacrebleu": lambda a=a, b=b, peer=peer, r=n_resamples: peer_test(peer, a, b, r)
            }
            if method == "bootstrap":
                peers["scipy"] = lambda a=a, b=b, r=n_resamples: scipy_bootstrap(a, b, r)
            race.run(
                f"n = {n}",
                lambda a=a, b=b, m=method, r=n_resamples: tercel.paired_test(
                    a, b, bleu, method=m, n_resamples=r, rng=12345
                ),
                peers,
                rounds=3,
            )
    run_exact(all_a, all_b)
    threads.run_tests()
