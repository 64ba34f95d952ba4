"""The report of a comparison, in every format."""

import json

from tercel._statistics import check_choice
from tercel.comparison import Comparison
from tercel.report import numbers
from tercel.report.flat import flat_row, flat_score, flat_table
from tercel.report.many import text_of_many
from tercel.report.markup import difference_table, pair_table, rank_table
from tercel.report.pairs import cells_of_pair, is_ranking
from tercel.report.table import MARKUPS, Table, csv_table, padded


def comparison_report(comparison: Comparison, format: str = "text", width: int = 2) -> str:  # noqa: A002 (as on the command line)
    """Return a comparison as text in one of several formats.

    Parameters
    ----------
    comparison : Comparison
    format : {"text", "json", "csv", "markdown", "latex", "html"}
        ``json`` is ``comparison.to_dict()``; ``csv`` has the columns of `tercel.report.flat`. Both
        have all digits.
    width : int
        Digits after the point of scores in the other formats.

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
        return json.dumps(comparison.to_dict(), ensure_ascii=False, indent=2)
    if format == "csv":
        return csv_table(_flat(comparison))
    if format == "text":
        return "\n".join([*_text(comparison, width), *_test_notes(comparison)])
    return _markup(comparison, format, width)


def _text(comparison: Comparison, width: int) -> list[str]:
    rows, _ = comparison.by_metric()[0]
    return text_of_many(comparison, width) if len(rows) > 2 else _text_of_two(comparison, width)


def _text_of_two(comparison: Comparison, width: int) -> list[str]:
    scores = [
        (
            row.system,
            numbers.metric_name(row.metric, row.higher_is_better),
            numbers.number(row.score.score, width),
            numbers.interval(row.interval.low, row.interval.high, width),
            row.score.signature,
        )
        for row in comparison.systems
    ]
    pairs = [
        (
            f"{pair.system} - {pair.baseline}",
            numbers.metric_name(pair.metric, pair.higher_is_better),
            *cells_of_pair(pair, width),
            f"{pair.verdict}.",
        )
        for pair in comparison.comparisons
    ]
    lines = [
        f"{system}  {metric} {score} {interval}  {signature}".rstrip()
        for system, metric, score, interval, signature in padded(scores, "llrrl")
    ]
    lines += [
        f"{names}  {metric} {effect} {interval}  p = {p}  wins {wins} %: {verdict}".rstrip()
        for names, metric, effect, interval, p, wins, verdict in padded(pairs, "llrrlrl")
    ]
    return lines


def _flat(comparison: Comparison) -> Table:
    rows = [
        flat_score(row.system, row.score, row.interval, comparison.n_segments, row.rank)
        for row in comparison.systems
    ]
    rows += [
        flat_row(
            row="comparison",
            system=pair.system,
            baseline=pair.baseline,
            metric=pair.metric,
            effect=pair.effect,
            low=pair.low,
            high=pair.high,
            p_value=pair.p_value,
            win_rate=pair.win_rate,
            loss_rate=pair.loss_rate,
            better=pair.better,
            n_segments=comparison.n_segments,
            signature=comparison.signature,
            adjusted_p=pair.adjusted_p,
        )
        for pair in comparison.comparisons
    ]
    return flat_table(rows)


def _markup(comparison: Comparison, format: str, width: int) -> str:  # noqa: A002
    signatures = [f"{row.metric}: {row.score.signature}" for row in comparison.systems]
    notes = [*dict.fromkeys(signatures), *_test_notes(comparison)]
    if is_ranking(comparison):
        ranks = MARKUPS[format](rank_table(comparison, width), [])
        return f"{ranks}\n\n{MARKUPS[format](pair_table(comparison, width), notes)}"
    verdicts = [f"{pair.metric}: {pair.verdict}." for pair in comparison.comparisons]
    return MARKUPS[format](difference_table(comparison, width), [*verdicts, *notes])


def _test_notes(comparison: Comparison) -> list[str]:
    return [comparison.signature, *(f"warning: {doubt}" for doubt in comparison.doubts)]
