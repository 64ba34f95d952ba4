"""``tercel retrieval``: index a collection, search it, judge what was found."""

import argparse
import json
import re
import warnings
from collections.abc import Iterator

from tercel._execution import check_workers
from tercel._files import bad_line, numbered_lines, shown
from tercel._warnings import DoubtfulStatisticsWarning
from tercel.cli.files import printable
from tercel.cli.options import Commands, UsageError, add_output, add_seed_and_workers
from tercel.cli.output import check_place
from tercel.report.retrieval import RunRow, retrieval_report
from tercel.retrieval import (
    Analyzer,
    BM25Index,
    RunEvaluation,
    WeightedQuery,
    compare_runs,
    evaluate_run,
    read_qrels,
    read_queries,
    read_run,
    read_topics,
)
from tercel.retrieval.evaluation import DEFAULT_MEASURES, MISSING, measure_named
from tercel.retrieval.queries import Query
from tercel.retrieval.trec import run_lines

_N_RESAMPLES = 10_000
_SURROGATE = re.compile("[\ud800-\udfff]")


def add_parser(commands: Commands) -> None:
    """Add the command and its three parts."""
    parser = commands.add_parser(
        "retrieval",
        help="index, search and judge, with weighted queries",
        description="Search a collection by BM25 with weighted or plain queries, and judge runs.",
        allow_abbrev=False,
    )
    parts = parser.add_subparsers(metavar="PART", required=True)
    _add_index(parts)
    _add_search(parts)
    _add_evaluate(parts)


def _add_index(parts: Commands) -> None:
    parser = parts.add_parser(
        "index", help="index a collection", description="Index a collection.", allow_abbrev=False
    )
    parser.add_argument(
        "documents",
        metavar="DOCUMENTS",
        help='JSON lines, {"id": ..., "text": ...}; .gz is decompressed',
    )
    parser.add_argument("--language", metavar="CODE", help="stem words")
    parser.add_argument("--into", metavar="FILE", required=True, help="the index")
    parser.set_defaults(run=run_index, output=None)


def _add_search(parts: Commands) -> None:
    parser = parts.add_parser(
        "run", help="search", description="Search, and print a TREC run.", allow_abbrev=False
    )
    parser.add_argument("index", metavar="INDEX", help="what tercel retrieval index wrote")
    parser.add_argument(
        "queries", metavar="QUERIES", help="what tercel query wrote; with --topics, TREC topics"
    )
    parser.add_argument("--topics", action="store_true", help="QUERIES are topics as they are")
    parser.add_argument("--language", metavar="CODE", help="stem the words of topics")
    parser.add_argument("--n-documents", type=int, default=1000, metavar="N", help="for a query")
    parser.add_argument("--k1", type=float, default=1.2, help="default: %(default)s")
    parser.add_argument("--b", type=float, default=0.75, help="default: %(default)s")
    parser.add_argument("--tag", default="tercel", help="name of the run (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="threads")
    parser.add_argument("--output", metavar="FILE", help="write to a file")
    parser.set_defaults(run=run_search)


def _add_evaluate(parts: Commands) -> None:
    parser = parts.add_parser(
        "evaluate",
        help="judge runs",
        description="Judge runs as trec_eval does; test each against the first, query by query.",
        allow_abbrev=False,
    )
    parser.add_argument("qrels", metavar="QRELS", help="TREC judgements")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="TREC runs")
    group = parser.add_argument_group("statistics")
    group.add_argument(
        "-m",
        "--measures",
        nargs="+",
        default=list(DEFAULT_MEASURES),
        metavar="M",
        help="map, recip_rank, P_k, recall_k (default: map recip_rank P_10 recall_100)",
    )
    group.add_argument(
        "--missing",
        choices=MISSING,
        default="zero",
        help="what a judged query counts that a run does not have (default: %(default)s)",
    )
    group.add_argument("--relevance-level", type=int, default=1, metavar="N", help="default: 1")
    group.add_argument("--n-resamples", type=int, default=_N_RESAMPLES, metavar="R")
    add_seed_and_workers(group)
    add_output(parser)
    parser.set_defaults(run=run_evaluate, width=4)


def run_index(options: argparse.Namespace) -> str:
    """Write the index and return a line about it."""
    analyze = _analyzer(options.language)
    check_place(options.into, options.documents)
    documents = ((name, analyze(text)) for name, text in _documents(options.documents))
    try:
        index = BM25Index(documents)
    except ValueError as error:
        # Errors about a line name the file; those about the whole do not.
        message = str(error)
        if message.startswith(options.documents):
            raise
        raise ValueError(f"{options.documents}: {message}") from None
    index.save(options.into)
    words = f"{len(index.document_ids)} documents, {len(index.words)} words"
    return f"{printable(options.into)}: {words}"


def run_search(options: argparse.Namespace) -> str:
    """Return the run as lines."""
    analyze = _analyzer(options.language)
    if options.language is not None and not options.topics:
        raise UsageError("--language is for --topics")
    _check_workers(options.workers)
    if options.tag.split() != [options.tag]:
        raise UsageError(f"--tag: {options.tag!r}, expected a name without white space")
    index = BM25Index.load(options.index)
    queries: dict[str, Query] = {}
    if options.topics:
        for name, topic in read_topics(options.queries).items():
            queries[name] = WeightedQuery.of(analyze(topic.title))
    else:
        queries = read_queries(options.queries)
    try:
        run = index.search(
            queries,
            n_documents=options.n_documents,
            k1=options.k1,
            b=options.b,
            workers=options.workers,
        )
    except ValueError as error:  # queries were checked when they were read
        raise UsageError(str(error)) from None
    return "\n".join(run_lines(run, options.tag))


def run_evaluate(options: argparse.Namespace) -> str:
    """Return the report on the runs."""
    if len(set(options.runs)) < len(options.runs):
        raise UsageError("a run is given twice")
    if options.missing == "skip" and len(options.runs) > 1:
        raise UsageError("--missing skip is for one run: others may skip other queries")
    _check_workers(options.workers)
    try:
        for measure in options.measures:
            measure_named(measure)
    except ValueError as error:
        raise UsageError(f"--measures: {error}") from None
    qrels = read_qrels(options.qrels)
    found: dict[str, RunEvaluation] = {}
    for path in options.runs:
        found[path] = evaluate_run(
            read_run(path),
            qrels,
            options.measures,
            missing=options.missing,
            relevance_level=options.relevance_level,
        )
    rows = [
        _row(path, evaluation, measure, found[options.runs[0]], options)
        for measure in options.measures
        for path, evaluation in found.items()
    ]
    return retrieval_report(rows, options.format, options.width)


def _row(
    path: str,
    evaluation: RunEvaluation,
    measure: str,
    baseline: RunEvaluation,
    options: argparse.Namespace,
) -> RunRow:
    test = None
    if evaluation is not baseline:
        with warnings.catch_warnings():
            # The report has the number of queries.
            warnings.simplefilter("ignore", DoubtfulStatisticsWarning)
            test = compare_runs(
                evaluation,
                baseline,
                measure,
                n_resamples=options.n_resamples,
                rng=options.seed,
                workers=options.workers,
            )
    n_queries = len(evaluation.query_ids)
    return RunRow(printable(path), measure, evaluation.mean(measure), n_queries, test)


def _documents(path: str) -> Iterator[tuple[str, str]]:
    for number, line in numbered_lines(path):
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        fields = [record.get(key) for key in ("id", "text")] if isinstance(record, dict) else []
        if not fields or not all(map(_is_text, fields)):
            raise bad_line(
                path, number, f"found {shown(line)}, expected an object with id and text, strings"
            )
        yield str(fields[0]), str(fields[1])


def _is_text(field: object) -> bool:
    """Whether it is text that a file can hold: JSON may speak of half a surrogate pair."""
    return isinstance(field, str) and _SURROGATE.search(field) is None


def _analyzer(language: str | None) -> Analyzer:
    try:
        return Analyzer(language)
    except (ImportError, ValueError) as error:
        raise UsageError(f"--language: {error}") from None


def _check_workers(workers: int) -> None:
    try:
        check_workers(workers)
    except ValueError as error:
        raise UsageError(str(error)) from None
