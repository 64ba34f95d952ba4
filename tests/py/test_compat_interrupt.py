"""Ctrl-C is heard within a tenth of a second, however many segments there are."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from tercel.cli import main
from tercel.compat import _parts, _totals, resampling, scoring

N = 200_000


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    words = np.array(["a", "the", "cat", "dog", "sat", "ran", "on", "mat", "road", ".", ",", "7"])
    drawn = words[np.random.default_rng(0).integers(len(words), size=(3, N, 8))]
    paths = []
    for name, rows in zip(("reference", "one", "two"), drawn, strict=True):
        path = folder / name
        path.write_text("".join(f"{' '.join(row)}\n" for row in rows.tolist()), "utf-8")
        paths.append(str(path))
    return paths


@pytest.fixture
def gaps():
    """What CPU time passed between two moments at which Python heard a signal."""
    heard = []
    before = signal.signal(signal.SIGPROF, lambda *_: heard.append(time.process_time()))
    heard.append(time.process_time())
    signal.setitimer(signal.ITIMER_PROF, 0.002, 0.002)
    try:
        yield lambda: np.diff([*heard, time.process_time()])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="no such timer on Windows")
@pytest.mark.parametrize(
    "options",
    [
        ["-m", "bleu", "chrf", "--paired-bs", "-pbsn", "5"],
        ["-m", "ter", "--paired-ar", "-parn", "80"],
    ],
)
def test_signals_are_heard_often(options, files, gaps, capsys):
    reference, *systems = files
    assert main(["sacrebleu", reference, "-i", *systems, *options, "-f", "text"]) == 0
    # Five times as many segments may take five times as long between two of them.
    assert max(gaps()) < 0.06
    assert "p = " in capsys.readouterr().out


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_the_command(files):
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    reference, *systems = files
    timer = threading.Timer(0.7, interrupt)
    timer.start()
    code = main(["sacrebleu", reference, "-i", *systems, "-m", "chrf", "--paired-bs"])
    waited = time.perf_counter() - sent[0]
    timer.join()
    assert code == 130
    # A tenth of a second is the promise on a quiet machine; a busy one gets four times that.
    assert waited < 0.4


INTERRUPTED = """
import signal, sys, weakref
import tercel.cli.sacrebleu
from tercel import cli

class Kept:
    def __del__(self):
        print("freed")

def run(_):
    kept = Kept()
    weakref.finalize(kept, print, "cleaned up")
    print("printed")
    signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["tercel", "sacrebleu"]
cli.sacrebleu.run = run
sys.exit(cli.main())
"""


def test_the_program_cleans_up_and_loses_no_output():
    """Temporary folders are removed, what was printed is there; nothing is freed one by one."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "printed\ncleaned up\n", "")


def test_the_program_ends_at_once_with_the_same_code(monkeypatch):
    """It does not free its texts first; what it was about to clean up it has."""
    ended = []
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr("atexit._run_exitfuncs", lambda: None)
    monkeypatch.setattr("sys.argv", ["tercel", "sacrebleu", "reference"])
    monkeypatch.setattr("tercel.cli.sacrebleu.run", lambda _: signal.raise_signal(signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert main() == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended == [130]


SIZES = [1, 2, 3, 17, 64, 1000]


@pytest.mark.parametrize("at_once", SIZES)
def test_sums_in_parts_are_those_of_one_call(at_once, monkeypatch):
    rng = np.random.default_rng(0)
    lists = rng.integers(1000, size=(90, 5)).tolist()
    mixed = [[a, b / 3, c / 7] for a, b, c, *_ in lists]
    mixed[40][0] = 0.1  # from here on a column of integers has a float
    lengths = np.array([row[1] for row in mixed])
    large = rng.integers(2**24, size=(90, 4)) / 3
    draws = rng.integers(90, size=(7, 90)).astype(np.uint32)
    swaps = rng.integers(2, size=(7, 90), dtype=bool)
    whole, halves = np.array(lists), np.array(lists) / 2
    expected = large.astype(np.float32)[draws].sum(axis=1)
    swapped = [swaps @ whole + ~swaps @ halves, ~swaps @ whole + swaps @ halves]
    monkeypatch.setattr(_parts, "_NUMBERS_AT_ONCE", at_once)
    monkeypatch.setattr(_parts, "_OBJECTS_AT_ONCE", at_once)
    assert _parts.lists_of(whole) == lists
    np.testing.assert_array_equal(_parts.array_of(lists), whole)
    assert _parts.array_of(mixed).tolist() == np.array(mixed).tolist()
    assert _parts.types_of([1, "a", 2.0, *lists]) == {int, str, float, list}
    assert _parts.lengths_of(["", "ab", *lists]) == {0, 2, 5}
    assert _parts.column_sums(whole) == whole.sum(axis=0).tolist()
    total = 0
    for row in mixed:
        total = total + row[1]
    assert _parts.sum_from_the_top(lengths) == total
    added = [0, 0, 0]
    for row in mixed:
        added = [a + b for a, b in zip(added, row, strict=True)]
    assert _parts.sums_of_lists(mixed, 0) == added
    np.testing.assert_array_equal(_totals.single_totals(large, draws), expected)
    for found, wanted in zip(_totals.swapped_totals(whole, halves, swaps), swapped, strict=True):
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("n_columns", [2, 3, 4, 10, 24])
def test_single_sums_of_many_segments_are_numpys(n_columns):
    """NumPy adds rows one after another; parts of it go on where the last one ended."""
    statistics = np.random.default_rng(n_columns).integers(10_000, size=(150_000, n_columns))
    draws = resampling.bootstrap_draws(len(statistics), 2, 1)
    singles = statistics.astype(np.float32)
    expected = [singles[draw].sum(0) for draw in draws]
    found = resampling.single_totals(statistics, draws)
    np.testing.assert_array_equal(found, expected)
    # Else this would say nothing.
    assert (found != statistics[draws].sum(axis=1)).any()


@pytest.mark.parametrize("at_once", SIZES)
@pytest.mark.parametrize(
    ("score", "n_columns"),
    [
        (scoring.BleuScores(), 10),
        (scoring.BleuScores(smooth_method="none"), 10),
        (scoring.ChrfScores(), 18),
        (scoring.ChrfScores(eps_smoothing=True), 18),
        (scoring.TerScores(), 2),
    ],
)
def test_scores_in_parts_are_those_of_one_call(score, n_columns, at_once, monkeypatch):
    rng = np.random.default_rng(0)
    statistics = rng.integers(3, size=(4, n_columns))
    draws = resampling.bootstrap_draws(len(statistics), 70, 3)
    expected = resampling.bootstrap_replicates(statistics, draws, score)
    interval = resampling.interval_of_test(expected)
    monkeypatch.setattr(_parts, "_NUMBERS_AT_ONCE", at_once)
    found = resampling.bootstrap_replicates(statistics, draws, score)
    assert list(map(repr, found.scalars())) == list(map(repr, expected.scalars()))
    assert found.kind is expected.kind
    assert resampling.interval_of_test(found) == interval
