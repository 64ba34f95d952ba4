"""What is drawn or swapped together: segments, documents, strata, blocks of neighbours."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel._block_bootstrap import Blocks, block_totals, make_blocks
from tercel._resampling import IntArray, Streams, blocks
from tercel._warnings import FewDocumentsWarning, few_documents_message, warn_of_doubt

Ids = Sequence[Hashable] | NDArray[Any]
Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Plan:
    """How a test set is drawn anew.

    Attributes
    ----------
    n_segments, n_units : int
        A unit is what stays together: a segment, or a document.
    label : str
        What a signature says about the plan.
    unit_of_segment : ndarray of int64, shape (n_segments,), or None
        The number of each segment's document; None where every segment is a unit.
    strata : tuple of ndarray of int64
        The units of each stratum; one stratum holds all of them.
    blocks : Blocks or None
        Blocks of neighbouring segments, if those are drawn.
    """

    n_segments: int
    n_units: int
    label: str
    unit_of_segment: Positions | None
    strata: tuple[Positions, ...]
    blocks: Blocks | None

    def units(self, statistics: IntArray) -> IntArray:
        """Return the sums of the rows of each unit, shape (n_units, n_statistics)."""
        if self.unit_of_segment is None:
            return statistics
        order = np.argsort(self.unit_of_segment, kind="stable")
        begins = np.searchsorted(self.unit_of_segment[order], np.arange(self.n_units))
        return np.add.reduceat(statistics[order], begins, axis=0)

    def bootstrap(self, units: IntArray, n_resamples: int, streams: Streams) -> Iterator[IntArray]:
        """Yield totals of shape (n_block, n_statistics) of test sets drawn by this plan."""
        if self.blocks is not None:
            return block_totals(units, self.blocks, n_resamples, streams)
        if len(self.strata) == 1:
            return streams.bootstrap(units, n_resamples)
        return self._stratified(units, n_resamples, streams)

    def draws(self, n_resamples: int, row_bytes: int, streams: Streams) -> Iterator[Positions]:
        """Yield the units that `bootstrap` draws, stratum after stratum, shape (n_block, n_units).

        `row_bytes` is the memory that the caller needs for a replicate.
        """
        sources = self._sources(streams)
        for first, block in blocks(n_resamples, self.n_units, row_bytes):
            begin = 0
            for source, stratum in zip(sources, self.strata, strict=True):
                drawn = np.empty((len(block), len(stratum)), dtype=np.uint32)
                source.draw(len(stratum), first, drawn)
                block[:, begin : begin + len(stratum)] = stratum[drawn]
                begin += len(stratum)
            yield block

    def _sources(self, streams: Streams) -> list[Streams]:
        """Return a stream for each stratum: children, so that none depends on another's size."""
        return [streams] if len(self.strata) == 1 else list(streams.children(len(self.strata)))

    def _stratified(
        self, units: IntArray, n_resamples: int, streams: Streams
    ) -> Iterator[IntArray]:
        parts = [
            source.bootstrap(np.ascontiguousarray(units[stratum]), n_resamples)
            for source, stratum in zip(self._sources(streams), self.strata, strict=True)
        ]
        yield from _added(parts, n_resamples, units.shape[1])


def _added(
    parts: Sequence[Iterator[IntArray]], n_resamples: int, n_columns: int
) -> Iterator[IntArray]:
    """Add up the totals of several sources, whatever the size of their blocks."""
    left = [np.empty((0, n_columns), dtype=np.int64) for _ in parts]
    done = 0
    while done < n_resamples:
        left = [rest if len(rest) else next(part) for rest, part in zip(left, parts, strict=True)]
        size = min(map(len, left))
        yield np.sum([rest[:size] for rest in left], axis=0)
        left = [rest[size:] for rest in left]
        done += size


def make_plan(
    n_segments: int,
    *,
    clusters: Ids | None = None,
    strata: Ids | None = None,
    blocks: str | None = None,
    block_length: int | None = None,
    name: str = "clusters",
) -> Plan:
    """Return the plan that a user's arguments mean; `name` is what the user calls `clusters`.

    Raises
    ------
    ValueError
        If ids do not fit the segments, a document lies in two strata, there are fewer than two
        documents, or blocks are asked for together with documents or strata.
    """
    if blocks is not None and not (clusters is None and strata is None):
        raise ValueError("blocks are for test sets without clusters and strata: give one of them")
    if blocks is None and block_length is not None:
        raise ValueError("block_length is given, but blocks is None: say which kind of blocks")
    labels = []
    unit_of_segment = None
    n_units = n_segments
    if clusters is not None:
        unit_of_segment, n_units = number_ids(clusters, n_segments, name)
        if n_units < 2:
            raise ValueError(f"{name} has 1 document, at least 2 are needed to resample documents")
        labels.append(f"documents:{n_units}")
    groups: tuple[Positions, ...] = (np.arange(n_units),)
    if strata is not None:
        groups = _strata(strata, unit_of_segment, n_segments, n_units)
        labels.append(f"strata:{len(groups)}")
    chosen = None
    if blocks is not None:
        chosen = make_blocks(n_segments, blocks, block_length)
        labels.append(chosen.label)
    label = "|".join(labels) or "segments"
    return Plan(n_segments, n_units, label, unit_of_segment, groups, chosen)


def warn_if_few_documents(plan: Plan, stacklevel: int) -> None:
    """Warn the caller `stacklevel` frames up, as ``warnings.warn`` counts them from here."""
    message = None if plan.unit_of_segment is None else few_documents_message(plan.n_units)
    warn_of_doubt(message, FewDocumentsWarning, stacklevel + 1)


def number_ids(ids: Ids, n_segments: int, name: str) -> tuple[Positions, int]:
    """Return the number of each segment's id, in the order of appearance, and how many there are.

    Raises
    ------
    ValueError
        If there are not n_segments ids, or one is missing (None or NaN).
    """
    values: list[Any] = list(ids.tolist() if isinstance(ids, np.ndarray) else ids)
    if len(values) != n_segments:
        raise ValueError(f"{name} has {len(values)} ids, but there are {n_segments} segments")
    numbers: dict[Hashable, int] = {}
    for i, value in enumerate(values):
        if value is None or value != value:  # noqa: PLR0124 (NaN is the one that differs)
            raise ValueError(f"{name}[{i}] is {value}, expected an id for every segment")
        numbers.setdefault(value, len(numbers))
    return np.array([numbers[value] for value in values], dtype=np.int64), len(numbers)


def _strata(
    strata: Ids, unit_of_segment: Positions | None, n_segments: int, n_units: int
) -> tuple[Positions, ...]:
    """Return the units of each stratum."""
    of_segment, n_strata = number_ids(strata, n_segments, "strata")
    of_unit = of_segment
    if unit_of_segment is not None:
        of_unit = np.empty(n_units, dtype=np.int64)
        of_unit[unit_of_segment] = of_segment
        elsewhere = np.flatnonzero(of_unit[unit_of_segment] != of_segment)
        if len(elsewhere):
            raise ValueError(
                f"the document of segment {elsewhere[0]} lies in several strata: "
                "whole documents are resampled, so each must lie in one"
            )
    return tuple(np.flatnonzero(of_unit == number) for number in range(n_strata))
