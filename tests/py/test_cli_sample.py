"""``tercel sample``: the same lines of every file, and never an input lost."""

import gzip
from pathlib import Path

import pytest

from tercel.cli import main

LINES = [f"line {i}\r" if i == 4 else f"line {i}" for i in range(10)]


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two parallel files: x, whose last line has no end, and x.gz in another folder."""
    monkeypatch.chdir(tmp_path)
    Path("x").write_bytes("\n".join(LINES).encode())
    Path("other").mkdir()
    Path("other/x.gz").write_bytes(gzip.compress("".join(f"{s.upper()}\n" for s in LINES).encode()))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["sample", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def error_of(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    assert main(["sample", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("tercel: error: ").removesuffix("\n")


@pytest.mark.parametrize(
    ("arguments", "chosen", "which"),
    [
        ([], [0, 2, 5, 7], "broad sample 0 of 2"),
        (["-k", "1"], [1, 3, 6, 8], "broad sample 1 of 2"),
        (["--kind", "consecutive", "-k", "1"], [4, 5, 6, 7], "consecutive block 1 of 2"),
        (["--kind", "random"], [0, 1, 5, 7], "random sample of seed 12345"),
        (["--kind", "random", "--seed", "0"], None, "random sample of seed 0"),
    ],
)
def test_the_same_lines_of_every_file(
    arguments: list[str], chosen: list[int] | None, which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = run(capsys, "-n", "4", *arguments, "--into", "a/b", "x", "other/x.gz")
    assert out == f"a/b: 4 of 10 segments, {which}\n"
    lines = Path("a/b/x").read_bytes().decode().removesuffix("\n").split("\n")
    packed = gzip.decompress(Path("a/b/x.gz").read_bytes()).decode()
    assert packed == "".join(f"{line.upper()}\n" for line in lines)
    if chosen is not None:
        assert lines == [LINES[i] for i in chosen]


def test_a_sample_again_is_the_same_file(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "-n", "3", "--into", "a", "other/x.gz")
    first = Path("a/x.gz").read_bytes()
    run(capsys, "-n", "3", "--into", "a", "other/x.gz")
    assert Path("a/x.gz").read_bytes() == first
    assert [path.name for path in Path("a").iterdir()] == ["x.gz"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--into", "a", "x"], "-n/--n-segments"),
        (["-n", "3", "x"], "--into"),
        (["-n", "3", "--into", "a"], "FILE"),
        (["-n", "many", "--into", "a", "x"], "many"),
        (["-n", "3", "--into", "a", "-"], "standard input (-) has no file name to write to"),
        (["-n", "3", "--into", ".", "x"], "x would be overwritten by its own sample"),
        (["-n", "3", "--into", "a", "x", "./x"], "two files would be written to a/x"),
        (["-n", "3", "--into", "a", "--seed", "1", "x"], "a broad sample has none, expected -k"),
        (["-n", "3", "--into", "a", "--kind", "random", "-k", "1", "x"], "expected --seed"),
        (["-n", "3", "--into", "a", "--kind", "narrow", "x"], "broad"),
    ],
)
def test_bad_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error_of(capsys, 2, *arguments)
    assert not Path("a").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-n", "11", "x"], "x has 10 lines: n is 11, expected a whole number from 1 to 10"),
        (["-n", "0", "x"], "x has 10 lines: n is 0, expected a whole number from 1 to 10"),
        (
            ["-n", "4", "-k", "2", "x"],
            "x has 10 lines: k is 2, expected a whole number from 0 to 1",
        ),
        (["-n", "4", "x", "short"], "short has 1 line, but x has 10 lines"),
        (["-n", "4", "gone"], "gone: No such file or directory"),
    ],
)
def test_bad_input(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("short").write_text("one line", encoding="utf-8")
    assert error_of(capsys, 1, *arguments, "--into", "a") == message
    assert not Path("a").exists()


def test_a_folder_that_is_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert error_of(capsys, 1, "-n", "2", "--into", "x", "other/x.gz").startswith("x: ")
    assert Path("x").read_bytes() == "\n".join(LINES).encode()
