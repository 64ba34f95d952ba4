"""The report of a comparison, in every format."""

import json

from tercel._statistics import check_choice
from tercel.comparison import Comparison, PairResult, SystemResult
from tercel.report import numbers
from tercel.report.flat import flat_row, flat_score, flat_table
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
    if format == "text":
        return _text(comparison, width)
    if format == "json":
        return json.dumps(comparison.to_dict(), ensure_ascii=False, indent=2)
    if format == "csv":
        return csv_table(_flat(comparison))
    return MARKUPS[format](_table(comparison, width), _notes(comparison))


def _text(comparison: Comparison, width: int) -> str:
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
            *_effect_cells(pair, width),
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
    lines.append(comparison.signature)
    lines += [f"warning: {doubt}" for doubt in comparison.doubts]
    return "\n".join(lines)


def _effect_cells(pair: PairResult, width: int) -> tuple[str, str, str, str]:
    return (
        numbers.signed(pair.effect, width),
        numbers.signed_interval(pair.low, pair.high, width),
        numbers.p_value(pair.p_value),
        numbers.percent(pair.win_rate),
    )


def _flat(comparison: Comparison) -> Table:
    rows = [
        flat_score(row.system, row.score, row.interval, comparison.n_segments)
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
        )
        for pair in comparison.comparisons
    ]
    return flat_table(rows)


def _table(comparison: Comparison, width: int) -> Table:
    """Return a row a system and metric, with its difference to the baseline beside its score."""
    first = comparison.systems[0]
    pairs = {(pair.system, pair.metric): pair for pair in comparison.comparisons}
    level = f"{100 * first.interval.confidence_level:g} % interval"
    header = (
        *("System", "Metric", "Score", level),
        *(f"Difference from {first.system}", level, "p", "Wins (%)"),
    )
    rows = [
        _table_row(row, pairs.get((row.system, row.metric)), width) for row in comparison.systems
    ]
    return Table(header, tuple(rows), "llrrrrrr")


def _table_row(row: SystemResult, pair: PairResult | None, width: int) -> tuple[str, ...]:
    return (
        row.system,
        numbers.metric_name(row.metric, row.higher_is_better),
        numbers.number(row.score.score, width),
        numbers.interval(row.interval.low, row.interval.high, width),
        *(("", "", "", "") if pair is None else _effect_cells(pair, width)),
    )


def _notes(comparison: Comparison) -> list[str]:
    signatures = [f"{row.metric}: {row.score.signature}" for row in comparison.systems]
    return [
        *(f"{pair.metric}: {pair.verdict}." for pair in comparison.comparisons),
        *dict.fromkeys(signatures),
        comparison.signature,
        *(f"warning: {doubt}" for doubt in comparison.doubts),
    ]
