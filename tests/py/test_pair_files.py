"""Ladders and tab-separated pairs: written, read again, and clear errors."""

import pytest

from tercel._files import numbered_lines
from tercel.lexicon import align_sentences, read_ladder, read_tsv, write_ladder, write_tsv


def test_a_ladder_comes_back(tmp_path):
    found = align_sentences(["a b", "c", "d e f"], ["a b", "d e f g", "x" * 90])
    write_ladder(tmp_path / "l", found)
    beads, qualities = read_ladder(tmp_path / "l")
    assert beads.tolist() == found.beads.tolist()
    assert qualities == pytest.approx(-found.costs / 100, rel=1e-5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("0\t0\t1\n1\tx\t0\n", "line 2: '1.tx.t0', expected two numbers"),
        ("1\t0\t1\n", "line 1: 1 and 0, expected 0 and 0"),
        ("0\t0\t1\n2\t2\t1\n1\t3\t0\n", "line 3: 1 and 3 after 2 and 2, expected rungs that rise"),
        ("0\t0\n", "line 1"),
        ("0\t0\t1\n1_0\t1\t0\n", "line 2: '1_0.t1.t0', expected two numbers"),
        ("0\t0\t1\n-1\t1\t0\n", "line 2"),
    ],
)
def test_bad_ladders(tmp_path, text, message):
    (tmp_path / "l").write_text(text)
    with pytest.raises(ValueError, match=message):
        read_ladder(tmp_path / "l")


def test_tsv(tmp_path):
    path = tmp_path / "p.tsv.gz"
    assert write_tsv(path, [("a b", "c"), ("", "é")]) == 2
    assert list(read_tsv(path)) == [("a b", "c"), ("", "é")]
    with pytest.raises(ValueError, match="row 2 has a tab or an end of line"):
        write_tsv(path, [("a", "b"), ("a\tb", "c")])
    with pytest.raises(ValueError, match="row 1 has a tab or an end of line"):
        write_tsv(path, [("a", "b\r")])
    assert len(list(read_tsv(path))) == 2
    with pytest.raises(ValueError, match=r"line 1: 2 columns, expected 3"):
        list(read_tsv(path, n_columns=3))
    (tmp_path / "b").write_bytes(b"a\tb\n\0\tc\n")
    with pytest.raises(ValueError, match=r"b, line 2: holds a NUL character"):
        list(read_tsv(tmp_path / "b"))


def test_a_line_that_never_ends(tmp_path, monkeypatch):
    monkeypatch.setattr("tercel._files.LONGEST_LINE", 2**17)
    path = tmp_path / "endless"
    path.write_bytes(b"short\n" + b"x" * 2**18)
    with pytest.raises(ValueError, match=r"endless, line 2: more than 131072 bytes"):
        list(numbered_lines(path))


def test_lines_across_pieces(tmp_path):
    expected = [(i + 1, "ä" * (i * 997 % 70_000)) for i in range(8)]
    path = tmp_path / "lines"
    path.write_text("\n".join(line for _, line in expected), encoding="utf-8")
    assert list(numbered_lines(path)) == expected


def test_a_mark_at_the_start_is_no_text(tmp_path):
    path = tmp_path / "marked"
    path.write_bytes("\ufeffa\n\ufeffb\n".encode())
    assert list(numbered_lines(path)) == [(1, "a"), (2, "\ufeffb")]
