"""``tercel score``: the score of each system."""

import argparse
from dataclasses import replace

from tercel._conventions import CONVENTIONS
from tercel._interval import IntervalOptions
from tercel._interval_methods import METHODS
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
from tercel.cli.pair import collected_doubts
from tercel.cli.plans import PlanIds, PlanSources, add_plan, plan_sources
from tercel.evaluator import Evaluator
from tercel.intervals import ConfidenceInterval, confidence_interval
from tercel.metrics import TextMetric
from tercel.report import ScoreRow, score_report
from tercel.system_statistics import SystemStatistics


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
    _add_interval(group)
    add_output(parser)
    parser.add_argument(
        "--save-statistics",
        metavar="FILE.npz",
        help="keep what later comparisons need of the one system, without its text: compare takes "
        "the file in place of HYP",
    )
    parser.set_defaults(run=run)


def _add_interval(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--confidence", action="store_true", help="add a confidence interval")
    group.add_argument(
        "--interval",
        choices=METHODS,
        default="percentile",
        help="its method (default: %(default)s)",
    )
    group.add_argument(
        "--convention",
        choices=CONVENTIONS,
        default="koehn",
        help="which of the sorted resamples are the ends (default: %(default)s)",
    )
    add_plan(group, blocks=True)


def run(options: argparse.Namespace) -> str:
    """Return the report that the options ask for, and save the statistics if they ask for that."""
    metrics = checked_metrics(options)
    sources = _check(options)
    test_set = read_test_set(options.references, options.hypotheses)
    ids = sources.read(test_set.n_segments)
    evaluator = Evaluator(test_set.references, metrics, workers=options.workers)
    systems = [evaluator.evaluate(name, text) for name, text in test_set.systems.items()]
    rows = [_score(kept, metric, ids, options) for metric in metrics for kept in systems]
    if options.save_statistics is not None:
        systems[0].save(options.save_statistics)
    return score_report(rows, test_set.n_segments, options.format, options.width)


def _check(options: argparse.Namespace) -> PlanSources:
    check_statistics_options(options, "n_bootstrap")
    _check_saving(options)
    given = [
        f"--{name}"
        for name in ("documents", "strata", "blocks")
        if getattr(options, name) is not None
    ]
    if given and not options.confidence:
        raise UsageError(f"{given[0]} is for intervals: give --confidence too")
    try:
        IntervalOptions(options.interval).check(blocks=options.blocks is not None)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return plan_sources(options)


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
    kept: SystemStatistics,
    metric: TextMetric,
    ids: PlanIds,
    options: argparse.Namespace,
) -> ScoreRow:
    statistics = kept.table(metric)
    score = metric.score(statistics.sum(axis=0))
    prefix = f"nrefs:{kept.n_references}"
    interval = None
    doubts: list[str] = []
    if options.confidence:
        with collected_doubts() as doubts:
            interval = confidence_interval(
                statistics,
                metric,
                n_resamples=options.n_bootstrap,
                confidence_level=options.confidence_level,
                method=options.interval,
                convention=options.convention,
                clusters=ids.documents,
                strata=ids.strata,
                blocks=options.blocks,
                block_length=options.block_length,
                rng=options.seed,
                workers=options.workers,
            )
        prefix += f"|{_interval_signature(interval)}"
    signed = replace(score, signature=f"{prefix}|{score.signature}")
    return ScoreRow(kept.system, signed, interval, tuple(doubts))


def _interval_signature(interval: ConfidenceInterval) -> str:
    level = f"level:{interval.confidence_level:g}"
    plan = [] if interval.plan == "segments" else [interval.plan]
    if interval.n_resamples == 0:
        return "|".join([f"interval:{interval.method}", *plan, level])
    method = f"interval:{interval.method}-{interval.convention}[{interval.n_resamples}]"
    return "|".join([method, *plan, level, interval.rng])
