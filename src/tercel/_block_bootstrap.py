"""The block bootstrap: neighbouring segments stay together where nobody knows the documents."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA
from tercel._resampling import IntArray, Streams, blocks, progress_from
from tercel._statistics import check_choice

KINDS = ("moving", "circular", "stationary")

# Our streams draw numbers below 2**32, and the stationary bootstrap draws below n * length.
_MOST_DRAWN = 2**32 - 1


@dataclass(frozen=True)
class Blocks:
    """Which blocks are drawn; `length` is the mean length of stationary ones."""

    kind: str
    length: int

    @property
    def label(self) -> str:
        """What a signature says about it."""
        return f"blocks:{self.kind}-{self.length}"


def make_blocks(n_segments: int, kind: str, length: int | None) -> Blocks:
    """Return checked blocks, of length n^(1/3) if none is given (Hall, Horowitz & Jing 1995)."""
    check_choice(kind, KINDS, "blocks")
    if length is None:
        length = max(1, round(n_segments ** (1 / 3)))
    if isinstance(length, bool) or not isinstance(length, int) or not 1 <= length <= n_segments:
        raise ValueError(
            f"block_length is {length!r}, expected a whole number from 1 to {n_segments} segments"
        )
    if kind == "stationary" and n_segments * length > _MOST_DRAWN:
        raise ValueError(
            f"block_length is {length}, too long for stationary blocks of {n_segments} segments: "
            f"at most {_MOST_DRAWN // n_segments}"
        )
    return Blocks(kind, length)


def block_totals(
    statistics: IntArray, chosen: Blocks, n_resamples: int, streams: Streams
) -> Iterator[IntArray]:
    """Yield totals of shape (n_block, n_statistics) of test sets made of blocks, n segments each.

    Notes
    -----
    ``moving`` (Kuensch 1989) draws starts from those that leave a whole block, ``circular``
    (Politis & Romano 1992) from all segments, the first following the last; the last block is cut
    so that n segments are drawn. ``stationary`` (Politis & Romano 1994) starts a new block with
    probability 1 / length at every segment.
    """
    if chosen.kind == "stationary":
        return _stationary(statistics, chosen.length, n_resamples, streams)
    return _fixed_length(statistics, chosen, n_resamples, streams)


def _fixed_length(
    statistics: IntArray, chosen: Blocks, n_resamples: int, streams: Streams
) -> Iterator[IntArray]:
    n, length = len(statistics), chosen.length
    n_starts = n if chosen.kind == "circular" else n - length + 1
    n_draws = -(-n // length)
    last = n - (n_draws - 1) * length
    prefix = _prefix_sums(statistics, n_starts + length - 1)
    # The sums of all whole blocks, and below them those of the blocks that are cut.
    sums = np.vstack([prefix[size:][:n_starts] - prefix[:n_starts] for size in (length, last)])
    for first, totals in blocks(n_resamples, statistics.shape[1], row_bytes=4 * n_draws):
        drawn = np.empty((len(totals), n_draws), dtype=np.uint32)
        streams.draw(n_starts, first, drawn)
        drawn[:, -1] += np.uint32(n_starts)
        _add(sums, drawn, totals, streams, progress=(first, n_resamples))
        yield totals


def _prefix_sums(statistics: IntArray, n_rows: int) -> IntArray:
    """Return the sums of the first 0, 1, ..., n_rows rows, the first row following the last."""
    rows = statistics[np.arange(n_rows) % len(statistics)]
    return np.vstack([np.zeros_like(rows[:1]), np.cumsum(rows, axis=0)])


def _stationary(
    statistics: IntArray, length: int, n_resamples: int, streams: Streams
) -> Iterator[IntArray]:
    n = len(statistics)
    # 40 bytes a segment: what is drawn, and the arrays that become indices.
    for first, totals in blocks(n_resamples, statistics.shape[1], row_bytes=40 * n):
        drawn = np.empty((len(totals), n), dtype=np.uint32)
        streams.draw(n * length, first, drawn)
        _add(
            statistics, stationary_indices(drawn, n, length), totals, streams, (first, n_resamples)
        )
        yield totals


def stationary_indices(
    drawn: NDArray[np.uint32], n_segments: int, length: int
) -> NDArray[np.uint32]:
    """Turn numbers below n * length into segments.

    A multiple of `length`, which has probability 1 / length, starts a block at the segment that is
    the quotient; so one draw says both, exactly, without a logarithm that machines round
    differently.
    """
    starts, rest = np.divmod(drawn.astype(np.int64), length)
    begins = rest == 0
    begins[:, 0] = True
    places = np.arange(drawn.shape[1])
    begin = np.maximum.accumulate(np.where(begins, places, 0), axis=1)
    indices = np.take_along_axis(starts, begin, axis=1) + (places - begin)
    return (indices % n_segments).astype(np.uint32)


def _add(
    rows: IntArray,
    indices: NDArray[np.uint32],
    totals: IntArray,
    streams: Streams,
    progress: tuple[int, int],
) -> None:
    _core.totals_of_indices(
        rows,
        indices,
        totals,
        workers=streams.workers,
        isa=ISA,
        progress=progress_from(*progress),
    )
