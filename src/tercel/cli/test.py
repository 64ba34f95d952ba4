"""``tercel test``: one paired test of two systems, with every choice that there is."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tercel._early_stopping import StopRule
from tercel._execution import check_workers
from tercel._paired_test import ALTERNATIVES
from tercel._statistics import check_n_resamples
from tercel.cli.columns import Source, read_numbers
from tercel.cli.files import TestSet, read_test_set, system_names
from tercel.cli.metrics import add_metrics, checked_metrics
from tercel.cli.options import (
    Commands,
    Parser,
    UsageError,
    add_files,
    add_output,
    add_seed_and_workers,
)
from tercel.cli.pair import check_two_systems, collected_doubts, pair_statistics
from tercel.cli.plans import PlanIds, add_plan, plan_sources
from tercel.cli.segment_scores import add_segment_scores, check_segment_scores
from tercel.intervals import check_interval_options
from tercel.metrics import SegmentMean, TextMetric
from tercel.paired import METHODS as RESAMPLING
from tercel.paired import PairedTest, paired_test
from tercel.report.tests import TestRow, paired_report
from tercel.segment_tests import METHODS as CLASSICAL
from tercel.segment_tests import SegmentTest, drop_missing, segment_test


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "test",
        help="test two systems by a method of your choice",
        description="Test whether the second HYP differs from the first one, by a method of your "
        "choice. For sound defaults, several systems and intervals of each: tercel compare.",
        allow_abbrev=False,
    )
    add_files(parser)
    add_metrics(parser)
    add_segment_scores(parser)
    _add_test(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def _add_test(parser: Parser) -> None:
    group = parser.add_argument_group("statistics")
    group.add_argument(
        "--method",
        choices=(*RESAMPLING, *CLASSICAL),
        default="permutation",
        help="the last three are classical tests of segment scores; they need the extra stats "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--alternative",
        choices=ALTERNATIVES,
        default="two-sided",
        help="greater: the second HYP is better (default: %(default)s)",
    )
    group.add_argument(
        "--n-resamples",
        type=int,
        metavar="R",
        help="default: 10000, of koehn 1000",
    )
    group.add_argument(
        "--confidence-level",
        type=float,
        default=0.95,
        metavar="X",
        help="of the interval that bootstrap and koehn give (default: %(default)s)",
    )
    group.add_argument(
        "--stop-early",
        action="store_true",
        help="end a permutation test once it is clear on which side of --alpha its p lies",
    )
    group.add_argument(
        "--alpha", type=float, default=0.05, metavar="X", help="default: %(default)s"
    )
    group.add_argument(
        "--omit-missing",
        action="store_true",
        help="leave out segments of which --segment-scores has nan for a system",
    )
    add_plan(group, blocks=True)
    add_seed_and_workers(group)


@dataclass(frozen=True)
class _Pair:
    """What is tested by one metric: the second system first, as effects have it."""

    metric: TextMetric | SegmentMean
    statistics: tuple[Any, Any]
    scores: tuple[Any, Any]
    kept: Sequence[int]
    n_omitted: int = 0


def run(options: argparse.Namespace) -> str:
    """Return the report that the options ask for."""
    metrics = checked_metrics(options)
    _check(options)
    sources = plan_sources(options)
    names = system_names(options.hypotheses)
    given = check_segment_scores(options, names)
    test_set = read_test_set(options.references, options.hypotheses)
    ids = sources.read(test_set.n_segments)
    pairs = [_of_text(metric, test_set, options.workers) for metric in metrics]
    pairs += [_of_scores(mean, files, test_set, options) for mean, files in given.items()]
    rows = [
        _row(pair, names, ids.of(pair.kept), len(test_set.references), options) for pair in pairs
    ]
    return paired_report(rows, options.format, options.width)


def _check(options: argparse.Namespace) -> None:
    check_two_systems(options)
    classical = options.method in CLASSICAL
    plan = (options.documents, options.strata, options.blocks)
    if classical and any(value is not None for value in (*plan, options.n_resamples)):
        raise UsageError(
            f"--method {options.method} takes segments for independent and draws nothing: no "
            "--documents, --strata, --blocks or --n-resamples go with it"
        )
    if options.method == "permutation" and options.blocks is not None:
        raise UsageError("--method permutation swaps documents, not --blocks: give --documents")
    if options.stop_early and options.method != "permutation":
        raise UsageError(f"--stop-early is for --method permutation, not {options.method}")
    if options.n_resamples is None:
        options.n_resamples = 1000 if options.method == "koehn" else 10_000
    try:
        check_workers(options.workers)
        check_n_resamples(options.n_resamples)
        StopRule(options.alpha)
        if options.method in ("bootstrap", "koehn"):
            check_interval_options(options.n_resamples, options.confidence_level, "koehn")
    except ValueError as error:
        raise UsageError(str(error)) from None


def _of_text(metric: TextMetric, test_set: TestSet, workers: int) -> _Pair:
    a, b = pair_statistics(metric, test_set, workers)
    return _Pair(metric, (a, b), (metric.aggregate(a), metric.aggregate(b)), range(len(a)))


def _of_scores(
    mean: SegmentMean, files: Sequence[Source], test_set: TestSet, options: argparse.Namespace
) -> _Pair:
    omit = options.omit_missing
    baseline, system = (read_numbers(file, test_set.n_segments, missing=omit) for file in files)
    complete = drop_missing(system, baseline)
    a, b = complete.scores
    statistics = mean.statistics(a), mean.statistics(b)
    return _Pair(mean, statistics, (a, b), complete.kept.tolist(), complete.n_dropped)


def _row(
    pair: _Pair,
    names: Sequence[str],
    ids: PlanIds,
    n_references: int,
    options: argparse.Namespace,
) -> TestRow:
    metric = pair.metric
    with collected_doubts() as doubts:
        test: PairedTest | SegmentTest
        if options.method in CLASSICAL:
            test = segment_test(
                *pair.scores,
                method=options.method,
                alternative=options.alternative,
                higher_is_better=metric.higher_is_better,
            )
        else:
            test = paired_test(
                *pair.statistics,
                metric,
                method=options.method,
                n_resamples=options.n_resamples,
                alternative=options.alternative,
                confidence_level=options.confidence_level,
                clusters=ids.documents,
                strata=ids.strata,
                blocks=options.blocks,
                block_length=options.block_length,
                stop_early=options.stop_early,
                alpha=options.alpha,
                rng=options.seed,
                workers=options.workers,
            )
    parts = [*_signature(test, n_references), metric.signature]
    if pair.n_omitted:
        parts.insert(2, f"omitted:{pair.n_omitted}")
    baseline, system = names
    return TestRow(
        system,
        baseline,
        metric.name,
        metric.higher_is_better,
        test,
        "|".join(parts),
        tuple(doubts),
    )


def _signature(test: PairedTest | SegmentTest, n_references: int) -> list[str]:
    parts = [f"nrefs:{n_references}", f"segments:{test.n_segments}"]
    if isinstance(test, SegmentTest):
        return [*parts, f"test:{test.method} of segment scores", f"alternative:{test.alternative}"]
    draws = "exact" if test.exact else str(test.n_resamples)
    early = ", stopped early" if test.stopped_early else ""
    parts += [f"test:{test.method}[{draws}{early}]", f"alternative:{test.alternative}"]
    if test.confidence_level is not None:
        parts.append(f"interval:percentile-koehn|level:{test.confidence_level:g}")
    if test.plan != "segments":
        parts.append(test.plan)
    return [*parts, test.rng]
