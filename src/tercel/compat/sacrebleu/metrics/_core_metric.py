"""Metrics that count in C++ as long as nobody has replaced a hook."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, overload

import numpy as np
from numpy.typing import NDArray

from tercel.compat._parts import column_sums, lists_of, types_of
from tercel.compat.sacrebleu.metrics.base import Metric, References

IntArray = NDArray[np.int64]
Streams = Sequence[Sequence[str | None]]
Count = Callable[[Sequence[str]], IntArray]


@dataclass(frozen=True)
class Counted:
    """Statistics of segments as an array, in place of a million lists.

    Attributes
    ----------
    array : ndarray of int64 or float64, shape (n_segments, n_statistics)
        What NumPy makes of sacreBLEU's lists.
    totals : list
        The sums of the columns, in the types that sacreBLEU's lists have.
    """

    array: NDArray[Any]
    totals: list[Any]

    def __len__(self) -> int:
        return len(self.array)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return self.array.astype(self.array.dtype if dtype is None else dtype, copy=bool(copy))


class CachedReferences(Sequence[Any]):
    """References that are kept as text, prepared for the core, and for Python if a hook asks.

    An element is what `_extract_reference_info` gives for the segment.
    """

    def __init__(self, metric: Metric, streams: Streams) -> None:
        self._metric = metric
        self.streams = streams
        self._infos: list[Any] | None = None
        self._prepared: tuple[object, Count] | None = None

    def __len__(self) -> int:
        return len(self.streams[0])

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self._all()[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def _all(self) -> list[Any]:
        if self._infos is None:
            self._infos = Metric._cache_references(self._metric, self.streams)
        return self._infos

    def prepared(self, options: object, prepare: Callable[[Streams], Count]) -> Count:
        """Return the references made ready for the core, once for the same options."""
        if self._prepared is None or self._prepared[0] != options:
            self._prepared = options, prepare(self.streams)
        return self._prepared[1]

    def __getstate__(self) -> dict[str, Any]:
        # What the core holds is made anew in another process.
        return {**self.__dict__, "_prepared": None}


class CoreMetric(Metric):
    """A metric of this package; subclasses of it may replace any hook."""

    # The methods that the core stands in for.
    _COUNTED: ClassVar[tuple[str, ...]] = ("_extract_reference_info", "_compute_segment_statistics")

    # The methods that make lists of statistics, and add those up.
    _LISTED: ClassVar[tuple[str, ...]] = (
        "_extract_corpus_statistics",
        "_count",
        "_aggregate_and_compute",
    )

    @abstractmethod
    def _core_options(self) -> object | None:
        """Return what the core is to do to texts, or None if Python has to prepare them."""

    @abstractmethod
    def _core_statistics(
        self, hypotheses: Sequence[str], streams: Streams, options: object | None
    ) -> IntArray:
        """Count in one go; texts are prepared already if `options` is None."""

    @abstractmethod
    def _core_prepared(self, streams: Streams, options: object | None) -> Count:
        """Return how to count hypotheses against references that are kept."""

    def _as_lists(self, rows: IntArray, n_streams: int) -> list[list[Any]]:
        """Return rows of the core as sacreBLEU has them."""
        return lists_of(rows)

    def _as_counted(self, rows: IntArray, n_streams: int) -> Counted:
        """Return them as an array."""
        return Counted(rows, column_sums(rows))

    def _can_count(self) -> bool:
        return all(self._is_own(name) for name in self._COUNTED)

    def _is_own(self, name: str) -> bool:
        method = getattr(self, name)
        function = getattr(method, "__func__", method)
        return getattr(function, "__module__", "").startswith("tercel.compat.sacrebleu.")

    def _cache_references(self, references: References) -> Any:
        streams = [list(stream) for stream in references]
        n = min(map(len, streams), default=0)
        streams = [stream[:n] for stream in streams]
        counts = _reference_counts(streams)
        if counts is None or 0 in counts or not self._can_count():
            return super()._cache_references(streams)
        self.num_refs = counts.pop() if len(counts) == 1 else -1
        return CachedReferences(self, streams)

    def _count(self, hypotheses: Sequence[str], cache: Any) -> list[Any]:
        rows = self._rows(hypotheses, cache)
        if rows is None:
            return super()._count(hypotheses, cache)
        return self._as_lists(rows, len(cache.streams))

    def _count_at_once(self, hypotheses: Sequence[str], cache: Any) -> Counted | list[Any]:
        rows = self._rows(hypotheses, cache)
        if rows is None:
            return super()._count(hypotheses, cache)
        return self._as_counted(rows, len(cache.streams))

    def _statistics_and_score(
        self, hypotheses: Sequence[str], references: References | None
    ) -> tuple[Any, Any]:
        if not all(map(self._is_own, self._LISTED)):
            return super()._statistics_and_score(hypotheses, references)
        stats = self._extracted(hypotheses, references, self._count_at_once)
        if not isinstance(stats, Counted):
            return stats, self._aggregate_and_compute(stats)
        return stats, self._compute_score_from_stats(stats.totals)

    def _rows(self, hypotheses: Sequence[str], cache: Any) -> IntArray | None:
        """Return what the core counts, or None if Python has to."""
        if not isinstance(cache, CachedReferences) or not self._can_count():
            return None
        n = min(len(hypotheses), len(cache))
        texts = hypotheses if n == len(hypotheses) else hypotheses[:n]
        if not n or types_of(texts) != {str}:
            return None
        return self._core_rows(texts, cache)

    def _core_rows(self, texts: Sequence[str], cache: CachedReferences) -> IntArray:
        options = self._core_options()
        if options is None:
            texts = [self._preprocess_segment(text) for text in texts]
        if cache is self._ref_cache and len(texts) == len(cache):
            key = options if options is not None else self._preprocess_segment
            count: Count = cache.prepared(
                (key, self._counting_options()),
                lambda streams: self._core_prepared(self._for_core(streams, options), options),
            )
            return count(texts)
        streams = [stream[: len(texts)] for stream in cache.streams]
        return self._core_statistics(texts, self._for_core(streams, options), options)

    def _counting_options(self) -> object:
        """Return the options of counting, whatever is done to texts before."""
        return None

    def _for_core(self, streams: Streams, options: object | None) -> Streams:
        if options is not None:
            return streams
        return [
            [None if x is None else self._preprocess_segment(x) for x in stream]
            for stream in streams
        ]


def _reference_counts(streams: Streams) -> set[int] | None:
    """Return the numbers of references that segments have, or None if something is no string."""
    types = set().union(*map(types_of, streams))
    if types == {str}:
        return {len(streams)}
    if not types <= {str, type(None)} or not types:
        return None
    return {sum(text is not None for text in segment) for segment in zip(*streams, strict=True)}
