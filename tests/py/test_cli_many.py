"""``tercel compare`` with many systems, documents and segment scores; good input and bad."""

import gzip
import json
from pathlib import Path

import pytest

import tercel
from tercel.cli import main

LINES = [f"the cat number {i} sat on the mat near the door" for i in range(40)]
SYSTEMS = {
    "a": LINES,
    "b": [line.replace("sat", "sits") if i % 2 else line for i, line in enumerate(LINES)],
    "c": [line.replace("the", "a") for line in LINES],
}
SCORES = {name: [0.5 + 0.01 * k + i / 100 for i in range(40)] for k, name in enumerate("abc")}
DOCUMENTS = [f"doc{i // 2}" for i in range(40)]
FAST = {"rng": 12345, "n_resamples": 200, "n_bootstrap": 100}
COMPARE = ("compare", "-r", "a", "a", "b", "c", "--n-resamples", "200", "--n-bootstrap", "100")


@pytest.fixture(autouse=True)
def test_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The systems, their scores and the documents, in the working folder."""
    monkeypatch.chdir(tmp_path)
    for name, lines in SYSTEMS.items():
        write(name, lines)
        write(f"{name}.comet", SCORES[name])
    write("scores.tsv", ["id\ta\tb\tc", *(f"{i}\t{row(i)}" for i in range(40))])
    write(
        "scores.jsonl.gz",
        [json.dumps({name: SCORES[name][i] for name in SCORES}) for i in range(40)],
    )
    write("documents", DOCUMENTS)
    write("meta.tsv", ["domain\tdoc", *(f"news\t{name}" for name in DOCUMENTS)])
    write("meta.jsonl", [json.dumps({"doc": name}) for name in DOCUMENTS])


def row(i: int) -> str:
    return "\t".join(str(SCORES[name][i]) for name in SCORES)


def write(name: str, lines: list[object]) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    Path(name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*COMPARE, *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def error_of(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    assert main([*COMPARE, *arguments]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("tercel: error: ").removesuffix("\n")


def compared(**options: object) -> tercel.Comparison:
    with pytest.warns(tercel.DoubtfulStatisticsWarning):
        return tercel.compare(SYSTEMS, SYSTEMS["a"], **FAST, **options)


@pytest.mark.parametrize("correction", ["holm", "bh", "by", "max-t", "none"])
def test_all_pairs(correction: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--pairs", "all", "--correction", correction)
    assert out == f"{compared(pairs='all', correction=correction)}\n"


@pytest.mark.parametrize("source", ["documents", "meta.tsv:doc", "meta.jsonl:doc"])
def test_documents(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--documents", source)
    assert out == f"{compared(documents=DOCUMENTS)}\n"
    assert "documents:20|" in out


def test_strata(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--strata", "meta.tsv:domain")
    assert out == f"{compared(strata=['news'] * 40)}\n"
    assert "strata:1|" in out


@pytest.mark.parametrize(
    "files",
    [
        ["a.comet", "b.comet", "c.comet"],
        ["{}.comet"],
        ["scores.tsv:{}"],
        ["scores.jsonl.gz:{}"],
        ["a.comet", "scores.tsv:b", "scores.jsonl.gz:c"],
    ],
)
def test_segment_scores(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [part for file in files for part in ("--segment-scores", f"COMET={file}")]
    out = run(capsys, *arguments)
    assert out == f"{compared(segment_scores={'COMET': SCORES})}\n"


def test_segment_scores_where_lower_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--segment-scores", "MetricX={}.comet", "--lower-is-better", "MetricX")
    parsed = json.loads(run(capsys, *options, "--pairs", "all", "--format", "json"))
    ranks = {row["system"]: row["rank"]["low"] for row in parsed["systems"][3:]}
    assert ranks == {"a": 1, "b": 2, "c": 3}
    assert not parsed["systems"][3]["higher_is_better"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--documents", "-"], "--documents: standard input (-) is for texts, expected a file"),
        (["--documents", "m.tsv"], "--documents: m.tsv is a table, expected m.tsv:COLUMN"),
        (["--documents", "m.jsonl"], "--documents: m.jsonl is a table, expected m.jsonl:KEY"),
        (["--segment-scores", "x"], "--segment-scores: found 'x', expected NAME=FILE"),
        (["--segment-scores", "=x"], "--segment-scores: found '=x', expected NAME=FILE"),
        (
            ["--segment-scores", "M=x"],
            "--segment-scores M: found 1 of it for 3 systems, expected one for each, or one "
            "with {} in place of the system's name",
        ),
        (["--lower-is-better", "M"], "--lower-is-better M: there is no --segment-scores M=FILE"),
        (
            ["--method", "permutation", "--correction", "max-t"],
            "method is 'permutation', but the correction 'max-t' takes its p from the bootstrap",
        ),
    ],
)
def test_bad_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert error_of(capsys, 2, *arguments) == message


@pytest.mark.parametrize("option", ["--pairs", "--correction"])
def test_unknown_choices(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "invalid choice: 'x'" in error_of(capsys, 2, option, "x")


@pytest.mark.parametrize("value", ["nan", "inf", "-Infinity", "", "0,5", "1_0", "good"])
def test_scores_that_are_no_numbers(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    write("b.comet", [*SCORES["b"][:6], value, *SCORES["b"][7:]])
    message = error_of(capsys, 1, "--segment-scores", "M={}.comet")
    assert message == f"b.comet, line 7: found {value!r}, expected a finite number"
    write("t.tsv", ["a\tb\tc", "1\t2\t3", f"1\t2\t{value}", *["1\t2\t3"] * 38])
    message = error_of(capsys, 1, "--segment-scores", "M=t.tsv:{}")
    assert message == f"t.tsv, line 3: found {value!r}, expected a finite number"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"a": NaN}', "t.jsonl, line 2: found nan, expected a finite number"),
        ('{"a": true}', "t.jsonl, line 2: found True, expected a finite number"),
        ('{"a": null}', "t.jsonl, line 2: found None, expected a finite number"),
        ('{"a": [1]}', "t.jsonl, line 2: found [1], expected a finite number"),
        ('{"b": 1, "id": 2}', "t.jsonl, line 2: no key 'a', found b, id"),
        ("{}", "t.jsonl, line 2: no key 'a', found none"),
        ("[1]", "t.jsonl, line 2: found '[1]', expected an object"),
        ('{"a": 1', """t.jsonl, line 2: found '{"a": 1', expected an object"""),
    ],
)
def test_bad_json_lines(line: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    good = '{"a": 1, "b": 2, "c": 3}'
    write("t.jsonl", [good, line, *[good] * 38])
    assert error_of(capsys, 1, "--segment-scores", "M=t.jsonl:{}") == message


def test_bad_tables(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--documents", "t.tsv:doc")
    write("t.tsv", ["id\tname", *["1\tx"] * 40])
    assert error_of(capsys, 1, *options) == (
        "t.tsv, line 1: no column 'doc', expected one of id, name"
    )
    write("t.tsv", ["doc\tdoc", *["1\tx"] * 40])
    assert "line 1: several columns 'doc'" in error_of(capsys, 1, *options)
    write("t.tsv", ["id\tdoc", "1\tx", "2", *["1\tx"] * 38])
    assert error_of(capsys, 1, *options) == (
        "t.tsv, line 3: found 1 columns, expected 2 as in the first line"
    )


def test_wrong_numbers_of_values(capsys: pytest.CaptureFixture[str]) -> None:
    write("documents", DOCUMENTS[:-1])
    assert error_of(capsys, 1, "--documents", "documents") == (
        "documents: found 39 for 40 segments, expected one for each"
    )
    write("c.comet", [*SCORES["c"], 1])
    assert "c.comet: found 41 for 40 segments" in error_of(
        capsys, 1, "--segment-scores", "M={}.comet"
    )


def test_bad_documents(capsys: pytest.CaptureFixture[str]) -> None:
    write("documents", ["x", "", *DOCUMENTS[2:]])
    assert error_of(capsys, 1, "--documents", "documents") == (
        "documents, line 2: found '', expected an id"
    )
    write("documents", ["x"] * 40)
    assert "at least 2" in error_of(capsys, 1, "--documents", "documents")
    assert error_of(capsys, 1, "--documents", "gone") == "gone: No such file or directory"
    assert error_of(capsys, 1, "--segment-scores", "M={}.gone") == (
        "a.gone: No such file or directory"
    )


def test_windows_line_ends_in_tables(capsys: pytest.CaptureFixture[str]) -> None:
    plain = run(capsys, "--segment-scores", "M=scores.tsv:{}")
    Path("scores.tsv").write_bytes(Path("scores.tsv").read_bytes().replace(b"\n", b"\r\n"))
    assert run(capsys, "--segment-scores", "M=scores.tsv:{}") == plain
