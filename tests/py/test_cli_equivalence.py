"""``tercel equivalence``: the numbers of the facade, verdicts in words, every format, bad input."""

import csv
import json
from pathlib import Path

import pytest
from conftest import ROOT, read_lines

import tercel
from tercel.cli import main

REFERENCE, A, B = (
    str(ROOT / "examples" / name)
    for name in ("reference.en.txt", "system-a.en.txt", "system-b.en.txt")
)
FILES = ("-r", REFERENCE, A, B)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["equivalence", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def expected(margin: float, **options: object) -> tercel.MarginTest:
    bleu = tercel.BLEU()
    a, b = (bleu.statistics(read_lines(Path(name)), read_lines(Path(REFERENCE))) for name in (A, B))
    with pytest.warns(tercel.DoubtfulStatisticsWarning):
        return tercel.equivalence_test(b, a, bleu, margin=margin, rng=12345, **options)


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    wide, narrow = expected(40), expected(1)
    assert 0.001 < wide.p_value < 0.01
    assert narrow.p_value > 0.05
    lines = run(capsys, *FILES, "--margin", "40").splitlines()
    assert lines[0] == (
        f"system-b.en.txt - system-a.en.txt  BLEU +{wide.effect:.2f} "
        f"[+{wide.low:.2f}, +{wide.high:.2f}]  margin 40  p = {wide.p_value:.4f}: "
        "system-b.en.txt and system-a.en.txt differ by less than 40 BLEU, at the 1 % level."
    )
    assert lines[1].startswith(
        "nrefs:1|segments:52|test:equivalence-bootstrap[10000]|margin:40|level:0.9|seed:12345|case:mixed"
    )
    assert lines[2].startswith("warning: 52 segments")
    assert "this test set does not show that" in run(capsys, *FILES, "--margin", "1")


def test_noninferiority(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, *FILES, "--margin", "1", "--noninferiority")
    assert "system-b.en.txt is less than 1 BLEU worse than system-a.en.txt, at the" in out
    out = run(capsys, "-r", REFERENCE, B, A, "--margin", "1", "--noninferiority")
    assert "does not show that system-a.en.txt is less than 1 BLEU worse than" in out


def test_several_metrics_and_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = tmp_path / "meta.tsv"
    ids = [i // 2 for i in range(52)]
    documents.write_text("doc\n" + "".join(f"{i}\n" for i in ids), encoding="utf-8")
    arguments = (*FILES, "-m", "bleu", "ter", "--margin", "5", "40")
    out = run(capsys, *arguments, "--documents", f"{documents}:doc", "--format", "json")
    report = json.loads(out)
    assert report["schema"] == "tercel.margins/1"
    tests = [row["test"] for row in report["tests"]]
    assert [test["margin"] for test in tests] == [5.0, 40.0]
    assert tests[0]["plan"] == "documents:26"
    assert tests[0]["p_value"] == expected(5, clusters=ids).p_value
    assert tests[1]["effect"] < 0
    assert not report["tests"][1]["higher_is_better"]


@pytest.mark.parametrize("form", ["csv", "markdown", "latex"])
def test_formats(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, *FILES, "--margin", "40", "--format", form)
    test = expected(40)
    if form == "csv":
        row = next(csv.DictReader(out.splitlines()))
        assert float(row["p_value"]) == test.p_value
        assert float(row["p_not_worse"]) == test.p_not_worse
        assert (row["method"], row["margin"]) == ("equivalence", "40.0")
    else:
        assert f"{test.p_value:.4f}" in out
        assert "differ by less than 40 BLEU" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (FILES, "required: --margin"),
        ((*FILES, "--margin", "0"), "margin is 0.0, expected a finite number above 0"),
        ((*FILES, "--margin", "1", "2"), "--margin: found 2 for the metrics bleu, expected one"),
        ((*FILES, "--margin", "1", "--level", "0.6"), "level is 0.6"),
        ((*FILES, "--margin", "1", "--n-resamples", "9"), "n_resamples is 9, too few"),
        ((*FILES, "--margin", "1", "--workers", "0"), "workers is 0"),
        (("-r", REFERENCE, A, "--margin", "1"), "expected two systems, there are 1"),
    ],
)
def test_bad_usage(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["equivalence", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
