"""``tercel lexicon``: from text to a model and on, and one line for whatever is wrong."""

import gzip
import json
from pathlib import Path

import pytest
from parallel_text import lines, made_up
from reference.model1 import entries

from tercel.cli import main
from tercel.lexicon import IBM1, LexicalModel, read_table


@pytest.fixture(autouse=True)
def text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source, target = (lines(side) for side in made_up(60, 0))
    Path("f").write_text("\n".join(source) + "\n")
    Path("e.gz").write_bytes(gzip.compress(("\n".join(target) + "\n").encode()))
    return source, target


def run(capsys, *arguments):
    assert main(["lexicon", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def error_of(capsys, code, *arguments):
    before = sorted(Path().iterdir())
    assert main(["lexicon", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert sorted(Path().iterdir()) == before, "something was written"
    return captured.err.removeprefix("tercel: error: ").removesuffix("\n")


def test_train(capsys, text):
    out = run(capsys, "train", "f", "e.gz", "m", "--n-iter", "3", "--workers", "2")
    expected = IBM1(n_iter=3).fit(*text)
    assert entries(LexicalModel.load("m")) == entries(expected)
    first, second = out.splitlines()
    assert first.startswith(f"m: {len(expected)} entries")
    assert second.startswith("log-likelihood a word: -")
    assert len(second.split()) == 3 + 4
    report = json.loads(run(capsys, "train", "f", "e.gz", "m2", "--format", "json"))
    assert report["schema"] == "tercel.lexicon-train/1"
    assert report["n_pairs"] + report["n_skipped"] == 60
    assert not LexicalModel.load("m").source_words[0]
    run(capsys, "train", "f", "e.gz", "m", "--no-null-word", "--tolerance", "0.5")
    assert LexicalModel.load("m").source_words[0]


def test_prune_show_convert(capsys, text):
    run(capsys, "train", "f", "e.gz", "m")
    model = LexicalModel.load("m")
    run(capsys, "prune", "m", "p", "--threshold", "0.1", "--renormalize")
    expected = model.prune(threshold=0.1, renormalize=True)
    assert entries(LexicalModel.load("p")) == entries(expected)
    out = run(capsys, "show", "p", "s1", "", "-k", "2")
    rows = [(w, f, f"{p:.6f}") for w in ("s1", "") for f, p in expected.translations(w, 2)]
    assert [tuple(line.split("\t")) for line in out.splitlines()] == rows
    report = json.loads(run(capsys, "show", "p", "s1", "--format", "json"))
    assert [x["word"] for x in report["translations"]["s1"]] == [
        f for f, _ in expected.translations("s1", 10)
    ]
    assert run(capsys, "show", "p").startswith(f"p: {len(expected)} entries")
    run(capsys, "convert", "p", "t.gz", "--to", "fast-align")
    assert entries(read_table("t.gz", "fast-align")) == entries(expected)
    run(capsys, "convert", "t.gz", "q", "--from", "fast-align")
    assert entries(LexicalModel.load("q")) == entries(expected)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "f", "short", "m"], "f and short: target ends after 1 sentences, but source"),
        (["train", "f", "latin", "m"], "latin, line 2: not UTF-8 at byte 1 of the line"),
        (["train", "f", "binary", "m"], "binary, line 1: holds a NUL character, expected text"),
        (["train", "f", "cut.gz", "m"], "cut.gz: damaged gzip file"),
        (["train", "f", "nowhere", "m"], "nowhere: No such file or directory"),
        (["train", "f", "e.gz", "no/m"], "no/m: no such folder"),
        (
            ["train", "f", "e.gz", "m", "--max-memory", "1K"],
            "max_memory is 1000 bytes, but training takes",
        ),
        (["train", "f", "e.gz", "m", "--max-words", "3"], "f and e.gz: source has more than 3"),
        (["show", "f"], "f: not a lexicon of tercel"),
        (["prune", "f", "p", "--size", "1"], "f: not a lexicon of tercel"),
        (["convert", "f", "p", "--from", "moses"], "f, line "),
    ],
)
def test_bad_input(capsys, arguments, message):
    Path("short").write_text("t1\n")
    Path("latin").write_bytes(b"t1\na\xe9\n")
    Path("binary").write_bytes(b"t1\0\n")
    Path("cut.gz").write_bytes(Path("e.gz").read_bytes()[:-9])
    assert error_of(capsys, 1, *arguments).startswith(message)


def test_a_truncated_model(capsys):
    run(capsys, "train", "f", "e.gz", "m")
    Path("m").write_bytes(Path("m").read_bytes()[:-10])
    assert error_of(capsys, 1, "show", "m").startswith("m: cut off: ")


def test_words_that_a_model_does_not_have(capsys):
    run(capsys, "train", "f", "e.gz", "m")
    assert error_of(capsys, 1, "show", "m", "s1", "x", "y").startswith("m: no source word 'x', 'y'")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "f", "e.gz", "m", "--n-iter", "0"], "n_iter is 0"),
        (["train", "f", "e.gz", "f"], "f would be overwritten"),
        (["train", "f", "e.gz", "m", "--max-memory", "1X"], "argument --max-memory: '1X' is not"),
        (["prune", "m", "p"], "nothing to prune by"),
        (["show", "m", "w", "-k", "-1"], "argument -k: -1"),
        (["convert", "m", "n", "--to", "giza"], "argument --to: invalid choice"),
    ],
)
def test_bad_usage(capsys, arguments, message):
    assert error_of(capsys, 2, *arguments).startswith(message)


def test_a_byte_order_mark_is_no_word(capsys):
    Path("marked").write_bytes(b"\xef\xbb\xbf" + Path("f").read_bytes())
    run(capsys, "train", "f", "e.gz", "m")
    run(capsys, "train", "marked", "e.gz", "n")
    assert Path("m").read_bytes() == Path("n").read_bytes()


def test_options_reach_the_trainer(capsys, text):
    out = run(capsys, "train", "f", "e.gz", "m", "--n-iter", "50", "--tolerance", "0.01")
    expected = IBM1(50, tolerance=0.01).fit(*text)
    assert 2 < len(expected.log_likelihoods) < 51
    assert LexicalModel.load("m").log_likelihoods == expected.log_likelihoods
    assert len(out.splitlines()[1].split()) == len(expected.log_likelihoods) + 3
    message = error_of(capsys, 1, "train", "f", "e.gz", "n", "--max-tokens", "20")
    assert message == "f and e.gz: source has more than 20 words (max_tokens)"


def test_options_of_show(capsys):
    run(capsys, "train", "f", "e.gz", "m")
    model = LexicalModel.load("m")
    row = model.translations("s1")
    assert len(row) > 3
    assert len(run(capsys, "show", "m", "s1", "-k", "3").splitlines()) == 3
    threshold = row[1][1]
    out = run(capsys, "show", "m", "s1", "--threshold", str(threshold))
    assert len(out.splitlines()) == sum(p >= threshold for _, p in row) < len(row)
