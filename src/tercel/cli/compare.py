"""``tercel compare``: systems against a baseline."""

import argparse
import warnings

from tercel._compare import compare
from tercel._statistics import check_choice, check_n_resamples
from tercel._warnings import SmallTestSetWarning
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
from tercel.report import comparison_report


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "compare",
        help="compare systems with a baseline",
        description="Compare systems with a baseline, the first one, by one or more metrics.",
        allow_abbrev=False,
    )
    add_files(parser)
    parser.add_argument("--baseline", metavar="NAME", help="the name of another HYP")
    add_metrics(parser)
    group = add_statistics(parser)
    group.add_argument(
        "--n-resamples",
        type=int,
        default=10_000,
        metavar="R",
        help="resamples for p (default: %(default)s)",
    )
    group.add_argument(
        "--method",
        choices=("permutation", "bootstrap"),
        default="permutation",
        help="where p comes from; the bootstrap gives the intervals as well, from --n-resamples "
        "(default: %(default)s)",
    )
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> str:
    """Return the report that the options ask for."""
    metrics = checked_metrics(options)
    _check(options)
    test_set = read_test_set(options.references, options.hypotheses)
    with warnings.catch_warnings():
        # The report itself says it.
        warnings.simplefilter("ignore", SmallTestSetWarning)
        comparison = compare(
            test_set.systems,
            test_set.references,
            metrics,
            baseline=options.baseline,
            method=options.method,
            n_resamples=options.n_resamples,
            n_bootstrap=options.n_bootstrap,
            confidence_level=options.confidence_level,
            rng=options.seed,
            workers=options.workers,
        )
    return comparison_report(comparison, options.format, options.width)


def _check(options: argparse.Namespace) -> None:
    check_statistics_options(
        options, "n_resamples" if options.method == "bootstrap" else "n_bootstrap"
    )
    names = system_names(options.hypotheses)
    if len(names) < 2:
        raise UsageError(f"there is only {names[0]}, expected at least two systems to compare")
    try:
        check_n_resamples(options.n_resamples)
        if options.baseline is not None:
            check_choice(options.baseline, tuple(names), "baseline")
    except ValueError as error:
        raise UsageError(str(error)) from None
