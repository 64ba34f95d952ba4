"""When sacreBLEU is patched, by whom, until when, in which threads and processes."""

import functools
import multiprocessing
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest
from patched import REFERENCES, TEXTS, numbers

from tercel.compat import UnpatchedWarning, patch, patching, unpatch
from tercel.compat._peer import installed

sacrebleu = pytest.importorskip("sacrebleu")

from sacrebleu.metrics import BLEU, CHRF, TER  # noqa: E402
from sacrebleu.metrics.base import Metric  # noqa: E402
from sacrebleu.significance import PairedTest  # noqa: E402

CLASSES = (Metric, BLEU, CHRF, TER, PairedTest)

pytestmark = pytest.mark.usefixtures("never_left_patched")


def all_methods() -> dict:
    return {(kind, name): value for kind in CLASSES for name, value in vars(kind).items()}


def test_the_very_same_functions_come_back():
    before = all_methods()
    patch()
    patched = all_methods()
    replaced = {key for key in before if before[key] is not patched[key]}
    assert {name for _, name in replaced} == {
        "_cache_references",
        "_extract_corpus_statistics",
        "corpus_score",
        "_aggregate_and_compute",
        "_compute_segment_statistics",
        "__init__",
        "__call__",
    }
    unpatch()
    after = all_methods()
    assert after.keys() == before.keys()
    assert all(after[key] is before[key] for key in before)


def test_twice_is_once():
    before = all_methods()
    patch()
    once = all_methods()
    patch()
    assert all(value is once[key] for key, value in all_methods().items())
    for _ in range(2):
        unpatch()
        assert all(value is before[key] for key, value in all_methods().items())


def test_blocks_nest():
    with patch() as outer:
        with patch():
            assert outer.active
        assert outer.active
    assert not outer.active


def test_a_block_within_a_lasting_patch_changes_nothing():
    lasting = patch()
    with patch():
        pass
    assert lasting.active


def test_a_lasting_patch_within_a_block_lasts():
    with patch():
        lasting = patch()
    assert lasting.active


def test_unpatch_within_a_block():
    with patch() as inside:
        unpatch()
        assert not inside.active
    assert not inside.active


def test_a_block_ends_with_an_error():
    with pytest.raises(KeyError), patch() as inside:
        raise KeyError
    assert not inside.active


def test_the_same_patch_for_two_blocks():
    one = patch()
    for _ in range(2):
        with one:
            assert one.active
        assert not one.active


def test_names_bound_before_are_fast(counted):
    score = sacrebleu.corpus_bleu
    with patch():
        score(TEXTS, REFERENCES)
    assert len(counted) == 1


def test_unknown_version(monkeypatch):
    before = all_methods()
    monkeypatch.setattr(sacrebleu, "__version__", "2.7.0")
    with pytest.warns(UnpatchedWarning, match=r"2\.7\.0") as caught:
        made = patch()
    assert caught[0].filename == __file__
    assert not made.active
    assert all(value is before[key] for key, value in all_methods().items())


def test_somebody_was_here_before(monkeypatch):
    installed.cache_clear()

    @functools.wraps(BLEU._preprocess_segment)
    def other(self, sent):
        return "x"

    monkeypatch.setattr(BLEU, "_preprocess_segment", other)
    with pytest.warns(UnpatchedWarning, match=r"BLEU\._preprocess_segment"):
        assert not patch().active
    monkeypatch.undo()
    assert patch().active


def test_somebody_came_later(counted, monkeypatch):
    patch()
    monkeypatch.setattr(BLEU, "_preprocess_segment", lambda self, sent: "x")
    assert BLEU().corpus_score(TEXTS, REFERENCES).sys_len == len(TEXTS)
    assert not counted


def test_somebody_put_something_on_top():
    original = CHRF._aggregate_and_compute
    patch()
    ours = CHRF._aggregate_and_compute

    def theirs(self, stats):
        return ours(self, stats)

    CHRF._aggregate_and_compute = theirs
    try:
        unpatch()
        assert CHRF._aggregate_and_compute is theirs
        CHRF().corpus_score(TEXTS, REFERENCES)
    finally:
        CHRF._aggregate_and_compute = original


def score_in_worker(queue):
    queue.put((patch().active, numbers(BLEU().corpus_score(TEXTS, REFERENCES, n_bootstrap=50))))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_forked_worker():
    expected = numbers(BLEU().corpus_score(TEXTS, REFERENCES, n_bootstrap=50))
    with patch():
        context = multiprocessing.get_context("fork")
        queue = context.Queue()
        worker = context.Process(target=score_in_worker, args=(queue,))
        worker.start()
        assert queue.get(timeout=30) == (True, expected)
        worker.join(30)
        assert worker.exitcode == 0


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_while_another_thread_is_patching():
    """The worker has to be able to patch: it does not inherit a lock that nobody gives back."""
    held = threading.Event()

    def hold():
        with patching._state.lock:
            held.set()
            time.sleep(0.3)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    worker = context.Process(target=score_in_worker, args=(queue,), daemon=True)
    worker.start()
    thread.join()
    assert queue.get(timeout=20)[0]
    worker.join(20)
    assert worker.exitcode == 0


def paired(kind):
    systems = [("a", TEXTS), ("b", [*TEXTS[1:], "x"])]
    metrics = {"BLEU": BLEU(), "TER": TER()}
    _, scores = PairedTest(systems, metrics, REFERENCES, kind, 9)()
    return [repr(result) for name in ("BLEU", "TER") for result in scores[name]]


def test_paired_tests_in_threads():
    expected = {kind: paired(kind) for kind in ("ar", "bs")}

    def run(kind):
        with patch():
            return paired(kind)

    kinds = ["ar", "bs"] * 10
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(run, kinds))
    assert found == [expected[kind] for kind in kinds]


def test_threads():
    """Two threads score one shared metric while two others patch and unpatch."""
    expected = numbers(BLEU(references=REFERENCES).corpus_score(TEXTS, None, n_bootstrap=20))
    shared = BLEU(references=REFERENCES)
    wrong, stop = [], threading.Event()

    def score():
        try:
            while not stop.is_set():
                for metric in (shared, BLEU(references=REFERENCES)):
                    found = numbers(metric.corpus_score(TEXTS, None, n_bootstrap=20))
                    if found != expected:
                        wrong.append(found)
        except Exception as error:
            wrong.append(error)

    def change():
        for _ in range(60):
            with patch() as inside:
                if not inside.active:
                    wrong.append("not active in its block")
                BLEU().corpus_score(TEXTS, REFERENCES)

    scorers = [threading.Thread(target=score) for _ in range(2)]
    changers = [threading.Thread(target=change) for _ in range(2)]
    for thread in scorers + changers:
        thread.start()
    for thread in changers:
        thread.join()
    stop.set()
    for thread in scorers:
        thread.join()
    assert not wrong


def test_no_sacrebleu(monkeypatch):
    import builtins

    real = builtins.__import__

    def absent(name, *arguments, **keywords):
        if name == "sacrebleu":
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(ImportError, match=r"pip install 'sacrebleu==2\.6\.0'"):
        patch()


def test_no_warning_when_it_works():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        patch()
