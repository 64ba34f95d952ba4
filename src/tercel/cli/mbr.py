"""``tercel mbr``: the candidate of each n-best list with the least expected risk."""

import argparse
import json

from tercel._execution import check_workers
from tercel.cli.files import nbest_source
from tercel.cli.options import Commands, UsageError
from tercel.metrics.base import check_positive
from tercel.rerank.bayes_risk import UTILITIES, MBRResult, mbr
from tercel.rerank.nbest import NBest
from tercel.rerank.nbest_files import FORMATS, iter_nbest, nbest_lines

# So many lists are in memory at a time.
_LISTS_AT_A_TIME = 1000


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "mbr",
        help="choose from n-best lists by minimum Bayes risk",
        description="Choose from each n-best list the candidate that is best on average if one of "
        "the list's candidates is the truth.",
        allow_abbrev=False,
    )
    group = parser.add_argument_group(
        "input",
        "Moses (id ||| text ||| features ||| score), .jsonl or .tsv; .gz is decompressed, - is "
        "standard input",
    )
    group.add_argument("nbest", metavar="NBEST")
    group.add_argument(
        "--input-format",
        choices=FORMATS,
        help="default: by the name's ending; of standard input moses",
    )
    group = parser.add_argument_group("risk")
    group.add_argument(
        "-u",
        "--utility",
        choices=tuple(UTILITIES),
        default="bleu",
        help="default: %(default)s",
    )
    group.add_argument(
        "--weights",
        choices=("uniform", "posterior"),
        default="uniform",
        help="posterior: the softmax of the scores (default: %(default)s)",
    )
    group.add_argument(
        "--scale", type=float, default=1.0, metavar="X", help="of the scores (default: 1)"
    )
    group.add_argument(
        "--aggregate",
        action="store_true",
        help="in linear time: the score of the expected statistics, an approximation",
    )
    group.add_argument("--workers", type=int, default=1, metavar="N", help="threads (default: 1)")
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format",
        choices=("text", *FORMATS),
        default="text",
        help="text: the chosen text a line; else all candidates in their new order, with the "
        "expected utility as the feature mbr (default: %(default)s)",
    )
    group.add_argument(
        "--output", metavar="FILE", help="write to a file, which is never seen half-written"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> str:
    """Return the lines that the options ask for."""
    _check(options)
    lines: list[str] = []
    parts = iter_nbest(
        nbest_source(options.nbest), n_lists=_LISTS_AT_A_TIME, format=options.input_format
    )
    for number, nbest in enumerate(parts):
        result = mbr(
            nbest,
            options.utility,
            weights="posterior" if options.weights == "posterior" else None,
            scale=options.scale,
            aggregate=options.aggregate,
            workers=options.workers,
        )
        lines += _lines(nbest, result, options.format, is_first=number == 0)
    return "\n".join(lines)


def _check(options: argparse.Namespace) -> None:
    if options.aggregate and options.utility == "ter":
        raise UsageError("--aggregate: TER has no aggregated form")
    try:
        check_workers(options.workers)
        check_positive(options.scale, "scale")
    except ValueError as error:
        raise UsageError(str(error)) from None


def _lines(nbest: NBest, result: MBRResult, form: str, *, is_first: bool) -> list[str]:
    if form == "text":
        return [one_line("" if i < 0 else nbest.texts[i]) for i in result.choice]
    scored = NBest(
        nbest.texts,
        nbest.offsets,
        nbest.ids,
        nbest.scores,
        {**nbest.features, "mbr": result.expected_utilities},
        nbest.origins,
        nbest.alignments,
    )
    lines = list(nbest_lines(scored.take(result.order), form))
    # A table has one header, however many parts it comes in.
    return lines if is_first or form != "tsv" else lines[1:]


def one_line(text: str) -> str:
    """Return a text that stays one line; JSON lists may hold line feeds."""
    return text if "\n" not in text else json.dumps(text, ensure_ascii=False)[1:-1]
