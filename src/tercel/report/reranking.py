"""The report of orders of candidates: a table that a paper could print, in every format."""

import json
from collections.abc import Iterator

from tercel._statistics import check_choice
from tercel.report import numbers
from tercel.report.table import MARKUPS, Table, csv_table, text_table
from tercel.rerank.edit_statistics import KINDS, EditRate, EditStatistics
from tercel.rerank.evaluation import RankingEvaluation, RankingMean

# New columns are added at the end only.
COLUMNS = ("ranking", "measure", "value", "low", "high", "effect", "p_value")
_RATES = (*KINDS, "edits", "ter")
_STARS = ((0.01, "**"), (0.05, "*"))


def reranking_report(evaluation: RankingEvaluation, format: str = "text", width: int = 4) -> str:  # noqa: A002 (as on the command line)
    """Return the evaluation of orders as text in one of several formats.

    Parameters
    ----------
    evaluation : RankingEvaluation
    format, width
        As for `comparison_report`; ``csv`` has the columns of `tercel.report.reranking`, a row a
        number, and ``json`` all that the evaluation holds.

    Returns
    -------
    str
        Without a line break at the end. One star is p < 0.05 against the baseline, two p < 0.01.

    Raises
    ------
    ValueError
        If the format is unknown; the message lists the known ones.
    """
    check_choice(format, ("text", "json", "csv", *MARKUPS), "format")
    if format == "json":
        report = {"schema": "tercel.reranking-report/1", **evaluation.to_dict()}
        return json.dumps(report, ensure_ascii=False, indent=2)
    if format == "csv":
        return csv_table(Table(COLUMNS, tuple(_flat_rows(evaluation)), "l" * len(COLUMNS)))
    tables = [_means_table(evaluation, width), *_edit_tables(evaluation, width)]
    notes = _notes(evaluation)
    if format == "text":
        lines = [line for table in tables for line in (*text_table(table), "")]
        return "\n".join([*lines, *notes])
    last = len(tables) - 1
    parts = [MARKUPS[format](part, notes if i == last else ()) for i, part in enumerate(tables)]
    return "\n\n".join(parts)


def _means_table(evaluation: RankingEvaluation, width: int) -> Table:
    measures = [found.measure for found in evaluation.results[0].means]
    rows = tuple(
        (result.name, *(_cell(found, width) for found in result.means))
        for result in evaluation.results
    )
    return Table(("Ranking", *measures), rows, "l" + "r" * len(measures))


def _edit_tables(evaluation: RankingEvaluation, width: int) -> Iterator[Table]:
    """Yield a table for each k: a row for the best, and for the mean where that is another."""
    header = ("Ins", "Del", "Sub", "Shift", "Edits", "TER")
    for place, found in enumerate(evaluation.results[0].edits):
        sides = ("best",) if found.k == 1 else ("best", "mean")
        rows = tuple(
            (result.name, side, *_rate_cells(result.edits[place], side, width))
            for side in sides
            for result in evaluation.results
        )
        rules = tuple(range(len(evaluation.results), len(rows), len(evaluation.results)))
        yield Table((f"Top {found.k}", "Of them", *header), rows, "ll" + "r" * 6, rules)


def _rate_cells(found: EditStatistics, side: str, width: int) -> Iterator[str]:
    rates = getattr(found, side)
    return (_cell(getattr(rates, name), width) for name in _RATES)


def _cell(found: RankingMean | EditRate, width: int) -> str:
    half = numbers.number((found.high - found.low) / 2, width)
    stars = "" if found.test is None else _stars(found.test.p_value)
    # Stars take the same room everywhere, so that points stand below each other.
    return f"{numbers.number(found.value, width)} ±{half}{stars:<2}".rstrip()


def _stars(p: float) -> str:
    return next((stars for level, stars in _STARS if p < level), "")


def _notes(evaluation: RankingEvaluation) -> list[str]:
    level = numbers.percent(evaluation.confidence_level).removesuffix(".0")
    notes = [
        f"{evaluation.n_lists} lists, {evaluation.n_candidates} candidates; ± is half of the "
        f"{level} % interval"
    ]
    if evaluation.baseline is not None:
        notes.append(
            f"paired bootstrap against {evaluation.baseline}: * p < 0.05, ** p < 0.01, one test a "
            "number, not corrected for their number"
        )
    if evaluation.results[0].edits:
        notes.append(
            "edits a list; Ins: words in excess, Del: missing words, as tercom counts; TER: edits "
            "over words of the references"
        )
    return notes


def _flat_rows(evaluation: RankingEvaluation) -> Iterator[tuple[str, ...]]:
    for result in evaluation.results:
        for found in result.means:
            yield _flat(result.name, found.measure, found)
        for edits in result.edits:
            for side in ("best", "mean"):
                for name in _RATES:
                    measure = f"{name}, {side} of {edits.k}"
                    yield _flat(result.name, measure, getattr(getattr(edits, side), name))


def _flat(name: str, measure: str, found: RankingMean | EditRate) -> tuple[str, ...]:
    tested = ("", "") if found.test is None else (str(found.test.effect), str(found.test.p_value))
    return (name, measure, str(found.value), str(found.low), str(found.high), *tested)
