"""Streams, sums of resamples, p-values and intervals."""

import warnings
from collections.abc import Iterator

import numpy as np

import tercel
from golden import SEED, line, texts
from tercel import _core
from tercel._execution import ISA

METRICS = {
    "bleu": (tercel.BLEU(), 1),
    "chrf++": (tercel.CHRF(word_order=2), 1),
    "ter": (tercel.TER(), 2),
}
N_RESAMPLES = 1000
ALTERNATIVES = ("two-sided", "greater", "less")


def lines(workers: int) -> Iterator[str]:
    """Yield the lines of resampling.txt."""
    yield from _streams()
    yield from _wide_sums(workers)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tercel.DoubtfulStatisticsWarning)
        for name, (metric, n_streams) in METRICS.items():
            references = [texts("reference"), texts("reference-2")][:n_streams]
            a, b = (metric.statistics(texts(f"system-{s}"), references) for s in "ab")
            yield from _tests(name, metric, a, b, workers)


def _streams() -> Iterator[str]:
    for seed, replicate in ((0, 0), (SEED, 7), (2**64 - 1, 2**40)):
        for n in (1, 2, 7, 1000, 65536, 65537, 2**32 - 1):
            drawn = np.empty((1, 12), np.uint32)
            _core.bootstrap_indices(n, seed, replicate, drawn, ISA)
            yield line(f"indices/{n}/{seed}/{replicate}", drawn[0])
        words = np.empty((1, 3), np.uint64)
        _core.permutation_words(150, seed, replicate, words, ISA)
        yield line(f"swaps/150/{seed}/{replicate}", words[0])


def wide_rows(n_rows: int, n_columns: int) -> np.ndarray:
    """Return numbers of both signs and all sizes up to 2^40, made by a simple rule."""
    numbers = np.arange(n_rows * n_columns, dtype=np.uint64).reshape(n_rows, n_columns)
    mixed = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    return mixed.view(np.int64) >> (24 + (numbers % np.uint64(39)).astype(np.int64))


def _wide_sums(workers: int) -> Iterator[str]:
    for n_rows, n_columns in ((1, 1), (130, 3), (300, 10), (70_000, 2)):
        rows = wide_rows(n_rows, n_columns)
        totals = np.empty((5, n_columns), np.int64)
        name = f"{n_rows}x{n_columns}"
        _core.bootstrap_totals(rows, n_rows, SEED, 0, totals, workers, ISA, None)
        yield line(f"bootstrap/{name}", totals)
        _core.permutation_totals(rows, SEED, 0, totals, workers, ISA, None)
        yield line(f"permutation/{name}", totals)


def _tests(
    name: str, metric: tercel.Metric, a: np.ndarray, b: np.ndarray, workers: int
) -> Iterator[str]:
    options = {"n_resamples": N_RESAMPLES, "rng": SEED, "workers": workers}
    interval = tercel.confidence_interval(a, metric, **options)
    yield line(f"{name}/replicates", interval.replicates[:: N_RESAMPLES // 20])
    yield line(f"{name}/interval", interval.low, interval.high)
    for alternative in ALTERNATIVES:
        test = tercel.paired_test(
            a, b, metric, method="bootstrap", alternative=alternative, **options
        )
        yield line(f"{name}/bootstrap/{alternative}", test.effect, test.p_value)
        yield line(f"{name}/wins/{alternative}", test.wins, test.losses, test.ties)
        for n in (len(a), 12):
            test = tercel.paired_test(
                a[:n], b[:n], metric, method="permutation", alternative=alternative, **options
            )
            yield line(f"{name}/permutation/{n}/{alternative}", test.p_value, test.n_resamples)
