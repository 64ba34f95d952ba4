"""The report of power analyses, in every format."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tercel._statistics import check_choice
from tercel.power_analysis import PowerAnalysis, PowerPoint
from tercel.report import numbers
from tercel.report.table import MARKUPS, Table, csv_table, padded

# The curve with all digits. New columns are added at the end only.
COLUMNS = (
    "system",
    "baseline",
    "metric",
    "n_segments",
    "minimum_difference",
    "difference",
    "power",
    "simulated_right",
    "simulated_wrong",
    "n_simulations",
    "signature",
)


@dataclass(frozen=True)
class PowerRow:
    """What a test set can say about two systems by one metric.

    Attributes
    ----------
    system, baseline : str
        The effect is score of the system minus score of the baseline.
    metric : str
    plan : PowerAnalysis
    signature : str
        All that the numbers depend on.
    doubts : tuple of str
        Reasons to trust the numbers less, in words.
    """

    system: str
    baseline: str
    metric: str
    plan: PowerAnalysis
    signature: str
    doubts: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return fields | {"plan": self.plan.to_dict(), "doubts": list(self.doubts)}


def power_report(rows: Sequence[PowerRow], format: str = "text", width: int = 2) -> str:  # noqa: A002 (as on the command line)
    """Return power analyses as text in one of several formats.

    Parameters
    ----------
    rows : sequence of PowerRow
        At least one.
    format, width
        As for `comparison_report`; ``csv`` has the columns of `tercel.report.power`.

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
        report = {"schema": "tercel.power-report/1", "analyses": [row.to_dict() for row in rows]}
        return json.dumps(report, ensure_ascii=False, indent=2)
    if format == "csv":
        flat = tuple(_flat(row, point) for row in rows for point in row.plan.curve)
        return csv_table(Table(COLUMNS, flat, "l" * len(COLUMNS)))
    parts = []
    for row in rows:
        table, notes = _table(row, width), _notes(row, width)
        parts.append(_text(table, notes) if format == "text" else MARKUPS[format](table, notes))
    return "\n\n".join(parts)


def _text(table: Table, notes: Sequence[str]) -> str:
    lines = ["  ".join(cells) for cells in padded([table.header, *table.rows], table.align)]
    return "\n".join([*notes, *(line.rstrip() for line in lines)])


def _notes(row: PowerRow, width: int) -> list[str]:
    plan = row.plan
    chance = f"{100 * plan.power:g} %"
    size = numbers.number(plan.difference, width)
    notes = [
        f"{row.system} - {row.baseline}  {row.metric} {numbers.signed(plan.effect, width)}",
        f"{plan.n_segments} segments detect a true difference of "
        f"{numbers.number(plan.minimum_difference, width)} in {chance} of test sets at the "
        f"{100 * plan.alpha:g} % level.",
    ]
    if plan.segments_needed is not None:
        notes.append(f"To detect {size} as surely takes {_segments(plan.segments_needed)}.")
    if plan.design_effect is not None:
        alone = round(plan.n_segments / plan.design_effect)
        notes.append(
            f"{plan.n_clusters} documents, design effect {plan.design_effect:.2f}: the "
            f"{plan.n_segments} segments tell as much as {alone} drawn one by one."
        )
    return [*notes, row.signature, *(f"warning: {doubt}" for doubt in row.doubts)]


def _segments(n: int) -> str:
    return f"{n} segment" if n == 1 else f"{n} segments"


def _table(row: PowerRow, width: int) -> Table:
    size = numbers.number(row.plan.difference, width)
    header: tuple[str, ...] = ("Segments", "Detectable", f"Power for {size} (%)")
    cells = [
        (
            str(point.n_segments),
            numbers.number(point.minimum_difference, width),
            numbers.percent(point.power),
            *_simulated(point),
        )
        for point in row.plan.curve
    ]
    if row.plan.curve[0].simulation is not None:
        header = (*header, "Concluded rightly (%)", "wrongly (%)")
    return Table(header, tuple(cells), "r" * len(header))


def _simulated(point: PowerPoint) -> tuple[str, ...]:
    if point.simulation is None:
        return ()
    return (numbers.percent(point.simulation.right), numbers.percent(point.simulation.wrong))


def _flat(row: PowerRow, point: PowerPoint) -> tuple[str, ...]:
    found = point.simulation
    simulated = ("", "", "")
    if found is not None:
        simulated = (str(found.right), str(found.wrong), str(found.n_simulations))
    return (
        row.system,
        row.baseline,
        row.metric,
        str(point.n_segments),
        str(point.minimum_difference),
        str(row.plan.difference),
        str(point.power),
        *simulated,
        row.signature,
    )
