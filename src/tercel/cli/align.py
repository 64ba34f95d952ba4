"""``tercel align``: from parallel documents to sentence pairs."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from tercel._execution import check_workers
from tercel._files import bad_line
from tercel.cli.files import STDIN, display_name, printable, read_segments
from tercel.cli.options import Commands, Parser, UsageError
from tercel.cli.output import check_place
from tercel.lexicon import (
    Alignment,
    align_documents,
    pair_documents,
    realign_documents,
    write_ladder,
    write_tmx,
    write_tsv,
)
from tercel.lexicon.alignment import METHODS

_FORMATS = ("tsv", "ladder", "tmx")
Document = tuple[Sequence[str], Sequence[str]]


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "align",
        help="align the sentences of parallel documents",
        description="Write sentence pairs. Two files: one sentence a line on both sides. One "
        "folder or .warc file: its pages are paired by their names, checked, split into sentences "
        "and aligned.",
        allow_abbrev=False,
    )
    group = parser.add_argument_group("input")
    group.add_argument("paths", metavar="PATH", nargs="+", help="SOURCE TARGET, or one FOLDER")
    group.add_argument("--languages", metavar="SRC-TRG", help="such as en-fr; for folders and TMX")
    _add_method(parser)
    group = parser.add_argument_group("output")
    group.add_argument(
        "--to", choices=_FORMATS, default="tsv", help="ladder: two files only (default: tsv)"
    )
    group.add_argument("--into", metavar="FILE", required=True, help=".gz is compressed")
    parser.set_defaults(run=run, output=None)


def _add_method(parser: Parser) -> None:
    group = parser.add_argument_group("alignment")
    group.add_argument("--method", choices=METHODS, default="cognates", help="default: %(default)s")
    group.add_argument(
        "--realign", action="store_true", help="a second pass with Model 1 of the first one's pairs"
    )
    group.add_argument("--workers", type=int, default=1, metavar="N", help="default: %(default)s")


def run(options: argparse.Namespace) -> str:
    """Write the file and return a report."""
    languages = _languages(options)
    try:
        check_workers(options.workers)
    except ValueError as error:
        raise UsageError(str(error)) from None
    check_place(options.into, *options.paths)
    lines: list[str] = []
    if len(options.paths) == 2:
        names, documents = [""], [_two_files(options.paths)]
    else:
        found = pair_documents(options.paths[0], *languages)
        names = [pair.source_name for pair in found.pairs]
        documents = [pair.sentences for pair in found.pairs]
        lines = [f"pages: {found.n_pages}, paired: {len(found.pairs)}"]
        lines += [f"  by {pattern}: {n}" for pattern, n in found.patterns.items()]
        lines += [f"  rejected, {reason}: {n}" for reason, n in found.rejected.items()]
    align = realign_documents if options.realign else align_documents
    alignments = align(documents, method=options.method, workers=options.workers)
    n = _write(options, languages, names, documents, alignments)
    return "\n".join([*lines, *_report(alignments, n, options.into)])


def _languages(options: argparse.Namespace) -> tuple[str, str]:
    n = len(options.paths)
    if n > 2:
        raise UsageError(f"{n} paths, expected SOURCE and TARGET or one FOLDER")
    if n == 1 and options.to == "ladder":
        raise UsageError("argument --to: a ladder has one document, expected two files")
    if options.languages is None:
        if n == 1 or options.to == "tmx":
            raise UsageError("argument --languages: needed for a folder and for TMX")
        return ("", "")
    source, dash, target = options.languages.partition("-")
    if not (source and dash and target):
        raise UsageError(f"argument --languages: {options.languages!r}, expected such as en-fr")
    return source, target


def _two_files(paths: Sequence[str]) -> Document:
    if paths.count(STDIN) > 1:
        raise UsageError(f"standard input ({STDIN}) is given twice, expected at most once")
    source, target = (_sentences(path) for path in paths)
    return source, target


def _sentences(path: str) -> list[str]:
    """Return the lines of a file: a mark at its start or at the ends of lines is no text."""
    lines = [line.removesuffix("\r") for line in read_segments(path)]
    lines[0] = lines[0].removeprefix("\ufeff")
    for number, line in enumerate(lines, 1):
        if "\0" in line or "\t" in line:
            what = "a NUL character" if "\0" in line else "a tab"
            raise bad_line(display_name(path), number, f"holds {what}, expected a sentence")
    return lines


def _write(
    options: argparse.Namespace,
    languages: tuple[str, str],
    names: Sequence[str],
    documents: Sequence[Document],
    alignments: Sequence[Alignment],
) -> int:
    into = Path(options.into)
    if options.to == "ladder":
        write_ladder(into, alignments[0])
        return len(alignments[0].beads)
    if options.to == "tmx":
        pairs = (row[1:] for row in _rows(names, documents, alignments))
        return write_tmx(into, ((a, b) for a, b in pairs), *languages)
    rows = _rows(names, documents, alignments)
    return write_tsv(into, (row if row[0] else row[1:] for row in rows))


def _rows(
    names: Sequence[str], documents: Sequence[Document], alignments: Sequence[Alignment]
) -> Iterator[tuple[str, str, str]]:
    for name, document, alignment in zip(names, documents, alignments, strict=True):
        for source, target in alignment.pairs(*document):
            yield name, source, target


def _report(alignments: Sequence[Alignment], n_written: int, into: str) -> list[str]:
    n_beads = sum(len(alignment.beads) for alignment in alignments)
    n_empty = sum(alignment.n_empty for alignment in alignments)
    n_exact = sum(alignment.exact for alignment in alignments)
    return [
        f"beads: {n_beads}, with an empty side: {n_empty}",
        f"documents: {len(alignments)}, known to be aligned at the lowest cost: {n_exact}",
        f"{printable(into)}: {n_written} written",
    ]
