"""Tables from loose entries."""

import numpy as np
from numpy.typing import NDArray

Rows = tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.float32]]


def count_rows(rows: NDArray[np.int64], n_rows: int) -> NDArray[np.int64]:
    """Return the number of entries of each row."""
    return np.bincount(rows, minlength=n_rows).astype(np.int64)


def pointers(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where rows of these sizes begin and end."""
    indptr = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=indptr[1:])
    return indptr


def sum_rows(
    n_rows: int,
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    values: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.float64]]:
    """Return a table of the entries, those of one place added in the order in which they come."""
    order = np.lexsort((columns, rows))  # stable
    rows, columns, values = rows[order], columns[order], values[order]
    is_new = np.ones(len(rows), bool)
    is_new[1:] = (np.diff(rows) != 0) | (np.diff(columns) != 0)
    first = np.flatnonzero(is_new)
    sums = np.add.reduceat(values, first) if len(first) else values
    indptr = pointers(count_rows(rows[first], n_rows))
    return indptr, columns[first].astype(np.uint32), sums


def combine_rows(
    n_rows: int,
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    values: NDArray[np.float64],
) -> Rows:
    """Return `sum_rows` as probabilities."""
    indptr, indices, sums = sum_rows(n_rows, rows, columns, values)
    # float32 rounds a sum such as 1 + 1e-16 to 1.
    return indptr, indices, sums.astype(np.float32)
