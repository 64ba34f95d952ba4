"""Text files in and out: an error names the file and the line, nothing is left half-written."""

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path

# Far more text than a collection has, and little enough that a bomb of zeros ends with an error.
MOST_DECOMPRESSED_BYTES = 2**34
_CHUNK_BYTES = 2**20

AnyPath = str | PathLike[str]


def read_lines(path: AnyPath) -> list[str]:
    """Return the lines of a UTF-8 file, decompressed if its name ends with .gz.

    Only a line feed, or one behind a carriage return, ends a line.

    Raises
    ------
    ValueError
        If the file cannot be read, is damaged or is not UTF-8; the message names the line.
    """
    data = _read_bytes(Path(path))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise bad_line(path, line, f"not UTF-8 at byte offset {error.start}") from None
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if lines[-1] == "":
        lines.pop()
    return lines


def bad_line(path: AnyPath, line: int, problem: str) -> ValueError:
    """Return the error that says what is wrong with a line, counted from 1."""
    return ValueError(f"{os.fspath(path)}, line {line}: {problem}")


def shown(text: str) -> str:
    """Return text in quotes, shortened if it is long."""
    quoted = repr(text)
    return quoted if len(quoted) <= 60 else f"{quoted[:57]}..."


def write_lines(path: AnyPath, lines: Iterable[str]) -> None:
    """Write lines as UTF-8, compressed if the name ends with .gz; errors as for `write_file`."""
    data = "".join(f"{line}\n" for line in lines).encode()
    if os.fspath(path).endswith(".gz"):
        # Without a time stamp, so that the same lines are the same file.
        data = gzip.compress(data, mtime=0)
    write_file(path, lambda file: file.write(data))


def write_file(path: AnyPath, write: Callable[[io.BufferedWriter], object]) -> None:
    """Let `write` fill a file, which appears under its name only when it is complete.

    Raises
    ------
    ValueError
        If it cannot be written; the message says where and why.
    """
    target = Path(path).resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        try:
            with beside.open("wb") as file:
                write(file)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise ValueError(f"{os.fspath(path)}: {error.strerror}") from None


def _read_bytes(path: Path) -> bytes:
    try:
        return _read_gzip(path) if path.suffix == ".gz" else path.read_bytes()
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{path}: damaged gzip file: {error}") from None
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None


def _read_gzip(path: Path) -> bytes:
    chunks = []
    size = 0
    with gzip.open(path) as file:
        while chunk := file.read(_CHUNK_BYTES):
            size += len(chunk)
            if size > MOST_DECOMPRESSED_BYTES:
                raise ValueError(f"{path}: more than {MOST_DECOMPRESSED_BYTES} bytes of text")
            chunks.append(chunk)
    return b"".join(chunks)
