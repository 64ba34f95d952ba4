"""``tercel rerank apply``: the scores of candidates, or n-best lists in their new order."""

import argparse
from collections.abc import Iterator

import numpy as np

from tercel._execution import check_workers
from tercel.cli.files import STDIN, display_name, nbest_source
from tercel.cli.mbr import one_line
from tercel.cli.options import Commands, UsageError
from tercel.cli.ranked_lists import SVMLIGHT, FloatArray, NBestFile, add_input, input_format
from tercel.rerank.nbest import NBest
from tercel.rerank.nbest_files import FORMATS, iter_nbest, nbest_lines
from tercel.rerank.saved_ranking_svm import SavedRankingSVM, load_ranking_svm
from tercel.rerank.svmlight_format import read_svmlight

# So many lists are in memory at a time.
_LISTS_AT_A_TIME = 1000


def add_parser(parts: Commands) -> None:
    """Add the part."""
    parser = parts.add_parser(
        "apply",
        help="order n-best lists by a model",
        description="Score the candidates of n-best lists, or of an SVMlight file, by a model, and "
        "print the best of each list, all scores, or the lists in their new order.",
        allow_abbrev=False,
    )
    group = parser.add_argument_group(
        "input", "n-best lists as Moses, .jsonl or .tsv (- is standard input), or SVMlight"
    )
    group.add_argument("model", metavar="MODEL", help="what tercel rerank train wrote")
    add_input(group, "lists", "LISTS")
    group.add_argument("--workers", type=int, default=1, metavar="N", help="threads (default: 1)")
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format",
        choices=("text", "scores", *FORMATS),
        default="text",
        help="text: the best text of each list a line; scores: a number a candidate, in their "
        "order; else all candidates in their new order, with the feature rerank "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--output", metavar="FILE", help="write to a file, which is never seen half-written"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> str:
    """Return the lines that the options ask for."""
    try:
        check_workers(options.workers)
    except ValueError as error:
        raise UsageError(str(error)) from None
    form = input_format(options.lists, options.input_format)
    if form == SVMLIGHT and options.format != "scores":
        raise UsageError("svmlight holds no texts: expected --format scores")
    if form == SVMLIGHT and options.lists == STDIN:
        raise UsageError(f"standard input ({STDIN}) is for n-best lists, expected a file")
    saved = load_ranking_svm(options.model)
    saved.model.set_params(workers=options.workers)
    if form == SVMLIGHT:
        found = read_svmlight(options.lists).features
        try:
            return "\n".join(_numbers(saved.decision_function(found)))
        except ValueError as error:
            raise ValueError(f"{options.lists}: {error}") from None
    return "\n".join(_lines(saved, options, form))


def _lines(saved: SavedRankingSVM, options: argparse.Namespace, form: str) -> Iterator[str]:
    if saved.feature_names is None:
        raise ValueError(
            f"{options.model}: has no names of features, expected a model that was trained on "
            "n-best lists or with --features"
        )
    parts = iter_nbest(nbest_source(options.lists), n_lists=_LISTS_AT_A_TIME, format=form)
    for number, nbest in enumerate(parts):
        file = NBestFile(display_name(options.lists), nbest)
        scores = np.empty(0)
        if nbest.n_candidates:
            scores = saved.decision_function(file.table(saved.feature_names))
        yield from _written(nbest, scores, options.format, is_first=number == 0)


def _written(nbest: NBest, scores: FloatArray, form: str, *, is_first: bool) -> Iterator[str]:
    if form == "scores":
        yield from _numbers(scores)
        return
    # Equal ones stay in the order of the list.
    order = np.lexsort((-scores, nbest.groups))
    if form == "text":
        for begin, end in zip(nbest.offsets[:-1], nbest.offsets[1:], strict=True):
            yield one_line(nbest.texts[order[begin]]) if begin < end else ""
        return
    scored = NBest(
        nbest.texts,
        nbest.offsets,
        nbest.ids,
        nbest.scores,
        {**nbest.features, "rerank": scores},
        nbest.origins,
        nbest.alignments,
    )
    lines = nbest_lines(scored.take(order), form)
    # A table has one header, however many parts it comes in.
    if not is_first and form == "tsv":
        next(lines)
    yield from lines


def _numbers(scores: FloatArray) -> list[str]:
    return [repr(value) for value in scores.tolist()]
