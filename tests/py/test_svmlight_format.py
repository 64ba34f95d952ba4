"""SVMlight's ranking format, there and back, and what is refused."""

import numpy as np
import pytest

from tercel.rerank import format_svmlight, read_svmlight


def test_there_and_back(tmp_path):
    rng = np.random.default_rng(0)
    x, quality = rng.normal(size=(7, 3)), rng.normal(size=7)
    path = tmp_path / "lists"
    path.write_text("# made up\n\n" + format_svmlight(x, quality, groups=list("aabbbca")))
    found = read_svmlight(path)
    assert (found.features == x).all()
    assert (found.quality == quality).all()
    assert found.groups.tolist() == [1, 1, 2, 2, 2, 3, 1]


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
        ("1 qid:1 12\n", "found '12', expected FEATURE:VALUE"),
    ],
)
def test_bad_files(tmp_path, text, message):
    path = tmp_path / "lists"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_svmlight(path)
