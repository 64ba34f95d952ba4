"""TREC's files: topics, runs and relevance judgements."""

import html
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tercel._files import AnyPath, bad_line, read_lines, shown, write_lines
from tercel.retrieval.measures import ranked

Qrels = dict[str, dict[str, int]]

_FIELD = re.compile(r"\s*<(num|title|desc|narr)>(.*)", re.DOTALL | re.IGNORECASE)
# What TREC writes before the text of a field.
_LABELS = {"num": "Number:", "title": "Topic:", "desc": "Description:", "narr": "Narrative:"}
_NAMES = {"num": "id", "title": "title", "desc": "description", "narr": "narrative"}


@dataclass(frozen=True)
class Topic:
    """What somebody looks for.

    Attributes
    ----------
    title : str
        A few words.
    description, narrative : str
        A sentence, and what counts as relevant; often empty.
    """

    title: str
    description: str = ""
    narrative: str = ""


def read_topics(path: AnyPath) -> dict[str, Topic]:
    """Read topics: ``<top>`` blocks, or an id and a title a line with a tab between.

    Parameters
    ----------
    path : path
        A table if it ends with .tsv or .tsv.gz (further columns are ignored), else ``<top>``
        blocks with ``<num>``, ``<title>``, ``<desc>`` and ``<narr>``, closed or not.

    Returns
    -------
    dict of str to Topic
        By topic id, in the order of the file.

    Raises
    ------
    ValueError
        If the file cannot be read, has no topic, or one without id or title or with the id of
        another; the message names the line.
    """
    lines = read_lines(path)
    if str(path).removesuffix(".gz").endswith(".tsv"):
        found = [(number, _table_row(path, number, line)) for number, line in enumerate(lines, 1)]
    else:
        found = [(number, _topic(path, number, text)) for number, text in _blocks(path, lines)]
    if not found:
        raise ValueError(f"{path}: no topic, expected <top> blocks, or a table named .tsv")
    topics: dict[str, Topic] = {}
    for number, (topic_id, topic) in found:
        if topic_id in topics:
            raise bad_line(path, number, f"topic {topic_id!r} is there twice")
        topics[topic_id] = topic
    return topics


def write_topics(path: AnyPath, topics: Mapping[str, Topic]) -> None:
    """Write topics as ``<top>`` blocks, white space made single.

    Raises
    ------
    ValueError
        As for `write_qrels`, and if a topic has no title.
    """
    _check_ids(topics)
    lines = []
    for topic_id, topic in topics.items():
        title = _escaped(topic.title)
        if not title:
            raise ValueError(f"topic {topic_id!r} has no title")
        if title.startswith(_LABELS["title"]):  # readers take one away
            title = f"{_LABELS['title']} {title}"
        lines += ["<top>", "", f"<num> Number: {topic_id}", f"<title> {title}", ""]
        lines += [f"<desc> Description:\n{_escaped(topic.description)}", ""]
        lines += [f"<narr> Narrative:\n{_escaped(topic.narrative)}", "", "</top>", ""]
    write_lines(path, lines)


def read_qrels(path: AnyPath) -> Qrels:
    """Read judgements: ``topic iteration document relevance`` a line.

    Returns
    -------
    dict of str to dict of str to int
        The relevance of each judged document of each topic: above 0 is relevant.

    Raises
    ------
    ValueError
        If the file cannot be read or has no line, or a line is not as expected or judges a
        document again; the message names the line.
    """
    qrels: Qrels = {}
    for number, (topic, _, document, cell) in _rows(path, 4, "topic iteration document relevance"):
        try:
            relevance = int("x" if "_" in cell else cell)  # 1_0 is a number to Python only
        except ValueError:
            raise bad_line(
                path, number, f"found relevance {shown(cell)}, expected a whole number"
            ) from None
        judged = qrels.setdefault(topic, {})
        if document in judged:
            raise bad_line(path, number, f"topic {topic!r} judges {document!r} twice")
        judged[document] = relevance
    return qrels


def write_qrels(path: AnyPath, qrels: Mapping[str, Mapping[str, int]]) -> None:
    """Write judgements.

    Raises
    ------
    ValueError
        If an id is empty or has white space, or the file cannot be written.
    """
    _check_ids(qrels, *qrels.values())
    write_lines(
        path,
        (
            f"{topic} 0 {document} {relevance}"
            for topic, judged in qrels.items()
            for document, relevance in judged.items()
        ),
    )


def read_run(path: AnyPath) -> dict[str, dict[str, float]]:
    """Read a run: ``topic Q0 document rank score tag`` a line.

    Returns
    -------
    dict of str to dict of str to float
        Scores by topic and document. The ranks of the file are ignored, as trec_eval ignores them.

    Raises
    ------
    ValueError
        If the file cannot be read or has no line, or a line is not as expected or has a document
        again; the message names the line.
    """
    run: dict[str, dict[str, float]] = {}
    columns = "topic Q0 document rank score tag"
    for number, (topic, _, document, _, cell, _) in _rows(path, 6, columns):
        try:
            score = math.nan if "_" in cell else float(cell)
        except ValueError:
            score = math.nan
        if not math.isfinite(score):
            raise bad_line(path, number, f"found score {shown(cell)}, expected a finite number")
        found = run.setdefault(topic, {})
        if document in found:
            raise bad_line(path, number, f"topic {topic!r} has {document!r} twice")
        found[document] = score
    return run


def write_run(
    path: AnyPath, run: Mapping[str, Mapping[str, float]], *, tag: str = "tercel"
) -> None:
    """Write a run, best documents first, scores with all their digits.

    Parameters
    ----------
    path : path
    run : mapping of str to mapping of str to float
        Scores by topic and document.
    tag : str
        The name of the run, without white space.

    Raises
    ------
    ValueError
        If an id or the tag is empty or has white space, a score is not finite, or the file cannot
        be written.
    """
    write_lines(path, run_lines(run, tag))


def run_lines(run: Mapping[str, Mapping[str, float]], tag: str) -> list[str]:
    """Return the lines that `write_run` writes; parameters and errors as there."""
    _check_ids([tag], run, *run.values())
    for topic, found in run.items():
        for document, score in found.items():
            if not math.isfinite(score):
                raise ValueError(f"topic {topic!r}: the score of {document!r} is {score!r}")
    return [
        f"{topic} Q0 {document} {rank} {float(found[document])!r} {tag}"
        for topic, found in run.items()
        for rank, document in enumerate(ranked(found), 1)
    ]


def _rows(path: AnyPath, n_columns: int, columns: str) -> list[tuple[int, list[str]]]:
    rows = []
    for number, line in enumerate(read_lines(path), 1):
        cells = line.split()
        if not cells:
            continue
        if len(cells) != n_columns:
            raise bad_line(
                path, number, f"found {len(cells)} columns, expected {n_columns}: {columns}"
            )
        rows.append((number, cells))
    if not rows:
        raise ValueError(f"{path}: no line, expected {columns}")
    return rows


def _table_row(path: AnyPath, number: int, line: str) -> tuple[str, Topic]:
    topic_id, *cells = line.split("\t")
    if not cells or not cells[0].strip() or topic_id.split() != [topic_id]:
        raise bad_line(path, number, f"found {shown(line)}, expected an id, a tab and a title")
    return topic_id, Topic(cells[0].strip())


def _blocks(path: AnyPath, lines: list[str]) -> list[tuple[int, list[str]]]:
    """Return the lines of each <top> block with the number of its first line."""
    blocks: list[tuple[int, list[str]]] = []
    inside = False
    for number, line in enumerate(lines, 1):
        if line.strip().lower() == "<top>":
            if inside:
                raise bad_line(path, number, "<top> inside <top>, expected </top> before")
            blocks.append((number, []))
            inside = True
        elif line.strip().lower() == "</top>":
            if not inside:
                raise bad_line(path, number, "</top> without <top>")
            inside = False
        elif inside:
            blocks[-1][1].append(line)
        elif line.strip():
            raise bad_line(path, number, f"found {shown(line)} outside <top> and </top>")
    if inside:
        raise bad_line(path, len(lines), "the file ends inside <top>, expected </top>")
    return blocks


def _topic(path: AnyPath, number: int, lines: list[str]) -> tuple[str, Topic]:
    fields: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        field = _FIELD.match(line)
        if field is None:
            current.append(line)
            continue
        tag = field[1].lower()
        current = fields.setdefault(tag, [])
        current.append(field[2].strip().removeprefix(_LABELS[tag]))
    texts = {_NAMES[tag]: _joined(tag, parts) for tag, parts in fields.items()}
    topic_id = texts.pop("id", "")
    if topic_id.split() != [topic_id] or not texts.get("title"):
        raise bad_line(path, number, "a topic without <num> or <title>, or an id with white space")
    return topic_id, Topic(**texts)


def _joined(tag: str, parts: list[str]) -> str:
    text = " ".join(" ".join(parts).split())
    if text.lower().endswith(f"</{tag}>"):
        text = text[: -len(f"</{tag}>")]
    return html.unescape(text).strip()


def _escaped(text: str) -> str:
    return html.escape(" ".join(text.split()), quote=False)


def _check_ids(*groups: Iterable[str]) -> None:
    for group in groups:
        for name in group:
            if name.split() != [name]:
                raise ValueError(f"id {name!r} is empty or has white space")
