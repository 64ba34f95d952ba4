"""``tercel score``: the score of each system."""

import argparse
from dataclasses import replace

from tercel._statistics import IntArray
from tercel.cli.files import read_test_set, system_names
from tercel.cli.metrics import add_metrics, checked_metrics
from tercel.cli.options import (
    Commands,
    UsageError,
    add_files,
    add_output,
    add_statistics,
    check_statistics_options,
)
from tercel.evaluator import Evaluator
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
    parser.add_argument(
        "--save-statistics",
        metavar="FILE.npz",
        help="keep what later comparisons need of the one system, without its text: compare takes "
        "the file in place of HYP",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> str:
    """Return the report that the options ask for, and save the statistics if they ask for that."""
    metrics = checked_metrics(options)
    check_statistics_options(options, "n_bootstrap")
    _check_saving(options)
    test_set = read_test_set(options.references, options.hypotheses)
    evaluator = Evaluator(test_set.references, metrics, workers=options.workers)
    systems = [evaluator.evaluate(name, text) for name, text in test_set.systems.items()]
    rows = [
        _score(kept.system, kept.table(metric), kept.n_references, metric, options)
        for metric in metrics
        for kept in systems
    ]
    if options.save_statistics is not None:
        systems[0].save(options.save_statistics)
    return score_report(rows, test_set.n_segments, options.format, options.width)


def _check_saving(options: argparse.Namespace) -> None:
    path = options.save_statistics
    if path is None:
        return
    names = system_names(options.hypotheses)
    if len(names) > 1:
        raise UsageError(f"--save-statistics: found {len(names)} systems, expected one")
    if not path.endswith(".npz"):
        raise UsageError(f"--save-statistics: found {path!r}, expected a name that ends in .npz")


def _score(
    name: str,
    statistics: IntArray,
    n_references: int,
    metric: TextMetric,
    options: argparse.Namespace,
) -> ScoreRow:
    score = metric.score(statistics.sum(axis=0))
    prefix = f"nrefs:{n_references}"
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
