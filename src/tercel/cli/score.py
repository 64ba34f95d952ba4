"""``tercel score``: the score of each system."""

import argparse
from dataclasses import replace

from tercel.cli.files import TestSet, read_test_set
from tercel.cli.metrics import add_metrics, checked_metrics
from tercel.cli.options import (
    Commands,
    add_files,
    add_output,
    add_statistics,
    check_statistics_options,
)
from tercel.intervals import ConfidenceInterval, confidence_interval
from tercel.metrics import TextMetric
from tercel.report import ScoreRow, score_report


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "score",
        help="score systems",
        description="Score each system by one or more metrics.",
        allow_abbrev=False,
    )
    add_files(parser)
    add_metrics(parser)
    group = add_statistics(parser)
    group.add_argument("--confidence", action="store_true", help="add a confidence interval")
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> str:
    """Return the report that the options ask for."""
    metrics = checked_metrics(options)
    check_statistics_options(options, "n_bootstrap")
    test_set = read_test_set(options.references, options.hypotheses)
    rows = [
        _score(name, segments, test_set, metric, options)
        for metric in metrics
        for name, segments in test_set.systems.items()
    ]
    return score_report(rows, test_set.n_segments, options.format, options.width)


def _score(
    name: str,
    segments: list[str],
    test_set: TestSet,
    metric: TextMetric,
    options: argparse.Namespace,
) -> ScoreRow:
    statistics = metric.statistics(segments, test_set.references, workers=options.workers)
    score = metric.score(statistics.sum(axis=0))
    prefix = f"nrefs:{len(test_set.references)}"
    interval = None
    if options.confidence:
        interval = confidence_interval(
            statistics,
            metric,
            n_resamples=options.n_bootstrap,
            confidence_level=options.confidence_level,
            rng=options.seed,
            workers=options.workers,
        )
        prefix += f"|{_interval_signature(interval)}"
    return ScoreRow(name, replace(score, signature=f"{prefix}|{score.signature}"), interval)


def _interval_signature(interval: ConfidenceInterval) -> str:
    return (
        f"interval:{interval.method}-{interval.convention}[{interval.n_resamples}]|"
        f"level:{interval.confidence_level:g}|{interval.rng}"
    )
