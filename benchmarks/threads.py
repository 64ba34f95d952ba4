"""What a second thread brings, in wall time."""

import hashlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import tercel
from benchmarks.measure import seconds
from benchmarks.texts import texts

_ROUNDS = 15
_BATCH = 100
_METRICS = (tercel.BLEU(), tercel.CHRF(), tercel.TER())


def run() -> None:
    label, hypotheses, _, reference = texts()
    bleu = tercel.BLEU()
    many, references = hypotheses * 20, reference * 20
    print(f"\ntwo threads against one ({label}, wall time)")
    _ratio(
        "BLEU statistics",
        lambda workers: bleu.statistics(many, references, workers=workers).tobytes(),
        rounds=5,
    )
    feeds(label, many, references)


def feeds(label: str, hypotheses: list[str], references: list[str]) -> None:
    """Print how long an evaluator's feed takes that threads share, after comparing its numbers."""
    evaluator = tercel.Evaluator(references, _METRICS)
    numbers = np.arange(len(hypotheses))
    batches = np.array_split(numbers, len(numbers) // _BATCH)

    def work(n_threads: int) -> list[tercel.Score]:
        feed = evaluator.feed("system")

        def add(batch: np.ndarray) -> None:
            feed.add([hypotheses[i] for i in batch], segments=batch)

        with ThreadPoolExecutor(n_threads) as pool:
            list(pool.map(add, batches))
        return list(feed.scores())

    expected = [metric.corpus_score(hypotheses, references) for metric in _METRICS]
    names = ", ".join(metric.name for metric in _METRICS)
    print(f"\na feed of {len(numbers)} segments, {names}, batches of {_BATCH} ({label}, wall time)")
    _ceiling()
    threads = (1, 2, 8)
    for n in threads:
        assert work(n) == expected, "threads change the result"
    times = [[seconds(work, time.perf_counter, n) for n in threads] for _ in range(15)]
    best = np.array(times).min(axis=0)
    for n, taken in zip(threads, best, strict=True):
        print(f"  {n:>24} threads  {taken * 1e3:.0f} ms: {best[0] / taken:.2f} times as fast")


def _ceiling() -> None:
    """Print what a second thread can bring at best, on a machine that may be busy with others."""
    data = bytes(2**24)

    def hash_all(n_threads: int) -> None:
        with ThreadPoolExecutor(n_threads) as pool:
            list(pool.map(lambda _: hashlib.sha256(data).digest(), range(4)))

    one, two = (min(seconds(hash_all, time.perf_counter, n) for _ in range(7)) for n in (1, 2))
    print(f"  (two threads that only hash, without Python's lock: {one / two:.2f} times as fast)")


def run_tests() -> None:
    """Print what a second thread brings to each test of each metric."""
    label, *systems, reference = texts()
    print(f"\npaired tests by two threads against one ({label}, wall time, best of {_ROUNDS})")
    for metric in _METRICS:
        a, b = (metric.statistics(system, reference) for system in systems)
        for method, n_resamples in (("bootstrap", 20_000), ("permutation", 200_000)):
            _ratio(
                f"{metric.name} {method}",
                lambda workers, a=a, b=b, metric=metric, method=method, n=n_resamples: (
                    tercel.paired_test(
                        a, b, metric, method=method, n_resamples=n, rng=1, workers=workers
                    )
                ),
            )


def _ratio(name: str, work: Callable[[int], object], rounds: int = _ROUNDS) -> None:
    """Print how much faster two threads are; the best times, for other work only adds to one."""
    one, two = work(1), work(2)
    assert one == two, "threads change the result"
    if isinstance(one, tercel.PairedTest) and one.exact:
        taken = min(seconds(work, time.perf_counter, 1) for _ in range(rounds))
        print(f"  {name:>24}  computed exactly, nothing is drawn: {taken * 1e3:.1f} ms")
        return
    times = np.array([[seconds(work, time.perf_counter, w) for w in (1, 2)] for _ in range(rounds)])
    single, double = times.min(axis=0) * 1e3
    print(f"  {name:>24}  {single:.1f} ms, {double:.1f} ms: {single / double:.2f} times as fast")
