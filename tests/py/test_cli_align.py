"""``tercel align``: files and folders in, pairs out, one line of error."""

from pathlib import Path

import pytest

from tercel.cli import main
from tercel.lexicon import (
    align_documents,
    read_ladder,
    read_tmx,
    read_tsv,
    realign_documents,
    write_ladder,
)

ENGLISH = ["The cat sleeps.", "It is 9 o'clock. All is quiet."]
FRENCH = ["Le chat dort.", "Il est 9 heures.", "Tout est calme."]


@pytest.fixture
def files(tmp_path):
    for name, lines in (("a.en", ENGLISH), ("a.fr", FRENCH)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [str(tmp_path / "a.en"), str(tmp_path / "a.fr")]


@pytest.fixture
def in_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_two_files_to_each_format(files, tmp_path, capsys):
    out = str(tmp_path / "out")
    pairs = [(ENGLISH[0], FRENCH[0]), (ENGLISH[1], " ".join(FRENCH[1:]))]
    assert main(["align", *files, "--into", out]) == 0
    assert list(read_tsv(out)) == pairs
    assert "beads: 2, with an empty side: 0" in capsys.readouterr().out
    assert main(["align", *files, "--into", out, "--to", "tmx", "--languages", "en-fr"]) == 0
    assert list(read_tmx(out, "en", "fr")) == pairs
    assert main(["align", *files, "--into", out, "--to", "ladder", "--method", "length"]) == 0
    assert read_ladder(out)[0].tolist() == [[0, 1, 0, 1], [1, 2, 1, 3]]
    assert main(["align", *files, "--into", out, "--realign"]) == 0


def test_a_folder(tmp_path, capsys):
    for language, lines in (("en", ENGLISH), ("fr", FRENCH)):
        (tmp_path / f"a.{language}.txt").write_text("\n\n".join(lines), encoding="utf-8")
    out = tmp_path / "out.tsv.gz"
    assert main(["align", str(tmp_path), "--languages", "en-fr", "--into", str(out)]) == 0
    assert next(read_tsv(out, n_columns=3)) == ("a.en.txt", ENGLISH[0], FRENCH[0])
    assert "by suffix en / suffix fr: 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["x", "y", "z", "--into", "o"], 2, "3 paths, expected SOURCE and TARGET"),
        (["x", "--into", "o"], 2, "argument --languages: needed for a folder"),
        (["x", "--into", "o", "--to", "ladder"], 2, "a ladder has one document"),
        (["x", "--into", "o", "--languages", "enfr"], 2, "expected such as en-fr"),
        (["-", "-", "--into", "o"], 2, "standard input (-) is given twice"),
        (["x", "y", "--into", "o", "--workers", "0"], 2, "workers is 0"),
        (["no.en", "no.fr", "--into", "o"], 1, "no.en: No such file"),
        (["x", "y", "--into", "no/o"], 1, "no/o: no such folder"),
        (["x", "y", "--into", "./y"], 2, "./y would be overwritten by its own result"),
        (["no", "--into", "o", "--languages", "en-fr"], 1, "no: expected a folder"),
    ],
)
def test_errors(arguments, code, message, in_empty_folder, capsys):

    assert main(["align", *arguments]) == code
    assert message in capsys.readouterr().err
    assert list(in_empty_folder.iterdir()) == []


def test_binary_files(files, tmp_path, capsys):
    (tmp_path / "a.fr").write_bytes(b"good\n\xff\xfe\n")
    assert main(["align", *files, "--into", str(tmp_path / "o")]) == 1
    assert "a.fr, line 2: not UTF-8" in capsys.readouterr().err


def test_marks_of_files_are_no_text(files, tmp_path):
    for name in files:
        text = Path(name).read_text(encoding="utf-8")
        Path(name).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    out = str(tmp_path / "out")
    assert main(["align", *files, "--into", out]) == 0
    assert next(read_tsv(out)) == (ENGLISH[0], FRENCH[0])
    assert "\r" not in (tmp_path / "out").read_bytes().decode()


@pytest.mark.parametrize(("character", "name"), [("\0", "a NUL character"), ("\t", "a tab")])
def test_what_no_sentence_holds(character, name, files, tmp_path, capsys):
    (tmp_path / "a.fr").write_text(f"good\nb{character}d\n", encoding="utf-8")
    assert main(["align", *files, "--into", str(tmp_path / "o")]) == 1
    assert f"a.fr, line 2: holds {name}, expected a sentence" in capsys.readouterr().err
    assert not (tmp_path / "o").exists()


def test_options_reach_the_aligner(tmp_path, capsys):
    english = ["The cat sleeps here.", "A dog barks.", "Linux 6.1 is out."] * 4
    french = ["Le chat dort ici.", "Linux 6.1 est sorti."] * 4
    for name, lines in (("a.en", english), ("a.fr", french)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    files, out = [str(tmp_path / "a.en"), str(tmp_path / "a.fr")], tmp_path / "out"
    document = [(english, french)]
    results = []
    for arguments, expected in (
        ([], align_documents(document)),
        (["--method", "length"], align_documents(document, method="length")),
        (["--realign", "--workers", "2"], realign_documents(document)),
        (["--realign", "--method", "length"], realign_documents(document, method="length")),
    ):
        assert main(["align", *files, "--into", str(out), "--to", "ladder", *arguments]) == 0
        write_ladder(tmp_path / "expected", expected[0])
        assert out.read_bytes() == (tmp_path / "expected").read_bytes()
        results.append(out.read_bytes())
    assert len(set(results)) == 4  # so that each option would be missed
