"""Files that are read in pieces and never seen half-written; every error names the file."""

import gzip
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

# Far more text than fits in memory as strings, and little enough that a bomb of zeros ends.
MOST_DECOMPRESSED_BYTES = 2**32
_CHUNK_BYTES = 2**16


def read_chunks(
    path: str | os.PathLike[str], max_bytes: int = MOST_DECOMPRESSED_BYTES
) -> Iterator[bytes]:
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


def read_text(path: str | os.PathLike[str], max_bytes: int = MOST_DECOMPRESSED_BYTES) -> str:
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


@contextmanager
def written_beside(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes the place of ``path`` only when the block has ended well.

    A name that ends in ``.gz`` is compressed, without a time stamp: the same content is the same
    file.

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
                if target.suffix == ".gz":
                    with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
                        yield cast("IO[bytes]", packed)
                else:
                    yield file
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise ValueError(f"{os.fspath(path)}: {error.strerror}") from None
