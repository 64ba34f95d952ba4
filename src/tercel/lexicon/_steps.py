"""The steps of Model 1 on arrays, for whoever runs them on several machines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel.lexicon._corpus import ParallelCorpus
from tercel.lexicon._rows import pointers, sum_rows


@dataclass(frozen=True, eq=False)
class Table:
    """A number for pairs of a source and a target word.

    Attributes
    ----------
    indptr : int64 array of shape (n_source_words + 1,)
        Row e is entries ``indptr[e]`` to ``indptr[e + 1]``.
    indices : uint32 array of shape (n_entries,)
        The target word of each entry, ascending within a row.
    values : array of shape (n_entries,)
        Expected counts (float64), or probabilities (float32).
    log_likelihood : float
        Of the text whose counts these are, under the probabilities that they come from; else 0.
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.uint32]
    values: NDArray[Any]
    log_likelihood: float = 0.0

    def __repr__(self) -> str:
        return f"Table({len(self.indptr) - 1} rows, {len(self.indices)} entries)"


def cooccurrences(corpus: ParallelCorpus, *, workers: int = 1) -> Table:
    """Return a table with value 1 wherever a source and a target word meet: the pattern of a start.

    O(word pairs) time; memory for the table.
    """
    indptr = pointers(corpus.row_sizes(workers))
    indices = _core.lexicon_row_indices(
        corpus.core, 0, indptr, check_workers(workers), ISA, current_progress()
    )
    return Table(indptr, indices, np.ones(len(indices)))


def uniform_table(pattern: Table, n_target_words: int) -> Table:
    """Return the probabilities that training starts from: all the same."""
    values = np.full(len(pattern.indices), np.float32(1 / n_target_words))
    return Table(pattern.indptr, pattern.indices, values)


def expected_counts(corpus: ParallelCorpus, table: Table, *, workers: int = 1) -> Table:
    """Return the expected counts of a text, or of a part of it, under a table of probabilities.

    Parameters
    ----------
    corpus : ParallelCorpus
        Of the same vocabulary as the table.
    table : Table
        Probabilities. Entries that no pair has get count 0; word pairs that the table does not
        have count as impossible.
    workers : int, default 1

    Returns
    -------
    Table
        Counts, with the entries of ``table``, and the text's log-likelihood: minus infinity if a
        target word is impossible.

    Raises
    ------
    ValueError
        If the table is not whole, or has other words than the corpus.

    Notes
    -----
    O(word pairs). For the whole text and a complete table the bits are those of `IBM1`.
    """
    n_rows = len(corpus.source_words)
    if len(table.indptr) != n_rows + 1:
        raise ValueError(f"table has {len(table.indptr) - 1} rows, but corpus has {n_rows} words")
    execution = (check_workers(workers), ISA, current_progress())
    arrays = (table.indptr, table.indices, table.values)
    weights = np.zeros(len(corpus.target_ids))
    for frequent in (True, False):
        _core.lexicon_add_denominators(
            corpus.core, 0, *arrays, False, frequent, weights, *execution
        )
    log_likelihood = _core.lexicon_weights(corpus.core, weights, *execution)
    counts = _core.lexicon_expected_counts(corpus.core, *arrays, weights, *execution)
    return Table(table.indptr, table.indices, counts, log_likelihood)


def merge_counts(tables: Sequence[Table]) -> Table:
    """Return the sum of tables of the same vocabulary, added in the order given.

    Raises
    ------
    ValueError
        If there is none, or they have different numbers of rows.
    """
    if not tables:
        raise ValueError("tables is empty, expected at least one")
    n_rows = {len(table.indptr) - 1 for table in tables}
    if len(n_rows) > 1:
        raise ValueError(f"tables have different numbers of rows: {sorted(n_rows)}")
    log_likelihood = sum(table.log_likelihood for table in tables)
    first = tables[0]
    if all(_same_pattern(first, table) for table in tables[1:]):
        values = first.values.copy()
        for table in tables[1:]:
            values += table.values
        return Table(first.indptr, first.indices, values, log_likelihood)
    n = n_rows.pop()
    rows = [np.repeat(np.arange(n), np.diff(table.indptr)) for table in tables]
    merged = sum_rows(
        n,
        np.concatenate(rows),
        np.concatenate([table.indices.astype(np.int64) for table in tables]),
        np.concatenate([table.values for table in tables]),
    )
    return Table(*merged, log_likelihood)


def maximize(counts: Table) -> Table:
    """Return counts as probabilities: each divided by the sum of its row."""
    values = _core.lexicon_maximize(counts.indptr, counts.indices, counts.values)
    return Table(counts.indptr, counts.indices, values)


def _same_pattern(a: Table, b: Table) -> bool:
    return np.array_equal(a.indptr, b.indptr) and np.array_equal(a.indices, b.indices)
