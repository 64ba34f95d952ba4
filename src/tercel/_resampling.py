"""Totals of replicates, block by block, from our streams or from NumPy's.

Memory does not grow with the number of replicates: a block of totals, or of NumPy's draws, takes at
most `_BLOCK_BYTES`, or `_SHARED_BYTES` if several threads fill it.
"""

import os
from collections.abc import Iterator, Sequence
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, Progress, check_workers, current_progress
from tercel._streams import SwapBits, indices

IntArray = NDArray[np.int64]
Indices = NDArray[np.uint32]

_BLOCK_BYTES = 2**22
# What is made of a block of totals, scores above all, should find it in the second cache: that is
# twice as fast for two systems. But every block packs the statistics anew, so that it must not be
# too small either.
_CACHED_BYTES = 2**18
_LEAST_ROWS = 2048
# Several threads wait for each other at the end of a block, which costs more than the cache saves.
_SHARED_BYTES = 2**24

# SplitMix64 (Steele, Lea & Flood 2014), as base/random.hpp has it. Purposes 1 and 2 are the
# bootstrap and the permutation; this one names streams that are children of another.
_GOLDEN_STEP = 0x9E3779B97F4A7C15
_CHILDREN = 3


class Streams(Protocol):
    """A source of randomness for replicates 0 to n_resamples - 1."""

    # What a signature says about it.
    label: str
    # Threads for the sums.
    workers: int
    # Whether a permutation may leave out the segments that are equal in both systems.
    skips_equal_segments: bool

    def bootstrap(self, statistics: IntArray, n_resamples: int) -> Iterator[IntArray]:
        """Yield totals of shape (n_block, n_statistics) of segments drawn with replacement."""
        ...

    def permutation(
        self, differences: IntArray, n_resamples: int, cuts: Sequence[int] = ()
    ) -> Iterator[IntArray]:
        """Yield sums of shape (n_block, n_statistics) over segments kept with probability 1/2.

        A block ends at each number of replicates in `cuts`.
        """
        ...

    def draw(self, n_rows: int, first: int, out: Indices) -> None:
        """Fill row r of `out` with numbers below n_rows, for replicate first + r.

        Replicates are asked for in order; `bootstrap` adds the rows of the same numbers.
        """
        ...

    def children(self, n: int) -> list[Self]:
        """Return n streams that are independent of each other and of this one."""
        ...


class SeedStreams:
    """Our own streams: replicate r depends on the seed, the purpose and r alone."""

    skips_equal_segments = True

    def __init__(self, seed: int, workers: int) -> None:
        self.seed = seed
        self.workers = workers
        self.label = f"seed:{seed}"

    def bootstrap(self, statistics: IntArray, n_resamples: int) -> Iterator[IntArray]:
        """Yield totals of shape (n_block, n_statistics) of segments drawn with replacement."""
        for first, totals in blocks(n_resamples, statistics.shape[1], workers=self.workers):
            _core.bootstrap_totals(
                statistics,
                n_draws=len(statistics),
                seed=self.seed,
                first=first,
                totals=totals,
                workers=self.workers,
                isa=ISA,
                progress=progress_from(first, n_resamples),
            )
            yield totals

    def permutation(
        self, differences: IntArray, n_resamples: int, cuts: Sequence[int] = ()
    ) -> Iterator[IntArray]:
        """Yield sums of shape (n_block, n_statistics) over segments kept with probability 1/2."""
        n_columns = differences.shape[1]
        for first, totals in blocks(n_resamples, n_columns, cuts=cuts, workers=self.workers):
            _core.permutation_totals(
                differences,
                seed=self.seed,
                first=first,
                totals=totals,
                workers=self.workers,
                isa=ISA,
                progress=progress_from(first, n_resamples),
            )
            yield totals

    def draw(self, n_rows: int, first: int, out: Indices) -> None:
        """Fill row r of `out` with numbers below n_rows, for replicate first + r."""
        _core.bootstrap_indices(n_rows, self.seed, first, out, ISA)

    def children(self, n: int) -> list[Self]:
        """Return the streams of n seeds, hashes of (seed, purpose 3, number of the child)."""
        of_seed = _mix64(self.seed + _CHILDREN * _GOLDEN_STEP)
        seeds = [_mix64(of_seed + child * _GOLDEN_STEP) for child in range(n)]
        return [type(self)(seed, self.workers) for seed in seeds]


class NumpyStreams:
    """A NumPy generator: the numbers that `choice` and `integers` would draw from it."""

    # NumPy's users expect one bit a segment, whether it matters or not.
    skips_equal_segments = False

    def __init__(self, generator: np.random.Generator, workers: int) -> None:
        self.workers = workers
        self.generator = generator
        self.bit_generator = generator.bit_generator
        self.label = f"rng:numpy-{type(self.bit_generator).__name__}"

    def bootstrap(self, statistics: IntArray, n_resamples: int) -> Iterator[IntArray]:
        """Yield totals of shape (n_block, n_statistics) of segments drawn with replacement."""
        n = len(statistics)
        for first, totals in blocks(n_resamples, statistics.shape[1], row_bytes=4 * n):
            drawn = np.empty((len(totals), n), dtype=np.uint32)
            indices(self.bit_generator, n, drawn)
            _core.totals_of_indices(
                statistics,
                drawn,
                totals,
                workers=self.workers,
                isa=ISA,
                progress=progress_from(first, n_resamples),
            )
            yield totals

    def permutation(
        self, differences: IntArray, n_resamples: int, cuts: Sequence[int] = ()
    ) -> Iterator[IntArray]:
        """Yield sums of shape (n_block, n_statistics) over segments kept with probability 1/2."""
        n = len(differences)
        n_words = (n + 63) // 64
        bits = SwapBits(self.bit_generator)
        for first, totals in blocks(n_resamples, differences.shape[1], 8 * n_words, cuts):
            words = np.empty((len(totals), n_words), dtype=np.uint64)
            bits.fill(n, words)
            _core.totals_of_swaps(
                differences,
                words,
                totals,
                workers=self.workers,
                isa=ISA,
                progress=progress_from(first, n_resamples),
            )
            yield totals

    def draw(self, n_rows: int, first: int, out: Indices) -> None:
        """Fill `out` with the next numbers below n_rows."""
        indices(self.bit_generator, n_rows, out)

    def children(self, n: int) -> list[Self]:
        """Return n streams that the generator spawns."""
        return [type(self)(child, self.workers) for child in self.generator.spawn(n)]


def enumeration(differences: IntArray, n_subsets: int) -> Iterator[IntArray]:
    """Yield sums of shape (n_block, n_statistics) over subsets 0 to n_subsets - 1 of segments."""
    n_columns = differences.shape[1]
    for first, totals in blocks(n_subsets, n_columns):
        _core.enumeration_totals(differences, first=first, totals=totals)
        yield totals


def as_streams(rng: int | np.random.Generator | None, workers: int) -> Streams:
    """Return the streams that `rng` means: a seed, NumPy's generator, or a seed from the system.

    The sums over what is drawn are made by `workers` threads.

    Raises
    ------
    TypeError, ValueError
        If it is something else, or a seed outside 0 to 2**64 - 1.
    """
    if isinstance(rng, np.random.Generator):
        return NumpyStreams(rng, check_workers(workers))
    if rng is None:
        return SeedStreams(int.from_bytes(os.urandom(8), "little"), check_workers(workers))
    if isinstance(rng, bool) or not isinstance(rng, int | np.integer):
        raise TypeError(
            f"rng is {type(rng).__name__}, expected None, an int or a numpy.random.Generator"
        )
    if not 0 <= rng < 2**64:
        raise ValueError(f"rng is {rng}, expected a seed from 0 to 2**64 - 1")
    return SeedStreams(int(rng), check_workers(workers))


def blocks(
    n_resamples: int,
    n_columns: int,
    row_bytes: int = 0,
    cuts: Sequence[int] = (),
    workers: int = 1,
) -> Iterator[tuple[int, IntArray]]:
    """Yield the number of the first replicate of a block, and room for the block's totals.

    `row_bytes` is what else a replicate needs; a block ends at each of `cuts`, which ascend; it is
    bigger if several `workers` share it.
    """
    total_bytes = 8 * n_columns
    cached, most = (_CACHED_BYTES, _BLOCK_BYTES) if workers == 1 else (_SHARED_BYTES, _SHARED_BYTES)
    wanted = max(_LEAST_ROWS, cached // total_bytes)
    n_rows = max(1, min(wanted, most // max(total_bytes, row_bytes)))
    begin = 0
    for end in (*(cut for cut in cuts if cut < n_resamples), n_resamples):
        for first in range(begin, end, n_rows):
            n_block = min(n_rows, end - first)
            yield first, np.empty((n_block, n_columns), dtype=np.int64)
            # A block may be over before the core has asked for the first time.
            progress = current_progress()
            if progress is not None:
                progress(first + n_block, n_resamples)
        begin = end


def _mix64(x: int) -> int:
    """Return SplitMix64's hash of the lowest 64 bits of x."""
    x %= 2**64
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    return x ^ (x >> 31)


def progress_from(first: int, n_resamples: int) -> Progress | None:
    """Return what a block reports to, so that it counts replicates of the whole."""
    progress = current_progress()
    if progress is None:
        return None
    return lambda done, _: progress(first + done, n_resamples)
