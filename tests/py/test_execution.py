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


def test_many_threads_at_once_get_the_numbers_of_one():
    hypotheses, references = corpus(500, 1, seed=3)

    def work(_):
        statistics = BLEU.statistics(hypotheses, references)
        interval = tercel.confidence_interval(statistics, BLEU, n_resamples=200, rng=1)
        return statistics.tobytes(), interval.low, interval.high

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(work, range(32)))) == 1
