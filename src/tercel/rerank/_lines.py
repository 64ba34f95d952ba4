"""Lines of a file one after the other, in bounded memory."""

import os
from collections.abc import Iterator

from tercel._files import read_chunks

LONGEST_LINE = 2**26

PathLike = str | os.PathLike[str]


def read_lines(path: PathLike) -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, text without its line feed); ``.gz`` is decompressed.

    Raises
    ------
    ValueError
        If the file cannot be read, is damaged or cut off, is not UTF-8, has a line of more than
        2**26 bytes or more than 2**32 bytes; the message names the file, and the line where there
        is one.
    """
    number, rest = 1, b""
    for chunk in read_chunks(path):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield number, _decoded(line, path, number)
            number += 1
        if len(rest) > LONGEST_LINE:
            raise ValueError(f"{path}, line {number}: more than {LONGEST_LINE} bytes")
    if rest:
        yield number, _decoded(rest, path, number)


def _decoded(line: bytes, path: PathLike, number: int) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path}, line {number}: not UTF-8 at byte {error.start} of the line"
        ) from None
