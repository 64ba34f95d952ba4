"""SVMlight's ranking format: ``quality qid:source 1:value 2:value ... # comment``, a line each."""

import math
import re
from array import array
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._files import AnyPath, bad_line, numbered_lines, written_text
from tercel.rerank._lists import FloatArray, check_features, check_groups, check_quality

_MOST_FEATURES = 1_000_000
# A line can claim a million features in ten bytes; so many values take 4 GB.
_MOST_VALUES = 2**29
_SOURCE = re.compile(r"qid:([0-9]{1,18})")


@dataclass(frozen=True)
class RankingFile:
    """What a ranking file holds.

    Attributes
    ----------
    features : ndarray of float, shape (n_candidates, n_features)
        A feature that a line leaves out is 0.
    quality : ndarray of float, shape (n_candidates,)
    groups : ndarray of int, shape (n_candidates,)
        The numbers behind ``qid:``.
    comments : tuple of str, shape (n_candidates,)
    """

    features: FloatArray
    quality: FloatArray
    groups: NDArray[np.int64]
    comments: tuple[str, ...]


def read_svmlight(path: AnyPath) -> RankingFile:
    """Read a ranking file; empty lines and lines that start with # are left out.

    Parameters
    ----------
    path : str or path-like
        A name that ends in ``.gz`` is decompressed.

    Returns
    -------
    RankingFile

    Raises
    ------
    ValueError
        If the file cannot be read, a line is not of the format, or there is none; the message names
        file and line.
    """
    cells = _Cells()
    quality, groups, comments = array("d"), array("q"), []
    for number, line in numbered_lines(path):
        data, _, comment = line.partition("#")
        fields = data.split()
        if not fields:
            continue
        try:
            quality.append(_number(fields[0]))
            groups.append(_source(fields[1:2]))
            cells.add_row(fields[2:])
        except ValueError as error:
            raise bad_line(path, number, str(error)) from None
        comments.append(comment.strip())
    if not comments:
        raise ValueError(f"{path}: no candidate, expected one a line")
    if len(comments) * cells.width > _MOST_VALUES:
        raise ValueError(
            f"{path}: {len(comments)} candidates of {cells.width} features, expected at most "
            f"{_MOST_VALUES} values"
        )
    return RankingFile(
        cells.table(len(comments)),
        np.array(quality, dtype=np.float64),
        np.array(groups, dtype=np.int64),
        tuple(comments),
    )


class _Cells:
    """The values of all lines with their features, in a few flat arrays."""

    def __init__(self) -> None:
        self.width = 1
        self._sizes, self._features, self._values = array("q"), array("q"), array("d")

    def add_row(self, fields: list[str]) -> None:
        last = 0
        for field in fields:
            key, colon, text = field.partition(":")
            if not (colon and key.isascii() and key.isdigit() and len(key) <= 7):
                raise ValueError(f"found {field[:40]!r}, expected FEATURE:VALUE")
            feature = int(key)
            if not last < feature <= _MOST_FEATURES:
                raise ValueError(
                    f"feature {key} behind {last}, expected ascending ones up to {_MOST_FEATURES}"
                )
            last = feature
            self._features.append(feature - 1)
            self._values.append(_number(text))
        self._sizes.append(len(fields))
        self.width = max(self.width, last)

    def table(self, n_rows: int) -> FloatArray:
        table = np.zeros((n_rows, self.width))
        rows = np.repeat(np.arange(n_rows), np.array(self._sizes, dtype=np.int64))
        table[rows, np.array(self._features, dtype=np.int64)] = self._values
        return table


def write_svmlight(
    path: AnyPath, features: ArrayLike, quality: ArrayLike, *, groups: ArrayLike
) -> None:
    """Write what `format_svmlight` returns to a file, which is never seen half-written.

    Parameters
    ----------
    path : str or path-like
        A name that ends in ``.gz`` is compressed, always to the same bytes.
    features, quality, groups
        As for `RankingSVM.fit`.

    Raises
    ------
    ValueError
        As `RankingSVM.fit`, or if the file cannot be written.
    """
    lines = _lines(features, quality, groups)
    with written_text(path) as file:
        for line in lines:
            file.write(line.encode("ascii"))


def format_svmlight(features: ArrayLike, quality: ArrayLike, *, groups: ArrayLike) -> str:
    """Return the text of a ranking file; numbers are written so that they read back the same.

    Sources are numbered from 1 in order of appearance. Errors are those of `RankingSVM.fit`.

    Examples
    --------
    >>> from tercel.rerank import format_svmlight
    >>> print(format_svmlight([[0.5, 2.0]], [-0.25], groups=["a"]), end="")
    -0.25 qid:1 1:0.5 2:2.0
    """
    return "".join(_lines(features, quality, groups))


def _lines(features: ArrayLike, quality: ArrayLike, groups: ArrayLike) -> Iterator[str]:
    """Check everything at once, then make line after line."""
    items = check_features(features)
    gold = check_quality(quality, len(items))
    numbers = check_groups(groups, len(items)) + 1
    return (
        _line(row.tolist(), value, source)
        for row, value, source in zip(items, gold.tolist(), numbers.tolist(), strict=True)
    )


def _line(row: list[float], value: float, source: int) -> str:
    cells = " ".join(f"{k}:{x!r}" for k, x in enumerate(row, 1))
    return f"{value!r} qid:{source} {cells}\n"


def _number(text: str) -> float:
    # Python's own reader also takes underscores, other scripts' digits, and words.
    number = math.inf
    if not text.strip("0123456789+-.eE"):
        with suppress(ValueError):
            number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"found {text[:40]!r}, expected a finite number")
    return number


def _source(fields: list[str]) -> int:
    if not fields:
        raise ValueError("no qid:NUMBER behind the quality")
    found = _SOURCE.fullmatch(fields[0])
    if found is None:
        raise ValueError(f"found {fields[0][:40]!r}, expected qid:NUMBER")
    return int(found[1])
