"""Python threads at once, above all on a CPython that runs them side by side."""

import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from golden import FOLDER, texts
from golden import __main__ as golden

import tercel
from tercel._warnings import doubts_unsaid
from tercel.lexicon import IBM1
from tercel.rerank import TranslationMemory, evaluate_rankings
from tercel.retrieval import BM25Index, WeightedQuery

N_THREADS = 8
SOURCES, TARGETS = texts("parallel.source"), texts("parallel.target")


def run_together(work):
    """Return what `work(k)` gives in each of some threads that start at the same time."""
    barrier = threading.Barrier(N_THREADS)

    def started(k):
        barrier.wait()
        return work(k)

    with ThreadPoolExecutor(N_THREADS) as pool:
        return list(pool.map(started, range(N_THREADS)))


def test_all_of_the_core_in_all_threads():
    # The others turn warnings off, which before Python 3.14 is not for several threads.
    sections = ["metrics", "lexicon"]

    def work(k):
        order = sections[k % len(sections) :] + sections[: k % len(sections)]
        for name in order * 2:
            found = list(golden.SECTIONS[name](1 + k % 2))
            assert found == (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()

    run_together(work)


@pytest.fixture(scope="module")
def shared():
    """Things that threads use together, and what they give."""
    reference, system = texts("reference"), texts("system-a")
    model = IBM1(n_iter=2).fit(SOURCES, TARGETS)
    memory = TranslationMemory(SOURCES, TARGETS)
    index = BM25Index((str(i), text.split()) for i, text in enumerate(TARGETS))
    queries = {str(i): WeightedQuery.of(text.split()) for i, text in enumerate(TARGETS)}
    calls = [
        lambda: model.scores(SOURCES, TARGETS).tobytes(),
        lambda: model.alignments(SOURCES, TARGETS),
        lambda: [array.tolist() for array in vars(memory.match(SOURCES)).values()],
        lambda: index.search(queries),
    ]
    for metric in (tercel.BLEU(), tercel.CHRF(), tercel.TER(), tercel.WER()):
        prepared = metric.prepare(reference)
        calls += [
            lambda m=metric: m.sentence_scores(system, reference).tobytes(),
            lambda p=prepared: p.statistics(system).tobytes(),
        ]
    return [(call, call()) for call in calls]


def test_objects_that_threads_share(shared):
    def work(k):
        for call, expected in (shared[k:] + shared[:k]) * 5:
            assert call() == expected

    run_together(work)


def test_resampling_in_all_threads():
    metric = tercel.TER()
    a, b = (metric.statistics(texts(f"system-{s}"), texts("reference")) for s in "ab")

    def work(k):
        options = {"n_resamples": 500, "rng": 3, "workers": 1 + k % 2}
        interval = tercel.confidence_interval(a, metric, **options)
        test = tercel.paired_test(a, b, metric, **options)
        draws = np.random.default_rng(k).integers(100, size=3)
        return interval.low, interval.high, test.p_value, len(draws)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
        assert len(set(run_together(work))) == 1


def test_what_leaves_doubts_unsaid_touches_no_other_thread(monkeypatch):
    """``catch_warnings`` changes the filters of all threads, and two of them may leave it so."""
    metric = tercel.TER()
    a, b = (metric.statistics(texts(f"system-{s}"), texts("reference")) for s in "ab")
    options = {"n_resamples": 100, "rng": 1}
    lists = {"quality": [3, 1, 2, 4], "relevant": [1, 0, 0, 1], "groups": [1, 1, 2, 2]}
    orders = {"a": [2, 1, 0, 3], "b": [1, 2, 3, 0]}
    edits = {"edits": np.eye(4, dtype=int), "reference_lengths": [4, 4, 3, 3]}
    with monkeypatch.context() as patch:
        patch.setattr(warnings, "catch_warnings", None)
        evaluate_rankings(orders, **lists, **edits, k=[1], baseline="a", **options)
        tercel.power(a, b, metric, n_simulations=2, **options)
    with doubts_unsaid():
        with ThreadPoolExecutor(1) as pool, pytest.raises(tercel.SmallTestSetWarning):
            pool.submit(tercel.paired_test, a, b, metric, **options).result()
        tercel.paired_test(a, b, metric, **options)


@pytest.mark.skipif(
    getattr(sys, "_is_gil_enabled", lambda: True)(), reason="this Python runs with the GIL"
)
def test_no_module_turns_the_gil_on():
    modules = "_core", "_inference", "_reranking", "_streams"
    program = (
        f"import sys, {', '.join(f'tercel.{m}' for m in modules)}; print(sys._is_gil_enabled())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert (done.stdout.strip(), done.stderr) == ("False", "")
