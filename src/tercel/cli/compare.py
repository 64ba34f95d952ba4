"""``tercel compare``: systems against a baseline, or each against every other."""

import argparse
import warnings

from tercel._compare import compare
from tercel._comparing import METHODS, PAIRS, check_method
from tercel._statistics import check_choice, check_n_resamples
from tercel._warnings import DoubtfulStatisticsWarning
from tercel.cli.files import system_names
from tercel.cli.metrics import add_metrics, checked_metrics
from tercel.cli.options import (
    Commands,
    UsageError,
    add_files,
    add_output,
    add_statistics,
    check_statistics_options,
)
from tercel.cli.plans import add_plan, plan_sources
from tercel.cli.saved import read_systems
from tercel.cli.segment_scores import (
    add_segment_scores,
    check_segment_scores,
    read_segment_scores,
)
from tercel.comparison import CORRECTIONS
from tercel.report import comparison_report


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "compare",
        help="compare systems with a baseline or with each other",
        description="Compare systems with a baseline, the first one, or with each other, by one or "
        "more metrics.",
        allow_abbrev=False,
    )
    add_files(parser, "the output of a system, or its statistics in a .npz file")
    parser.add_argument("--baseline", metavar="NAME", help="the name of another HYP")
    parser.add_argument(
        "--pairs",
        choices=PAIRS,
        default="baseline",
        help="each system with the baseline, or all with each other, which ranks them "
        "(default: %(default)s)",
    )
    add_metrics(parser)
    add_segment_scores(parser)
    _add_tests(add_statistics(parser))
    add_output(parser)
    parser.set_defaults(run=run)


def _add_tests(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--n-resamples",
        type=int,
        default=10_000,
        metavar="R",
        help="resamples for p (default: %(default)s)",
    )
    group.add_argument(
        "--method",
        choices=METHODS,
        help="where p comes from; the bootstrap gives the intervals as well, from --n-resamples "
        "(default: permutation, but bootstrap for max-t)",
    )
    group.add_argument(
        "--correction",
        choices=tuple(CORRECTIONS),
        default="holm",
        help="of p for the number of pairs, by which the verdicts go (default: %(default)s)",
    )
    add_plan(group)


def run(options: argparse.Namespace) -> str:
    """Return the report that the options ask for."""
    metrics = checked_metrics(options)
    _check(options)
    sources = plan_sources(options)
    names = system_names(options.hypotheses)
    score_files = check_segment_scores(options, names)
    systems, references = read_systems(options.references, options.hypotheses)
    n_segments = len(references[0])
    ids = sources.read(n_segments)
    with warnings.catch_warnings():
        # The report itself says it.
        warnings.simplefilter("ignore", DoubtfulStatisticsWarning)
        comparison = compare(
            systems,
            references,
            metrics,
            baseline=options.baseline,
            pairs=options.pairs,
            method=options.method,
            correction=options.correction,
            segment_scores=read_segment_scores(score_files, names, n_segments),
            documents=ids.documents,
            strata=ids.strata,
            n_resamples=options.n_resamples,
            n_bootstrap=options.n_bootstrap,
            confidence_level=options.confidence_level,
            rng=options.seed,
            workers=options.workers,
        )
    return comparison_report(comparison, options.format, options.width)


def _check(options: argparse.Namespace) -> None:
    names = system_names(options.hypotheses)
    if len(names) < 2:
        raise UsageError(f"there is only {names[0]}, expected at least two systems to compare")
    try:
        check_n_resamples(options.n_resamples)
        method = check_method(options.method, options.correction)
        if options.baseline is not None:
            check_choice(options.baseline, tuple(names), "baseline")
    except ValueError as error:
        raise UsageError(str(error)) from None
    check_statistics_options(options, "n_resamples" if method == "bootstrap" else "n_bootstrap")
