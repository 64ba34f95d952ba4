"""Threads, progress and Ctrl-C."""

import functools
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


class Slow:
    """A metric that takes a second, however many totals it gets."""

    name = "slow"
    higher_is_better = True
    signature = "slow"

    def aggregate(self, totals):
        if totals.ndim > 1:
            time.sleep(1)
        return totals[..., 0] / 1000


def long_scoring():
    """Sixteen parts for eight threads."""
    tercel.confidence_interval(ROWS[:50], Slow(), n_resamples=300_000, rng=0, workers=8)


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("work", [long_work, long_permutation, long_scoring])
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
def test_parts_of_blocks_come_in_order(workers, monkeypatch):
    monkeypatch.setattr("tercel._execution._LEAST_NUMBERS", 500)
    rows = np.arange(6000).reshape(-1, 2)
    blocks = [rows[:0], rows[:1], rows[1:2500], rows[2500:]]
    found = list(map_rows(iter(blocks), lambda part: part.copy(), workers))
    assert [len(np.concatenate(parts)) for parts in found] == [0, 1, 2499, 500]
    assert [len(parts) for parts in found] == {
        1: [1, 1, 1, 1],
        2: [1, 1, 4, 2],
        7: [1, 1, 9, 2],
    }[workers]
    np.testing.assert_array_equal(np.concatenate([p for parts in found for p in parts]), rows)


class Failing:
    """A metric that fails at the rows of which it is told."""

    name = "failing"
    higher_is_better = True
    signature = "failing"

    def __init__(self, *rows):
        self.rows, self.n_calls = rows, 0

    def aggregate(self, totals):
        self.n_calls += 1
        for row in self.rows:
            if (totals == row).any():
                raise RuntimeError(f"no score for row {row}")
        return np.ones(len(totals))


@pytest.mark.parametrize("workers", [1, 3])
def test_the_error_of_the_first_row_is_raised_as_it_was(workers, monkeypatch):
    monkeypatch.setattr("tercel._execution._LEAST_NUMBERS", 10)
    metric = Failing(47, 90)
    with pytest.raises(RuntimeError, match="no score for row 47") as caught:
        list(map_rows([np.arange(100).reshape(-1, 1)], metric.aggregate, workers))
    assert caught.value.__cause__ is None
    assert caught.traceback[-1].name == "aggregate"
    n_calls = metric.n_calls
    time.sleep(0.01)
    assert metric.n_calls == n_calls


@pytest.mark.parametrize("workers", [1, 3])
def test_a_score_that_is_not_finite_is_an_error_in_every_thread(workers, monkeypatch):
    monkeypatch.setattr("tercel._execution._LEAST_NUMBERS", 1000)

    class Picky:
        name = "picky"
        higher_is_better = True
        signature = "picky"

        def aggregate(self, totals):
            return np.where(totals[..., 0] % 7 == 0, np.nan, 1.0)

    with pytest.raises(ValueError, match=r"picky\.aggregate gave nan for the totals"):
        tercel.confidence_interval(ROWS[:101], Picky(), rng=0, workers=workers)


@pytest.mark.parametrize("workers", [1, 3])
def test_a_metric_sees_the_context_of_its_caller(workers, monkeypatch):
    """Who allows a division by zero allows it in every thread."""
    monkeypatch.setattr("tercel._execution._LEAST_NUMBERS", 10)
    rows = np.zeros((100, 1), dtype=np.int64)
    inverse = functools.partial(np.divide, 1.0)
    with np.errstate(divide="ignore"):
        parts = next(map_rows([rows], inverse, workers))
    assert np.isinf(np.concatenate(parts)).all()
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError, match="divide by zero"):
        next(map_rows([rows], inverse, workers))


def test_ctrl_c_calls_off_the_parts_that_wait(monkeypatch):
    """Two threads, four parts: the third may have begun, the fourth never does."""
    monkeypatch.setattr("tercel._execution._LEAST_NUMBERS", 1)
    begun = []

    def interrupted(part):
        begun.append(int(part[0, 0]))
        if begun[-1] == 0:
            raise KeyboardInterrupt
        time.sleep(0.5)

    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        next(map_rows([np.arange(4).reshape(-1, 1)], interrupted, 2))
    assert time.perf_counter() - begin < 0.4
    time.sleep(0.7)
    assert begun[:2] in ([0, 1], [1, 0], [0, 2])
    assert 3 not in begun


def test_many_threads_at_once_get_the_numbers_of_one():
    hypotheses, references = corpus(500, 1, seed=3)

    def work(_):
        statistics = BLEU.statistics(hypotheses, references)
        interval = tercel.confidence_interval(statistics, BLEU, n_resamples=200, rng=1)
        return statistics.tobytes(), interval.low, interval.high

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(work, range(32)))) == 1
