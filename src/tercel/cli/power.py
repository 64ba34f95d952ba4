"""``tercel power``: what a test set can detect, and how large one must be."""

import argparse

from tercel._execution import check_workers
from tercel._power import check_goal, check_sizes, power
from tercel._statistics import check_n_resamples
from tercel.cli.columns import parse_optional, read_ids
from tercel.cli.files import TestSet, read_test_set
from tercel.cli.metrics import add_metrics, checked_metrics
from tercel.cli.options import (
    Commands,
    Parser,
    UsageError,
    add_documents,
    add_files,
    add_output,
    add_seed_and_workers,
)
from tercel.cli.pair import check_two_systems, collected_doubts, pair_statistics
from tercel.metrics import TextMetric
from tercel.power_analysis import PowerAnalysis
from tercel.report.power import PowerRow, power_report


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "power",
        help="say what a test set can detect",
        description="Say how large a difference between two systems like these a test set can "
        "detect, and how many segments a difference needs.",
        allow_abbrev=False,
    )
    add_files(parser)
    add_metrics(parser)
    _add_goal(parser)
    _add_simulation(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def _add_goal(parser: Parser) -> None:
    group = parser.add_argument_group("goal")
    group.add_argument(
        "--difference",
        type=float,
        metavar="X",
        help="the size of the difference to detect (default: the one between the two systems)",
    )
    group.add_argument(
        "--n-segments",
        type=int,
        nargs="+",
        metavar="N",
        help="sizes of test sets to look at (default: this one, 100, 300, 1000, 3000, 10000)",
    )
    group.add_argument(
        "--alpha", type=float, default=0.05, metavar="X", help="default: %(default)s"
    )
    group.add_argument(
        "--power",
        type=float,
        default=0.8,
        metavar="X",
        help="the probability to detect the difference (default: %(default)s)",
    )
    add_documents(group)


def _add_simulation(parser: Parser) -> None:
    group = parser.add_argument_group("simulation")
    group.add_argument(
        "--n-simulations",
        type=int,
        default=0,
        metavar="N",
        help="test sets of each size to draw from this one and to test (default: none)",
    )
    group.add_argument(
        "--n-resamples",
        type=int,
        default=1000,
        metavar="R",
        help="of each of these tests (default: %(default)s)",
    )
    add_seed_and_workers(group)


def run(options: argparse.Namespace) -> str:
    """Return the report that the options ask for."""
    metrics = checked_metrics(options)
    _check(options)
    source = parse_optional(options.documents, "--documents")
    test_set = read_test_set(options.references, options.hypotheses)
    documents = read_ids(source, test_set.n_segments)
    rows = [_row(metric, test_set, documents, options) for metric in metrics]
    return power_report(rows, options.format, options.width)


def _check(options: argparse.Namespace) -> None:
    check_two_systems(options)
    try:
        check_goal(options.difference, options.alpha, options.power, options.n_simulations)
        check_n_resamples(options.n_resamples)
        check_workers(options.workers)
        if options.n_segments is not None:
            check_sizes(options.n_segments)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _row(
    metric: TextMetric,
    test_set: TestSet,
    documents: list[str] | None,
    options: argparse.Namespace,
) -> PowerRow:
    baseline, system = test_set.systems
    a, b = pair_statistics(metric, test_set, options.workers)
    with collected_doubts() as doubts:
        plan = power(
            a,
            b,
            metric,
            difference=options.difference,
            n_segments=options.n_segments,
            alpha=options.alpha,
            power=options.power,
            clusters=documents,
            n_simulations=options.n_simulations,
            n_resamples=options.n_resamples,
            rng=options.seed,
            workers=options.workers,
        )
    signature = f"{_signature(plan, test_set, options)}|{metric.signature}"
    return PowerRow(system, baseline, metric.name, plan, signature, tuple(doubts))


def _signature(plan: PowerAnalysis, test_set: TestSet, options: argparse.Namespace) -> str:
    parts = [f"nrefs:{len(test_set.references)}", f"alpha:{plan.alpha:g}", f"power:{plan.power:g}"]
    if plan.n_clusters is not None:
        parts.append(f"documents:{plan.n_clusters}")
    if plan.rng is not None:
        test = f"permutation[{options.n_resamples}]"
        parts += [f"simulation:{options.n_simulations}", f"test:{test}", plan.rng]
    return "|".join(parts)
