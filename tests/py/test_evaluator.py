"""Batches from many threads give the numbers of one call."""

import hashlib
import os
import signal
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from generated import corpus

import tercel

N = 400
TEXTS, REFERENCES = corpus(N, 2, seed=71)
OTHERS, _ = corpus(N, 1, seed=73)
METRICS = [tercel.BLEU(), tercel.CHRF(word_order=2), tercel.TER(), tercel.CER(), tercel.NgramF()]
DOCUMENTS = [i // 10 for i in range(N)]


@pytest.fixture(scope="module")
def evaluator():
    return tercel.Evaluator(REFERENCES, METRICS, documents=DOCUMENTS)


def batches(n_threads=8):
    """Batches of different sizes in a random order, dealt to the threads."""
    rng = np.random.default_rng(3)
    order = rng.permutation(N)
    cuts = np.sort(rng.choice(np.arange(1, N), size=60, replace=False))
    parts = np.split(order, cuts)
    return [parts[k::n_threads] for k in range(n_threads)]


def feed_all(feed, parts):
    for part in parts:
        feed.add([TEXTS[i] for i in part], segments=part)


def test_eight_threads_give_the_numbers_of_one_call(evaluator):
    feed = evaluator.feed("threads")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda parts: feed_all(feed, parts), batches()))
    kept = feed.statistics()
    for metric, score in zip(METRICS, feed.scores(), strict=True):
        expected = metric.statistics(TEXTS, REFERENCES)
        np.testing.assert_array_equal(kept.table(metric), expected)
        assert score == metric.corpus_score(TEXTS, REFERENCES)
        assert kept.score(metric) == tercel.Score(metric.name, score.score, score.signature)


def test_running_scores_are_those_of_the_segments_so_far(evaluator):
    feed = evaluator.feed("running")
    some = np.random.default_rng(5).permutation(N)[:150]
    feed.add([TEXTS[i] for i in some[:100]], segments=some[:100])
    feed.add([TEXTS[i] for i in some[100:]], segments=some[100:])
    added = np.sort(some)
    documents = [DOCUMENTS[i] for i in added]
    intervals = feed.intervals(rng=7)
    for metric, score, interval in zip(METRICS, feed.scores(), intervals, strict=True):
        rows = metric.statistics(TEXTS, REFERENCES)[added]
        assert score == metric.score(rows.sum(axis=0))
        assert interval == tercel.confidence_interval(rows, metric, clusters=documents, rng=7)
    assert feed.n_added == 150
    assert len(feed.missing) == N - 150
    assert repr(feed) == "Feed('running', 150 of 400 segments)"


def test_without_numbers_segments_come_in_order(evaluator):
    feed = evaluator.feed("in order")
    for first in range(0, N, 90):
        feed.add(TEXTS[first : first + 90])
    np.testing.assert_array_equal(
        feed.statistics().tables[0], METRICS[0].statistics(TEXTS, REFERENCES)
    )
    with pytest.raises(ValueError, match="found 1 hypotheses from segment 400 on, but there are"):
        feed.add(["one too many"])


def test_a_segment_is_added_once(evaluator):
    feed = evaluator.feed("twice")
    feed.add(["a", "b"], segments=[3, 5])
    with pytest.raises(ValueError, match="system 'twice': segment 5 has been added before"):
        feed.add(["c", "d"], segments=[4, 5])
    with pytest.raises(ValueError, match="segments has 9 twice, expected each once"):
        feed.add(["c", "d"], segments=[9, 9])
    assert feed.n_added == 2  # nothing of a refused batch
    feed.add(["c", "d", "e"])  # 0 to 2
    with pytest.raises(ValueError, match="segment 3 has been added before"):
        feed.add(["c", "d", "e"], segments=[4, 3, 6])
    with pytest.raises(ValueError, match="segment 5 has been added before"):
        feed.add(["c", "d", "e"])  # from 4 on


def test_of_two_threads_with_the_same_segment_one_is_refused(evaluator):
    feed = evaluator.feed("race")
    barrier = threading.Barrier(8)

    def add(_):
        barrier.wait()
        try:
            feed.add(["same"] * 50, segments=range(50))
        except ValueError:
            return 0
        return 1

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(add, range(8))) == 1
    assert feed.n_added == 50


def test_bad_batches_leave_nothing_behind(evaluator):
    feed = evaluator.feed("bad")
    for texts, segments, error, message in [
        (["a"], [N], IndexError, r"segments\[0\] is 400, expected a number from 0 to 399"),
        (["a", "b"], [0, -1], IndexError, r"segments\[1\] is -1"),
        (["a", "b"], [0], ValueError, r"segments has shape \(1,\), expected one number for each"),
        (["a"], [0.0], TypeError, "segments has dtype float64, expected integers"),
        (["a", 1], [0, 1], TypeError, r"hypotheses\[1\] is int"),
        ([], [], ValueError, "hypotheses is empty"),
    ]:
        with pytest.raises(error, match=message):
            feed.add(texts, segments=segments)
    with pytest.raises(ValueError, match="system 'bad': no segment has been added yet"):
        feed.scores()
    with pytest.raises(ValueError, match="system 'bad': no segment has been added yet"):
        feed.intervals()
    with pytest.raises(ValueError, match="400 of 400 segments are missing, the first is number 0"):
        feed.statistics()


class Failing(tercel.BLEU):
    """A metric that stops once."""

    fails = True

    def _prepared(self, references):
        count = super()._prepared(references)

        def interrupted(hypotheses, segments, workers):
            if self.fails:
                raise KeyboardInterrupt
            return count(hypotheses, segments, workers)

        return interrupted


def test_a_batch_that_was_interrupted_can_come_again():
    metric = Failing()
    feed = tercel.Evaluator(["a", "b"], metric).feed("A")
    with pytest.raises(KeyboardInterrupt):
        feed.add(["a"], segments=[1])
    metric.fails = False
    feed.add(["a"], segments=[1])
    assert list(feed.missing) == [0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_has_a_copy_of_its_own(evaluator):
    feed = evaluator.feed("forked")
    feed.add(TEXTS[:100])
    stop = threading.Event()
    others = evaluator.feed("busy")

    def keep_busy():
        while not stop.is_set() and others.n_added < N:
            others.add(TEXTS[:1])

    thread = threading.Thread(target=keep_busy)
    thread.start()
    try:
        codes = [_in_child(feed, others) for _ in range(5)]
    finally:
        stop.set()
        thread.join()
    assert codes == [0] * 5
    assert feed.n_added == 100


def _in_child(feed, others):
    """Fork while another thread adds; the child finishes both feeds and says whether all is right.

    The exit code of the child is returned; a deadlock ends by the alarm.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 on forks with threads
        child = os.fork()
    if child == 0:
        signal.alarm(20)
        code = 1
        try:
            code = 0 if _finishes(feed, others) else 1
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _finishes(feed, others):
    feed.add(TEXTS[100:])
    expected = METRICS[0].statistics(TEXTS, REFERENCES)
    missing = others.missing
    if len(missing):
        others.add([TEXTS[i] for i in missing], segments=missing)
    return (feed.statistics().tables[0] == expected).all() and others.n_added == N


def test_comparison_of_kept_statistics_and_text(evaluator):
    kept = evaluator.evaluate("old", TEXTS)
    options = {"n_resamples": 200, "rng": 1, "pairs": "all"}
    expected = tercel.compare(
        {"old": TEXTS, "new": OTHERS}, REFERENCES, METRICS, documents=DOCUMENTS, **options
    )
    assert evaluator.compare({"old": kept, "new": OTHERS}, **options) == expected
    assert evaluator.compare({"old": TEXTS, "new": OTHERS}, **options) == expected
    mixed = tercel.compare(
        {"old": kept, "new": OTHERS}, REFERENCES, METRICS, documents=DOCUMENTS, **options
    )
    assert mixed == expected


def test_what_cannot_be_compared(evaluator):
    kept = evaluator.evaluate("old", TEXTS)
    other = tercel.Evaluator(REFERENCES, tercel.BLEU(tokenize="intl"))
    with pytest.raises(ValueError, match=r"of BLEU .*tok:13a.*; expected BLEU .*tok:intl") as info:
        other.compare({"old": kept, "new": TEXTS})
    assert info.value.args[0].count("version:tercel-") == len(METRICS) + 1
    changed = [REFERENCES[0], [*REFERENCES[1][:-1], "another text"]]
    with pytest.raises(ValueError, match=r"made against other references: sha256:.*, expected sha"):
        tercel.compare({"old": kept, "new": TEXTS}, changed, METRICS)
    with pytest.raises(ValueError, match="made against other references"):
        tercel.compare({"old": kept, "new": TEXTS}, REFERENCES[::-1], METRICS)
    with pytest.raises(ValueError, match="have 400 segments, but the references have 1"):
        tercel.Evaluator(["a"])._check(kept)
    with pytest.raises(ValueError, match="system 'a' has 2 segments, but the references have 400"):
        evaluator.compare({"a": ["x", "y"], "b": ["x", "y"]})
    with pytest.raises(ValueError, match="system 'old' has 400 segments, but system 'b' has 1"):
        evaluator.compare({"old": kept, "b": ["x"]})


def test_the_hash_knows_texts_order_and_what_is_missing():
    from tercel.system_statistics import hash_references

    different = [
        [["a", "b"]],
        [["b", "a"]],
        [["a"], ["b"]],
        [["ab", ""]],
        [["", "ab"]],
        [["a", None]],
        [["a", ""]],
        [["a", "- "]],
        [["a", "b", ""]],
        [["a", "\ud800"]],
    ]
    assert len({hash_references(streams) for streams in different}) == len(different)
    # Frozen: files of last year hold it.
    known = hashlib.sha256(b"1 2 " + b"1 a" + b"1 b").hexdigest()
    assert hash_references([["a", "b"]]) == f"sha256:{known}"


def test_bad_options():
    with pytest.raises(ValueError, match="documents has 1 ids, but there are 2 segments"):
        tercel.Evaluator(["a", "b"], documents=["x"])
    with pytest.raises(ValueError, match="workers is 0"):
        tercel.Evaluator(["a", "b"], workers=0)
    with pytest.raises(ValueError, match="metrics is empty"):
        tercel.Evaluator(["a", "b"], [])
    with pytest.raises(TypeError, match="metrics has 'bleu', expected text metrics such as"):
        tercel.Evaluator(["a", "b"], ["bleu"])
    for level in (0, 1, 7):
        with pytest.raises(ValueError, match=f"confidence_level is {level}"):
            tercel.Evaluator(["a", "b"], confidence_level=level)
