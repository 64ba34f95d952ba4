"""Reading test sets: every error names the file, and inside a file the line and the byte."""

import gzip
import sys
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tercel.cli.options import UsageError

# Far more text than a test set has, and little enough that a bomb of zeros ends with an error.
MOST_DECOMPRESSED_BYTES = 2**32
_CHUNK_BYTES = 2**20

STDIN = "-"


@dataclass(frozen=True)
class TestSet:
    """What the systems wrote, by name, and the references."""

    __test__ = False  # not a test case, whatever pytest thinks of the name

    systems: dict[str, list[str]]
    references: list[list[str]]

    @property
    def n_segments(self) -> int:
        """The number of segments, the same in every file."""
        return len(self.references[0])


def read_test_set(references: Sequence[str], hypotheses: Sequence[str]) -> TestSet:
    """Read all files of a test set.

    Raises
    ------
    UsageError
        If standard input or a system is given twice.
    ValueError
        If a file cannot be read or is empty, is not UTF-8, or has another number of lines.
    """
    names = system_names(hypotheses)
    texts = read_parallel([*hypotheses, *references])
    n = len(names)
    return TestSet(dict(zip(names, texts[:n], strict=True)), texts[n:])


def read_parallel(paths: Sequence[str]) -> list[list[str]]:
    """Return the lines of files of which line i belongs to segment i; errors as `read_test_set`."""
    if paths.count(STDIN) > 1:
        raise UsageError(f"standard input ({STDIN}) is given twice, expected at most once")
    texts = [read_segments(path) for path in paths]
    _check_lengths(paths, texts)
    return texts


def system_names(paths: Sequence[str]) -> list[str]:
    """Return a name for each path: the file's own, or the path where two files have the same.

    Raises
    ------
    UsageError
        If two paths are equal.
    """
    short = [_short_name(path) for path in paths]
    counts = Counter(short)
    names = [
        printable(path) if counts[name] > 1 else name
        for path, name in zip(paths, short, strict=True)
    ]
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise UsageError(f"system {name} is given twice")
    return names


def read_segments(path: str) -> list[str]:
    """Return the lines of a file, or of standard input for ``-``.

    Only a line feed ends a line; a last line without one counts. Everything else stays as it is.

    Raises
    ------
    ValueError
        If the file cannot be read, is empty or is not UTF-8.
    """
    name = display_name(path)
    data = _read_bytes(path)
    if not data:
        raise ValueError(f"{name} is empty, expected a segment a line")
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(
            f"{name}, line {line}: not UTF-8 at byte offset {error.start} of the text"
        ) from None
    if lines[-1] == "":
        lines.pop()
    return lines


def nbest_source(path: str) -> str | IO[bytes]:
    """Return what to read n-best lists from: the path, or standard input for ``-``."""
    if path != STDIN:
        return path
    if sys.stdin is None:  # closed by the shell
        raise ValueError("stdin: closed")
    return sys.stdin.buffer


def display_name(path: str) -> str:
    """Return how messages call a path."""
    return "stdin" if path == STDIN else path


def printable(text: str) -> str:
    """Return the text in one line that any UTF-8 stream takes; file names can be any bytes."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _short_name(path: str) -> str:
    return printable(Path(display_name(path)).name.removesuffix(".gz"))


def _read_bytes(path: str) -> bytes:
    try:
        if path == STDIN:
            return _read_stdin()
        return _read_gzip(path) if path.endswith(".gz") else Path(path).read_bytes()
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{path}: damaged gzip file: {error}") from None
    except OSError as error:
        raise ValueError(f"{display_name(path)}: {error.strerror}") from None


def _read_stdin() -> bytes:
    if sys.stdin is None:  # closed by the shell
        raise ValueError("stdin: closed")
    return sys.stdin.buffer.read()


def _read_gzip(path: str) -> bytes:
    chunks = []
    size = 0
    with gzip.open(path) as file:
        while chunk := file.read(_CHUNK_BYTES):
            size += len(chunk)
            if size > MOST_DECOMPRESSED_BYTES:
                raise ValueError(f"{path}: more than {MOST_DECOMPRESSED_BYTES} bytes of text")
            chunks.append(chunk)
    return b"".join(chunks)


def _check_lengths(paths: Sequence[str], texts: Sequence[Sequence[str]]) -> None:
    for path, lines in zip(paths, texts, strict=True):
        if len(lines) != len(texts[0]):
            raise ValueError(
                f"{display_name(path)} has {_count(lines)}, "
                f"but {display_name(paths[0])} has {_count(texts[0])}"
            )


def _count(lines: Sequence[str]) -> str:
    return f"{len(lines)} line" if len(lines) == 1 else f"{len(lines)} lines"
