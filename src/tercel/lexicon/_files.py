"""Files that are never seen half-written, and text that is read with its line numbers."""

import gzip
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

# Far more than a lexicon has, and little enough that a bomb of zeros ends with an error.
MOST_BYTES = 2**34


@contextmanager
def written_beside(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that takes the place of `path` when the block ends without an error."""
    path = path.resolve()
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            yield file
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def written_text(path: Path) -> Iterator[BinaryIO]:
    """Yield `written_beside`, compressed if the name ends with ``.gz``."""
    with written_beside(path) as file:
        if path.suffix != ".gz":
            yield file
            return
        # Without a time stamp or name, so that the same lexicon is the same file.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            yield cast(BinaryIO, packed)


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line; ``.gz`` is decompressed.

    Raises
    ------
    ValueError
        If the file is damaged, not UTF-8, or decompresses to far too much.
    """
    n_bytes = 0
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                n_bytes += len(line)
                if n_bytes > MOST_BYTES:
                    raise ValueError(f"{path}: more than {MOST_BYTES} bytes of text")
                yield number, _decoded(line, path, number)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{path}: damaged gzip file: {error}") from None


def _decoded(line: bytes, path: Path, number: int) -> str:
    if b"\0" in line:
        raise ValueError(f"{path}, line {number}: a zero byte, expected text")
    try:
        return line.decode("utf-8").removesuffix("\n")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path}, line {number}: not UTF-8 at byte {error.start} of the line"
        ) from None
