"""``tercel match``: the best fuzzy matches of each source in a translation memory."""

import argparse
from pathlib import Path

import numpy as np

from tercel._execution import check_workers
from tercel.cli.files import STDIN, read_segments
from tercel.cli.options import Commands, UsageError
from tercel.metrics.base import check_whole
from tercel.rerank.fuzzy_matches import FuzzyMatches
from tercel.rerank.memory import TranslationMemory
from tercel.rerank.nbest import NBest
from tercel.rerank.nbest_files import FORMATS, nbest_lines
from tercel.tokenizers import CORE_TOKENIZERS


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "match",
        help="find fuzzy matches in a translation memory",
        description="Find the k entries of a translation memory that are nearest to each source: 1 "
        "- word edit distance / words of the source, exactly.",
        allow_abbrev=False,
    )
    group = parser.add_argument_group("input", "UTF-8; .gz is decompressed")
    group.add_argument(
        "memory",
        metavar="MEMORY",
        help="what --save wrote, FILE.tmx with --languages, or the sources of a memory, a segment "
        "a line, with --targets",
    )
    group.add_argument("sources", metavar="SOURCES", help="a segment a line; - is standard input")
    group.add_argument("--targets", metavar="FILE", help="line i translates line i of MEMORY")
    group.add_argument(
        "--languages", nargs=2, metavar=("SOURCE", "TARGET"), help="of TMX, such as en fr"
    )
    group = parser.add_argument_group("matches")
    group.add_argument("-k", type=int, default=10, metavar="K", help="default: %(default)s")
    group.add_argument(
        "--min-score", type=float, default=0.0, metavar="X", help="from 0 to 1 (default: 0)"
    )
    group.add_argument("--skip-exact", action="store_true", help="leave out equal entries")
    group.add_argument(
        "--distinct-targets", action="store_true", help="each target once for each source"
    )
    group.add_argument(
        "-tok",
        "--tokenize",
        choices=CORE_TOKENIZERS,
        help="how texts are split into words (default: 13a; a saved memory knows its own)",
    )
    group.add_argument("-lc", "--lowercase", action="store_true", help="ignore case")
    group.add_argument("--workers", type=int, default=1, metavar="N", help="threads (default: 1)")
    group = parser.add_argument_group("output")
    group.add_argument("--format", choices=FORMATS, default="tsv", help="default: %(default)s")
    group.add_argument("--save", metavar="FILE", help="write the memory, to be read faster")
    group.add_argument(
        "--output", metavar="FILE", help="write to a file, which is never seen half-written"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> str:
    """Return the lines that the options ask for."""
    _check(options)
    memory = _memory(options)
    if options.save is not None:
        memory.save(options.save)
    matches = memory.match(
        read_segments(options.sources),
        options.k,
        min_score=options.min_score,
        skip_exact=options.skip_exact,
        distinct_targets=options.distinct_targets,
        workers=options.workers,
    )
    return "\n".join(nbest_lines(_found(memory, matches, options.format), options.format))


def _check(options: argparse.Namespace) -> None:
    if STDIN in (options.memory, options.targets):
        raise UsageError(f"standard input ({STDIN}) is for SOURCES, expected a file")
    if options.targets is not None and options.languages is not None:
        raise UsageError("--languages is for TMX, --targets for text: expected one of them")
    try:
        check_workers(options.workers)
        check_whole(options.k, 1, 10_000, "k")
    except ValueError as error:
        raise UsageError(str(error)) from None
    if not 0 <= options.min_score <= 1:
        raise UsageError(f"--min-score is {options.min_score}, expected a number from 0 to 1")
    is_saved = options.targets is None and options.languages is None
    if is_saved and (options.tokenize is not None or options.lowercase):
        raise UsageError("--tokenize and --lowercase: a saved memory has its own")
    if is_saved and Path(options.memory.removesuffix(".gz")).suffix == ".tmx":
        raise UsageError(f"{options.memory}: TMX needs --languages SOURCE TARGET")


def _memory(options: argparse.Namespace) -> TranslationMemory:
    tokenize = options.tokenize or "13a"
    if options.languages is not None:
        source, target = options.languages
        return TranslationMemory.from_tmx(
            options.memory, source, target, tokenize=tokenize, lowercase=options.lowercase
        )
    if options.targets is not None:
        return TranslationMemory.from_files(
            options.memory, options.targets, tokenize=tokenize, lowercase=options.lowercase
        )
    return TranslationMemory.load(options.memory)


def _found(memory: TranslationMemory, matches: FuzzyMatches, form: str) -> NBest:
    nbest = memory.candidates(matches)
    nbest.features["entry"] = matches.entries.astype(np.float64)
    nbest.features["edits"] = matches.distances.astype(np.float64)
    # Only JSON lines can say that a source has no match; elsewhere its id is missing.
    if form == "jsonl" or nbest.sizes.all():
        return nbest
    full = np.flatnonzero(nbest.sizes > 0)
    offsets = np.concatenate([[0], nbest.offsets[1:][full]])
    return NBest(nbest.texts, offsets, nbest.ids[full], nbest.scores, nbest.features, nbest.origins)
