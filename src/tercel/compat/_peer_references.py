"""References that sacreBLEU keeps, as texts until somebody wants its own n-gram counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tercel.compat._parts import types_of
from tercel.compat._peer import installed
from tercel.compat._peer_counting import Counting, counting_of
from tercel.metrics.prepared import Count

Stream = Sequence[str | None]


@dataclass(frozen=True)
class CheckedReferences:
    """Reference streams of equal length, each segment with at least one text.

    Attributes
    ----------
    streams : sequence of streams
    num_refs : int
        As sacreBLEU's signatures have it: -1 if segments differ in their number of references.
    """

    streams: Sequence[Stream]
    num_refs: int

    def __len__(self) -> int:
        return len(self.streams[0])

    def first(self, n: int) -> Sequence[Stream]:
        """Return the streams cut to n segments."""
        return self.streams if n == len(self) else [stream[:n] for stream in self.streams]


def checked_references(references: Any) -> CheckedReferences | None:
    """Return references that the core can count, or None if sacreBLEU must look at them itself."""
    if type(references) not in (list, tuple) or not references:
        return None
    if any(type(stream) not in (list, tuple) for stream in references):
        return None
    n = min(map(len, references))
    streams = [s if len(s) == n else s[:n] for s in references]
    kinds = set().union(*map(types_of, streams))
    if n == 0 or not kinds <= {str, type(None)}:
        return None
    numbers = {len(streams)}
    if type(None) in kinds:
        numbers = {len(row) - row.count(None) for row in zip(*streams, strict=True)}
    if 0 in numbers:
        return None
    return CheckedReferences(streams, numbers.pop() if len(numbers) == 1 else -1)


class CachedReferences(Sequence[Any]):
    """What ``metric._cache_references`` returns: sacreBLEU's list, made only if it is looked at.

    The texts and the options are those of the moment when they were given.
    """

    def __init__(self, metric: Any, counting: Counting, references: CheckedReferences) -> None:
        self.counting = counting
        self.references = CheckedReferences(
            [tuple(stream) for stream in references.streams], references.num_refs
        )
        self._metric = object.__new__(type(metric))
        vars(self._metric).update(vars(metric))
        self._prepared: Count | None = None
        self._list: list[Any] | None = None

    def statistics(self, hypotheses: Sequence[str]) -> list[list[Any]]:
        """Return rows of statistics of checked texts, at most as many as there are references."""
        streams, n = self.references.streams, len(hypotheses)
        if n != len(self):
            return self.counting.count(hypotheses, self.references.first(n))
        if self._prepared is None:
            self._prepared = self.counting.prepare(streams)
        return self.counting.count_prepared(self._prepared, hypotheses, len(streams))

    def as_list(self) -> list[Any]:
        """Return sacreBLEU's own list."""
        if self._list is None:
            self._list = installed().cache_references(self._metric, self.references.streams)
        return self._list

    def __len__(self) -> int:
        return len(self.references)

    def __getitem__(self, index: Any) -> Any:
        return self.as_list()[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.as_list())

    def __eq__(self, other: object) -> bool:
        return self.as_list() == (other.as_list() if isinstance(other, CachedReferences) else other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return _cached_again, (self._metric, self.references.streams, self.references.num_refs)


def _cached_again(metric: Any, streams: Sequence[Stream], num_refs: int) -> Any:
    """Return references from a copy or another process."""
    peer = installed()
    counting = counting_of(peer, metric)
    if counting is None:
        return peer.cache_references(metric, streams)
    return CachedReferences(metric, counting, CheckedReferences(streams, num_refs))
