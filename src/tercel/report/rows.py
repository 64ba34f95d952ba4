"""Reports of one row a test: the same rows as text, JSON, CSV and markup."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tercel._statistics import check_choice
from tercel.report.table import MARKUPS, Table, csv_table, padded


@dataclass(frozen=True)
class TestedPair(ABC):
    """A system against a baseline by one metric; a subclass says what its test concludes.

    Attributes
    ----------
    system, baseline, metric : str
    higher_is_better : bool
        Of the metric.
    test : PairedTest or another result
    signature : str
        All that the numbers depend on.
    doubts : tuple of str
        Reasons to trust the numbers less, in words.
    """

    __test__ = False  # not a test case, whatever pytest thinks of the name

    system: str
    baseline: str
    metric: str
    higher_is_better: bool
    test: Any
    signature: str
    doubts: tuple[str, ...]

    @property
    @abstractmethod
    def verdict(self) -> str:
        """The conclusion as a sentence."""

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        plain = {"test": self.test.to_dict(), "doubts": list(self.doubts), "verdict": self.verdict}
        return fields | plain


AnyRow = TypeVar("AnyRow", bound=TestedPair)


@dataclass(frozen=True)
class RowForm(Generic[AnyRow]):
    """How rows of one kind are written.

    Attributes
    ----------
    schema : str
        Of JSON.
    columns : tuple of str
        Of CSV, which has all digits. New ones are added at the end only.
    flat : callable
        The row's values of these columns.
    header : callable
        The header of the table that the first row is in.
    cells : callable
        The row's cells in it, with so many digits after the point of a score.
    align : str
        A letter a cell.
    labels : tuple of str
        What stands before each cell in plain text; a column that is empty in all rows goes without.
    more : callable
        Lines of plain text and notes of markup below the row's verdict.
    """

    schema: str
    columns: tuple[str, ...]
    flat: Callable[[AnyRow], tuple[str, ...]]
    header: Callable[[AnyRow], tuple[str, ...]]
    cells: Callable[[AnyRow, int], tuple[str, ...]]
    align: str
    labels: tuple[str, ...]
    more: Callable[[AnyRow, int], list[str]] = lambda _row, _width: []

    def report(self, rows: Sequence[AnyRow], format: str, width: int) -> str:  # noqa: A002
        """Return rows, at least one, in a format, without a line break at the end.

        Raises
        ------
        ValueError
            If the format is unknown; the message lists the known ones.
        """
        check_choice(format, ("text", "json", "csv", *MARKUPS), "format")
        if format == "text":
            return "\n".join(self._text(rows, width))
        if format == "json":
            report = {"schema": self.schema, "tests": [row.to_dict() for row in rows]}
            return json.dumps(report, ensure_ascii=False, indent=2)
        if format == "csv":
            flat = tuple(self.flat(row) for row in rows)
            return csv_table(Table(self.columns, flat, "l" * len(self.columns)))
        cells = tuple(self.cells(row, width) for row in rows)
        verdicts = [f"{row.metric}: {row.verdict}." for row in rows]
        notes = [*verdicts, *self._notes(rows, width)]
        return MARKUPS[format](Table(self.header(rows[0]), cells, self.align), notes)

    def _text(self, rows: Sequence[AnyRow], width: int) -> list[str]:
        cells = padded([self.cells(row, width) for row in rows], self.align)
        lines = ["".join(map(_labelled, self.labels, row)).rstrip() for row in cells]
        said = [f"{line}: {row.verdict}." for line, row in zip(lines, rows, strict=True)]
        return [*said, *self._notes(rows, width)]

    def _notes(self, rows: Sequence[AnyRow], width: int) -> list[str]:
        doubts = dict.fromkeys(doubt for row in rows for doubt in row.doubts)
        return [
            *(line for row in rows for line in self.more(row, width)),
            *(row.signature for row in rows),
            *(f"warning: {doubt}" for doubt in doubts),
        ]


def _labelled(label: str, cell: str) -> str:
    if cell.strip():
        return label + cell
    # Empty here, or in all rows, which leaves the column no width.
    return " " * (len(label) + len(cell)) if cell else ""
