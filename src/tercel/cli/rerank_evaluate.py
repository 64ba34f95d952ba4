"""``tercel rerank evaluate``: PREC@k, HIT@k, tau and edits of orders of the same candidates."""

import argparse

import numpy as np
from numpy.typing import NDArray

from tercel.cli.columns import parse_source, read_numbers
from tercel.cli.files import printable
from tercel.cli.options import Commands, UsageError, add_output, add_statistics
from tercel.cli.options import check_statistics_options as check_statistics
from tercel.cli.ranked_lists import (
    FloatArray,
    JudgedLists,
    NBestFile,
    add_gold,
    input_group,
    read_judged,
)
from tercel.metrics.base import check_whole
from tercel.report.reranking import reranking_report
from tercel.rerank.evaluation import evaluate_rankings

_AS_GIVEN = "as given"
_MOST_K = 20


def add_parser(parts: Commands) -> None:
    """Add the part."""
    parser = parts.add_parser(
        "evaluate",
        help="judge orders of candidates",
        description="Judge one or more orders of the candidates of n-best lists or an SVMlight "
        "file, with intervals over lists and tests against the order of the file.",
        allow_abbrev=False,
    )
    group = input_group(parser)
    group.add_argument(
        "rankings",
        metavar="SCORES",
        nargs="*",
        help="a score a line for each candidate, as apply --format scores prints; FILE.tsv:COLUMN",
    )
    add_gold(group)
    group = parser.add_argument_group("measures")
    group.add_argument("-k", type=_several, default=(1, 3, 5), metavar="A,B", help="default: 1,3,5")
    relevant = group.add_mutually_exclusive_group()
    relevant.add_argument(
        "--relevant", metavar="NAME", help="the feature that is not 0 for relevant candidates"
    )
    relevant.add_argument(
        "--origin",
        metavar="NAME",
        help="relevant is what is as good as the first candidate of this origin, such as TM "
        "(default: as good as the best of the list)",
    )
    add_statistics(parser)
    add_output(parser)
    parser.set_defaults(run=run, width=4)


def run(options: argparse.Namespace) -> str:
    """Return the report."""
    check_statistics(options, "n_bootstrap")
    sources = [parse_source(path, "SCORES") for path in options.rankings]
    if len(set(options.rankings)) < len(options.rankings):
        raise UsageError("a file of scores is given twice")
    lists = read_judged(options.lists, options, None)
    n = len(lists.quality)
    rankings = {_AS_GIVEN: -np.arange(n, dtype=np.float64)}
    for path, source in zip(options.rankings, sources, strict=True):
        rankings[printable(path)] = np.array(read_numbers(source, n))
    evaluation = evaluate_rankings(
        rankings,
        quality=lists.quality,
        relevant=_relevant(lists, options),
        groups=lists.groups,
        edits=lists.edits,
        reference_lengths=lists.lengths,
        k=options.k,
        baseline=_AS_GIVEN if options.rankings else None,
        n_resamples=options.n_bootstrap,
        confidence_level=options.confidence_level,
        rng=options.seed,
        workers=options.workers,
    )
    return reranking_report(evaluation, options.format, options.width)


def _relevant(lists: JudgedLists, options: argparse.Namespace) -> NDArray[np.bool_]:
    nbest = lists.nbest
    if nbest is None and (options.relevant is not None or options.origin is not None):
        raise UsageError("--relevant and --origin are for n-best lists: svmlight has neither")
    if nbest is not None and options.relevant is not None:
        flags: NDArray[np.bool_] = NBestFile(options.lists, nbest).column(options.relevant) != 0
        return flags
    ids, numbers = np.unique(lists.groups, return_inverse=True)
    bounds = np.full(len(ids), np.inf)
    if nbest is None or options.origin is None:
        bounds[:] = -np.inf
        np.maximum.at(bounds, numbers, lists.quality)
        return _at_least(lists.quality, bounds[numbers])
    is_it = np.array(nbest.origins) == options.origin
    if not is_it.any():
        known = printable(", ".join(sorted(set(nbest.origins))))
        raise ValueError(
            f"{options.lists}: no candidate of origin {options.origin!r}, found {known}"
        )
    having, first = np.unique(numbers[is_it], return_index=True)
    bounds[having] = lists.quality[is_it][first]
    return _at_least(lists.quality, bounds[numbers])


def _at_least(quality: FloatArray, bounds: FloatArray) -> NDArray[np.bool_]:
    flags: NDArray[np.bool_] = quality >= bounds
    return flags


def _several(text: str) -> tuple[int, ...]:
    try:
        found = tuple(check_whole(int(part), 1, _MOST_K, "k") for part in text.split(","))
    except ValueError:
        found = ()
    if not found or len(set(found)) < len(found):
        raise argparse.ArgumentTypeError(
            f"found {text!r}, expected different whole numbers from 1 to {_MOST_K}, with commas"
        )
    return found
