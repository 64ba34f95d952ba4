"""The report of paired tests, of single runs and of several, in every format."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tercel.comparison import level_below
from tercel.paired import PairedTest
from tercel.replicated import ReplicatedTest, Spread
from tercel.report import numbers
from tercel.report.rows import RowForm, TestedPair
from tercel.segment_tests import SegmentTest

AnyTest: TypeAlias = PairedTest | SegmentTest | ReplicatedTest


@dataclass(frozen=True)
class TestRow(TestedPair):
    """A system against a baseline, of single runs or of several."""

    test: AnyTest

    @property
    def verdict(self) -> str:
        """The conclusion as a sentence."""
        level = level_below(self.test.p_value)
        if self.test.alternative != "two-sided":
            word = "better" if self.test.alternative == "greater" else "worse"
            claim = f"{self.system} is {word} than {self.baseline}"
            return (
                f"this test set does not show that {claim}" if level is None else _at(claim, level)
            )
        if level is None:
            return f"this test set cannot tell {self.system} and {self.baseline} apart"
        names = [self.system, self.baseline]
        better, worse = names if self._system_is_better else names[::-1]
        return _at(f"{better} is better than {worse}", level)

    @property
    def _system_is_better(self) -> bool:
        test = self.test
        if isinstance(test, SegmentTest) and test.method == "sign":
            # It counts segments, whatever the means say.
            return (2 * test.statistic > test.n_differing) == self.higher_is_better
        return (test.effect > 0) == self.higher_is_better


def paired_report(rows: Sequence[TestRow], format: str = "text", width: int = 2) -> str:  # noqa: A002 (as on the command line)
    """Return paired tests as text in one of several formats.

    Parameters
    ----------
    rows : sequence of TestRow
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


def _at(claim: str, level: float) -> str:
    return f"{claim} at the {100 * level:g} % level"


def _header(row: TestRow) -> tuple[str, ...]:
    level = getattr(row.test, "confidence_level", None)
    interval = "Interval" if level is None else f"{100 * level:g} % interval"
    return ("Systems", "Metric", "Difference", interval, "p", "Monte Carlo", "Wins (%)")


def _cells(row: TestRow, width: int) -> tuple[str, ...]:
    test = row.test
    return (
        f"{row.system} - {row.baseline}",
        numbers.metric_name(row.metric, row.higher_is_better),
        numbers.signed(test.effect, width),
        _interval(test, width),
        numbers.p_value(test.p_value),
        _monte_carlo(test),
        _wins(test),
    )


def _interval(test: AnyTest, width: int) -> str:
    if isinstance(test, SegmentTest) or test.low is None or test.high is None:
        return ""
    return numbers.signed_interval(test.low, test.high, width)


def _monte_carlo(test: AnyTest) -> str:
    """Return the interval of p, or ``exact`` where p has no Monte Carlo error."""
    if isinstance(test, SegmentTest):
        return ""
    if isinstance(test, PairedTest) and test.exact:
        return "exact"
    low, high = test.monte_carlo_interval
    return f"[{low:.4f}, {high:.4f}]"


def _wins(test: AnyTest) -> str:
    if isinstance(test, SegmentTest) or test.wins is None:
        return ""
    return numbers.percent(test.wins / test.n_resamples)


def _more(row: TestRow, width: int) -> list[str]:
    """Return where the differences between runs come from."""
    test = row.test
    if not isinstance(test, ReplicatedTest):
        return []
    scores = (
        (row.baseline, test.scores_b, test.spread_b),
        (row.system, test.scores_a, test.spread_a),
    )
    lines = [
        f"{name}  {row.metric} of {len(found)} runs: "
        f"{', '.join(numbers.number(score, width) for score in found)}; {_spread(spread, width)}"
        for name, found, spread in scores
    ]
    return [*lines, f"difference between two runs: {_spread(test.spread_effect, width)}"]


def _spread(spread: Spread, width: int) -> str:
    return (
        f"standard deviation {numbers.number(spread.test_set, width)} by test set, "
        f"{numbers.number(spread.optimizer, width)} by training, "
        f"{numbers.number(spread.total, width)} in total"
    )


def _flat(row: TestRow) -> tuple[str, ...]:
    fields = row.test.to_dict()
    fields["method"] = fields.get("method", "replicated")
    fields["p_low"], fields["p_high"] = fields.get("monte_carlo_interval", ("", ""))
    values = (fields.get(name) for name in _OF_TEST)
    cells = ("" if value is None else str(value) for value in values)
    return (row.system, row.baseline, row.metric, *cells, row.signature)


_OF_TEST = (
    *("method", "alternative", "effect", "low", "high", "p_value", "p_low", "p_high"),
    *("exact", "wins", "losses", "ties", "n_resamples", "n_segments", "statistic"),
)
_FORM = RowForm(
    schema="tercel.tests/1",
    columns=("system", "baseline", "metric", *_OF_TEST, "signature"),
    flat=_flat,
    header=_header,
    cells=_cells,
    align="llrrllr",
    labels=("", "  ", " ", " ", "  p = ", " ", "  wins (%) "),
    more=_more,
)
