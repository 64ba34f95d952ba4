"""``tercel replicated``: two systems that were trained several times."""

import argparse

from tercel._execution import check_workers
from tercel._paired_test import ALTERNATIVES
from tercel._statistics import IntArray
from tercel.cli.files import read_parallel
from tercel.cli.metrics import add_metrics, checked_metrics
from tercel.cli.options import (
    Commands,
    Parser,
    UsageError,
    add_output,
    add_reference,
    add_seed_and_workers,
)
from tercel.cli.pair import collected_doubts
from tercel.cli.plans import PlanIds, add_plan, plan_sources
from tercel.intervals import check_interval_options
from tercel.metrics import TextMetric
from tercel.replicated import ReplicatedTest, replicated_test
from tercel.report.tests import TestRow, paired_report


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replicated",
        help="test two systems that were trained several times",
        description="Test whether two systems differ when each was trained several times, and say "
        "how much of the spread comes from the test set and how much from the training.",
        allow_abbrev=False,
    )
    _add_files(parser)
    add_metrics(parser)
    _add_test(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def _add_files(parser: Parser) -> None:
    group = add_reference(parser)
    for name in ("baseline", "system"):
        group.add_argument(
            f"--{name}",
            metavar="RUN",
            nargs="+",
            required=True,
            help=f"the output of each run of the {name}, two or more",
        )


def _add_test(parser: Parser) -> None:
    group = parser.add_argument_group("statistics")
    group.add_argument(
        "--alternative",
        choices=ALTERNATIVES,
        default="two-sided",
        help="greater: the system is better (default: %(default)s)",
    )
    group.add_argument(
        "--n-resamples", type=int, default=10_000, metavar="R", help="default: %(default)s"
    )
    group.add_argument(
        "--confidence-level",
        type=float,
        default=0.95,
        metavar="X",
        help="of the interval of the difference between two runs (default: %(default)s)",
    )
    add_plan(group)
    add_seed_and_workers(group)


def run(options: argparse.Namespace) -> str:
    """Return the report that the options ask for."""
    metrics = checked_metrics(options)
    _check(options)
    sources = plan_sources(options)
    n_baseline = len(options.baseline)
    texts = read_parallel([*options.references, *options.baseline, *options.system])
    n_references = len(options.references)
    references, runs = texts[:n_references], texts[n_references:]
    ids = sources.read(len(references[0]))
    rows = []
    for metric in metrics:
        prepared = metric.prepare(references)
        tables = [prepared.statistics(run, workers=options.workers) for run in runs]
        with collected_doubts() as doubts:
            test = _test(metric, tables[n_baseline:], tables[:n_baseline], ids, options)
        signature = f"nrefs:{n_references}|{_signature(test)}|{metric.signature}"
        better = metric.higher_is_better
        row = TestRow("system", "baseline", metric.name, better, test, signature, tuple(doubts))
        rows.append(row)
    return paired_report(rows, options.format, options.width)


def _check(options: argparse.Namespace) -> None:
    for name in ("baseline", "system"):
        runs = getattr(options, name)
        if len(runs) < 2:
            raise UsageError(f"--{name}: found 1 run, expected two or more; see tercel test")
    try:
        check_workers(options.workers)
        check_interval_options(options.n_resamples, options.confidence_level, "koehn")
    except ValueError as error:
        raise UsageError(str(error)) from None


def _test(
    metric: TextMetric,
    system: list[IntArray],
    baseline: list[IntArray],
    ids: PlanIds,
    options: argparse.Namespace,
) -> ReplicatedTest:
    return replicated_test(
        system,
        baseline,
        metric,
        n_resamples=options.n_resamples,
        alternative=options.alternative,
        confidence_level=options.confidence_level,
        clusters=ids.documents,
        strata=ids.strata,
        rng=options.seed,
        workers=options.workers,
    )


def _signature(test: ReplicatedTest) -> str:
    runs = f"{len(test.scores_b)}+{len(test.scores_a)}"
    parts = [f"segments:{test.n_segments}", f"runs:{runs}"]
    parts.append(f"test:replicated[{test.n_resamples}]")
    parts.append(f"alternative:{test.alternative}")
    if test.plan != "segments":
        parts.append(test.plan)
    return "|".join([*parts, f"level:{test.confidence_level:g}", test.rng])
