"""The data: the English collection, queries, and parallel text without what would leak."""

import gzip
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tercel.retrieval import Analyzer, BM25Index, read_qrels

Pairs = tuple[list[list[str]], list[list[str]]]


@dataclass(frozen=True)
class Task:
    """The queries of one language.

    Attributes
    ----------
    language : str
    queries : dict of str to list of str
        The analysed words of each query, by its id, which is the page that it asks for.
    english : dict of str to list of str
        The page's English title, analysed: the monolingual query.
    titles : frozenset of str
        The queries as they are written.
    qrels : dict of str to dict of str to int
    """

    language: str
    queries: dict[str, list[str]]
    english: dict[str, list[str]]
    titles: frozenset[str]
    qrels: dict[str, dict[str, int]]


@dataclass(frozen=True)
class TrainingText:
    """Analysed parallel text.

    Attributes
    ----------
    foreign, english : list of list of str
    dropped : dict of str to int
        Lines that were left out, by reason.
    """

    foreign: list[list[str]]
    english: list[list[str]]
    dropped: dict[str, int]


def data_path() -> Path:
    """Return where the data is: in the folder that TERCEL_DATA names, or beside the repository.

    Raises
    ------
    FileNotFoundError
        If it is not there.
    """
    beside = Path(__file__).resolve().parents[3] / "shared" / "data"
    path = Path(os.environ.get("TERCEL_DATA", beside)) / "nie2001"
    if not path.is_dir():
        raise FileNotFoundError(f"no real data: {path} is not there (set TERCEL_DATA)")
    return path


@cache
def analyzer(language: str) -> Analyzer:
    """Return the analysis of a language."""
    return Analyzer(language)


def build_index(title_weight: int = 1) -> BM25Index:
    """Index the English pages: title and text as the data has them, or the title so often."""
    english = analyzer("en")
    with gzip.open(data_path() / "docs.en.jsonl.gz", "rt", encoding="utf-8") as file:
        pages = (json.loads(line) for line in file)
        return BM25Index(
            (page[0], english("\n".join([*[page[1]] * title_weight, *page[2]]))) for page in pages
        )


def read_task(language: str) -> Task:
    """Read the queries of a language and the one relevant page of each."""
    folder = data_path()
    text = (folder / f"queries.{language}.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()]
    return Task(
        language,
        {page: analyzer(language)(title) for page, title, _ in rows},
        {page: analyzer("en")(title) for page, _, title in rows},
        frozenset(title.strip() for _, title, _ in rows),
        read_qrels(folder / f"qrels.{language}.known-item.txt"),
    )


def read_aligned(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield document id, English and foreign side of each given bead."""
    path = data_path() / f"aligned.{language}-en.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            page, english, foreign = line.rstrip("\n").split("\t")
            yield page, english, foreign


def training_text(task: Task, beads: Iterator[tuple[str, str, str]]) -> TrainingText:
    """Analyse what may be trained on.

    The hold-out rule: lines of a queried page and lines whose foreign side equals a query would
    give the answer away. Besides, a foreign side that equals the English one is not a translation.
    """
    foreign, english = analyzer(task.language), analyzer("en")
    reasons = ("of a queried page", "equal to a query", "not translated", "without a word")
    dropped = dict.fromkeys(reasons, 0)
    kept: Pairs = ([], [])
    for page, ours, theirs in beads:
        reason = _reason(task, page, ours, theirs)
        sides = foreign(theirs), english(ours)
        if reason is None and not all(sides):
            reason = "without a word"
        if reason is not None:
            dropped[reason] += 1
            continue
        for side, words in zip(kept, sides, strict=True):
            side.append(words)
    return TrainingText(*kept, dropped)


def _reason(task: Task, page: str, english: str, foreign: str) -> str | None:
    if page in task.queries:
        return "of a queried page"
    if foreign.strip() in task.titles:
        return "equal to a query"
    return "not translated" if foreign.strip() == english.strip() else None


def head(text: TrainingText, n: int) -> TrainingText:
    """Return n pairs evenly spread over the text."""
    total = len(text.foreign)
    chosen = [i * total // n for i in range(min(n, total))]
    return TrainingText(
        [text.foreign[i] for i in chosen], [text.english[i] for i in chosen], text.dropped
    )


def dropped_line(text: TrainingText) -> str:
    """Return the counts in words."""
    counts = ", ".join(f"{n} {reason}" for reason, n in text.dropped.items())
    return f"{len(text.foreign)} pairs to train on; left out: {counts}"


def read_documents(language: str) -> list[tuple[str, Sequence[str], Sequence[str]]]:
    """Return id, English and foreign sentences of each pair of raw documents."""
    path = data_path() / f"documents.{language}-en.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        lines = file.read().split("\n")
    documents = []
    at = 0
    while lines[at].startswith("#DOC\t"):
        _, page, n_english, n_foreign = lines[at].split("\t")
        middle = at + 1 + int(n_english)
        end = middle + int(n_foreign)
        documents.append((page, lines[at + 1 : middle], lines[middle:end]))
        at = end
    return documents
