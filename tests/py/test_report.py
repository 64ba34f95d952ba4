"""Every format holds the same numbers and stands any name."""

import csv
import json
import re
import warnings
from html.parser import HTMLParser

import pytest

import tercel
from tercel.report import FORMATS, ScoreRow, comparison_report, numbers, score_report
from tercel.report.flat import COLUMNS
from tercel.report.table import Table, html_table, latex_table, markdown_table, padded

NASTY = r"a_b & 50% | <b>$x^2$</b> ~#{y}[1]\*"


def compared(*names: str) -> tercel.Comparison:
    outputs = [
        ["the cat sat on the mat", "it rains again today", "she reads a book"],
        ["the cat sat on a mat", "it rains again today", "she reads one book"],
        ["the cat is on the mat", "it is raining today", "she reads a book"],
    ]
    references = ["the cat sat on the mat", "it is raining again today", "she reads a book"]
    systems = dict(zip(names, outputs, strict=False))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
        return tercel.compare(systems, references, rng=1, n_bootstrap=100)


@pytest.fixture(scope="module")
def comparison() -> tercel.Comparison:
    return compared("A", "B", NASTY)


@pytest.fixture(scope="module")
def rows(comparison: tercel.Comparison) -> list[ScoreRow]:
    return [ScoreRow(row.system, row.score, row.interval) for row in comparison.systems]


def test_str_is_the_text_report(comparison: tercel.Comparison) -> None:
    assert str(comparison) == comparison_report(comparison, "text")
    assert comparison._repr_html_() == comparison_report(comparison, "html")


def test_text_has_a_line_for_everything() -> None:
    comparison = compared("A", "long name")
    lines = str(comparison).splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("A          BLEU ")
    assert lines[1].startswith("long name  BLEU ")
    assert lines[2].startswith("long name - A  BLEU ")
    assert lines[2].endswith("%: this test set cannot tell long name and A apart.")
    assert lines[3:] == [comparison.signature, f"warning: {comparison.doubts[0]}"]


def test_json_is_to_dict(comparison: tercel.Comparison) -> None:
    parsed = json.loads(comparison_report(comparison, "json"))
    assert parsed["schema"] == "tercel.comparison/1"
    assert parsed == json.loads(json.dumps(comparison.to_dict()))
    assert parsed["systems"][1]["score"]["score"] == comparison.systems[1].score.score


def test_csv_has_all_digits(comparison: tercel.Comparison) -> None:
    parsed = list(csv.DictReader(comparison_report(comparison, "csv").splitlines()))
    assert tuple(parsed[0]) == COLUMNS
    assert [row["row"] for row in parsed] == ["score"] * 3 + ["comparison"] * 2
    assert [row["system"] for row in parsed] == ["A", "B", NASTY, "B", NASTY]
    pair = comparison.comparisons[0]
    assert float(parsed[3]["effect"]) == pair.effect
    assert float(parsed[3]["p_value"]) == pair.p_value
    assert float(parsed[0]["score"]) == comparison.systems[0].score.score
    assert parsed[0]["effect"] == parsed[0]["p_value"] == parsed[3]["score"] == ""


def test_score_report_in_every_format(rows: list[ScoreRow]) -> None:
    parsed = json.loads(score_report(rows, 3, "json"))
    assert parsed["schema"] == "tercel.scores/1"
    assert parsed["scores"][0]["score"] == json.loads(json.dumps(rows[0].score.to_dict()))
    flat = list(csv.DictReader(score_report(rows, 3, "csv").splitlines()))
    assert [float(row["low"]) for row in flat] == [row.interval.low for row in rows if row.interval]
    for name in ("text", "markdown", "latex", "html"):
        report = score_report(rows, 3, name, width=4)
        assert f"{rows[1].score.score:.4f}" in report
        assert rows[0].score.signature in report.replace("\\", "")


def test_scores_without_intervals(rows: list[ScoreRow]) -> None:
    bare = [ScoreRow(row.system, row.score) for row in rows]
    assert "[" not in score_report(bare[:2], 3, "text")
    assert json.loads(score_report(bare, 3, "json"))["scores"][0]["interval"] is None
    assert "interval" not in score_report(bare, 3, "markdown")
    assert next(csv.DictReader(score_report(bare, 3, "csv").splitlines()))["low"] == ""


@pytest.mark.parametrize("report", [comparison_report, score_report])
def test_unknown_format(report, comparison: tercel.Comparison, rows: list[ScoreRow]) -> None:  # type: ignore[no-untyped-def]
    arguments = (comparison,) if report is comparison_report else (rows, 3)
    with pytest.raises(ValueError, match=f"'pdf'.*{', '.join(FORMATS)}"):
        report(*arguments, "pdf")


TABLE = Table(("System", "x | y"), ((NASTY, "1.00"), ("plain", "")), "lr")


def test_markdown_cells_stay_in_their_columns() -> None:
    lines = markdown_table(TABLE, ["a | b"]).splitlines()
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 3 for line in lines[:4])
    assert re.sub(r"\\([^a-z\s])", r"\1", lines[2]).startswith(f"| {NASTY} ")
    assert lines[4:] == ["", "a | b"]


def test_latex_leaves_no_special_character_bare() -> None:
    lines = latex_table(TABLE, ["100 %\nsure"]).splitlines()
    assert lines[0] == "% 100 % sure"
    assert lines[1] == r"\begin{tabular}{lr}"
    assert re.sub(" +", " ", lines[5]) == (
        r"a\_b \& 50\% \textbar{} \textless{}b\textgreater{}\$x\textasciicircum{}2\$"
        r"\textless{}/b\textgreater{} \textasciitilde{}\#\{y\}{[}1]\textbackslash{}{*}"
        r" & $1.00$ \\"
    )
    assert lines[-1] == r"\end{tabular}"


def test_html_keeps_names_as_text() -> None:
    texts: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            texts.append(data)

    Reader().feed(html_table(TABLE, ["<i>"]))
    assert NASTY in texts
    assert "<i>" in texts


def test_padding() -> None:
    assert padded([("a", "1.0"), ("bcd", "10.0")], "lr") == [["a  ", " 1.0"], ["bcd", "10.0"]]


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (1.0, "1.0000"),
        (0.0012, "0.0012"),
        (1 / 10001, "0.0001"),
        (2 / 2**20, "0.000002"),
        (0.05, "0.0500"),
        (0.049996, "0.049996"),
        (0.0500049, "0.0500"),
        (0.00099995, "0.00099995"),
    ],
)
def test_p_is_shown_truthfully(p: float, shown: str) -> None:
    assert numbers.p_value(p) == shown
