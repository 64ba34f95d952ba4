"""Every bad input is one line on standard error and an exit code, never a traceback."""

import gzip
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tercel import compare
from tercel.cli import compare as compare_module
from tercel.cli import files, main

TEXT = b"the cat sat on the mat\nit rains\n"


@pytest.fixture(autouse=True)
def test_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three good files in the working folder: r, a and b."""
    monkeypatch.chdir(tmp_path)
    for name in ("r", "a", "b"):
        Path(name).write_bytes(TEXT)
    return tmp_path


def error_of(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    prefix = "tercel: error: "
    assert captured.err.startswith(prefix)
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix(prefix).removesuffix("\n")


def bad_file(capsys: pytest.CaptureFixture[str], name: str, content: bytes) -> str:
    Path(name).write_bytes(content)
    return error_of(capsys, 1, "score", "-r", "r", name)


def test_file_is_missing_or_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    Path("folder").mkdir()
    missing = error_of(capsys, 1, "score", "-r", "r", "nowhere")
    assert missing == "nowhere: No such file or directory"
    assert error_of(capsys, 1, "score", "-r", "r", "folder").startswith("folder: ")
    assert error_of(capsys, 1, "score", "-r", "gone.gz", "a").startswith("gone.gz: No such")


def test_file_is_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert bad_file(capsys, "x", b"") == "x is empty, expected a segment a line"
    assert "x.gz is empty" in bad_file(capsys, "x.gz", gzip.compress(b""))


def test_files_of_different_lengths(capsys: pytest.CaptureFixture[str]) -> None:
    Path("short").write_text("one line")
    message = error_of(capsys, 1, "compare", "-r", "r", "a", "short")
    assert message == "short has 1 line, but a has 2 lines"
    message = error_of(capsys, 1, "score", "-r", "r", "-r", "short", "a")
    assert message == "short has 1 line, but a has 2 lines"


def test_text_that_is_not_utf8(capsys: pytest.CaptureFixture[str]) -> None:
    text = b"na\xc3\xafve\ncaf\xe9\n"
    expected = "line 2: not UTF-8 at byte offset 10 of the text"
    assert bad_file(capsys, "latin", text) == f"latin, {expected}"
    assert bad_file(capsys, "latin.gz", gzip.compress(text)) == f"latin.gz, {expected}"
    assert "line 1: not UTF-8 at byte offset 0" in bad_file(capsys, "surrogate", b"\xed\xa0\x80")
    assert "line 3: not UTF-8 at byte offset 4" in bad_file(capsys, "cut", b"a\nb\n\xe2\x82")


@pytest.mark.parametrize("length", [1, 5, 12, 30, -8, -1])
def test_gzip_that_is_cut(length: int, capsys: pytest.CaptureFixture[str]) -> None:
    message = bad_file(capsys, "cut.gz", gzip.compress(TEXT)[:length])
    assert message.startswith("cut.gz: damaged gzip file: ")


def test_gzip_that_is_corrupt_or_none(capsys: pytest.CaptureFixture[str]) -> None:
    packed = bytearray(gzip.compress(TEXT))
    packed[20] ^= 0xFF
    assert "corrupt.gz: damaged gzip file: " in bad_file(capsys, "corrupt.gz", bytes(packed))
    assert "plain.gz: damaged gzip file: " in bad_file(capsys, "plain.gz", TEXT)


def test_gzip_that_swells(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "MOST_DECOMPRESSED_BYTES", 2**21)
    message = bad_file(capsys, "bomb.gz", gzip.compress(b"\n" * 2**23))
    assert message == "bomb.gz: more than 2097152 bytes of text"


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ([], ["required", "COMMAND"]),
        (["translate"], ["invalid choice", "score", "compare"]),
        (["score", "a"], ["required", "--reference"]),
        (["score", "-r", "r"], ["required", "HYP"]),
        (["score", "-r", "r", "a", "--colour"], ["--colour"]),
        (["score", "-r", "r", "-", "-"], ["system - is given twice"]),
        (["score", "-r", "-", "-"], ["standard input", "twice"]),
        (["score", "-r", "-", "-r", "-", "a"], ["standard input", "twice"]),
        (["score", "-r", "r", "a", "a"], ["system a is given twice"]),
        (["score", "-r", "r", "a", "-tok", "moses"], ["moses", "none", "13a", "intl", "zh"]),
        (["score", "-r", "r", "a", "-s", "kn"], ["kn", "exp", "floor", "add-k"]),
        (["score", "-r", "r", "a", "-sv", "1"], ["smooth_value", "exp", "takes none"]),
        (["score", "-r", "r", "a", "-sv", "much"], ["--smooth-value", "much"]),
        (["score", "-r", "r", "a", "--max-ngram-order", "0"], ["max_ngram_order is 0"]),
        (["score", "-r", "r", "a", "--n-bootstrap", "39"], ["n_bootstrap is 39", "40"]),
        (["score", "-r", "r", "a", "--confidence-level", "95"], ["confidence_level is 95"]),
        (["score", "-r", "r", "a", "--confidence-level", "nan"], ["confidence_level is nan"]),
        (["score", "-r", "r", "a", "--workers", "0"], ["workers is 0"]),
        (["score", "-r", "r", "a", "--seed", "-1"], ["--seed", "-1"]),
        (["score", "-r", "r", "a", "--seed", "dice"], ["--seed", "dice"]),
        (["score", "-r", "r", "a", "--width", "99"], ["--width", "99"]),
        (["score", "-r", "r", "a", "--format", "html"], ["--format", "text", "json", "latex"]),
        (["compare", "-r", "r", "a"], ["there is only a", "at least two"]),
        (["compare", "-r", "r", "a", "b", "--baseline", "c"], ["baseline 'c'", "a, b"]),
        (["compare", "-r", "r", "a", "b", "--method", "t"], ["--method", "permutation"]),
        (["compare", "-r", "r", "a", "b", "--n-resamples", "0"], ["n_resamples is 0"]),
        (["compare", "-r", "r", "a", "b", "--n-bootstrap", "9"], ["n_bootstrap is 9", "40"]),
        (
            ["compare", "-r", "r", "a", "b", "--method", "bootstrap", "--n-resamples", "9"],
            ["n_resamples is 9", "40"],
        ),
    ],
)
def test_bad_usage(
    arguments: list[str], parts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    message = error_of(capsys, 2, *arguments)
    assert all(part in message for part in parts), message


def test_names_that_would_break_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert error_of(capsys, 1, "score", "-r", "r", "x\ny") == r"x\ny: No such file or directory"


def test_output_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["score", "-r", "r", "a", "--output"]
    assert error_of(capsys, 1, *arguments, "nowhere/x").startswith("nowhere/x: ")
    Path("folder").mkdir()
    assert error_of(capsys, 1, *arguments, "folder").startswith("folder: ")
    assert sorted(path.name for path in Path().iterdir()) == ["a", "b", "folder", "r"]


def test_closed_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert error_of(capsys, 1, "score", "-r", "r", "-") == "stdin: closed"


def test_bad_text_on_stdin(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"ok\n\xff")))
    message = error_of(capsys, 1, "score", "-r", "r", "-")
    assert message == "stdin, line 2: not UTF-8 at byte offset 3 of the text"


def test_interrupt_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(compare_module, "compare", interrupted)
    assert main(["compare", "-r", "r", "a", "b"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("words", "message"), [("8 TiB", "8 TiB"), ("", "out of memory")])
def test_memory_that_is_not_there(
    words: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def exhausted(*_: object, **__: object) -> None:
        raise MemoryError(words)

    monkeypatch.setattr(compare_module, "compare", exhausted)
    assert error_of(capsys, 1, "compare", "-r", "r", "a", "b") == message


def start(*arguments: str, stdout: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tercel", *arguments]
    return subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="pipes break differently there")
def test_broken_pipe_is_quiet() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = start("score", "-r", "r", "a", stdout=writing)
    os.close(writing)
    assert process.communicate()[1] == ""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_full_disk() -> None:
    with Path("/dev/full").open("w") as full:
        process = start("score", "-r", "r", "a", stdout=full.fileno())
        error = process.communicate()[1]
    assert error == "tercel: error: standard output: No space left on device\n"
    assert process.returncode == 1


def test_the_facade_names_the_option_too() -> None:
    with pytest.raises(ValueError, match=r"^n_bootstrap is 9, .* at least 40 are needed"):
        compare({"a": ["x"], "b": ["y"]}, ["x"], n_bootstrap=9)
