"""Minimum Bayes risk by BLEU against mbrs: ``python -m benchmarks.mbrs``.

A command of its own, since mbrs needs PyTorch: run it where mbrs and this package are installed.
mbrs works in processes, so that the time of both is that of the clock on the wall, with one worker;
starting it is in its time.
"""

import time

import numpy as np
from mbrs.metrics.bleu import MetricBLEU

from benchmarks.candidate_lists import lists
from benchmarks.measure import machine
from tercel.rerank import NBest, mbr, pairwise_utilities

N_LISTS = 5


def main() -> None:
    """Compare the scores, then print the times of a pair."""
    label, rows = lists()
    rows = rows[:N_LISTS]
    peer = MetricBLEU(MetricBLEU.Config(num_workers=1))
    n_pairs = sum(len(row) ** 2 for row in rows)
    theirs = 0.0
    for row in rows:
        start = time.perf_counter()
        scores = peer.pairwise_scores(row, row).numpy()
        theirs += time.perf_counter() - start
        # mbrs keeps scores as 32-bit numbers.
        np.testing.assert_allclose(pairwise_utilities(row, utility="bleu"), scores, rtol=1e-5)
    start = time.perf_counter()
    mbr(NBest.from_lists(rows), "bleu")
    ours = time.perf_counter() - start
    print(machine())
    print(
        f"{len(rows)} lists of {len(rows[0])} ({label}), BLEU: tercel {1e6 * ours / n_pairs:.4g} "
        f"us/pair, mbrs {1e6 * theirs / n_pairs:.4g} us/pair, {theirs / ours:.3g} x"
    )


if __name__ == "__main__":
    main()
