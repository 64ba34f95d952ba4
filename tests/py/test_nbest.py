"""N-best lists: what is read is what was written, and what is wrong is named with its line."""

import gzip
import json

import numpy as np
import pytest

from tercel.rerank import NBest, TranslationMemory, iter_nbest, read_nbest, write_nbest

MOSES = """\
0 ||| le chat ||| LM0= -4.5 TM0= -1 -2.25 ||| -7.75 ||| 0-0 1-1
0 |||  ||| LM0= -9 TM0= 0 0 ||| -9 |||
3 ||| un chien ||| LM0= -1e-3 TM0= -1 -2 ||| -3.001 ||| 0-0
"""


def equal(a, b):
    assert (a.texts, a.origins, a.alignments) == (b.texts, b.origins, b.alignments)
    assert list(a.features) == list(b.features)
    for x, y in [
        (a.offsets, b.offsets),
        (a.ids, b.ids),
        (a.scores, b.scores),
        *[(a.features[name], b.features[name]) for name in a.features],
    ]:
        np.testing.assert_array_equal(x, y)


@pytest.fixture
def merged():
    nbest = NBest.from_lists([["a b", "a\u2028c"], ["d"]], scores=[[-1.5, -2.25], [0.1]])
    memory = TranslationMemory(["x y", "x z"], ["X", "Z"])
    return nbest.merge(memory.candidates(memory.match(["x y w", "q"], 2, min_score=0.2)))


def test_moses(tmp_path):
    path = tmp_path / "lists"
    path.write_text(MOSES, encoding="utf-8")
    nbest = read_nbest(path)
    assert nbest.lists() == [("le chat", ""), ("un chien",)]
    assert nbest.ids.tolist() == [0, 3]
    assert nbest.scores.tolist() == [-7.75, -9, -3.001]
    assert {name: values.tolist() for name, values in nbest.features.items()} == {
        "LM0": [-4.5, -9, -0.001],
        "TM0": [-1, 0, -1],
        "TM0[1]": [-2.25, 0, -2],
    }
    assert nbest.alignments == ("0-0 1-1", "", "0-0")
    again = tmp_path / "again.gz"
    write_nbest(again, nbest)
    equal(read_nbest(again), nbest)
    assert gzip.decompress(again.read_bytes()).decode().splitlines()[0] == (
        "0 ||| le chat ||| LM0= -4.5 TM0= -1.0 -2.25 ||| -7.75 ||| 0-0 1-1"
    )


def test_moses_features_without_names(tmp_path):
    path = tmp_path / "lists"
    path.write_text("0 ||| a ||| 1 2 d: 3 4 ||| 5\n")
    nbest = read_nbest(path)
    assert list(nbest.features) == ["[0]", "[1]", "d", "d[1]"]
    write_nbest(path, nbest)
    equal(read_nbest(path), nbest)
    assert path.read_text() == "0 ||| a ||| 1.0 2.0 d= 3.0 4.0 ||| 5.0\n"


@pytest.mark.parametrize("ending", ["jsonl", "tsv", "jsonl.gz", "tsv.gz"])
def test_round_trip_with_origins(tmp_path, merged, ending):
    path = tmp_path / f"lists.{ending}"
    write_nbest(path, merged)
    equal(read_nbest(path), merged)


def test_iterating(tmp_path):
    nbest = NBest.from_lists(
        [[f"t{i}"] * (i + 1) for i in range(7)], scores=[[1.0] * (i + 1) for i in range(7)]
    )
    path = tmp_path / "lists"
    write_nbest(path, nbest)
    parts = list(iter_nbest(path, n_lists=3))
    assert [part.ids.tolist() for part in parts] == [[0, 1, 2], [3, 4, 5], [6]]
    assert [t for part in parts for t in part.texts] == list(nbest.texts)


def test_merge_keeps_origins(merged):
    assert merged.lists() == [("a b", "a\u2028c", "X", "Z"), ("d",)]
    assert merged.origins == ("MT", "MT", "TM", "TM", "MT")
    np.testing.assert_array_equal(
        merged.features["fuzzy_match"], [np.nan, np.nan, 1 - 1 / 3, 1 - 2 / 3, np.nan]
    )
    assert merged.groups.tolist() == [0, 0, 0, 0, 1]
    assert merged.take([2, 0, 4]).lists() == [("X", "a b"), ("d",)]
    assert json.dumps(merged.to_dict())


def test_what_a_format_has_no_place_for(tmp_path, merged):
    path = tmp_path / "lists"
    with pytest.raises(ValueError, match=r"no place for origins \(MT, TM\): use JSONL"):
        write_nbest(path, merged)
    with pytest.raises(ValueError, match=r"scores\[0\] is missing"):
        write_nbest(path, NBest.from_lists([["a"]]))
    for text in ("a ||| b", "a\nb"):
        with pytest.raises(ValueError, match=r"texts\[0\] has"):
            write_nbest(path, NBest.from_lists([[text]], scores=[[1]]))
    with pytest.raises(ValueError, match="has a tab or an end of line"):
        write_nbest(tmp_path / "lists.tsv", NBest.from_lists([["a\tb"]]))
    with pytest.raises(ValueError, match="an empty list has no place"):
        write_nbest(tmp_path / "lists.tsv", NBest.from_lists([["a"], []]))
    assert list(tmp_path.iterdir()) == []


GOOD = b"0 ||| a ||| f= 1 ||| 2\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "lists is empty, expected n-best lists"),
        (GOOD + b"1 ||| b ||| f= 1\n", "line 2: found 3 fields, expected id"),
        (GOOD + b"1 ||| b", "line 2: found 2 fields"),
        (GOOD + b"\n", "line 2: found 1 fields"),
        (GOOD + b"1 ||| a ||| b ||| c ||| d ||| e\n", "line 2: found 6 fields"),
        (GOOD + b"x ||| b ||| f= 1 ||| 2\n", "line 2: found id 'x', expected a whole number"),
        (GOOD + b"-1 ||| b ||| f= 1 ||| 2\n", "line 2: found id '-1'"),
        (GOOD + b"1 ||| b ||| f= y ||| 2\n", "line 2: feature 'f' is 'y', expected a finite"),
        (GOOD + b"1 ||| b ||| f= 1 f= 2 ||| 2\n", "line 2: feature 'f' is there twice"),
        (GOOD + b"1 ||| b ||| f= nan ||| 2\n", "line 2: feature 'f' is 'nan'"),
        (GOOD + b"1 ||| b ||| f= 1 ||| \n", "line 2: score is ''"),
        (GOOD + b"1 ||| b ||| f= 1 ||| 1_0\n", "line 2: score is '1_0'"),
        (b"1 ||| a ||| f= 1 ||| 2\n" + GOOD, "line 2: found id 0 behind 1"),
        (GOOD + b"1 ||| a ||| f= 1 ||| 2\n" + GOOD, "line 3: found id 0 behind 1"),
        (GOOD + b"1 ||| \xff ||| f= 1 ||| 2\n", "line 2: not UTF-8 at byte 6"),
    ],
)
def test_bad_moses(tmp_path, content, message):
    path = tmp_path / "lists"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_nbest(path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": 1, "cand', "line 2: found .*expected a JSON object, whole"),
        ("[" * 100_000, "line 2: found .*expected a JSON object, whole"),
        ("3", "line 2: expected a JSON object with the keys id and candidates"),
        ('{"id": 1.5, "candidates": []}', "line 2: id is 1.5"),
        ('{"id": 1, "candidates": {}}', "line 2: candidates is no list"),
        ('{"id": 1, "candidates": [{"txt": "a"}]}', r"candidates\[0\]: expected an object"),
        ('{"id": 1, "candidates": [{"text": 3}]}', r"candidates\[0\]: text is int"),
        ('{"id": 1, "candidates": [{"text": "a", "score": NaN}]}', "score is 'nan'"),
        ('{"id": 1, "candidates": [{"text": "a", "score": true}]}', "score is 'True'"),
        ('{"id": 1, "candidates": [{"text": "a", "features": {"f": "x"}}]}', "feature 'f' is 'x'"),
        ('{"id": 1, "candidates": [{"text": "a", "features": 1}]}', "features is no object"),
        ('{"id": 1, "candidates": [{"text": "a", "origin": 1}]}', "origin is no string"),
        ('{"id": 0, "candidates": []}', "line 2: found id 0 behind 0"),
    ],
)
def test_bad_jsonl(tmp_path, line, message):
    path = tmp_path / "lists.jsonl"
    path.write_text('{"id": 0, "candidates": [{"text": "a"}]}\n' + line + "\n")
    with pytest.raises(ValueError, match=message):
        read_nbest(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("text\tscore\na\t1\n", "line 1: expected a header with the columns id and text"),
        ("id\ttext\tf\tf\n", "line 1: expected a header"),
        ("id\ttext\n", "is empty"),
        ("id\ttext\n0\ta\tb\n", "line 2: found 3 columns, expected 2"),
        ("id\ttext\n0\n", "line 2: found 1 columns, expected 2"),
        ("id\ttext\tf\n0\ta\tx\n", "line 2: column 'f' is 'x'"),
        ("id\ttext\n\ta\n", "line 2: id is ''"),
        ("id\ttext\n1\ta\n0\tb\n", "line 3: found id 0 behind 1"),
    ],
)
def test_bad_tsv(tmp_path, content, message):
    path = tmp_path / "lists.tsv"
    path.write_text(content)
    with pytest.raises(ValueError, match=message):
        read_nbest(path)


def test_damaged_gzip(tmp_path):
    path = tmp_path / "lists.gz"
    path.write_bytes(gzip.compress(MOSES.encode())[:-9])
    with pytest.raises(ValueError, match=r"lists\.gz: damaged gzip file"):
        read_nbest(path)
    with pytest.raises(ValueError, match="gone: No such file"):
        read_nbest(tmp_path / "gone")
    with pytest.raises(ValueError, match="format is 'xml', expected one of moses, jsonl, tsv"):
        read_nbest(path, format="xml")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"offsets": [0, 1]}, "offsets must run from 0 to the number of candidates, 2"),
        ({"offsets": [0, 2, 1, 2], "ids": [0, 1, 2]}, "offsets falls"),
        ({"ids": [1, 0], "offsets": [0, 1, 2]}, "ids must rise"),
        ({"ids": [1, 2]}, r"ids has shape \(2,\), expected \(1,\)"),
        ({"scores": [1.0]}, r"scores has shape \(1,\), expected \(2,\)"),
        ({"features": {"f": [1.0]}}, r"features\['f'\] has shape \(1,\)"),
        ({"origins": ("MT",)}, "origins has 1 values, expected 2"),
    ],
)
def test_bad_fields(fields, message):
    good = {"texts": ("a", "b"), "offsets": [0, 2], "ids": [0], "scores": [1.0, 2.0]}
    with pytest.raises(ValueError, match=message):
        NBest(**{**good, **fields})


def test_bad_merges():
    a, b = NBest.from_lists([["a"]]), NBest.from_lists([["a"], ["b"]])
    with pytest.raises(ValueError, match="other has 2 lists and these are 1"):
        a.merge(b)
    with pytest.raises(ValueError, match="candidates go back to an earlier list"):
        b.take([1, 0])
    with pytest.raises(ValueError, match="scores has another shape than lists"):
        NBest.from_lists([["a"]], scores=[[1, 2]])
    with pytest.raises(TypeError, match=r"texts\[0\] is int"):
        NBest.from_lists([[1]])


TMX = """<?xml version="1.0"?>
<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en-US"><seg>Open the file.</seg></tuv>
<tuv xml:lang="fr"><seg>Ouvrir.</seg></tuv></tu>
</body></tmx>
"""


def test_memories_from_files(tmp_path):
    path = tmp_path / "memory.tmx"
    path.write_text(TMX)
    memory = TranslationMemory.from_tmx(path, "en", "fr")
    assert (memory.sources, memory.targets) == (("Open the file.",), ("Ouvrir.",))
    assert memory.match(["Open the file ."]).scores.tolist() == [1.0]
    for name, text in (("s", "a\nb\n"), ("t", "A\nB"), ("short", "A\n"), ("none", "")):
        (tmp_path / name).write_text(text)
    assert TranslationMemory.from_files(tmp_path / "s", tmp_path / "t").targets == ("A", "B")
    with pytest.raises(ValueError, match=r"s has 2 lines, but .*short has 1"):
        TranslationMemory.from_files(tmp_path / "s", tmp_path / "short")
    with pytest.raises(ValueError, match="none is empty"):
        TranslationMemory.from_files(tmp_path / "none", tmp_path / "none")
    path.write_text(TMX[:120])
    with pytest.raises(ValueError, match=r"memory\.tmx"):
        TranslationMemory.from_tmx(path, "en", "fr")
