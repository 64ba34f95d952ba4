"""What is asked of a lexicon, pruning, merging, and files in every format."""

import gzip
import random
import re
import struct
import zlib
from pathlib import Path

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from parallel_text import lines, made_up
from reference import model1 as twin

from tercel.lexicon import (
    IBM1,
    TABLE_FORMATS,
    Dictionary,
    LexicalModel,
    read_table,
    write_table,
)


@pytest.fixture(scope="module")
def model():
    return IBM1(n_iter=4).fit(*made_up(200, 0))


def model_of(table):
    return LexicalModel.from_entries((e, f, p) for (e, f), p in table.items())


def float32_of(value):
    return float(np.float32(value))


# Few values, so that ties are many.
tables = st.dictionaries(
    st.tuples(st.sampled_from(["", "a", "b", "c"]), st.sampled_from("uvwxyz")),
    st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]).map(float32_of),
    min_size=1,
)


def test_questions(model):
    table = twin.entries(model)
    for (e, f), p in table.items():
        assert float32_of(model.probability(e, f)) == p
    assert model.probability(None, "t1") == model.probability("", "t1") > 0
    assert model.probability("s1", "nowhere") == model.probability("nowhere", "t1") == 0
    assert model.translations("nowhere") == []
    for e in model.source_words:
        expected = sorted((-p, f) for (a, f), p in table.items() if a == e and p > 0)
        found = model.translations(e)
        assert [(f, float32_of(p)) for f, p in found] == [(f, -p) for p, f in expected]
        for k in (0, 1, 3, 10**6):
            assert model.translations(e, k) == found[:k]
        assert model.translations(e, threshold=0.1) == [x for x in found if x[1] >= 0.1]


@hypothesis.given(tables, st.integers(0, 7))
def test_ties_go_by_the_word(table, k):
    model = model_of(table)
    for e in {e for e, _ in table}:
        expected = sorted((-p, f) for (a, f), p in table.items() if a == e and p > 0)
        assert [f for f, _ in model.translations(e, k)] == [f for _, f in expected[:k]]


@hypothesis.given(
    tables,
    st.none() | st.integers(0, 25),
    st.sampled_from([0.0, 0.1, 0.25, 1.0]),
    st.sampled_from([1.0, 0.0, 0.5, 0.75]),
    st.sampled_from([0.0, 0.5, 1.0]),
)
def test_pruning_is_the_twins(table, size, threshold, mass, relative):
    cut = {"size": size, "mass": mass, "relative": relative}
    pruned = model_of(table).prune(threshold=threshold, **cut)
    assert twin.entries(pruned) == twin.prune(table, threshold=float32_of(threshold), **cut)


def test_a_threshold_means_what_is_written():
    model = model_of({("a", "x"): 0.7, ("a", "y"): 0.25})  # the table has .69999999
    assert [f for f, _ in model.prune(threshold=0.7).translations("a")] == ["x"]
    assert model.translations("a", threshold=0.7) == [("x", 0.7)]


def test_pruning_by_mass_keeps_the_entry_that_crosses():
    model = model_of({("a", "x"): 0.5, ("a", "y"): 0.25, ("a", "z"): 0.25})
    assert [f for f, _ in model.prune(mass=0.6).translations("a")] == ["x", "y"]
    assert [f for f, _ in model.prune(mass=0.5).translations("a")] == ["x"]
    assert [f for f, _ in model.prune(mass=0.1).translations("a")] == ["x"]


def test_renormalized(model):
    pruned = model.prune(threshold=0.05)
    scaled = model.prune(threshold=0.05, renormalize=True)
    np.testing.assert_array_equal(scaled.indices, pruned.indices)
    for row in np.flatnonzero(np.diff(pruned.indptr)):
        part = slice(pruned.indptr[row], pruned.indptr[row + 1])
        values = pruned.probabilities[part].astype(float)
        np.testing.assert_allclose(scaled.probabilities[part], values / values.sum(), rtol=1e-6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": -1}, "size is -1"),
        ({"size": 1.5}, "size is 1.5"),
        ({"threshold": 2}, "threshold is 2"),
        ({"mass": float("nan")}, "mass is nan"),
        ({"relative": -0.1}, "relative is -0.1"),
    ],
)
def test_bad_cuts(model, options, message):
    with pytest.raises(ValueError, match=message):
        model.prune(**options)


@pytest.mark.parametrize("null_word", [True, False])
def test_alignments_and_scores_are_the_twins(null_word):
    source, target = made_up(120, 6)
    model = IBM1(n_iter=3, null_word=null_word).fit(source[:80], target[:80]).prune(threshold=0.01)
    table = twin.entries(model)
    source[90] = [*source[90], "unknown"]
    expected = [twin.viterbi(table, a, b, null_word) for a, b in zip(source, target, strict=True)]
    assert model.alignments(lines(source), target, workers=2) == expected
    assert model.viterbi(source[7], " ".join(target[7])) == expected[7]
    for floor in (1e-9, 1e-3):
        scores = model.scores(source, lines(target), floor=floor, workers=2)
        for i, (a, b) in enumerate(zip(source, target, strict=True)):
            assert scores[i] == pytest.approx(twin.score(table, a, b, null_word, floor), rel=1e-9)
        assert model.score(source[3], target[3], floor=floor) == scores[3]
    with pytest.raises(ValueError, match="floor is 0"):
        model.score("a", "b", floor=0)


def test_merged_with_a_dictionary():
    model = model_of({("a", "x"): 0.75, ("a", "y"): 0.25, ("b", "x"): 1.0})
    pairs = [("a", "y"), ("a", "z"), ("a", "two words"), ("new", "x"), ("two words", "x")]
    merged = model.merge(Dictionary.from_pairs(pairs), weight=0.5)
    assert merged.translations("a") == [("x", 0.375), ("y", 0.375), ("z", 0.25)]
    assert merged.translations("b") == [("x", 1.0)]
    assert merged.translations("new") == [("x", 1.0)]
    assert merged.probability("two words", "x") == 0
    assert twin.entries(model.merge(Dictionary({}))) == twin.entries(model)
    with pytest.raises(ValueError, match="weight is 2"):
        model.merge(Dictionary({}), weight=2)


def test_entries():
    model = LexicalModel.from_entries([("a", "x", 1.0), ("", "x", 0.5)])
    assert model.source_words == ["", "a"]
    assert model.null_word
    assert twin.entries(model) == {("a", "x"): 1.0, ("", "x"): 0.5}
    for entries, message in (
        ([], "entries is empty"),
        ([("a", "x", 0.5), ("a", "x", 0.5)], r"the source and target word \('a', 'x'\) twice"),
        ([("a", "x", 1.5)], "not from 0 to 1"),
        ([("a", "x", float("nan"))], "not from 0 to 1"),
        ([("a b", "x", 0.5)], "source_words has the word 'a b'"),
        ([("a", "", 0.5)], "target_words has the word ''"),
        ([("a", "x\n", 0.5)], r"target_words has the word 'x\\n'"),
        ([(" a", "x", 0.5)], "source_words has the word ' a'"),
    ):
        with pytest.raises(ValueError, match=message):
            LexicalModel.from_entries(entries)


def test_arrays_that_are_no_table():
    good = {
        "source_words": ["a", "b"],
        "target_words": ["x", "y"],
        "indptr": np.array([0, 1, 2]),
        "indices": np.array([1, 0], np.uint32),
        "probabilities": np.ones(2, np.float32),
    }
    LexicalModel(**good)
    for name, value, message in (
        ("source_words", ["a", "a"], "source_words has 'a' twice"),
        ("source_words", ["a"], "indptr has 3 values"),
        ("target_words", ["x"], r"indices\[0\] is 1, expected less than 1"),
        ("indptr", np.array([0, 2, 1]), "indptr"),
        ("indptr", np.array([1, 1, 2]), "indptr"),
        ("indptr", np.array([0, 2, 2]), "do not ascend"),
        ("probabilities", np.ones(3, np.float32), "values"),
        ("probabilities", np.array([1, -1], np.float32), "not from 0 to 1"),
    ):
        with pytest.raises(ValueError, match=message):
            LexicalModel(**{**good, name: value})


def same(a, b):
    assert twin.entries(a) == twin.entries(b)


def test_saved_and_loaded(model, tmp_path):
    path = tmp_path / "model"
    model.save(path)
    loaded = LexicalModel.load(path)
    same(model, loaded)
    assert loaded.source_words == model.source_words
    assert loaded.log_likelihoods == model.log_likelihoods
    assert not loaded.probabilities.flags.owndata
    first = path.read_bytes()
    loaded.prune(size=0).save(tmp_path / "empty")
    assert len(LexicalModel.load(tmp_path / "empty")) == 0
    loaded.save(path)  # onto the file that it is mapped from
    assert path.read_bytes() == first
    same(model, loaded)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["empty", "model"]


def test_a_save_that_fails_leaves_the_old_file(model, tmp_path, monkeypatch):
    path = tmp_path / "model"
    model.save(path)
    before = path.read_bytes()
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(ValueError, match="full"):
        model.prune(size=1).save(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["model"]


def test_damaged_files_are_refused(model, tmp_path):
    path = tmp_path / "model"
    small = model.prune(size=40)
    small.save(path)
    data = path.read_bytes()
    rng = random.Random(0)
    for n in [0, 5, 8, 71, 72, 73, len(data) - 1, *rng.sample(range(len(data)), 20)]:
        path.write_bytes(data[:n])
        with pytest.raises(ValueError, match=r"cut off|not a lexicon"):
            LexicalModel.load(path)
    for at in range(len(data)):
        if at >= 72 and rng.random() > 0.02:
            continue
        wrong = bytearray(data)
        wrong[at] ^= 1 << rng.randrange(8)
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match=re.escape(str(path))):
            LexicalModel.load(path)
    path.write_bytes(data + b"x")
    with pytest.raises(ValueError, match="bytes, expected"):
        LexicalModel.load(path)
    path.write_bytes(data[:8] + struct.pack("<I", 2) + data[12:])
    with pytest.raises(ValueError, match="version 2 of the format, expected 1"):
        LexicalModel.load(path)


def test_a_hostile_file_with_the_right_checksum_is_refused(model, tmp_path):
    path = tmp_path / "model"
    model.prune(size=40).save(path)
    data = path.read_bytes()
    for at in range(len(data) - 4 * 80, len(data), 4):  # indices, then probabilities
        body = data[72:at] + b"\xff\xff\xff\xff" + data[at + 4 :]
        path.write_bytes(data[:12] + struct.pack("<I", zlib.crc32(body)) + data[16:72] + body)
        with pytest.raises(ValueError, match=r"indices|probabilities"):
            LexicalModel.load(path)


@pytest.mark.parametrize("layout", TABLE_FORMATS)
@pytest.mark.parametrize("ending", ["txt", "txt.gz"])
def test_text_tables_come_back(model, tmp_path, layout, ending):
    path = tmp_path / f"lex.{ending}"
    write_table(model, path, layout)
    expected = twin.entries(model)
    if layout == "bicleaner":
        expected = {(e, f): p for (e, f), p in expected.items() if e}
    found = twin.entries(read_table(path, layout))
    assert found == {pair: p for pair, p in expected.items() if p > 0}
    first = path.read_bytes()
    write_table(model, path, layout)
    assert path.read_bytes() == first


def test_what_the_lines_are(tmp_path):
    model = model_of({("chat", "cat"): 0.5, ("chat", "a"): 0.5, ("", "the"): 1.0})
    for layout, expected in (
        ("moses", "the NULL 1\na chat 0.5\ncat chat 0.5\n"),
        ("bicleaner", "a chat 0.5\ncat chat 0.5\n"),
        ("fast-align", "<eps>\tthe\t0\nchat\ta\t-0.69314718056\nchat\tcat\t-0.69314718056\n"),
    ):
        write_table(model, tmp_path / "t", layout)
        assert (tmp_path / "t").read_text() == expected


def test_a_word_like_the_empty_words_name(tmp_path):
    model = model_of({("NULL", "cat"): 0.5, ("", "the"): 1.0})
    with pytest.raises(ValueError, match="'NULL' cannot be told from the empty word"):
        write_table(model, tmp_path / "t", "moses")
    assert not list(tmp_path.iterdir())
    write_table(model, tmp_path / "t", "fast-align")
    same(read_table(tmp_path / "t", "fast-align"), model)


@pytest.mark.parametrize(
    ("data", "layout", "message"),
    [
        (b"a b 0.5\na b\n", "moses", "line 2: 2 fields, expected 3 with one space"),
        (b"a  0.5\n", "moses", "line 1: 3 fields, expected 3"),
        (b"a b x\n", "moses", "line 1: 'x', expected a probability from 0 to 1"),
        (b"a b nan\n", "moses", "line 1: 'nan', expected a probability"),
        (b"a b 1.1\n", "moses", "line 1: '1.1', expected a probability"),
        (b"a\tb\t0.5\n", "fast-align", "line 1: '0.5', expected a logarithm up to 0"),
        (b"a\tb\t1e9\n", "fast-align", "line 1: '1e9', expected a logarithm up to 0"),
        (b"a b 0.5\n", "fast-align", "line 1: 1 fields, expected 3 with one tab"),
        (b"a b 0.5\na b 0.5\n", "moses", r"the source and target word \('b', 'a'\) twice"),
        (b"a b 1_0e-3\n", "moses", "line 1: '1_0e-3', expected a probability"),
        (b"a\xc2\xa0 b 0.5\n", "moses", "the word 'a.xa0', expected words without white space"),
        (b"", "moses", "entries is empty"),
        ("é b 0.5\n".encode("latin-1"), "moses", "line 1: not UTF-8 at byte 0"),
        (b"a b\0 0.5\n", "moses", "line 1: holds a NUL character, expected text"),
        (b"a b 0.5\n", "giza", "format is 'giza', expected one of moses"),
    ],
)
def test_bad_text_tables(tmp_path, data, layout, message):
    path = tmp_path / "lex"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message):
        read_table(path, layout)


def test_a_damaged_gzip_file(tmp_path):
    path = tmp_path / "lex.gz"
    path.write_bytes(gzip.compress(b"a b 0.5\n" * 1000)[:-20])
    with pytest.raises(ValueError, match="damaged gzip file"):
        read_table(path)


def test_to_dict_and_repr(model):
    assert model.to_dict()["n_entries"] == len(model) == len(model.indices)
    assert repr(model).startswith(f"LexicalModel({len(model)} entries")
