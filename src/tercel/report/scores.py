"""The report of scores that are not compared, in every format."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tercel._statistics import check_choice
from tercel.intervals import ConfidenceInterval
from tercel.report import numbers
from tercel.report.flat import flat_score, flat_table
from tercel.report.table import MARKUPS, Table, csv_table, padded
from tercel.score import Score


@dataclass(frozen=True)
class ScoreRow:
    """One system's score by one metric, with its interval if there is one."""

    system: str
    score: Score
    interval: ConfidenceInterval | None = None
    # Reasons to trust the interval less, in words.
    doubts: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "system": self.system,
            "metric": self.score.name,
            "score": self.score.to_dict(),
            "interval": self.interval.to_dict() if self.interval else None,
            "doubts": list(self.doubts),
        }


def score_report(
    rows: Sequence[ScoreRow],
    n_segments: int,
    format: str = "text",  # noqa: A002 (as on the command line)
    width: int = 2,
) -> str:
    """Return scores as text in one of several formats.

    Parameters
    ----------
    rows : sequence of ScoreRow
        At least one.
    n_segments : int
        Of the test set.
    format, width
        As for `comparison_report`.

    Returns
    -------
    str
        Without a line break at the end.

    Raises
    ------
    ValueError
        If the format is unknown; the message lists the known ones.
    """
    check_choice(format, ("text", "json", "csv", *MARKUPS), "format")
    if format == "text":
        return _text(rows, width)
    if format == "json":
        return json.dumps(_to_dict(rows, n_segments), ensure_ascii=False, indent=2)
    if format == "csv":
        flat = [flat_score(row.system, row.score, row.interval, n_segments) for row in rows]
        return csv_table(flat_table(flat))
    signatures = [f"{row.score.name}: {row.score.signature}" for row in rows]
    notes = [*dict.fromkeys(signatures), *_warnings(rows)]
    return MARKUPS[format](_table(rows, width), notes)


def _text(rows: Sequence[ScoreRow], width: int) -> str:
    cells = [
        (
            row.system,
            row.score.name,
            numbers.number(row.score.score, width),
            _interval_cell(row, width),
            row.score.details,
            row.score.signature,
        )
        for row in rows
    ]
    # A column that is empty in all rows has no width and leaves no gap.
    lines = [
        f"{system}  {metric} = {' '.join(filter(None, parts))}  {signature}".rstrip()
        for system, metric, *parts, signature in padded(cells, "llrrll")
    ]
    return "\n".join([*lines, *_warnings(rows)])


def _warnings(rows: Sequence[ScoreRow]) -> list[str]:
    doubts = dict.fromkeys(doubt for row in rows for doubt in row.doubts)
    return [f"warning: {doubt}" for doubt in doubts]


def _to_dict(rows: Sequence[ScoreRow], n_segments: int) -> dict[str, Any]:
    return {
        "schema": "tercel.scores/1",
        "n_segments": n_segments,
        "scores": [row.to_dict() for row in rows],
    }


def _table(rows: Sequence[ScoreRow], width: int) -> Table:
    header = ("System", "Metric", "Score")
    cells = [(row.system, row.score.name, numbers.number(row.score.score, width)) for row in rows]
    first = rows[0].interval
    if first is None:
        return Table(header, tuple(cells), "llr")
    return Table(
        (*header, f"{100 * first.confidence_level:g} % interval"),
        tuple((*cell, _interval_cell(row, width)) for cell, row in zip(cells, rows, strict=True)),
        "llrr",
    )


def _interval_cell(row: ScoreRow, width: int) -> str:
    if row.interval is None:
        return ""
    return numbers.interval(row.interval.low, row.interval.high, width)
