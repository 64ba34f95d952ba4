"""The report of equivalence and non-inferiority tests, in every format."""

from collections.abc import Sequence
from dataclasses import dataclass

from tercel._margin_test import MarginTest
from tercel.comparison import level_below
from tercel.report import numbers
from tercel.report.rows import RowForm, TestedPair


@dataclass(frozen=True)
class MarginRow(TestedPair):
    """A system against a baseline, with a margin."""

    test: MarginTest

    @property
    def verdict(self) -> str:
        """The conclusion as a sentence."""
        size = f"{self.test.margin:g} {self.metric}"
        if self.test.method == "equivalence":
            claim = f"{self.system} and {self.baseline} differ by less than {size}"
        else:
            claim = f"{self.system} is less than {size} worse than {self.baseline}"
        level = level_below(self.test.p_value)
        if level is None:
            return f"this test set does not show that {claim}"
        return f"{claim}, at the {100 * level:g} % level"


def margin_report(rows: Sequence[MarginRow], format: str = "text", width: int = 2) -> str:  # noqa: A002 (as on the command line)
    """Return tests against margins as text in one of several formats.

    Parameters
    ----------
    rows : sequence of MarginRow
        At least one.
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
    return _FORM.report(rows, format, width)


def _header(row: MarginRow) -> tuple[str, ...]:
    level = f"{100 * row.test.confidence_level:g} % interval"
    return ("Systems", "Metric", "Difference", level, "Margin", "p")


def _cells(row: MarginRow, width: int) -> tuple[str, ...]:
    test = row.test
    return (
        f"{row.system} - {row.baseline}",
        numbers.metric_name(row.metric, row.higher_is_better),
        numbers.signed(test.effect, width),
        numbers.signed_interval(test.low, test.high, width),
        f"{test.margin:g}",
        numbers.p_value(test.p_value),
    )


def _flat(row: MarginRow) -> tuple[str, ...]:
    test = row.test
    numbers_of_test = (
        *(test.margin, test.effect, test.low, test.high),
        *(test.p_value, test.p_not_worse, test.p_not_better, test.n_segments),
    )
    return (
        *(row.system, row.baseline, row.metric, test.method),
        *map(str, numbers_of_test),
        row.signature,
    )


_FORM = RowForm(
    schema="tercel.margins/1",
    columns=(
        *("system", "baseline", "metric", "method", "margin", "effect", "low", "high"),
        *("p_value", "p_not_worse", "p_not_better", "n_segments", "signature"),
    ),
    flat=_flat,
    header=_header,
    cells=_cells,
    align="llrrrl",
    labels=("", "  ", " ", " ", "  margin ", "  p = "),
)
