"""Lines of a file one after the other, and files that are never seen half-written."""

import contextlib
import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

# As for test sets: far more than anybody has, and little enough that a bomb of zeros ends.
MOST_BYTES = 2**32
_LONGEST_LINE = 2**26

PathLike = str | os.PathLike[str]


def read_lines(path: PathLike) -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, text without its line feed); ``.gz`` is decompressed.

    Raises
    ------
    ValueError
        If the file cannot be read, is damaged or cut off, is not UTF-8, has a line of more than
        2**26 bytes or more than 2**32 bytes; the message names the file and the line.
    """
    number = total = 0
    try:
        with gzip.open(path) if str(path).endswith(".gz") else Path(path).open("rb") as file:
            while data := file.readline(_LONGEST_LINE + 1):
                number += 1
                total += len(data)
                if len(data) > _LONGEST_LINE:
                    raise ValueError(f"{path}, line {number}: more than {_LONGEST_LINE} bytes")
                if total > MOST_BYTES:
                    raise ValueError(f"{path}: more than {MOST_BYTES} bytes of text")
                yield number, _decoded(data, path, number)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{path}, behind line {number}: damaged gzip file: {error}") from None
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None


def _decoded(data: bytes, path: PathLike, number: int) -> str:
    try:
        return data.removesuffix(b"\n").decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path}, line {number}: not UTF-8 at byte {error.start} of the line"
        ) from None


def write_beside(path: PathLike, blocks: Iterable[bytes]) -> None:
    """Write blocks of bytes to a file, which is replaced only when all are written.

    Raises
    ------
    ValueError
        If it cannot be written; the message says where and why.
    """
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(beside.open("wb"))
            # Without a time stamp, so that the same content is the same file.
            out = (
                stack.enter_context(gzip.GzipFile("", "wb", fileobj=file, mtime=0))
                if target.name.endswith(".gz")
                else file
            )
            for block in blocks:
                out.write(block)
        beside.replace(target)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
