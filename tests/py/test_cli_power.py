"""``tercel power``: the numbers of `tercel.power` in words, and no bad input unexplained."""

import csv
import json
from pathlib import Path

import pytest
from conftest import ROOT, read_lines

import tercel
from tercel.cli import main

EXAMPLES = ROOT / "examples"
REFERENCE, A, B = (
    str(EXAMPLES / f"{name}.en.txt") for name in ("reference", "system-a", "system-b")
)
FILES = ("-r", REFERENCE, A, B)
SIGNATURE = "case:mixed|eff:no|tok:13a|smooth:exp|version:tercel-0.1.0"


@pytest.fixture(autouse=True)
def bad_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is too short, and a copy of system A, in the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("short").write_text("one", encoding="utf-8")
    Path("same").write_bytes(Path(A).read_bytes())


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["power", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def plan_of(**options: object) -> tercel.PowerAnalysis:
    bleu = tercel.BLEU()
    texts = [read_lines(Path(path)) for path in (REFERENCE, A, B)]
    reference, a, b = texts
    statistics = [bleu.statistics(hypotheses, reference) for hypotheses in (b, a)]
    return tercel.power(*statistics, bleu, **options)


def test_the_report_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    plan = plan_of(n_segments=[52, 300])
    few, many = plan.curve
    out = run(capsys, *FILES, "--n-segments", "52", "300")
    assert out.splitlines() == [
        f"system-b.en.txt - system-a.en.txt  BLEU +{plan.effect:.2f}",
        f"52 segments detect a true difference of {plan.minimum_difference:.2f} in 80 % of test "
        "sets at the 5 % level.",
        f"To detect {plan.effect:.2f} as surely takes {plan.segments_needed} segments.",
        f"nrefs:1|alpha:0.05|power:0.8|{SIGNATURE}",
        f"Segments  Detectable  Power for {plan.effect:.2f} (%)",
        f"      52       {few.minimum_difference:.2f}                 {100 * few.power:.1f}",
        f"     300        {many.minimum_difference:.2f}                100.0",
    ]


def test_documents_and_simulation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = tmp_path / "documents"
    documents.write_text("".join(f"{i // 5}\n" for i in range(52)), encoding="utf-8")
    options = {"n_segments": 100, "n_simulations": 50, "n_resamples": 100, "rng": 7}
    with pytest.warns(tercel.DoubtfulStatisticsWarning, match="11 documents"):
        plan = plan_of(clusters=[i // 5 for i in range(52)], **options)
    arguments = ("--n-segments", "100", "--n-simulations", "50", "--n-resamples", "100")
    out = run(capsys, *FILES, *arguments, "--seed", "7", "--documents", str(documents))
    assert f"11 documents, design effect {plan.design_effect:.2f}: the 52 segments tell" in out
    simulation = plan.curve[0].simulation
    assert out.splitlines()[-1].split()[-2:] == [
        f"{100 * simulation.right:.1f}",
        f"{100 * simulation.wrong:.1f}",
    ]
    assert "documents:11|simulation:50|test:permutation[100]|seed:7|case" in out
    assert out.count("warning: 11 documents") == 1


def test_json_is_the_analysis(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, *FILES, "--format", "json", "--difference", "2", "-m", "bleu", "ter")
    report = json.loads(out)
    assert report["schema"] == "tercel.power-report/1"
    first, second = report["analyses"]
    assert first["plan"] == plan_of(difference=2).to_dict()
    assert (first["metric"], second["metric"]) == ("BLEU", "TER")
    assert (first["system"], first["baseline"]) == ("system-b.en.txt", "system-a.en.txt")
    assert second["plan"]["effect"] < 0


def test_csv_has_all_digits(capsys: pytest.CaptureFixture[str]) -> None:
    plan = plan_of()
    rows = list(csv.DictReader(run(capsys, *FILES, "--format", "csv").splitlines()))
    assert [int(row["n_segments"]) for row in rows] == [52, 100, 300, 1000, 3000, 10_000]
    for row, point in zip(rows, plan.curve, strict=True):
        assert float(row["minimum_difference"]) == point.minimum_difference
        assert float(row["power"]) == point.power
        assert row["simulated_right"] == ""


@pytest.mark.parametrize("markup", ["markdown", "latex"])
def test_markups_have_a_table_a_metric(markup: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, *FILES, "--format", markup, "-m", "bleu", "chrf", "--n-simulations", "2")
    assert out.count("Detectable") == 2
    assert out.count("wrongly") == 2


def test_systems_that_score_alike_need_no_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, lines in (("r", "a b\nc d\n"), ("x", "a b\nz z\n"), ("y", "z z\nc d\n")):
        (tmp_path / name).write_text(lines, encoding="utf-8")
    paths = (str(tmp_path / "x"), str(tmp_path / "y"))
    out = run(capsys, "-r", str(tmp_path / "r"), *paths, "-m", "wer", "--n-segments", "2")
    assert "WER +0.00" in out
    assert "To detect" not in out


@pytest.mark.parametrize(
    ("code", "arguments", "message"),
    [
        (2, ("-r", REFERENCE, A), "expected two systems, there are 1: system-a.en.txt"),
        (2, ("-r", REFERENCE, A, B, REFERENCE), "expected two systems, there are 3"),
        (2, (*FILES, "--alpha", "5"), "alpha is 5.0, expected between 0 and 1"),
        (2, (*FILES, "--power", "0.01"), "power is 0.01, expected between alpha, 0.05, and 1"),
        (2, (*FILES, "--difference", "-1"), "difference is -1.0, expected a finite number above"),
        (2, (*FILES, "--n-segments", "0"), "n_segments is 0, expected"),
        (2, (*FILES, "--n-simulations", "-1"), "n_simulations is -1, expected"),
        (2, (*FILES, "--n-resamples", "0"), "n_resamples is 0, expected"),
        (2, (*FILES, "--workers", "0"), "workers is 0"),
        (1, (*FILES, "--documents", "gone"), "gone: No such file or directory"),
        (
            1,
            ("-r", REFERENCE, A, REFERENCE, "--documents", "short"),
            "short: found 1 for 52 segments",
        ),
        (1, ("-r", REFERENCE, A, "same"), "fewer than 2 segments differ between the systems"),
    ],
)
def test_bad_input(
    code: int,
    arguments: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["power", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err
