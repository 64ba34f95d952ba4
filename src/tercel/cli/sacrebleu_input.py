"""Reading texts as sacreBLEU does: white space at the ends of lines does not count."""

import io
import sys
import zlib
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from tercel.cli.files import MOST_DECOMPRESSED_BYTES
from tercel.cli.options import UsageError
from tercel.compat.sacrebleu import utils


class FieldsError(ValueError):
    """A line has another number of fields than it should."""


@dataclass(frozen=True)
class Texts:
    """What is scored, and whole test sets where only a part of them is.

    Attributes
    ----------
    names : list of str
        Of the systems.
    systems, references : list of list of str
        Streams of one length.
    full_systems, full_references : list of list of str
    """

    names: list[str]
    systems: list[list[str]]
    references: list[list[str]]
    full_systems: list[list[str]]
    full_references: list[list[str]]


def read_texts(options: Namespace) -> Texts:
    """Read all texts of a command line.

    Raises
    ------
    UsageError
        If a system is named twice, or there is none.
    FieldsError
        If a line has another number of fields.
    ValueError
        If a file cannot be read, or lengths differ.
    """
    references = _read_references(options)
    systems = _read_files(options) if options.input is not None else _read_stdin(options.encoding)
    names = list(systems)
    if options.paired_bs or options.paired_ar:
        names[0] = f"Baseline: {names[0]}" if options.input is not None else "Baseline"
        if options.input is None:
            names[1:] = [f"System {i + 1}" for i in range(len(names) - 1)]
    streams = list(systems.values())
    kept = utils.filter_subset(
        [*streams, *references],
        options.test_set,
        options.langpair,
        options.origlang,
        options.subset,
    )
    texts = Texts(names, kept[: len(names)], kept[len(names) :], streams, references)
    _check_lengths(texts)
    return texts


def _read_references(options: Namespace) -> list[list[str]]:
    if options.test_set is None:
        files = [options.refs]
    else:
        # One after another: the first references of all test sets make one stream, and so on.
        test_sets = options.test_set.split(",")
        files = [utils.get_reference_files(name, options.langpair) for name in test_sets]
    streams: list[list[str]] = [[] for _ in range(max(len(files[0]), options.num_refs))]
    for of_test_set in files:
        for k, path in enumerate(of_test_set):
            lines = read_lines(path, options.encoding)
            if options.num_refs == 1:
                streams[k] += lines
            else:
                _split_fields(path, lines, streams, options.num_refs)
    return streams


def _split_fields(path: str, lines: Iterable[str], streams: list[list[str]], n_fields: int) -> None:
    for number, line in enumerate(lines, 1):
        fields = line.split("\t", maxsplit=n_fields - 1)
        if len(fields) != n_fields:
            raise FieldsError(
                f"{path}, line {number}: {len(fields)} fields, expected {n_fields} (--num-refs)"
            )
        for stream, field in zip(streams, fields, strict=True):
            stream.append(field)


def _read_files(options: Namespace) -> dict[str, list[str]]:
    paths: list[str] = options.input
    if not paths:
        raise UsageError("-i names no file")
    systems: dict[str, list[str]] = {}
    for path in paths:
        if path in systems:
            # A wildcard may name the baseline again.
            if (options.paired_bs or options.paired_ar) and path == paths[0]:
                continue
            raise UsageError(f"system {path} is given twice")
        systems[path] = read_lines(path, options.encoding)
    return systems


def _read_stdin(encoding: str) -> dict[str, list[str]]:
    if sys.stdin is None:  # closed by the shell
        raise ValueError("stdin: closed")
    # With all kinds of line ends, as sacreBLEU reads it; a carriage return in a file ends no line.
    text = _decoded("stdin", lambda: io.TextIOWrapper(sys.stdin.buffer, encoding=encoding))
    first, *rest = text or [""]
    columns = [[field] for field in first.split("\t")]
    for number, line in enumerate(rest, 2):
        fields = line.split("\t")
        if len(fields) != len(columns):
            raise FieldsError(
                f"stdin, line {number}: {len(fields)} fields, but the first line has {len(columns)}"
            )
        for column, field in zip(columns, fields, strict=True):
            column.append(field.rstrip())
    return {f"System {i + 1}": column for i, column in enumerate(columns)}


def read_lines(path: str, encoding: str) -> list[str]:
    """Return the lines of a file without the white space at their ends."""
    return _decoded(path, lambda: utils.smart_open(path, encoding=encoding))


def _decoded(name: str, opened: Callable[[], IO[Any]]) -> list[str]:
    try:
        with opened() as file:
            return list(_stripped(name, file))
    except (EOFError, zlib.error) as error:
        raise ValueError(f"{name}: damaged gzip file: {error}") from None
    except UnicodeError as error:
        raise ValueError(f"{name}: {error}") from None
    except LookupError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise ValueError(f"{name}: {error.strerror or error}") from None


def _stripped(name: str, lines: Iterable[str]) -> Iterator[str]:
    size = 0
    for line in lines:
        size += len(line)
        if size > MOST_DECOMPRESSED_BYTES:
            raise ValueError(f"{name}: more than {MOST_DECOMPRESSED_BYTES} characters of text")
        yield line.rstrip()


def _check_lengths(texts: Texts) -> None:
    for name, system in zip(texts.names, texts.systems, strict=True):
        if not system:
            raise ValueError(f"{name} has no segment")
        for k, stream in enumerate(texts.references):
            if len(stream) != len(system):
                raise ValueError(
                    f"{name} has {len(system)} segments, but reference {k + 1} has {len(stream)}"
                )
