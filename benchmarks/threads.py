"""What a second thread brings, in wall time."""

import statistics
import time

import numpy as np

import tercel
from benchmarks.measure import seconds
from benchmarks.texts import texts


def run() -> None:
    label, hypotheses, other, reference = texts()
    bleu = tercel.BLEU()
    many, references = hypotheses * 20, reference * 20
    a, b = bleu.statistics(hypotheses, reference), bleu.statistics(other, reference)

    def text(workers: int) -> object:
        return bleu.statistics(many, references, workers=workers)

    def bootstrap(workers: int) -> object:
        return tercel.paired_test(
            a, b, bleu, method="bootstrap", n_resamples=20_000, rng=1, workers=workers
        )

    def permutation(workers: int) -> object:
        return tercel.paired_test(a, b, bleu, n_resamples=200_000, rng=1, workers=workers)

    print(f"\ntwo threads against one ({label}, wall time)")
    for name, work in (
        ("BLEU statistics", text),
        ("bootstrap", bootstrap),
        ("permutation", permutation),
    ):
        one, two = work(1), work(2)
        if isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, two, "threads change the result")
        else:
            assert one == two, "threads change the result"
        ratios = []
        for _ in range(5):
            single = seconds(lambda work=work: work(1), time.perf_counter)
            ratios.append(single / seconds(lambda work=work: work(2), time.perf_counter))
        print(f"  {name:>24}  {statistics.median(ratios):.2f} times as fast")
