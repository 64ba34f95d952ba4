"""The table that Model 1 fills: in memory, or on disk in shards of the source vocabulary."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, current_progress
from tercel.lexicon._corpus import ParallelCorpus
from tercel.lexicon._rows import pointers


class Table(Protocol):
    """What training does with a table."""

    indptr: NDArray[np.int64]
    start: np.float32

    def reestimate(self, weights: NDArray[np.float64]) -> None:
        """Replace the probabilities by those that the weights of the E step give."""

    def add_denominators(self, denominators: NDArray[np.float64]) -> None:
        """Add each slot's probabilities under the words of its source sentence."""

    def finish(self) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """Return target words and probabilities of all entries."""


class MemoryTable:
    """All of the table in memory."""

    def __init__(self, corpus: ParallelCorpus, sizes: NDArray[np.int64], workers: int) -> None:
        self._corpus = corpus.core
        self._execution = (workers, ISA, current_progress())
        self.indptr = pointers(sizes)
        self.start = _uniform(corpus)
        self._indices = _core.lexicon_row_indices(self._corpus, 0, self.indptr, *self._execution)
        self._probabilities = np.full(len(self._indices), self.start)

    def reestimate(self, weights: NDArray[np.float64]) -> None:
        _core.lexicon_reestimate(
            self._corpus,
            0,
            self.indptr,
            self._indices,
            self._probabilities,
            weights,
            *self._execution,
        )

    def add_denominators(self, denominators: NDArray[np.float64]) -> None:
        _core.lexicon_add_denominators(
            self._corpus,
            0,
            self.indptr,
            self._indices,
            self._probabilities,
            True,
            denominators,
            *self._execution,
        )

    def finish(self) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        return self._indices, self._probabilities


class ShardedTable:
    """The table in two files, of which a shard of the rows is in memory at a time.

    Rows are visited in the order in which they would be in memory, so the sums are the same bits.
    """

    def __init__(
        self,
        corpus: ParallelCorpus,
        sizes: NDArray[np.int64],
        workers: int,
        max_entries: int,
        directory: str | Path | None,
    ) -> None:
        self._corpus = corpus.core
        self._execution = (workers, ISA, current_progress())
        self.indptr = pointers(sizes)
        self.start = _uniform(corpus)
        self._bounds = _shard_bounds(self.indptr, max_entries)
        # Where a mapped file cannot be removed, it stays behind in the temporary folder.
        self._folder = tempfile.TemporaryDirectory(
            prefix="tercel-lexicon-", dir=directory, ignore_cleanup_errors=True
        )
        self._indices = Path(self._folder.name) / "indices"
        self._probabilities = Path(self._folder.name) / "probabilities"
        self._write_start()

    @property
    def n_shards(self) -> int:
        return len(self._bounds) - 1

    def reestimate(self, weights: NDArray[np.float64]) -> None:
        with self._probabilities.open("r+b") as file:
            for first, indptr, indices, probabilities in self._shards():
                _core.lexicon_reestimate(
                    self._corpus, first, indptr, indices, probabilities, weights, *self._execution
                )
                file.seek(int(indptr[0]) * probabilities.itemsize)
                file.write(memoryview(probabilities))

    def add_denominators(self, denominators: NDArray[np.float64]) -> None:
        for first, indptr, indices, probabilities in self._shards():
            _core.lexicon_add_denominators(
                self._corpus,
                first,
                indptr,
                indices,
                probabilities,
                True,
                denominators,
                *self._execution,
            )

    def finish(self) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        indices = _mapped(self._indices, np.uint32)
        probabilities = _mapped(self._probabilities, np.float32)
        # The files live as long as an array that maps them.
        for array in (indices, probabilities):
            array.folder = self._folder
        return indices, probabilities

    def _write_start(self) -> None:
        with self._indices.open("wb") as indices, self._probabilities.open("wb") as probabilities:
            for first, indptr in self._rows():
                row_indices = _core.lexicon_row_indices(
                    self._corpus, first, indptr, *self._execution
                )
                indices.write(memoryview(row_indices))
                probabilities.write(memoryview(np.full(len(row_indices), self.start)))

    def _rows(self) -> Iterator[tuple[int, NDArray[np.int64]]]:
        for first, last in zip(self._bounds, self._bounds[1:], strict=False):
            yield first, self.indptr[first : last + 1]

    def _shards(
        self,
    ) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.uint32], NDArray[np.float32]]]:
        for first, indptr in self._rows():
            where = {"offset": int(indptr[0]) * 4, "count": int(indptr[-1] - indptr[0])}
            indices = np.fromfile(self._indices, np.uint32, **where)
            yield first, indptr, indices, np.fromfile(self._probabilities, np.float32, **where)


class _Mapped(np.memmap[Any, Any]):
    """A mapped file that keeps its folder."""

    folder: "tempfile.TemporaryDirectory[str] | None" = None

    def __array_finalize__(self, obj: object) -> None:
        super().__array_finalize__(obj)
        self.folder = getattr(obj, "folder", None)


def _mapped(path: Path, dtype: type[np.generic]) -> Any:
    return _Mapped(path, dtype, mode="r")


def _uniform(corpus: ParallelCorpus) -> np.float32:
    return np.float32(1 / len(corpus.target_words))


def _shard_bounds(indptr: NDArray[np.int64], max_entries: int) -> list[int]:
    """Return the first row of each shard, and the number of rows; no row is too large."""
    bounds = [0]
    n_rows = len(indptr) - 1
    while bounds[-1] < n_rows:
        last = int(np.searchsorted(indptr, indptr[bounds[-1]] + max_entries, side="right")) - 1
        bounds.append(min(max(last, bounds[-1] + 1), n_rows))
    return bounds
