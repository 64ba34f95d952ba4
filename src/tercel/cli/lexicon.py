"""``tercel lexicon``: train, prune, show and convert lexical translation models."""

import argparse
import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tercel._files import numbered_lines
from tercel.cli.files import printable
from tercel.cli.options import Commands, Parser, UsageError
from tercel.cli.output import check_place
from tercel.lexicon import (
    IBM1,
    TABLE_FORMATS,
    LexicalModel,
    ParallelCorpus,
    read_table,
    write_table,
)

_OWN_FORMAT = "tercel"
_FORMATS = (_OWN_FORMAT, *TABLE_FORMATS)
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "lexicon",
        help="train, prune, show and convert lexical translation models",
        description="Lexical translation models: which target words a source word becomes.",
        allow_abbrev=False,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    _add_train(actions)
    _add_prune(actions)
    _add_show(actions)
    _add_convert(actions)


def _add_train(actions: Commands) -> None:
    parser = actions.add_parser(
        "train",
        help="train IBM Model 1 on parallel text",
        description="Train IBM Model 1 on two files of which line i of one translates line i of "
        "the other, words split at white space.",
        allow_abbrev=False,
    )
    parser.add_argument("source", metavar="SOURCE", help="UTF-8 text; .gz is decompressed")
    parser.add_argument("target", metavar="TARGET", help="its translation")
    parser.add_argument("model", metavar="MODEL", help="where the model goes")
    parser.add_argument("--n-iter", type=int, default=5, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--tolerance",
        type=float,
        metavar="X",
        help="stop when an iteration gains less log-likelihood a word",
    )
    parser.add_argument(
        "--no-null-word", action="store_true", help="no target word comes from the empty word"
    )
    parser.add_argument(
        "--max-memory",
        type=_size,
        metavar="SIZE",
        help="bytes, or with K, M or G; above it the table is trained from disk, with the same "
        "result",
    )
    parser.add_argument("--max-words", type=int, metavar="N", help="refuse more distinct words")
    parser.add_argument("--max-tokens", type=int, metavar="N", help="refuse more words on a side")
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="threads; the result does not depend on it (default: %(default)s)",
    )
    _add_report(parser)
    parser.set_defaults(run=_train)


def _add_prune(actions: Commands) -> None:
    parser = actions.add_parser(
        "prune",
        help="make a model smaller",
        description="Keep the entries of a model that satisfy all that is asked.",
        allow_abbrev=False,
    )
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("pruned", metavar="NEW", help="where the smaller model goes")
    parser.add_argument(
        "--size", type=int, metavar="N", help="the N most probable entries of the whole table"
    )
    for name, what in (
        ("threshold", "entries of at least this probability"),
        ("mass", "for each word, its best entries that reach this share of its probability"),
        ("relative", "entries of at least this share of their word's best"),
    ):
        parser.add_argument(f"--{name}", type=float, metavar="X", help=what)
    parser.add_argument(
        "--renormalize", action="store_true", help="make each word's probabilities sum to 1 again"
    )
    _add_report(parser)
    parser.set_defaults(run=_prune)


def _add_show(actions: Commands) -> None:
    parser = actions.add_parser(
        "show",
        help="show a model, or the translations of words",
        description="Without words, a model's sizes; else the translations of each word, the most "
        "probable first.",
        allow_abbrev=False,
    )
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument(
        "words", metavar="WORD", nargs="*", help="a source word; '' is the empty word"
    )
    parser.add_argument("-k", type=int, default=10, metavar="K", help="default: %(default)s")
    parser.add_argument("--threshold", type=float, default=0.0, metavar="X", help="default: 0")
    _add_report(parser)
    parser.set_defaults(run=_show)


def _add_convert(actions: Commands) -> None:
    parser = actions.add_parser(
        "convert",
        help="read and write other programs' formats",
        description="Moses' lex.f2e and lex.e2f (target source probability), fast_align's "
        "parameters (source TAB target TAB logarithm) and bicleaner's dictionaries.",
        allow_abbrev=False,
    )
    parser.add_argument("model", metavar="FILE", help=".gz is decompressed")
    parser.add_argument("converted", metavar="NEW", help=".gz is compressed")
    parser.add_argument("--from", dest="source_format", choices=_FORMATS, default=_OWN_FORMAT)
    parser.add_argument("--to", dest="target_format", choices=_FORMATS, default=_OWN_FORMAT)
    _add_report(parser)
    parser.set_defaults(run=_convert)


def _add_report(parser: Parser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format", choices=("text", "json"), default="text", help="default: %(default)s"
    )
    group.add_argument("--output", metavar="FILE", help="write the report to a file")


def _train(options: argparse.Namespace) -> str:
    try:
        trainer = IBM1(
            options.n_iter,
            tolerance=options.tolerance,
            null_word=not options.no_null_word,
            max_memory=options.max_memory,
            max_words=options.max_words,
            max_tokens=options.max_tokens,
            workers=options.workers,
        )
    except ValueError as error:
        raise UsageError(str(error)) from None
    check_place(options.model, options.source, options.target)
    with _explained(), _memory_on_terminal():
        corpus = _index(trainer, options.source, options.target)
        model = trainer.fit_corpus(corpus)
        model.save(options.model)
    per_word = [x / corpus.n_target_tokens for x in model.log_likelihoods]
    report = {**model.to_dict(), "n_pairs": corpus.n_pairs, "n_skipped": corpus.n_skipped}
    text = (
        f"{printable(options.model)}: {_described(model)}, from {corpus.n_pairs} sentence pairs, "
        f"{corpus.n_skipped} skipped\nlog-likelihood a word: "
        + " ".join(f"{x:.4f}" for x in per_word)
    )
    return _report(options, "train", report, text)


def _index(trainer: IBM1, source: str, target: str) -> ParallelCorpus:
    """Read both files side by side, without keeping their lines."""
    try:
        return trainer.index(
            (line for _, line in numbered_lines(Path(source))),
            (line for _, line in numbered_lines(Path(target))),
        )
    except ValueError as error:
        # Errors about a line name the file; those about both sides do not.
        message = str(error)
        if message.startswith((source, target)):
            raise
        raise ValueError(f"{source} and {target}: {message}") from None


def _prune(options: argparse.Namespace) -> str:
    names = ("size", "threshold", "mass", "relative")
    cut = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    if not cut:
        raise UsageError("nothing to prune by, expected --size, --threshold, --mass or --relative")
    check_place(options.pruned)
    with _explained():
        model = LexicalModel.load(options.model)
        try:
            pruned = model.prune(**cut, renormalize=options.renormalize)
        except ValueError as error:
            raise UsageError(f"argument --{error}") from None
        pruned.save(options.pruned)
    text = f"{printable(options.pruned)}: {_described(pruned)}, of {len(model)} entries"
    return _report(options, "prune", pruned.to_dict(), text)


def _show(options: argparse.Namespace) -> str:
    if options.k < 0:
        raise UsageError(f"argument -k: {options.k}, expected 0 or more")
    with _explained():
        model = LexicalModel.load(options.model)
    if not options.words:
        text = f"{printable(options.model)}: {_described(model)}"
        return _report(options, "show", model.to_dict(), text)
    unknown = [word for word in options.words if word not in model.source_ids]
    if unknown:
        raise ValueError(
            f"{printable(options.model)}: no source word {', '.join(map(repr, unknown))}"
        )
    found = {
        word: model.translations(word, options.k, threshold=options.threshold)
        for word in options.words
    }
    report = {word: [{"word": f, "probability": p} for f, p in row] for word, row in found.items()}
    lines = [f"{word}\t{f}\t{p:.6f}" for word, row in found.items() for f, p in row]
    return _report(options, "show", {"translations": report}, "\n".join(lines))


def _convert(options: argparse.Namespace) -> str:
    check_place(options.converted)
    with _explained():
        if options.source_format == _OWN_FORMAT:
            model = LexicalModel.load(options.model)
        else:
            model = read_table(options.model, options.source_format)
        if options.target_format == _OWN_FORMAT:
            model.save(options.converted)
        else:
            write_table(model, options.converted, options.target_format)
    text = f"{printable(options.converted)}: {_described(model)}"
    return _report(options, "convert", model.to_dict(), text)


def _described(model: LexicalModel) -> str:
    return (
        f"{len(model)} entries, {len(model.source_words)} source words, "
        f"{len(model.target_words)} target words"
    )


def _report(options: argparse.Namespace, action: str, report: dict[str, object], text: str) -> str:
    if options.format == "text":
        return text
    return json.dumps({"schema": f"tercel.lexicon-{action}/1", **report}, ensure_ascii=False)


@contextmanager
def _explained() -> Iterator[None]:
    """Turn the system's errors about files into errors of input."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{error.filename}: {error.strerror}") from None


@contextmanager
def _memory_on_terminal() -> Iterator[None]:
    """Show what the trainer says before it starts, to people at a terminal only."""
    if not sys.stderr.isatty():
        yield
        return
    logger = logging.getLogger("tercel.lexicon")
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("tercel: %(message)s"))
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


def _size(text: str) -> int:
    match = re.fullmatch(r"(\d+)([KMG]?)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of bytes, as 800M or 2G")
    return int(match[1]) * _UNITS[match[2]]
