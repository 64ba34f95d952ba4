"""Reading and writing n-best lists: Moses, JSON lines, TSV."""

import os
from collections.abc import Callable, Iterator
from typing import IO, TypeAlias

import numpy as np

from tercel._files import (
    AnyPath,
    lines_of_chunks,
    numbered_lines,
    read_stream,
    stream_name,
    written_text,
)
from tercel.rerank._candidate import Candidate, Place
from tercel.rerank._moses import format_lines, parse_line
from tercel.rerank._tables import TableReader, format_json, format_table, parse_json
from tercel.rerank.nbest import NBest

_WRITERS: dict[str, Callable[[NBest], Iterator[str]]] = {
    "moses": format_lines,
    "jsonl": format_json,
    "tsv": format_table,
}
FORMATS = tuple(_WRITERS)
_Lists = Iterator[tuple[int, list[Candidate]]]
NBestSource: TypeAlias = AnyPath | IO[bytes]


def read_nbest(path: NBestSource, *, format: str | None = None, origin: str = "MT") -> NBest:  # noqa: A002
    """Read n-best lists.

    Parameters
    ----------
    path : path-like or binary file
        ``.gz`` is decompressed; an open file, such as ``sys.stdin.buffer``, is read as it is.
    format : {"moses", "jsonl", "tsv"}, optional
        By the name's ending if not given: ``.jsonl``, ``.tsv``, anything else is Moses.
    origin : str
        Of candidates whose file does not say.

    Returns
    -------
    NBest

    Raises
    ------
    ValueError
        If the file cannot be read, is empty or cut off, a line has another number of fields, a
        number is none, or the ids of lists do not rise; the message names the file and the line.

    Notes
    -----
    Moses lines are ``id ||| text ||| features ||| score``, perhaps with ``||| alignment`` behind.
    Of a feature with several values the first is called by its name, the others NAME[1], NAME[2];
    values without a name are [0], [1] and so on. A Moses or TSV file has no empty lists: ids that
    it leaves out are not in the result, which ``NBest.ids`` shows.
    """
    parts = list(iter_nbest(path, format=format, origin=origin, n_lists=1 << 62))
    return parts[0]


def iter_nbest(
    path: NBestSource,
    *,
    n_lists: int = 1000,
    format: str | None = None,  # noqa: A002
    origin: str = "MT",
) -> Iterator[NBest]:
    """Read n-best lists some at a time, in memory for so many; the rest as for `read_nbest`.

    Parameters
    ----------
    path
        As for `read_nbest`.
    n_lists : int
        Of each part, but for the last one, which may have fewer.
    format, origin
        As for `read_nbest`.

    Yields
    ------
    NBest
    """
    lists: list[tuple[int, list[Candidate]]] = []
    for item in _read_lists(path, format_of(path, format)):
        lists.append(item)
        if len(lists) == n_lists:
            yield _joined(lists, origin)
            lists = []
    if lists:
        yield _joined(lists, origin)


def write_nbest(path: AnyPath, nbest: NBest, *, format: str | None = None) -> None:  # noqa: A002
    """Write n-best lists to a file, which is never seen half-written.

    Parameters
    ----------
    path : path-like
        ``.gz`` is compressed.
    nbest : NBest
    format : {"moses", "jsonl", "tsv"}, optional
        As for `read_nbest`.

    Raises
    ------
    ValueError
        If the format has no place for something that the lists hold, such as several origins in
        Moses; or if the file cannot be written.
    """
    lines = nbest_lines(nbest, format_of(path, format))
    with written_text(path) as file:
        for line in lines:
            file.write(f"{line}\n".encode())


def nbest_lines(nbest: NBest, format: str) -> Iterator[str]:  # noqa: A002
    """Return the lines of a file; errors as for `write_nbest`."""
    return _WRITERS[format](nbest)


def format_of(path: NBestSource, format: str | None) -> str:  # noqa: A002
    """Return the format of a file of this name."""
    if format is None:
        if not isinstance(path, str | os.PathLike):
            return "moses"
        ending = os.fspath(path).removesuffix(".gz").rpartition(".")[2]
        return ending if ending in ("jsonl", "tsv") else "moses"
    if format not in FORMATS:
        raise ValueError(f"format is {format!r}, expected one of {', '.join(FORMATS)}")
    return format


def _read_lists(path: NBestSource, form: str) -> _Lists:
    if isinstance(path, str | os.PathLike):
        name = os.fspath(path)
        lines = numbered_lines(name)
    else:
        name = stream_name(path)
        lines = lines_of_chunks(read_stream(path), name)
    last, line = -1, 0
    for number, line, candidates in _parsed(lines, name, form):
        if number <= last:
            raise Place(name, line).error(
                f"found id {number} behind {last}, expected ids that rise from list to list"
            )
        last = number
        yield number, candidates
    if last < 0:
        raise ValueError(f"{name} is empty, expected n-best lists")


def _parsed(
    lines: Iterator[tuple[int, str]], name: str, form: str
) -> Iterator[tuple[int, int, list[Candidate]]]:
    """Yield id, first line and candidates of each list."""
    if form == "jsonl":
        for line, text in lines:
            number, candidates = parse_json(text, Place(name, line))
            yield number, line, candidates
        return
    parse = parse_line
    if form == "tsv":
        line, header = next(lines, (1, ""))
        parse = TableReader(header, Place(name, line)).parse
    members: list[Candidate] = []
    first = 0
    for line, text in lines:
        candidate = parse(text, Place(name, line))
        if members and candidate.id != members[0].id:
            yield members[0].id, first, members
            members = []
        if not members:
            first = line
        members.append(candidate)
    if members:
        yield members[0].id, first, members


def _joined(lists: list[tuple[int, list[Candidate]]], origin: str) -> NBest:
    members = [candidate for _, candidates in lists for candidate in candidates]
    names = dict.fromkeys(name for candidate in members for name in candidate.features)
    features = {
        name: np.array([candidate.features.get(name, np.nan) for candidate in members], np.float64)
        for name in names
    }
    return NBest(
        tuple(candidate.text for candidate in members),
        np.concatenate([[0], np.cumsum([len(candidates) for _, candidates in lists])]),
        np.array([number for number, _ in lists], np.int64),
        np.array([candidate.score for candidate in members], np.float64),
        features,
        tuple(candidate.origin or origin for candidate in members),
        tuple(candidate.alignment for candidate in members),
    )
