"""``tercel test`` and ``tercel replicated``: the numbers of the facade, every choice, bad usage."""

import csv
import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, read_lines

import tercel
from tercel.cli import main

REFERENCE, A, B = (
    str(ROOT / "examples" / name)
    for name in ("reference.en.txt", "system-a.en.txt", "system-b.en.txt")
)
FILES = ("-r", REFERENCE, A, B)
N = 52


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def statistics(metric: tercel.BLEU | tercel.TER, path: str) -> np.ndarray:
    return metric.statistics(read_lines(Path(path)), read_lines(Path(REFERENCE)))


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict]:
    report = json.loads(run(capsys, *arguments, "--format", "json"))
    assert report["schema"] == "tercel.tests/1"
    return report["tests"]


@pytest.mark.parametrize("method", ["permutation", "bootstrap", "koehn"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_equals_the_facade(
    method: str, alternative: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--method", method, "--alternative", alternative, "--n-resamples", "500")
    rows = found(capsys, "test", *FILES, "-m", "bleu", "ter", *options)
    for row, metric in zip(rows, (tercel.BLEU(), tercel.TER()), strict=True):
        with pytest.warns(tercel.SmallTestSetWarning) as caught:
            expected = tercel.paired_test(
                statistics(metric, B),
                statistics(metric, A),
                metric,
                method=method,
                alternative=alternative,
                n_resamples=500,
                rng=12345,
            )
        assert row["test"] == json.loads(json.dumps(expected.to_dict()))
        assert row["doubts"] == [str(caught[0].message)]


def test_plans(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = tmp_path / "ids.tsv"
    ids.write_text("doc\tdomain\n" + "".join(f"{i // 2}\t{i // 26}\n" for i in range(N)))
    options = ("--method", "bootstrap", "--n-resamples", "200")
    (row,) = found(
        capsys, "test", *FILES, *options, "--documents", f"{ids}:doc", "--strata", f"{ids}:domain"
    )
    assert row["test"]["plan"] == "documents:26|strata:2"
    assert "|documents:26|strata:2|" in row["signature"]
    (row,) = found(
        capsys, "test", *FILES, *options, "--blocks", "stationary", "--block-length", "5"
    )
    assert row["test"]["plan"] == "blocks:stationary-5"


def test_early_stopping(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = found(capsys, "test", *FILES, "--stop-early")
    assert row["test"]["stopped_early"]
    assert row["test"]["n_resamples"] < 10_000
    assert f"permutation[{row['test']['n_resamples']}, stopped early]" in row["signature"]


@pytest.mark.parametrize("method", ["t", "wilcoxon", "sign"])
def test_classical(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = found(capsys, "test", *FILES, "-m", "ter", "--method", method)
    ter = tercel.TER()
    a, b = (ter.aggregate(statistics(ter, path)) for path in (A, B))
    expected = tercel.segment_test(b, a, method=method, higher_is_better=False)
    assert row["test"] == expected.to_dict()
    assert "better than system-a" in row["verdict"]


def test_missing_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(3)
    scores = {"a": rng.integers(0, 90, N).astype(float), "b": rng.integers(5, 99, N).astype(float)}
    for name, values in scores.items():
        shown = ["" if i == 7 else str(x) for i, x in enumerate(values)]
        (tmp_path / name).write_text("".join(f"{x}\n" for x in shown))
    ids = tmp_path / "ids"
    ids.write_text("".join(f"{i // 2}\n" for i in range(N)))
    given = [x for name in scores for x in ("--segment-scores", f"DA={tmp_path / name}")]
    assert main(["test", *FILES, *given]) == 1
    assert "a, line 8: found '', expected a finite number" in capsys.readouterr().err
    rows = found(capsys, "test", *FILES, *given, "--omit-missing", "--documents", str(ids))
    kept = [i for i in range(N) if i != 7]
    mean = tercel.SegmentMean("DA")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
        expected = tercel.paired_test(
            *(mean.statistics(scores[name][kept]) for name in ("b", "a")),
            mean,
            clusters=[i // 2 for i in kept],
            rng=12345,
        )
    assert rows[1]["test"]["p_value"] == expected.p_value
    assert rows[1]["test"]["n_segments"] == N - 1
    assert "|omitted:1|" in rows[1]["signature"]
    assert rows[0]["test"]["n_segments"] == N


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "test", *FILES, "-m", "bleu", "ter", "--method", "koehn").splitlines()
    assert lines[0].startswith("system-b.en.txt - system-a.en.txt  BLEU +23.65 [+")
    assert "wins (%) 100.0: system-b.en.txt is better than system-a.en.txt at the" in lines[0]
    assert "TER↓ -20.51 [-" in lines[1]
    assert lines[-1].startswith("warning: 52 segments")
    one_sided = run(capsys, "test", *FILES, "--alternative", "less")
    assert "does not show that system-b.en.txt is worse than system-a.en.txt" in one_sided
    exact = run(capsys, "test", *FILES, "-m", "ter")
    assert " exact: system-b.en.txt is better" in exact


@pytest.mark.parametrize("form", ["csv", "markdown", "latex"])
def test_formats(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "test", *FILES, "--format", form)
    (row,) = found(capsys, "test", *FILES)
    if form == "csv":
        (line,) = csv.DictReader(out.splitlines())
        assert float(line["p_value"]) == row["test"]["p_value"]
        assert (line["method"], line["wins"]) == ("permutation", "")
    else:
        assert f"{row['test']['p_value']:.4f}" in out
        assert "is better than" in out


RUNS = ("-r", REFERENCE, "--baseline", A, A, "--system", A, B)


def test_replicated(capsys: pytest.CaptureFixture[str]) -> None:
    rows = found(capsys, "replicated", *RUNS, "-m", "bleu", "ter", "--n-resamples", "300")
    bleu = tercel.BLEU()
    a, b = statistics(bleu, A), statistics(bleu, B)
    with pytest.warns(tercel.SmallTestSetWarning):
        expected = tercel.replicated_test([a, b], [a, a], bleu, n_resamples=300, rng=12345)
    assert rows[0]["test"] == json.loads(json.dumps(expected.to_dict()))
    assert rows[1]["test"]["effect"] < 0
    assert "|runs:2+2|test:replicated[300]|" in rows[0]["signature"]
    out = run(capsys, "replicated", *RUNS, "--n-resamples", "300")
    assert "baseline  BLEU of 2 runs: 43.82, 43.82; standard deviation" in out
    assert "difference between two runs: standard deviation" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("test", "-r", REFERENCE, A), "expected two systems, there are 1"),
        (("test", *FILES, "--method", "t", "--documents", "x"), "takes segments for independent"),
        (("test", *FILES, "--blocks", "moving"), "swaps documents, not --blocks"),
        (("test", *FILES, "--method", "bootstrap", "--stop-early"), "--stop-early is for"),
        (("test", *FILES, "--alpha", "2"), "alpha is 2.0"),
        (("test", *FILES, "--block-length", "2"), "--block-length is given without --blocks"),
        (
            ("test", *FILES, "--method", "koehn", "--blocks", "moving", "--strata", "x"),
            "--blocks is for test sets without",
        ),
        (("test", *FILES, "--method", "koehn", "--n-resamples", "9"), "n_resamples is 9, too few"),
        (("replicated", "-r", REFERENCE, "--baseline", A, "--system", A, B), "found 1 run"),
        (("replicated", *RUNS, "--n-resamples", "9"), "n_resamples is 9, too few"),
        (("score", *FILES, "--strata", "x"), "--strata is for intervals"),
        (
            ("score", *FILES, "--confidence", "--interval", "bca", "--blocks", "moving"),
            "needs units that are independent",
        ),
    ],
)
def test_bad_usage(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("method", ["percentile", "basic", "bca", "studentized", "delta"])
@pytest.mark.parametrize("convention", ["koehn", "linear"])
def test_intervals_of_scores(
    method: str, convention: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = tmp_path / "documents"
    documents.write_text("".join(f"{i // 4}\n" for i in range(N)))
    options = ("--confidence", "--interval", method, "--convention", convention)
    out = run(
        capsys,
        *("score", "-r", REFERENCE, A, *options, "--documents", str(documents)),
        *("--n-bootstrap", "200", "--format", "json"),
    )
    (row,) = json.loads(out)["scores"]
    bleu = tercel.BLEU()
    with pytest.warns(tercel.FewDocumentsWarning) as caught:
        expected = tercel.confidence_interval(
            statistics(bleu, A),
            bleu,
            method=method,
            convention=convention,
            n_resamples=200,
            clusters=[i // 4 for i in range(N)],
            rng=12345,
        )
    assert row["interval"] == expected.to_dict()
    assert row["doubts"] == [str(caught[0].message)]
