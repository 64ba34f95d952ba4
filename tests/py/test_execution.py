"""Threads, progress and Ctrl-C."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from generated import corpus
from simulated import BLEU, bleu_rows

import tercel
from tercel._execution import map_rows

ROWS = bleu_rows(20_000, np.random.default_rng(0))


def long_work():
    tercel.confidence_interval(ROWS, BLEU, n_resamples=2_000_000, rng=0)


def long_permutation():
    tercel.paired_test(ROWS, ROWS[::-1], BLEU, n_resamples=50_000_000, rng=0)


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("work", [long_work, long_permutation])
def test_ctrl_c_stops_within_a_tenth_of_a_second(work):
    sent = []

    def interrupt():
        time.sleep(0.3)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    waited = time.perf_counter() - sent[0]
    thread.join()
    # A tenth of a second is the promise on a quiet machine; a busy one gets four times that.
    assert waited < 0.4


def test_progress_is_reported_and_may_stop_the_work():
    calls = []

    def progress(done, total):
        calls.append((done, total))
        if len(calls) == 3:
            raise RuntimeError("enough")

    with tercel.reporting_to(progress), pytest.raises(RuntimeError, match="enough"):
        long_work()
    assert len(calls) == 3
    assert all(0 <= done <= total for done, total in calls)


def test_other_threads_run_meanwhile():
    """The GIL is released: a thread that counts gets on while the core works."""
    counted = 0
    stop = threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    tercel.confidence_interval(ROWS, BLEU, n_resamples=2000, rng=0)
    stop.set()
    thread.join()
    assert counted > 100


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_parts_of_blocks_come_in_order(workers):
    rows = np.arange(6000).reshape(-1, 2)
    blocks = [rows[:0], rows[:1], rows[1:2500], rows[2500:]]
    found = list(map_rows(iter(blocks), lambda part: part.copy(), workers))
    assert [len(np.concatenate(parts)) for parts in found] == [0, 1, 2499, 500]
    assert [len(parts) for parts in found][2] == (1 if workers == 1 else min(4 * workers, 9))
    np.testing.assert_array_equal(np.concatenate([p for parts in found for p in parts]), rows)


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_of_a_metric_in_a_thread_is_raised(workers):
    class Picky:
        name = "picky"
        higher_is_better = True
        signature = "picky"

        def aggregate(self, totals):
            return np.where(totals[..., 0] % 7 == 0, np.nan, 1.0)

    with pytest.raises(ValueError, match=r"picky\.aggregate gave nan for the totals"):
        tercel.confidence_interval(ROWS[:101], Picky(), rng=0, workers=workers)


def test_many_threads_at_once_get_the_numbers_of_one():
    hypotheses, references = corpus(500, 1, seed=3)

    def work(_):
        statistics = BLEU.statistics(hypotheses, references)
        interval = tercel.confidence_interval(statistics, BLEU, n_resamples=200, rng=1)
        return statistics.tobytes(), interval.low, interval.high

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(work, range(32)))) == 1
