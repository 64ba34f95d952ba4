"""SVMlight's ranking format: ``quality qid:source 1:value 2:value ... # comment``, a line each."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel.rerank._lists import FloatArray, check_features, check_groups, check_quality

_MOST_FEATURES = 1_000_000
# A line can claim a million features in ten bytes; so many values take 4 GB.
_MOST_VALUES = 2**29
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


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


def read_svmlight(path: str | Path) -> RankingFile:
    """Read a ranking file; empty lines and lines that start with # are left out.

    Raises
    ------
    ValueError
        If a line is not of the format, or there is none; the message names file and line.
    OSError
        If it cannot be read.
    """
    rows: list[dict[int, float]] = []
    quality, groups, comments = [], [], []
    with Path(path).open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            data, _, comment = line.partition("#")
            fields = data.split()
            if not fields:
                continue
            place = f"{path}, line {number}"
            quality.append(_number(fields[0], place))
            groups.append(_source(fields[1:2], place))
            rows.append(_values(fields[2:], place))
            comments.append(comment.strip())
    if not rows:
        raise ValueError(f"{path}: no candidate, expected one a line")
    width = max(max(row, default=0) for row in rows) or 1
    if len(rows) * width > _MOST_VALUES:
        raise ValueError(
            f"{path}: {len(rows)} candidates of {width} features, expected at most {_MOST_VALUES} "
            "values"
        )
    features = np.zeros((len(rows), width))
    for i, row in enumerate(rows):
        for k, value in row.items():
            features[i, k - 1] = value
    return RankingFile(features, np.array(quality), np.array(groups), tuple(comments))


def format_svmlight(features: ArrayLike, quality: ArrayLike, *, groups: ArrayLike) -> str:
    """Return the text of a ranking file; numbers are written so that they read back the same.

    Sources are numbered from 1 in order of appearance. Errors are those of `RankingSVM.fit`.

    Examples
    --------
    >>> from tercel.rerank import format_svmlight
    >>> print(format_svmlight([[0.5, 2.0]], [-0.25], groups=["a"]), end="")
    -0.25 qid:1 1:0.5 2:2.0
    """
    items = check_features(features)
    gold = check_quality(quality, len(items)).tolist()
    numbers = (check_groups(groups, len(items)) + 1).tolist()
    lines = []
    for row, value, source in zip(items.tolist(), gold, numbers, strict=True):
        cells = " ".join(f"{k}:{x!r}" for k, x in enumerate(row, 1))
        lines.append(f"{value!r} qid:{source} {cells}\n")
    return "".join(lines)


def _number(text: str, place: str) -> float:
    number = float(text) if _NUMBER.fullmatch(text) else np.inf
    if not np.isfinite(number):
        raise ValueError(f"{place}: found {text[:40]!r}, expected a finite number")
    return number


def _source(fields: list[str], place: str) -> int:
    found = re.fullmatch(r"qid:(\d{1,18})", fields[0] if fields else "", re.ASCII)
    if found is None:
        raise ValueError(
            f"{place}: found {fields[0][:40]!r}, expected qid:NUMBER"
            if fields
            else f"{place}: no qid:NUMBER behind the quality"
        )
    return int(found[1])


def _values(fields: list[str], place: str) -> dict[int, float]:
    values: dict[int, float] = {}
    last = 0
    for field in fields:
        key, colon, text = field.partition(":")
        if not (colon and key.isascii() and key.isdigit() and len(key) <= 7):
            raise ValueError(f"{place}: found {field[:40]!r}, expected FEATURE:VALUE")
        if not last < int(key) <= _MOST_FEATURES:
            raise ValueError(
                f"{place}: feature {key} behind {last}, expected ascending ones up to "
                f"{_MOST_FEATURES}"
            )
        last = int(key)
        values[last] = _number(text, place)
    return values
