"""Long work in parts of some milliseconds: Python hears Ctrl-C only between two calls of C."""

import functools
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")

_NUMBERS_AT_ONCE = 2**18
_OBJECTS_AT_ONCE = 2**16


def slices(n_rows: int, n_columns: int = 1, *, multiple: int = 1) -> Iterator[slice]:
    """Yield slices of rows of numbers, each but the last of a multiple of so many rows."""
    yield from _slices(
        n_rows, _NUMBERS_AT_ONCE // max(1, n_columns * multiple) * multiple, multiple
    )


def _slices(n_rows: int, size: int, least: int = 1) -> Iterator[slice]:
    size = max(size, least)
    for begin in range(0, n_rows, size):
        yield slice(begin, min(begin + size, n_rows))


def lists_of(rows: NDArray[Any]) -> list[list[Any]]:
    """Return rows of numbers as lists of Python's."""
    lists: list[list[Any]] = []
    for part in slices(*rows.shape):
        lists += rows[part].tolist()
    return lists


def array_of(rows: Sequence[Any]) -> NDArray[Any]:
    """Return lists of as many numbers each as an array."""
    width = len(rows[0]) if len(rows) else 1
    parts = [np.array(rows[part]) for part in slices(len(rows), width)]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def types_of(objects: Sequence[Any]) -> set[type]:
    """Return the types that there are."""
    return _values(type, objects)


def lengths_of(rows: Sequence[Any]) -> set[int]:
    """Return the lengths that there are."""
    return _values(len, rows)


def _values(function: Callable[[Any], T], objects: Sequence[Any]) -> set[T]:
    values: set[T] = set()
    for part in _slices(len(objects), _OBJECTS_AT_ONCE):
        values.update(map(function, objects[part]))
    return values


def column_sums(rows: NDArray[np.int64]) -> list[int]:
    """Return the sums of columns of integers."""
    total = np.zeros(rows.shape[1], dtype=np.int64)
    for part in slices(*rows.shape):
        total += rows[part].sum(axis=0)
    sums: list[int] = total.tolist()
    return sums


def sum_from_the_top(values: NDArray[np.float64]) -> float:
    """Return the sum of numbers added one after another, as Python adds them."""
    total = np.zeros(1)
    for part in slices(len(values)):
        total = np.add.accumulate(np.concatenate([total, values[part]]))[-1:]
    return float(total[0])


def sums_of_lists(rows: Sequence[list[Any]], zero: float) -> list[Any]:
    """Return the sums of columns of Python's numbers, added one after another to zero."""
    totals: list[Any] = [zero] * len(rows[0])
    for part in slices(len(rows), len(totals)):
        columns: Iterable[tuple[Any, ...]] = zip(*rows[part], strict=True)
        totals = [_added(total, column) for total, column in zip(totals, columns, strict=True)]
    return totals


def _added(total: Any, column: tuple[Any, ...]) -> Any:
    # Since Python 3.12 `sum` rounds floats in another way; with integers alone it is the same.
    if type(total) is int and set(map(type, column)) == {int}:
        return sum(column, total)
    return functools.reduce(operator.add, column, total)
