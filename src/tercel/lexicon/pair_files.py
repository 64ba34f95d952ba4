"""Aligned text in files: hunalign's ladders and tab-separated values."""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tercel._files import read_text, written_text
from tercel.lexicon.beads import Alignment


def write_ladder(path: str | os.PathLike[str], alignment: Alignment) -> None:
    """Write beads as hunalign's ladder, the file never being seen half-written.

    Each line is a rung: the source and target sentences before it, and the quality of the bead from
    there to the next rung, which is minus its cost in nats (higher is better). The last line is the
    number of sentences on both sides.

    Raises
    ------
    ValueError
        If the file cannot be written.
    """
    lines = [
        f"{begin}\t{other}\t{-cost / 100:.6g}\n"
        for (begin, _, other, _), cost in zip(
            alignment.beads.tolist(), alignment.costs.tolist(), strict=True
        )
    ]
    with written_text(path) as file:
        file.write("".join(lines).encode())
        file.write(f"{alignment.n_source}\t{alignment.n_target}\t0\n".encode())


def read_ladder(path: str | os.PathLike[str]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Read hunalign's ladder.

    Returns
    -------
    beads : ndarray of int64, shape (n_beads, 4)
        As in `Alignment`, of any sizes that the file has.
    qualities : ndarray of float64, shape (n_beads,)

    Raises
    ------
    ValueError
        If the file cannot be read, or a line is not two numbers that do not fall and a quality; the
        message names file and line.
    """
    name = os.fspath(path)
    rungs: list[tuple[int, int, float]] = [_rung(line, name, n) for n, line in _lines(path)]
    if not rungs:
        raise ValueError(f"{name} is empty, expected rungs of a ladder")
    if rungs[0][:2] != (0, 0):
        raise ValueError(f"{name}, line 1: {rungs[0][0]} and {rungs[0][1]}, expected 0 and 0")
    for n, (last, now) in enumerate(pairwise(rungs), 2):
        if now[0] < last[0] or now[1] < last[1] or now[:2] == last[:2]:
            raise ValueError(
                f"{name}, line {n}: {now[0]} and {now[1]} after {last[0]} and {last[1]}, "
                "expected rungs that rise"
            )
    ends = np.array([rung[:2] for rung in rungs], dtype=np.int64)
    beads = np.stack([ends[:-1, 0], ends[1:, 0], ends[:-1, 1], ends[1:, 1]], axis=1)
    return beads, np.array([rung[2] for rung in rungs[:-1]], dtype=np.float64)


def write_tsv(path: str | os.PathLike[str], rows: Iterable[Sequence[str]]) -> int:
    """Write rows of texts with tabs between them, the file never being seen half-written.

    Returns
    -------
    int
        The number of rows.

    Raises
    ------
    ValueError
        If a text holds a tab or an end of line, or the file cannot be written.
    """
    n = 0
    with written_text(path) as file:
        for n, row in enumerate(rows, 1):
            for text in row:
                if "\t" in text or "\n" in text or "\r" in text:
                    raise ValueError(f"row {n} has a tab or an end of line in {text[:40]!r}")
            file.write(("\t".join(row) + "\n").encode())
    return n


def read_tsv(path: str | os.PathLike[str], *, n_columns: int = 2) -> Iterator[tuple[str, ...]]:
    """Yield rows of texts with tabs between them.

    Raises
    ------
    ValueError
        If the file cannot be read, or a line has another number of columns; the message names file
        and line.
    """
    for n, line in _lines(path):
        columns = tuple(line.split("\t"))
        if len(columns) != n_columns:
            raise ValueError(
                f"{os.fspath(path)}, line {n}: {len(columns)} columns, expected {n_columns}"
            )
        yield columns


def _lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, str]]:
    lines = read_text(path).split("\n")
    if lines[-1] == "":
        lines.pop()
    return enumerate((line.removesuffix("\r") for line in lines), 1)


def _rung(line: str, name: str, n: int) -> tuple[int, int, float]:
    columns = line.split("\t")
    try:
        source, target, quality = columns
        return _index(source), _index(target), float(quality)
    except ValueError:
        raise ValueError(
            f"{name}, line {n}: {line[:60]!r}, expected two numbers of sentences and a quality"
        ) from None


def _index(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() else -1
    if not 0 <= number < 2**53:
        raise ValueError(text)
    return number
