"""``tercel query``: queries translated by a lexical model and a dictionary."""

import argparse
from collections.abc import Callable
from typing import TypeVar

from tercel.cli.options import Commands, Parser, UsageError
from tercel.lexicon import LexicalModel, QueryTranslator, read_freedict, translate_queries
from tercel.retrieval import Analyzer, BM25Index, read_topics
from tercel.retrieval.queries import query_lines

T = TypeVar("T")


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "query",
        help="translate queries for a search in another language",
        description="Translate queries into words with weights, which tercel retrieval searches.",
        allow_abbrev=False,
    )
    group = parser.add_argument_group("input")
    group.add_argument(
        "topics", metavar="TOPICS", help="TREC topics; or FILE.tsv, an id, a tab and the query"
    )
    group.add_argument("--model", metavar="FILE", help="from the query's language: tercel lexicon")
    group.add_argument("--reverse-model", metavar="FILE", help="multiply both directions")
    group.add_argument("--dictionary", metavar="FILE", help="FreeDict: .index, .dict.dz or .tei")
    group.add_argument("--index", metavar="FILE", help="for --dictionary-weight idf")
    group.add_argument(
        "--language", metavar="CODE", help="stem queries and headwords as the model's text was"
    )
    group.add_argument(
        "--target-language", metavar="CODE", help="stem the dictionary's translations"
    )
    _add_translation(parser)
    parser.add_argument_group("output").add_argument(
        "--output", metavar="FILE", help="write to a file, which is never seen half-written"
    )
    parser.set_defaults(run=run)


def _add_translation(parser: Parser) -> None:
    group = parser.add_argument_group("translation")
    group.add_argument(
        "--n-words", type=int, default=50, metavar="N", help="from the model (default: %(default)s)"
    )
    group.add_argument(
        "--threshold",
        type=float,
        default=0.0,
        metavar="P",
        help="ignore less probable translations (default: %(default)s)",
    )
    group.add_argument(
        "--min-weight",
        type=float,
        default=0.001,
        metavar="W",
        help="of both directions multiplied (default: %(default)s)",
    )
    group.add_argument(
        "--dictionary-weight",
        type=_weight,
        default=0.001,
        metavar="W",
        help="a number, or idf (default: %(default)s)",
    )
    group.add_argument(
        "--dictionary-scale", type=float, default=1.0, metavar="X", help="times the idf"
    )
    group.add_argument("--copy-unknown", action="store_true", help="keep words the model lacks")
    group.add_argument(
        "--structured", action="store_true", help="the query's words as concepts, not one list"
    )


def run(options: argparse.Namespace) -> str:
    """Return the translated queries as lines."""
    analyze = _analyzer(options.language, "--language")
    target = _analyzer(options.target_language, "--target-language")
    _check(options)
    topics = read_topics(options.topics)
    dictionary = None
    if options.dictionary is not None:
        entries = _read(read_freedict, options.dictionary).items()
        dictionary = analyze.dictionary(entries, target)
    model, reverse_model = _model(options.model), _model(options.reverse_model)
    index = None if options.index is None else BM25Index.load(options.index)
    try:
        translator = QueryTranslator(
            model,
            n_words=options.n_words,
            threshold=options.threshold,
            reverse_model=reverse_model,
            min_weight=options.min_weight,
            dictionary=dictionary,
            dictionary_weight=options.dictionary_weight,
            dictionary_scale=options.dictionary_scale,
            idf=index,
            copy_unknown=options.copy_unknown,
        )
    except ValueError as error:
        raise UsageError(str(error)) from None
    queries = {name: analyze(topic.title) for name, topic in topics.items()}
    found = translate_queries(queries, translator, structured=options.structured)
    return "\n".join(query_lines(found))


def _check(options: argparse.Namespace) -> None:
    """Refuse options that would have no effect, before any file is read."""
    if options.model is None and options.dictionary is None:
        raise UsageError("expected --model or --dictionary")
    if options.reverse_model is not None and options.model is None:
        raise UsageError("--reverse-model needs --model")
    by_idf = options.dictionary_weight == "idf"
    if by_idf and (options.dictionary is None or options.index is None):
        raise UsageError("--dictionary-weight idf needs --dictionary and --index")
    if options.index is not None and not by_idf:
        raise UsageError("--index is for --dictionary-weight idf")
    if options.target_language is not None and options.dictionary is None:
        raise UsageError("--target-language needs --dictionary")


def _analyzer(language: str | None, option: str) -> Analyzer:
    try:
        return Analyzer(language)
    except (ImportError, ValueError) as error:
        raise UsageError(f"{option}: {error}") from None


def _model(path: str | None) -> LexicalModel | None:
    return None if path is None else _read(LexicalModel.load, path)


def _read(read: Callable[[str], T], path: str) -> T:
    try:
        return read(path)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None


def _weight(text: str) -> float | str:
    try:
        return text if text == "idf" else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a number or idf") from None
