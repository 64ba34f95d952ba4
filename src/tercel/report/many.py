"""More than two systems as text: a table a metric that a person can read at a glance."""

from collections.abc import Sequence

from tercel.comparison import Comparison, PairResult, SystemResult
from tercel.report import numbers
from tercel.report.pairs import (
    best_first,
    cells_of_pair,
    cluster_starts,
    is_corrected,
    is_ranking,
    levels_in_words,
    stars,
)
from tercel.report.table import Table, text_table


def text_of_many(comparison: Comparison, width: int) -> list[str]:
    """Return the lines of all metrics' tables."""
    ranking = is_ranking(comparison)
    lines = []
    for rows, pairs in comparison.by_metric():
        first = rows[0]
        name = numbers.metric_name(first.metric, first.higher_is_better)
        if ranking:
            table = _ranking(best_first(rows), pairs, width)
        else:
            table = _differences(rows, pairs, width, is_corrected(comparison))
        lines += [f"{name}  {first.score.signature}".rstrip(), *text_table(table), ""]
    if ranking:
        lines += _legend(comparison)
    return lines


def _legend(comparison: Comparison) -> list[str]:
    return [
        "rank: the ranks that the tests leave open; first %: resamples in which no system is "
        "better; line: every system above is better than every system below",
        "numbered columns: whether the row's system is better than that one; "
        f"{levels_in_words(comparison.comparisons[0])}",
    ]


def _ranking(rows: Sequence[SystemResult], pairs: Sequence[PairResult], width: int) -> Table:
    """Return a row a system, best first, with its verdicts on the systems below it."""
    by_names = {frozenset((pair.system, pair.baseline)): pair for pair in pairs}
    level = f"{100 * rows[0].interval.confidence_level:g} % interval"
    header = ("", "rank", "system", "score", level, "first %", *map(str, range(2, len(rows) + 1)))
    cells = []
    for place, row in enumerate(rows):
        verdicts = [
            stars(by_names[frozenset((row.system, other.system))]) if k > place else ""
            for k, other in enumerate(rows[1:], start=1)
        ]
        cells.append((str(place + 1), *_rank_cells(row, width), *verdicts))
    return Table(header, tuple(cells), "rllrrr" + "l" * (len(rows) - 1), cluster_starts(rows))


def _rank_cells(row: SystemResult, width: int) -> tuple[str, ...]:
    assert row.rank is not None  # all pairs are compared
    return (
        numbers.rank_range(row.rank.low, row.rank.high),
        row.system,
        numbers.number(row.score.score, width),
        numbers.interval(row.interval.low, row.interval.high, width),
        numbers.percent(row.rank.probabilities[0]),
    )


def _differences(
    rows: Sequence[SystemResult], pairs: Sequence[PairResult], width: int, corrected: bool
) -> Table:
    """Return a row a system, best first, with its difference from the baseline."""
    baseline = rows[0]
    of_system = {pair.system: pair for pair in pairs}
    level = f"{100 * baseline.interval.confidence_level:g} % interval"
    adjusted = ("adjusted p",) if corrected else ()
    header = ("system", "score", level, "difference", level, "p", *adjusted, "wins %", "")
    cells = tuple(
        (
            row.system,
            numbers.number(row.score.score, width),
            numbers.interval(row.interval.low, row.interval.high, width),
            *_difference_cells(of_system.get(row.system), width, corrected),
        )
        for row in best_first(rows)
    )
    return Table(header, cells, "lrrrrl" + "l" * len(adjusted) + "rl")


def _difference_cells(pair: PairResult | None, width: int, corrected: bool) -> tuple[str, ...]:
    if pair is None:
        return ("", "", "", *[""] * corrected, "", "baseline")
    effect, interval, p, wins = cells_of_pair(pair, width)
    adjusted = (numbers.p_value(pair.adjusted_p),) if corrected else ()
    return (effect, interval, p, *adjusted, wins, _verdict(pair))


def _verdict(pair: PairResult) -> str:
    if pair.level is None:
        return "not told apart"
    word = "better" if pair.better == pair.system else "worse"
    return f"{word} at the {100 * pair.level:g} % level"
