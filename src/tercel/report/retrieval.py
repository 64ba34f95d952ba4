"""The report of judged runs, in every format."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tercel._paired_test import PairedTest
from tercel._statistics import check_choice
from tercel.report import numbers
from tercel.report.table import MARKUPS, Table, csv_table, text_table

# New columns are added at the end only.
COLUMNS = ("run", "measure", "mean", "n_queries", "effect", "p_value")


@dataclass(frozen=True)
class RunRow:
    """One measure of one run.

    Attributes
    ----------
    run, measure : str
    mean : float
        Over the queries.
    n_queries : int
    test : PairedTest or None
        Against the first run, query by query; None for that itself.
    """

    run: str
    measure: str
    mean: float
    n_queries: int
    test: PairedTest | None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return fields | {"test": None if self.test is None else self.test.to_dict()}


def retrieval_report(rows: Sequence[RunRow], format: str = "text", width: int = 4) -> str:  # noqa: A002 (as on the command line)
    """Return judged runs as text in one of several formats.

    Parameters
    ----------
    rows : sequence of RunRow
        At least one.
    format, width
        As for `comparison_report`; ``csv`` has the columns of `tercel.report.retrieval`.

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
    if format == "json":
        report = {"schema": "tercel.retrieval-report/1", "rows": [row.to_dict() for row in rows]}
        return json.dumps(report, ensure_ascii=False, indent=2)
    if format == "csv":
        return csv_table(Table(COLUMNS, tuple(map(_flat, rows)), "l" * len(COLUMNS)))
    table = Table(
        ("Run", "Measure", "Mean", "Queries", "Difference", "p"),
        tuple(_cells(row, width) for row in rows),
        "llrrrr",
    )
    return "\n".join(text_table(table)) if format == "text" else MARKUPS[format](table, ())


def _cells(row: RunRow, width: int) -> tuple[str, ...]:
    tested = ("", "")
    if row.test is not None:
        tested = (numbers.signed(row.test.effect, width), numbers.p_value(row.test.p_value))
    return (row.run, row.measure, numbers.number(row.mean, width), str(row.n_queries), *tested)


def _flat(row: RunRow) -> tuple[str, ...]:
    tested = ("", "") if row.test is None else (str(row.test.effect), str(row.test.p_value))
    return (row.run, row.measure, str(row.mean), str(row.n_queries), *tested)
