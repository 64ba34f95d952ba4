"""Fuzzy matches: equal to computing and sorting every distance."""

import gzip
import itertools
import json
import random

import numpy as np
import pytest
from conftest import data_folder
from hypothesis import given
from hypothesis import strategies as st
from reference import fuzzy as twin

import tercel
from tercel.rerank import TranslationMemory, fuzzy_match, fuzzy_scores


def texts(n, seed, longest=12):
    rng = random.Random(seed)
    words = ["the", "the", "of", *"abcdefghij"]
    return [" ".join(rng.choices(words, k=rng.randrange(longest + 1))) for _ in range(n)]


def check(memory, sources, k, **options):
    found = memory.match(sources, k, **options)
    targets = memory.targets if options.pop("distinct_targets", False) else None
    for i, source in enumerate(sources):
        part = slice(*found.offsets[i : i + 2])
        hits = list(
            zip(
                found.scores[part].tolist(),
                found.entries[part].tolist(),
                found.distances[part].tolist(),
                strict=True,
            )
        )
        assert hits == twin.match(source, memory.sources, k, targets=targets, **options), source


@pytest.mark.parametrize("k", [1, 3, 1000])
@pytest.mark.parametrize(
    "options",
    [{}, {"min_score": 0.5}, {"skip_exact": True}, {"distinct_targets": True}, {"min_score": 1.0}],
    ids=str,
)
def test_equal_to_every_distance_sorted(k, options):
    sources = texts(150, seed=1)
    memory = TranslationMemory(sources, [text[:4] for text in sources])
    check(memory, texts(40, seed=2) + sources[:20] + ["x y z", ""], k, **options)


def test_long_texts():
    sources = texts(20, seed=3, longest=200)
    check(TranslationMemory(sources, sources), texts(12, seed=4, longest=200) + sources[:5], 5)
    edges = [" ".join(["a", "b", "c"] * 50)[: 2 * n - 1] for n in (62, 63, 64, 65, 127, 128)]
    check(TranslationMemory(edges, edges), edges, 6)


@given(
    st.lists(st.lists(st.sampled_from("ab"), max_size=4), min_size=1, max_size=8),
    st.lists(st.sampled_from("abc"), max_size=4),
)
def test_small_alphabets_where_all_ties_are(entries, source):
    sources = [" ".join(words) for words in entries]
    memory = TranslationMemory(sources, sources)
    for k in (1, 3):
        check(memory, [" ".join(source)], k)
        check(memory, [" ".join(source)], k, distinct_targets=True, skip_exact=True)


def test_workers_do_not_change_a_number():
    memory = TranslationMemory(texts(300, seed=5), texts(300, seed=6))
    sources = texts(101, seed=7)
    one, four = fuzzy_match(memory, sources, 7), fuzzy_match(memory, sources, 7, workers=4)
    for name in ("offsets", "entries", "scores", "distances"):
        np.testing.assert_array_equal(getattr(one, name), getattr(four, name))


def test_tokenizer_and_case():
    memory = TranslationMemory(["Open the File."], ["x"], tokenize="13a", lowercase=True)
    assert memory.match(["open the file ."]).scores.tolist() == [1.0]
    assert TranslationMemory(["Open it"], ["x"]).match(["open it"]).scores.tolist() == [0.5]


def test_candidates_and_scores():
    memory = TranslationMemory(["a b c", "a b", "z"], ["A", "B", "C"])
    sources = ["a b c d", "z"]
    matches = memory.match(sources, 2)
    nbest = memory.candidates(matches, ids=[4, 9])
    assert nbest.lists() == [("A", "B"), ("C", "A")]
    assert nbest.ids.tolist() == [4, 9]
    assert nbest.features["fuzzy_match"].tolist() == [0.75, 0.5, 1.0, 0.0]
    assert set(nbest.origins) == {"TM"}
    pairs = [
        (s, memory.sources[e])
        for s, part in zip(sources, (matches.entries[:2], matches.entries[2:]), strict=True)
        for e in part
    ]
    np.testing.assert_array_equal(fuzzy_scores(*zip(*pairs, strict=True)), matches.scores)
    assert fuzzy_scores(["", "a"], ["b", "b c d"]).tolist() == [0.0, 0.0]


def test_save_and_load(tmp_path):
    path = tmp_path / "memory"
    sources = ["naïve Straße", "", "\ud800 lone", "the the"]
    memory = TranslationMemory(sources, ["1", "", "3", "4"], tokenize="13a", lowercase=True)
    memory.save(path)
    loaded = TranslationMemory.load(path)
    assert (loaded.sources, loaded.targets) == (memory.sources, memory.targets)
    assert (
        repr(loaded)
        == repr(memory)
        == ("TranslationMemory(n_entries=4, tokenize='13a', lowercase=True)")
    )
    again = tmp_path / "again"
    loaded.save(again)
    assert again.read_bytes() == path.read_bytes()
    assert [p.name for p in sorted(tmp_path.iterdir())] == ["again", "memory"]


def test_hostile_files(tmp_path):
    path = tmp_path / "memory"
    TranslationMemory(["a b", "c"], ["x", "y"]).save(path)
    good = path.read_bytes()
    for size in range(len(good)):
        path.write_bytes(good[:size])
        with pytest.raises(ValueError, match="memory: "):
            TranslationMemory.load(path)
    for i in range(len(good)):
        path.write_bytes(good[:i] + bytes([good[i] ^ 1]) + good[i + 1 :])
        with pytest.raises(ValueError, match="memory: "):
            TranslationMemory.load(path)
    with pytest.raises(ValueError, match="gone: No such file"):
        TranslationMemory.load(tmp_path / "gone")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda m: TranslationMemory(["a"], ["b", "c"]),
            "sources has 1 entries, but targets has 2",
        ),
        (lambda m: TranslationMemory([], []), "sources is empty"),
        (lambda m: TranslationMemory(["a"], ["b"], tokenize="x"), "unknown tokenizer 'x'"),
        (lambda m: TranslationMemory(["a " * 65536], ["b"]), "entry 0 has 65536 words"),
        (lambda m: m.match(["a", "b " * 65536]), "source 1 has 65536 words"),
        (lambda m: m.match(["a"], 0), "k is 0, expected a whole number from 1 to 10000"),
        (lambda m: m.match(["a"], min_score=1.5), "min_score is 1.5"),
        (lambda m: m.match(["a"], min_score=float("nan")), "min_score is nan"),
        (lambda m: m.match([]), "sources is empty"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call(TranslationMemory(["a"], ["b"]))


def test_interruption():
    memory = TranslationMemory(texts(3000, seed=1), texts(3000, seed=1))

    def stop(done, total):
        raise KeyboardInterrupt

    with tercel.reporting_to(stop), pytest.raises(KeyboardInterrupt):
        memory.match(texts(20_000, seed=2))


@pytest.fixture(scope="module")
def records():
    path = data_folder("he2010") / "he2010_like_enfr.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def hits(record):
    return [c for c in record["cands"] if c["o"] == "TM"]


@pytest.mark.slow
def test_scores_of_the_real_data(records):
    pairs = [(r["src"], c) for r in records for c in hits(r)]
    scores = fuzzy_scores([s for s, _ in pairs], [c["tms"] for _, c in pairs], lowercase=True)
    assert np.abs(scores - [c["fm"] for _, c in pairs]).max() <= 5.1e-5


@pytest.mark.slow
def test_best_scores_of_the_real_data(records):
    """The hits of all sources as one memory: the k best scores of each are those of the data."""
    entries = {(c["tms"], c["t"]): None for r in records for c in hits(r)}
    memory = TranslationMemory([s for s, _ in entries], [t for _, t in entries], lowercase=True)
    few = records[:400]
    found = memory.match([r["src"] for r in few], 10, distinct_targets=True, workers=2)
    for i, record in enumerate(few):
        scores = found.scores[found.offsets[i] : found.offsets[i + 1]]
        np.testing.assert_allclose(scores, [c["fm"] for c in hits(record)], rtol=0, atol=5.1e-5)


@pytest.mark.slow
def test_equal_to_the_twin_on_real_sources(records):
    entries = [c["tms"] for r in records[:150] for c in hits(r)][:1200]
    check(TranslationMemory(entries, entries), [r["src"] for r in records[:20]], 10)


@pytest.mark.slow
def test_equal_to_all_distances_of_the_whole_memory():
    """200 real sources, 42,200 entries, every distance by another library."""
    distance = pytest.importorskip("rapidfuzz.distance", reason="rapidfuzz is not installed")
    process = pytest.importorskip("rapidfuzz.process")
    folder = data_folder("he2010")
    with gzip.open(folder / "train.en.gz", "rt", encoding="utf-8", newline="\n") as file:
        entries = file.read().removesuffix("\n").split("\n")
    with gzip.open(folder / "he2010_like_enfr.jsonl.gz", "rt", encoding="utf-8") as file:
        sources = [json.loads(line)["src_raw"] for line in itertools.islice(file, 200)]
    found = TranslationMemory(entries, entries, tokenize="13a").match(sources, 10)
    queries, words = tercel.tokenize(sources), tercel.tokenize(entries)
    distances = process.cdist(queries, words, scorer=distance.Levenshtein.distance)
    for i, row in enumerate(distances):
        floored = np.minimum(row, len(queries[i]))
        best = np.lexsort((np.arange(len(row)), floored))[:10]
        part = slice(10 * i, 10 * i + 10)
        np.testing.assert_array_equal(found.entries[part], best)
        np.testing.assert_array_equal(found.distances[part], row[best])
        np.testing.assert_array_equal(found.scores[part], 1 - floored[best] / len(queries[i]))
