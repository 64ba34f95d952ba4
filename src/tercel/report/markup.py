"""The tables of a comparison for Markdown, LaTeX and HTML."""

from tercel.comparison import Comparison, PairResult, SystemResult
from tercel.report import numbers
from tercel.report.pairs import best_first, cells_of_pair, cluster_starts, is_corrected
from tercel.report.table import Table


def difference_table(comparison: Comparison, width: int) -> Table:
    """Return a row a system and metric, with its difference to the baseline beside its score."""
    first = comparison.systems[0]
    corrected = is_corrected(comparison)
    level = _interval_header(comparison)
    header = (
        *("System", "Metric", "Score", level, f"Difference from {first.system}", level),
        *(("p", "Adjusted p") if corrected else ("p",)),
        "Wins (%)",
    )
    rows = []
    for of_systems, of_pairs in comparison.by_metric():
        pairs = {pair.system: pair for pair in of_pairs}
        rows += [
            (
                *_score_cells(row, width),
                *_difference_cells(pairs.get(row.system), width, corrected),
            )
            for row in of_systems
        ]
    return Table(header, tuple(rows), "ll" + "r" * (len(header) - 2))


def rank_table(comparison: Comparison, width: int) -> Table:
    """Return a row a system and metric, best first, with the ranks that the tests leave open."""
    header = ("System", "Metric", "Score", _interval_header(comparison))
    rows: list[tuple[str, ...]] = []
    rules: list[int] = []
    for of_systems, _ in comparison.by_metric():
        ordered = best_first(of_systems)
        starts = cluster_starts(ordered)
        rules += [len(rows) + start for start in ((0, *starts) if rows else starts)]
        rows += [(*_score_cells(row, width), *_rank_cells(row)) for row in ordered]
    return Table((*header, "Rank", "Cluster", "First (%)"), tuple(rows), "llrrlrr", tuple(rules))


def pair_table(comparison: Comparison, width: int) -> Table:
    """Return a row a pair and metric."""
    corrected = is_corrected(comparison)
    header = (
        *("Systems", "Metric", "Difference", _interval_header(comparison), "p"),
        *(("Adjusted p",) if corrected else ()),
        *("Wins (%)", "Better"),
    )
    rows = tuple(
        (
            f"{pair.system} - {pair.baseline}",
            numbers.metric_name(pair.metric, pair.higher_is_better),
            *_difference_cells(pair, width, corrected),
            pair.better or "",
        )
        for pair in comparison.comparisons
    )
    return Table(header, rows, "ll" + "r" * (len(header) - 3) + "l")


def _interval_header(comparison: Comparison) -> str:
    return f"{100 * comparison.systems[0].interval.confidence_level:g} % interval"


def _score_cells(row: SystemResult, width: int) -> tuple[str, str, str, str]:
    return (
        row.system,
        numbers.metric_name(row.metric, row.higher_is_better),
        numbers.number(row.score.score, width),
        numbers.interval(row.interval.low, row.interval.high, width),
    )


def _rank_cells(row: SystemResult) -> tuple[str, str, str]:
    assert row.rank is not None  # all pairs are compared
    return (
        numbers.rank_range(row.rank.low, row.rank.high),
        str(row.rank.cluster),
        numbers.percent(row.rank.probabilities[0]),
    )


def _difference_cells(pair: PairResult | None, width: int, corrected: bool) -> tuple[str, ...]:
    if pair is None:
        return ("",) * (5 if corrected else 4)
    effect, interval, p, wins = cells_of_pair(pair, width)
    return (effect, interval, p, *([numbers.p_value(pair.adjusted_p)] if corrected else []), wins)
