"""Files read in pieces or by lines, and never seen half-written; every error names the file."""

import gzip
import os
import threading
import zlib
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, TypeAlias, cast

# Far more text than fits in memory as strings, and little enough that a bomb of zeros ends.
MOST_DECOMPRESSED_BYTES = 2**32
# A line is put together from pieces: this bounds the work as well as the memory.
LONGEST_LINE = 2**26
_CHUNK_BYTES = 2**16

AnyPath: TypeAlias = str | os.PathLike[str]


def read_chunks(
    path: AnyPath, max_bytes: int = MOST_DECOMPRESSED_BYTES
) -> Generator[bytes, None, None]:
    """Yield the bytes of a file in pieces; a name that ends in ``.gz`` is decompressed.

    Raises
    ------
    ValueError
        If the file cannot be read, is a damaged gzip file, or decompresses to more than
        ``max_bytes``.
    """
    name = os.fspath(path)
    try:
        if not name.endswith(".gz"):
            with Path(path).open("rb") as file:
                yield from iter(lambda: file.read(_CHUNK_BYTES), b"")
            return
        size = 0
        with gzip.open(path) as file:
            while chunk := file.read(_CHUNK_BYTES):
                size += len(chunk)
                if size > max_bytes:
                    raise ValueError(f"{name}: more than {max_bytes} bytes when decompressed")
                yield chunk
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{name}: damaged gzip file: {error}") from None
    except OSError as error:
        raise ValueError(f"{name}: {error.strerror}") from None


def read_text(path: AnyPath, max_bytes: int = MOST_DECOMPRESSED_BYTES) -> str:
    """Return the text of a UTF-8 file; a byte order mark at its start is left out.

    Raises
    ------
    ValueError
        As `read_chunks`, and if it is not UTF-8 or holds a NUL, as binary files do; the message
        names the line.
    """
    data = b"".join(read_chunks(path, max_bytes))
    name = os.fspath(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{name}, line {line}: not UTF-8 at byte offset {error.start}") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise ValueError(f"{name}, line {line}: holds a NUL character, expected text")
    return text.removeprefix("\ufeff")


def read_lines(path: AnyPath) -> list[str]:
    """Return the lines of a text file; a line feed, or one behind a carriage return, ends a line.

    Errors are those of `read_text`.
    """
    lines = [line.removesuffix("\r") for line in read_text(path).split("\n")]
    if lines[-1] == "":
        lines.pop()
    return lines


def numbered_lines(path: AnyPath) -> Iterator[tuple[int, str]]:
    """Yield the number, from 1, and the text of each line, without holding the whole file.

    A byte order mark at its start is left out.

    Raises
    ------
    ValueError
        As `read_text`, and if a line has more than `LONGEST_LINE` bytes.
    """
    # Closed here: an error's traceback may keep whoever reads the chunks, and they the file.
    with closing(read_chunks(path)) as chunks:
        yield from lines_of_chunks(chunks, path)


def read_stream(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of an open binary file in pieces; ValueError if it cannot be read."""
    try:
        yield from iter(lambda: file.read(_CHUNK_BYTES), b"")
    except OSError as error:
        raise ValueError(f"{stream_name(file)}: {error.strerror}") from None


def stream_name(file: IO[bytes]) -> str:
    """Return how messages call an open file."""
    return str(getattr(file, "name", "stream")).strip("<>")


def lines_of_chunks(chunks: Iterable[bytes], path: AnyPath) -> Iterator[tuple[int, str]]:
    """Yield numbered lines as `numbered_lines` does; `path` is what messages call the file."""
    rest, number = b"", 1
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield number, _decoded(line, path, number)
            number += 1
        if len(rest) > LONGEST_LINE:
            raise bad_line(path, number, f"more than {LONGEST_LINE} bytes")
    if rest:
        yield number, _decoded(rest, path, number)


def _decoded(line: bytes, path: AnyPath, number: int) -> str:
    if b"\0" in line:
        raise bad_line(path, number, "holds a NUL character, expected text")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise bad_line(path, number, f"not UTF-8 at byte {error.start} of the line") from None
    return text.removeprefix("\ufeff") if number == 1 else text


def bad_line(path: AnyPath, line: int, problem: str) -> ValueError:
    """Return the error that says what is wrong with a line, counted from 1."""
    return ValueError(f"{os.fspath(path)}, line {line}: {problem}")


def shown(text: str) -> str:
    """Return text in quotes, shortened if it is long."""
    quoted = repr(text)
    return quoted if len(quoted) <= 60 else f"{quoted[:57]}..."


@contextmanager
def written_beside(path: AnyPath) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes the place of ``path`` only when the block has ended well.

    Raises
    ------
    ValueError
        If it cannot be written; the message says where and why.
    """
    try:
        with _written(Path(path).resolve()) as file:
            yield file
    except OSError as error:
        raise ValueError(f"{os.fspath(path)}: {error.strerror or error}") from None


@contextmanager
def _written(target: Path) -> Iterator[IO[bytes]]:
    if target.exists() and not target.is_file():
        # A device or pipe is there to be written to; to replace it would remove it.
        with target.open("wb") as file:
            yield file
        return
    writer = f"{os.getpid()}.{threading.get_ident()}"
    beside = target.with_name(f".{target.name}.{writer}.tmp")
    try:
        with beside.open("wb") as file:
            yield file
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def replace(path: Path, data: bytes) -> None:
    """Write a file at once; errors as for `written_beside`."""
    with written_beside(path) as file:
        file.write(data)


@contextmanager
def written_text(path: AnyPath) -> Iterator[IO[bytes]]:
    """Open as `written_beside`; a name that ends in ``.gz`` is compressed.

    Without a time stamp or name, so that the same content is the same file.
    """
    with written_beside(path) as file:
        if os.fspath(path).endswith(".gz"):
            with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
                yield cast("IO[bytes]", packed)
        else:
            yield file


def write_lines(path: AnyPath, lines: Iterable[str]) -> None:
    """Write lines as UTF-8; errors as for `written_text`."""
    with written_text(path) as file:
        for line in lines:
            file.write(f"{line}\n".encode())
