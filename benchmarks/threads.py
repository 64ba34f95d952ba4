"""What a second thread brings, in wall time."""

import time
from collections.abc import Callable

import numpy as np

import tercel
from benchmarks.measure import seconds
from benchmarks.texts import texts

_ROUNDS = 15
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
