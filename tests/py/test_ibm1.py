"""Model 1 against NLTK, a naive twin, itself in shards and threads, and bad input."""

import itertools
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings

import hypothesis
import numpy as np
import pytest
from conftest import data_folder
from hypothesis import strategies as st
from parallel_text import awkward, lines, made_up
from reference.model1 import NaiveModel1, entries

import tercel
from tercel.lexicon import (
    IBM1,
    LexicalModel,
    cooccurrences,
    expected_counts,
    index_corpus,
    maximize,
    merge_counts,
    uniform_table,
)


def check_against_twin(source, target, n_iter=5, *, null_word=True, tolerance=1e-6):
    model = IBM1(n_iter=n_iter, null_word=null_word).fit(source, target)
    twin = NaiveModel1(zip(source, target, strict=True), n_iter, null_word)
    expected = {(e, f): p for e, row in twin.t.items() for f, p in row.items()}
    found = entries(model)
    assert found.keys() == expected.keys()
    assert max(abs(found[pair] - p) for pair, p in expected.items()) < tolerance
    n_tokens = sum(len(words) for _, words in twin.pairs)
    difference = np.subtract(model.log_likelihoods, twin.log_likelihoods)
    assert np.abs(difference).max() < 1e-5 * n_tokens
    check_invariants(model)
    return model


def check_invariants(model):
    sums = np.add.reduceat(model.probabilities.astype(float), model.indptr[:-1])
    assert np.all(np.diff(model.indptr) > 0)
    np.testing.assert_allclose(sums, 1, atol=1e-5)
    gains = np.diff(model.log_likelihoods)
    assert np.all(gains >= -1e-6 * np.abs(model.log_likelihoods[1:]))


@pytest.mark.parametrize("null_word", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_equal_to_the_twin(seed, null_word):
    source, target = made_up(150, seed, n_words=40 + 60 * seed)
    check_against_twin(source, target, 6, null_word=null_word)


words = st.lists(st.sampled_from(["a", "b", "c", "é", "日本"]), max_size=6)


@hypothesis.given(st.lists(st.tuples(words, words), min_size=1, max_size=8), st.booleans())
def test_equal_to_the_twin_on_any_text(pairs, null_word):
    hypothesis.assume(any(b and (a or null_word) for a, b in pairs))
    check_against_twin([a for a, _ in pairs], [b for _, b in pairs], 4, null_word=null_word)


def test_equal_to_the_twin_on_awkward_text():
    model = check_against_twin(*awkward(), 3)
    assert model.probability("once", "once") == 1.0


def test_a_line_of_10_000_words_on_either_side():
    source, target = made_up(20, 4)
    source.append([f"s{i % 700}" for i in range(10_000)])
    target.append([f"t{i % 900}" for i in range(10_000)])
    check_invariants(IBM1(n_iter=3).fit(source, target))


def test_what_counts_as_a_pair():
    assert index_corpus(*awkward()).n_skipped == 2
    assert index_corpus(*awkward(), null_word=False).n_skipped == 3


@pytest.mark.parametrize("n_iter", [1, 5])
def test_equal_to_nltk(n_iter):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        translate = pytest.importorskip("nltk.translate", reason="nltk is not installed")
    source, target = made_up(120, 9)
    # NLTK divides a target word that stands twice in a sentence by twice its denominator; so here
    # none does.
    pairs = [(a, list(dict.fromkeys(b))) for a, b in zip(source, target, strict=True) if a and b]
    peer = translate.IBMModel1([translate.AlignedSent(b, a) for a, b in pairs], n_iter)
    model = IBM1(n_iter=n_iter).fit([a for a, _ in pairs], [b for _, b in pairs])
    for (e, f), p in entries(model).items():
        assert abs(peer.translation_table[f][e or None] - p) < 1e-6


def blocks_of_text():
    """Return text with more slots than a block has, so that blocks, shards and threads differ."""
    rng = np.random.default_rng(3)
    n = 60_000
    sides = []
    for letter in "st":
        ids = (3000 * rng.random((n, 12)) ** 4).astype(int)
        sides.append([" ".join(f"{letter}{i}" for i in row) for row in ids])
    return sides


@pytest.fixture(scope="module")
def large():
    source, target = blocks_of_text()
    corpus = index_corpus(source, target)
    assert len(corpus.target_ids) > 2**19
    return corpus, IBM1(n_iter=2).fit_corpus(corpus)


def same_bits(a, b):
    assert a.log_likelihoods == b.log_likelihoods
    np.testing.assert_array_equal(a.indptr, b.indptr)
    np.testing.assert_array_equal(a.indices, b.indices)
    np.testing.assert_array_equal(a.probabilities.view(np.uint32), b.probabilities.view(np.uint32))


@pytest.mark.parametrize("workers", [2, 3, 7])
def test_the_same_bits_for_any_number_of_threads(large, workers):
    corpus, model = large
    same_bits(model, IBM1(n_iter=2, workers=workers).fit_corpus(corpus))


def test_the_same_bits_from_disk(large, tmp_path):
    corpus, model = large
    trainer = IBM1(n_iter=2, directory=tmp_path)
    memory = trainer.estimate_memory(corpus)
    trainer.max_memory = memory.least
    from_disk = trainer.fit_corpus(corpus)
    same_bits(model, from_disk)
    assert [path.name for path in tmp_path.iterdir()], "the table was not on disk"
    assert from_disk.translations("s1", 3) == model.translations("s1", 3)
    del from_disk
    assert not list(tmp_path.iterdir())
    trainer.max_memory = memory.least - 1
    with pytest.raises(ValueError, match=rf"it takes {memory.least} bytes at the least"):
        trainer.fit_corpus(corpus)
    assert not list(tmp_path.iterdir())


def test_shards_of_every_size(tmp_path):
    source, target = made_up(300, 5)
    corpus = index_corpus(source, target)
    model = IBM1(n_iter=3).fit_corpus(corpus)
    memory = IBM1().estimate_memory(corpus)
    for spare in (0, 1000, 10_000, memory.table):
        limit = min(memory.least + spare, memory.total - 1)
        same_bits(model, IBM1(n_iter=3, max_memory=limit, directory=tmp_path).fit_corpus(corpus))


# Text whose table is most of it; then no more memory than max_memory says can be had.
UNDER_A_LIMIT = """
import resource, sys
import numpy as np
from tercel.lexicon import IBM1

rng = np.random.default_rng(0)
sides = [[" ".join(map(str, row)) for row in rng.integers(0, 20_000, (10_000, 20))] for _ in "ab"]
trainer = IBM1(n_iter=2, directory=sys.argv[1])
corpus = trainer.index(*sides)
memory = trainer.estimate_memory(corpus)
limit = memory.least + memory.table // 8
assert limit < memory.total / 2, memory
if sys.argv[2] == "limited":
    trainer.max_memory = limit
status = open("/proc/self/status").read()
used = 1024 * int(status.split("VmData:")[1].split()[0])
resource.setrlimit(resource.RLIMIT_DATA, (used + limit, -1))
try:
    trainer.fit_corpus(corpus)
except MemoryError:
    sys.exit("MemoryError")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits as Linux has them")
def test_memory_stays_below_its_limit(tmp_path):
    def run(how):
        command = [sys.executable, "-c", UNDER_A_LIMIT, str(tmp_path), how]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    limited = run("limited")
    assert limited.returncode == 0, limited.stderr
    # So the limit was one.
    assert "MemoryError" in run("unlimited").stderr


def test_steps_on_arrays_are_the_training(large):
    corpus, model = large
    table = uniform_table(cooccurrences(corpus), len(corpus.target_words))
    log_likelihoods = []
    for _ in range(2):
        counts = expected_counts(corpus, table)
        log_likelihoods.append(counts.log_likelihood)
        table = maximize(counts)
    assert log_likelihoods == model.log_likelihoods[:2]
    np.testing.assert_array_equal(table.indices, model.indices)
    np.testing.assert_array_equal(table.values, model.probabilities)


def test_parts_of_the_text_merge_to_the_whole():
    source, target = made_up(200, 8)
    whole = IBM1(n_iter=4).fit(source, target)
    vocabulary = {"source_words": whole.source_words, "target_words": whole.target_words}
    bounds = [0, 1, 90, 200]
    parts = [
        # Through a pickle, as another machine would get it.
        pickle.loads(pickle.dumps(index_corpus(source[a:b], target[a:b], **vocabulary)))
        for a, b in itertools.pairwise(bounds[1:])
    ]
    rest = [(a, b) for a, b in zip(source[:1], target[:1], strict=True) if b]
    if rest:
        parts.append(index_corpus(*zip(*rest, strict=True), **vocabulary))
    table = uniform_table(
        merge_counts([cooccurrences(part) for part in parts]), len(whole.target_words)
    )
    for _ in range(4):
        counts = merge_counts([expected_counts(part, table) for part in parts])
        table = maximize(counts)
    np.testing.assert_array_equal(table.indices, whole.indices)
    np.testing.assert_allclose(table.values, whole.probabilities, atol=1e-6)
    np.testing.assert_allclose(counts.log_likelihood, whole.log_likelihoods[3], rtol=1e-9)


def test_counts_of_a_table_that_lacks_entries():
    source, target = made_up(100, 2)
    corpus = index_corpus(source, target)
    model = IBM1(n_iter=2).fit_corpus(corpus)
    small = model.prune(threshold=0.2)
    table = uniform_table(cooccurrences(corpus), 1)
    cut = type(table)(small.indptr, small.indices, small.probabilities)
    counts = expected_counts(corpus, cut)
    assert counts.log_likelihood == -math.inf  # some target word is left without a source
    expected = dict.fromkeys(entries(small), 0.0)
    kept = entries(small)
    for a, b in zip(source, target, strict=True):
        for f in b:
            denominator = sum(kept.get((e, f), 0.0) for e in ["", *a])
            for e in ["", *a]:
                if (e, f) in kept:
                    expected[e, f] += kept[e, f] / denominator
    found = LexicalModel(
        small.source_words, small.target_words, small.indptr, small.indices, small.probabilities
    )
    for (pair, count), ours in zip(entries(found).items(), counts.values, strict=True):
        assert ours == pytest.approx(expected[pair], abs=1e-9), (pair, count)


def test_strings_lists_and_iterators_are_alike():
    source, target = made_up(50, 1)
    model = IBM1().fit(source, target)
    same_bits(model, IBM1().fit(lines(source), [tuple(words) for words in target]))
    same_bits(model, IBM1().fit(iter(lines(source)), (f"  {line}\n" for line in lines(target))))


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_stops_training(large):
    corpus, _ = large
    thread = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    thread.start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        IBM1(n_iter=1000).fit_corpus(corpus)
    assert time.perf_counter() - start < 5
    thread.join()


def test_progress_is_reported_and_may_stop_training(large, tmp_path):
    def progress(done, total):
        assert 0 <= done <= total
        raise RuntimeError("enough")

    corpus, _ = large
    limit = IBM1().estimate_memory(corpus).least
    for trainer in (IBM1(n_iter=1000), IBM1(max_memory=limit, directory=tmp_path)):
        with tercel.reporting_to(progress), pytest.raises(RuntimeError, match="enough"):
            trainer.fit_corpus(corpus)
    assert not list(tmp_path.iterdir())


def test_tolerance_stops_early():
    source, target = made_up(50, 1)
    model = IBM1(n_iter=100, tolerance=0.01).fit(source, target)
    n = index_corpus(source, target).n_target_tokens
    gains = np.diff(model.log_likelihoods) / n
    assert 1 < len(gains) < 100
    assert gains[-1] < 0.01 <= gains[-2]


def test_memory_is_stated_before_it_starts(caplog):
    source, target = made_up(50, 1)
    with caplog.at_level("INFO", logger="tercel.lexicon"):
        IBM1().fit(source, target)
    assert "training takes" in caplog.text
    corpus = index_corpus(source, target)
    memory = IBM1().estimate_memory(corpus)
    assert memory.table == 8 * len(IBM1().fit(source, target))
    assert memory.to_dict()["total"] == memory.total > memory.least


@pytest.mark.parametrize(
    ("source", "target", "options", "error", "message"),
    [
        (["a"], ["b", "c"], {}, ValueError, "source has 1 sentences, but target has 2"),
        (iter(["a"]), ["b", "c"], {}, ValueError, "source ends after 1 sentences, but target"),
        (["a", "b"], iter(["b"]), {}, ValueError, "target ends after 1 sentences, but source"),
        ("a", ["b"], {}, TypeError, "source is one str, expected a list of sentences"),
        (["a"], [1], {}, TypeError, r"target\[0\] is int, expected str or a list of tokens"),
        ([["a", 1]], ["b"], {}, TypeError, r"source\[0\] has a token of type int"),
        ([["a b"]], ["b"], {}, ValueError, r"source\[0\] has the token 'a b'"),
        ([[""]], ["b"], {}, ValueError, r"source\[0\] has the token ''"),
        ([], [], {}, ValueError, "no sentence pair with words on both sides"),
        (["a"], [""], {}, ValueError, "no sentence pair with words on both sides"),
        (["a b c"], ["d"], {"max_words": 2}, ValueError, "source has more than 2 distinct words"),
        (["a"], ["b c"], {"max_words": 1}, ValueError, "target has more than 1 distinct words"),
        (["a a a"], ["d"], {"max_tokens": 2}, ValueError, r"source has more than 2 words"),
    ],
)
def test_bad_text(source, target, options, error, message):
    with pytest.raises(error, match=message):
        IBM1(**options).fit(source, target)


def test_the_empty_word_counts_for_no_limit():
    assert len(IBM1(max_words=2, max_tokens=4).fit(["a b", "b a"], ["x y", "y x"])) == 6


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_iter": 0}, "n_iter is 0"),
        ({"tolerance": -1}, "tolerance is -1"),
        ({"max_memory": 0}, "max_memory is 0"),
        ({"workers": 0}, "workers is 0"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        IBM1(**options)


def test_bad_vocabulary():
    with pytest.raises(ValueError, match="'b' is not in the vocabulary"):
        index_corpus(["a b"], ["x"], source_words=["", "a"], target_words=["x"])
    with pytest.raises(ValueError, match="given together"):
        index_corpus(["a"], ["x"], source_words=["", "a"])
    with pytest.raises(ValueError, match="expected null_word=False"):
        index_corpus(["a"], ["x"], source_words=["a"], target_words=["x"])
    with pytest.raises(ValueError, match="null_word=False, but this trainer"):
        IBM1().fit_corpus(index_corpus(["a"], ["x"], null_word=False))


def test_arrays_that_lead_outside_are_refused():
    corpus = index_corpus(["a b"], ["x y"])
    wrong = type(corpus)(**{**vars(corpus), "target_ids": corpus.target_ids + np.uint32(9)})
    with pytest.raises(ValueError, match=r"target_ids\[0\] is 9, expected less than 2"):
        wrong.row_sizes()
    table = cooccurrences(corpus)
    with pytest.raises(ValueError, match="table has 1 rows, but corpus has 3 words"):
        expected_counts(corpus, type(table)(table.indptr[:2], table.indices, table.values))


@pytest.mark.slow
def test_real_text_gets_translations():
    import gzip

    path = data_folder("nie2001") / "aligned.fr-en.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [line.lower().rstrip("\n").split("\t") for line in itertools.islice(file, 30_000)]
    model = IBM1().fit([row[2] for row in rows], [row[1] for row in rows])
    check_invariants(model)
    assert model.translations("couleur", 1)[0][0] == "color"
    assert model.translations("image", 1)[0][0] == "image"
