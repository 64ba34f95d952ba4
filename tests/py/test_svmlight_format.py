"""SVMlight's ranking format, there and back, and what is refused."""

import gzip

import numpy as np
import pytest
from conftest import data_folder

from tercel import _files
from tercel.rerank import format_svmlight, read_svmlight, write_svmlight


def test_there_and_back(tmp_path):
    rng = np.random.default_rng(0)
    x, quality = rng.normal(size=(7, 3)), rng.normal(size=7)
    path = tmp_path / "lists"
    path.write_text("# made up\n\n" + format_svmlight(x, quality, groups=list("aabbbca")))
    found = read_svmlight(path)
    assert (found.features == x).all()
    assert (found.quality == quality).all()
    assert found.groups.tolist() == [1, 1, 2, 2, 2, 3, 1]


@pytest.mark.parametrize("name", ["lists", "lists.gz"])
def test_files_are_packed_by_their_ending(tmp_path, name):
    x, quality = np.array([[0.1, -2e-300], [3.0, 0.0]]), [0.5, -1]
    write_svmlight(tmp_path / name, x, quality, groups=["b", "a"])
    data = (tmp_path / name).read_bytes()
    text = gzip.decompress(data) if name.endswith(".gz") else data
    assert text.decode() == format_svmlight(x, quality, groups=["b", "a"])
    found = read_svmlight(tmp_path / name)
    assert (found.features == x).all()
    assert found.quality.tolist() == [0.5, -1]
    write_svmlight(tmp_path / ("2" + name), x, quality, groups=["b", "a"])
    assert (tmp_path / ("2" + name)).read_bytes() == data


def test_nothing_is_written_of_bad_features(tmp_path):
    with pytest.raises(ValueError, match=r"features\[1, 0\] is nan"):
        write_svmlight(tmp_path / "lists", [[1.0], [np.nan]], [1, 2], groups=[1, 1])
    assert not list(tmp_path.iterdir())


def test_damaged_and_swollen_gzip_files_are_refused(tmp_path, monkeypatch):
    path = tmp_path / "lists.gz"
    path.write_bytes(gzip.compress(b"1 qid:1 1:2\n")[:-4])
    with pytest.raises(ValueError, match="damaged gzip file"):
        read_svmlight(path)
    monkeypatch.setattr(_files.read_chunks, "__defaults__", (1000,))
    path.write_bytes(gzip.compress(b" " * 5000))
    with pytest.raises(ValueError, match="more than 1000 bytes when decompressed"):
        read_svmlight(path)
    with pytest.raises(ValueError, match="none: No such file"):
        read_svmlight(tmp_path / "none")


@pytest.mark.slow
def test_the_real_features_are_read():
    found = read_svmlight(data_folder("he2010") / "he2010_features.svmlight.gz")
    assert found.features.shape[1] == 10
    assert len(np.unique(found.groups)) == 8000
    assert len(found.comments) == len(found.features)


def test_left_out_features_are_zero_and_comments_are_kept(tmp_path):
    path = tmp_path / "lists"
    path.write_text("1 qid:3 2:5 # MT1\n2 qid:3 1:4\n")
    found = read_svmlight(path)
    assert found.features.tolist() == [[0, 5], [4, 0]]
    assert found.comments == ("MT1", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no candidate"),
        ("1\n", "line 1: no qid:NUMBER"),
        ("1 qid:1 1:2\nx qid:1 1:2\n", "line 2: found 'x'"),
        ("1 1:2\n", "line 1: found '1:2', expected qid"),
        ("1 qid:1 1:nan\n", "found 'nan', expected a finite number"),
        ("1 qid:1 1:1e999\n", "expected a finite number"),
        ("1 qid:1 2:1 1:1\n", "feature 1 behind 2"),
        ("1 qid:1 0:1\n", "feature 0 behind 0"),
        ("1 qid:1 9999999:1\n", "up to 1000000"),
        ("1 qid:1 1:1_0\n", "found '1_0', expected a finite number"),
        ("1 qid:1 1:١\n", "expected a finite number"),
        ("1 qid:1 1:infinity\n", "expected a finite number"),
        ("1 qid:1 1:1-1\n", "found '1-1'"),
        ("1 qid:1 1:\n", "found ''"),
        ("1 qid:١ 1:1\n", "expected qid:NUMBER"),
        ("1 qid:-1 1:1\n", "expected qid:NUMBER"),
        ("1 qid:1 12\n", "found '12', expected FEATURE:VALUE"),
    ],
)
def test_bad_files(tmp_path, text, message):
    path = tmp_path / "lists"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_svmlight(path)
