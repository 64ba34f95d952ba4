"""``tercel equivalence``: whether two systems are equally good, up to a margin."""

import argparse

from tercel._execution import check_workers
from tercel._margin_test import MarginOptions, MarginTest
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
from tercel.equivalence import equivalence_test, noninferiority_test
from tercel.metrics import TextMetric
from tercel.report.margins import MarginRow, margin_report


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "equivalence",
        help="test whether two systems are equally good, or one not worse",
        description="Test whether two systems differ by less than a margin. A comparison that "
        "finds no difference does not show that there is none; this can.",
        allow_abbrev=False,
    )
    add_files(parser)
    add_metrics(parser)
    _add_test(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def _add_test(parser: Parser) -> None:
    group = parser.add_argument_group("statistics")
    group.add_argument(
        "--margin",
        dest="margins",
        type=float,
        nargs="+",
        required=True,
        metavar="X",
        help="the smallest difference that matters, in points, one for each metric; choose it "
        "before you see the scores",
    )
    group.add_argument(
        "--noninferiority",
        action="store_true",
        help="only test that the second HYP is less than the margin worse than the first",
    )
    group.add_argument(
        "--level",
        type=float,
        default=0.05,
        metavar="X",
        help="of the claim, to which the interval is fitted (default: %(default)s)",
    )
    group.add_argument(
        "--n-resamples",
        type=int,
        default=10_000,
        metavar="R",
        help="test sets to draw (default: %(default)s)",
    )
    add_documents(group)
    add_seed_and_workers(group)


def run(options: argparse.Namespace) -> str:
    """Return the report that the options ask for."""
    metrics = checked_metrics(options)
    tests = _check(options)
    source = parse_optional(options.documents, "--documents")
    test_set = read_test_set(options.references, options.hypotheses)
    documents = read_ids(source, test_set.n_segments)
    rows = [
        _row(metric, test_set, documents, test, options)
        for metric, test in zip(metrics, tests, strict=True)
    ]
    return margin_report(rows, options.format, options.width)


def _check(options: argparse.Namespace) -> list[MarginOptions]:
    check_two_systems(options)
    if len(options.margins) != len(options.metrics):
        raise UsageError(
            f"--margin: found {len(options.margins)} for the metrics "
            f"{', '.join(options.metrics)}, expected one for each"
        )
    try:
        check_workers(options.workers)
        return [
            MarginOptions(margin, options.n_resamples, options.level) for margin in options.margins
        ]
    except ValueError as error:
        raise UsageError(str(error)) from None


def _row(
    metric: TextMetric,
    test_set: TestSet,
    documents: list[str] | None,
    asked: MarginOptions,
    options: argparse.Namespace,
) -> MarginRow:
    baseline, system = test_set.systems
    a, b = pair_statistics(metric, test_set, options.workers)
    test = noninferiority_test if options.noninferiority else equivalence_test
    with collected_doubts() as doubts:
        found = test(
            a,
            b,
            metric,
            margin=asked.margin,
            n_resamples=asked.n_resamples,
            level=asked.level,
            clusters=documents,
            rng=options.seed,
            workers=options.workers,
        )
    signature = f"{_signature(found, len(test_set.references))}|{metric.signature}"
    return MarginRow(
        system, baseline, metric.name, metric.higher_is_better, found, signature, tuple(doubts)
    )


def _signature(test: MarginTest, n_references: int) -> str:
    parts = [f"nrefs:{n_references}", f"segments:{test.n_segments}"]
    parts.append(f"test:{test.method}-bootstrap[{test.n_resamples}]")
    if test.plan != "segments":
        parts.append(test.plan)
    return "|".join(
        [*parts, f"margin:{test.margin:g}", f"level:{test.confidence_level:g}", test.rng]
    )
