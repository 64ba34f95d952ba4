"""Sixteen systems by three metrics against sacreBLEU's paired-ar, and what they cost beside two."""

import time
import warnings

import numpy as np
from sacrebleu.metrics.bleu import BLEU as PeerBLEU
from sacrebleu.metrics.chrf import CHRF as PeerCHRF
from sacrebleu.metrics.ter import TER as PeerTER
from sacrebleu.significance import Result, _paired_ar_test

import tercel
from benchmarks.measure import seconds
from benchmarks.texts import texts
from tercel._joint import joint_scores
from tercel._plans import make_plan
from tercel._resampling import as_streams

N_SYSTEMS = 16
N_RESAMPLES = 10_000
N_SEGMENTS = 2000
METRICS = {
    "BLEU": (tercel.BLEU(), PeerBLEU),
    "chrF": (tercel.CHRF(), PeerCHRF),
    "TER": (tercel.TER(), PeerTER),
}


def run() -> None:
    warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
    tables = {name: _systems(metric) for name, (metric, _) in METRICS.items()}
    print(
        f"\n{N_SYSTEMS} systems, {', '.join(METRICS)}, n = {N_SEGMENTS}, R = {N_RESAMPLES}, from "
        "statistics (one thread, CPU time)"
    )
    peer = seconds(_peer, time.process_time, tables)
    tests = min(seconds(_tests, time.process_time, tables) for _ in range(3))
    print(f"  permutation, each with a baseline: tercel {tests:.3f} s, sacreBLEU {peer:.1f} s")
    print(f"  {peer / tests:.0f} x sacrebleu")
    _growth(tables["BLEU"])


def _systems(metric: tercel.protocol.Metric) -> list[np.ndarray]:
    """Return statistics of systems between two real ones, by mixing their segments."""
    _, *outputs, reference = texts()
    shape = (N_SEGMENTS, metric.n_statistics)
    a, b = (np.resize(metric.statistics(x, reference), shape) for x in outputs)
    rng = np.random.default_rng(7)
    shares = np.arange(N_SYSTEMS) / N_SYSTEMS
    mixed = [np.where(rng.random((N_SEGMENTS, 1)) < share, a, b) for share in shares]
    return [np.ascontiguousarray(table) for table in mixed]


def _tests(tables: dict[str, list[np.ndarray]]) -> None:
    for name, (baseline, *others) in tables.items():
        for other in others:
            tercel.paired_test(
                other, baseline, METRICS[name][0], n_resamples=N_RESAMPLES, rng=12345
            )


def _peer(tables: dict[str, list[np.ndarray]]) -> None:
    baselines = {
        name: (np.array(systems[0]), Result(METRICS[name][0].score(systems[0].sum(axis=0)).score))
        for name, systems in tables.items()
    }
    for k in range(1, N_SYSTEMS):
        given = {name: _given(METRICS[name][1], systems[k]) for name, systems in tables.items()}
        _paired_ar_test(
            baselines, "system", ["x"] * N_SEGMENTS, None, given, N_RESAMPLES, seed=12345
        )


def _given(peer: type, statistics: np.ndarray):
    """Return sacreBLEU's metric with statistics that are already there."""
    metric = peer()
    metric._extract_corpus_statistics = lambda hypotheses, references: statistics.tolist()
    return metric


def _growth(systems: list[np.ndarray]) -> None:
    print("  bootstrap of all systems on the same draws, BLEU")
    two = None
    for n in (2, 4, 8, 16):
        taken = min(seconds(_bootstrap, time.process_time, systems[:n]) for _ in range(5))
        two = two or taken
        print(f"    {n:>2} systems {taken * 1e3:.1f} ms, {taken / two:.1f} times two systems")


def _bootstrap(systems: list[np.ndarray]) -> None:
    joint_scores(
        [METRICS["BLEU"][0]], [systems], N_RESAMPLES, make_plan(N_SEGMENTS), as_streams(1, 1)
    )
