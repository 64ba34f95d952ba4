"""One value a segment from a file: a value a line, a column of TSV, or a key of JSON lines."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tercel.cli.files import STDIN, printable, read_segments
from tercel.cli.options import UsageError

_TABLE = re.compile(r"(?P<path>.+?\.(?P<kind>tsv|jsonl)(\.gz)?)(:(?P<name>.+))?")


@dataclass(frozen=True)
class Source:
    """Where values are read: a file, and in a table the column or key."""

    path: str
    kind: str
    name: str


@dataclass(frozen=True)
class Values:
    """The values of a file, text or what JSON has, and the line of the first one."""

    path: str
    values: Sequence[Any]
    first_line: int

    def place(self, i: int) -> str:
        """Return how messages call the place of value i."""
        return f"{self.path}, line {self.first_line + i}"


def parse_optional(text: str | None, option: str) -> Source | None:
    """Return what an option means, if it is given; errors as for `parse_source`."""
    return None if text is None else parse_source(text, option)


def parse_source(text: str, option: str) -> Source:
    """Return what ``FILE``, ``FILE.tsv:COLUMN`` or ``FILE.jsonl:KEY`` means.

    Raises
    ------
    UsageError
        If it is standard input, or a table without a column; the message names the option.
    """
    if text == STDIN:
        raise UsageError(f"{option}: standard input ({STDIN}) is for texts, expected a file")
    table = _TABLE.fullmatch(text)
    if table is None:
        return Source(text, "text", "")
    if table["name"] is None:
        word = "COLUMN" if table["kind"] == "tsv" else "KEY"
        raise UsageError(f"{option}: {text} is a table, expected {text}:{word}")
    return Source(table["path"], table["kind"], table["name"])


def read_values(source: Source, n_segments: int) -> Values:
    """Read a value for each segment.

    Raises
    ------
    ValueError
        If the file cannot be read, has no such column or key, or not n_segments values; the message
        names the file, and the line where there is one.
    """
    lines = read_segments(source.path)
    if source.kind == "tsv":
        found = _column(source, lines)
    elif source.kind == "jsonl":
        found = Values(source.path, [_member(source, k, line) for k, line in enumerate(lines)], 1)
    else:
        found = Values(source.path, lines, 1)
    if len(found.values) != n_segments:
        raise ValueError(
            f"{source.path}: found {len(found.values)} for {n_segments} segments, expected one for "
            "each"
        )
    return found


def read_ids(source: Source | None, n_segments: int) -> list[str] | None:
    """Read an id for each segment, if there is a source.

    Errors are those of `read_values`, and that an id is empty.
    """
    if source is None:
        return None
    found = read_values(source, n_segments)
    for i, value in enumerate(found.values):
        if isinstance(value, bool | float) or not isinstance(value, str | int) or value == "":
            raise ValueError(f"{found.place(i)}: found {_shown(value)}, expected an id")
    return [str(value) for value in found.values]


def read_numbers(source: Source, n_segments: int, *, missing: bool = False) -> list[float]:
    """Read a number for each segment; errors as for `read_values`, and if one is not finite.

    With `missing`, NaN is what ``nan``, an empty value and JSON's null become.
    """
    found = read_values(source, n_segments)
    return [
        math.nan if missing and _is_missing(value) else _number(value, found.place(i))
        for i, value in enumerate(found.values)
    ]


def _is_missing(value: Any) -> bool:
    return value is None or str(value).strip().lower() in ("", "nan")


def _number(value: Any, place: str) -> float:
    try:
        # JSON's true is no number; neither is 1_000, which only Python reads.
        number = math.nan if isinstance(value, bool) or "_" in str(value) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{place}: found {_shown(value)}, expected a finite number")
    return number


def _column(source: Source, lines: Sequence[str]) -> Values:
    header, *rows = (line.removesuffix("\r").split("\t") for line in lines)
    if header.count(source.name) != 1:
        found = "no column" if source.name not in header else "several columns"
        raise ValueError(
            f"{source.path}, line 1: {found} {_shown(source.name)}, "
            f"expected one of {printable(', '.join(header))}"
        )
    for k, row in enumerate(rows):
        if len(row) != len(header):
            raise ValueError(
                f"{source.path}, line {k + 2}: found {len(row)} columns, "
                f"expected {len(header)} as in the first line"
            )
    place = header.index(source.name)
    return Values(source.path, [row[place] for row in rows], 2)


def _member(source: Source, k: int, line: str) -> Any:
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise ValueError(f"{source.path}, line {k + 1}: found {_shown(line)}, expected an object")
    if source.name not in record:
        raise ValueError(
            f"{source.path}, line {k + 1}: no key {_shown(source.name)}, "
            f"found {printable(', '.join(record)) or 'none'}"
        )
    return record[source.name]


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
