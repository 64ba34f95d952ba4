"""What takes the segments of one system, in batches and from several threads."""

import os
from collections.abc import Hashable, Sequence
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakSet

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._statistics import IntArray, check_statistics
from tercel._texts import Texts, check_hypotheses
from tercel.intervals import ConfidenceInterval, confidence_interval
from tercel.metrics.prepared import check_segments
from tercel.score import Score
from tercel.system_statistics import SystemStatistics

if TYPE_CHECKING:
    from tercel.evaluator import Evaluator

# A segment is claimed while it is counted, so that no other thread takes it.
_FREE, _CLAIMED, _ADDED = 0, 1, 2


class Feed:
    """The segments of one system so far; made by ``evaluator.feed(system)``.

    Threads may share it: no number depends on which thread brings which segment when. A forked
    process has a copy of its own.

    Attributes
    ----------
    system : str
        Its name.
    """

    def __init__(self, evaluator: "Evaluator", system: str) -> None:
        self.system = str(system)
        self._evaluator = evaluator
        self._lock = Lock()
        self._state = np.zeros(evaluator.n_segments, dtype=np.uint8)
        self._n_added = 0
        self._tables = [
            np.zeros((evaluator.n_segments, metric.n_statistics), dtype=np.int64)
            for metric in evaluator.metrics
        ]
        self._totals = [np.zeros(m.n_statistics, dtype=np.int64) for m in evaluator.metrics]
        with _registry:
            _feeds.add(self)

    def __repr__(self) -> str:
        return f"Feed({self.system!r}, {self.n_added} of {self._evaluator.n_segments} segments)"

    @property
    def n_added(self) -> int:
        """The number of segments that have been added."""
        return self._n_added

    @property
    def missing(self) -> IntArray:
        """The numbers of the segments that have not been added, shape (n_missing,)."""
        return np.flatnonzero(self._state != _ADDED)

    def add(self, hypotheses: Texts, *, segments: ArrayLike | None = None) -> None:
        """Count some segments.

        All or none of a batch is added.

        Parameters
        ----------
        hypotheses : sequence of str, shape (n,)
        segments : array_like of int, shape (n,), optional
            Their numbers, from 0, in any order. If not given they are the next ones from the first
            that is missing: right for a single thread that goes through the test set in order.

        Raises
        ------
        TypeError, ValueError, IndexError
            If an element is no string, a number is out of range or not given once a hypothesis, or
            a segment has been added before; the message names it.
        """
        texts = check_hypotheses(hypotheses)
        numbers = self._claim(segments, len(texts))
        try:
            counted = [
                prepared.count_checked(texts, numbers, self._evaluator.workers)
                for prepared in self._evaluator.prepared
            ]
        except BaseException:
            # Also of Ctrl-C: another batch may bring these segments.
            with self._lock:
                self._state[numbers] = _FREE
            raise
        with self._lock:
            for k, rows in enumerate(counted):
                self._tables[k][numbers] = rows
                self._totals[k] += rows.sum(axis=0)
            self._state[numbers] = _ADDED
            self._n_added += len(numbers)

    def scores(self) -> tuple[Score, ...]:
        """Return the score so far by each metric.

        Takes no longer for many segments than for few.

        Raises
        ------
        ValueError
            If no segment has been added.
        """
        with self._lock:
            self._check_some()
            totals = [total.copy() for total in self._totals]
        metrics = self._evaluator.metrics
        return tuple(metric.score(total) for metric, total in zip(metrics, totals, strict=True))

    def intervals(
        self,
        *,
        n_resamples: int = 1000,
        method: str = "percentile",
        rng: int | np.random.Generator | None = None,
    ) -> tuple[ConfidenceInterval, ...]:
        """Return an interval of the score so far by each metric.

        Parameters
        ----------
        n_resamples, method, rng
            As for `confidence_interval`; documents, strata and the level are the evaluator's.

        Raises
        ------
        ValueError
            As `confidence_interval`, or if no segment has been added.
        """
        with self._lock:
            self._check_some()
            added = np.flatnonzero(self._state == _ADDED)
            tables = [table[added] for table in self._tables]
        evaluator = self._evaluator
        return tuple(
            confidence_interval(
                table,
                metric,
                n_resamples=n_resamples,
                confidence_level=evaluator.confidence_level,
                method=method,
                clusters=_of(evaluator.documents, added),
                strata=_of(evaluator.strata, added),
                rng=rng,
                workers=evaluator.workers,
            )
            for metric, table in zip(evaluator.metrics, tables, strict=True)
        )

    def statistics(self) -> SystemStatistics:
        """Return the statistics of the whole system.

        Raises
        ------
        ValueError
            If a segment is missing; the message names it.
        """
        with self._lock:
            missing = self.missing
            tables = [table.copy() for table in self._tables]
        if len(missing):
            raise ValueError(
                f"system {self.system!r}: {len(missing)} of {self._evaluator.n_segments} segments "
                f"are missing, the first is number {missing[0]}"
            )
        metrics = self._evaluator.metrics
        return SystemStatistics(
            system=self.system,
            references=self._evaluator.references,
            n_references=self._evaluator.n_references,
            names=tuple(metric.name for metric in metrics),
            signatures=tuple(metric.signature for metric in metrics),
            tables=tuple(
                check_statistics(table, metric.name)
                for metric, table in zip(metrics, tables, strict=True)
            ),
        )

    def _check_some(self) -> None:
        if self._n_added == 0:
            raise ValueError(f"system {self.system!r}: no segment has been added yet")

    def _claim(self, segments: ArrayLike | None, n: int) -> IntArray:
        """Return the numbers of a batch's segments, which are free and now its own."""
        with self._lock:
            if segments is None:
                numbers = self._next(n)
            else:
                numbers = check_segments(segments, n, len(self._state))
            _check_distinct(numbers)
            taken = np.flatnonzero(self._state[numbers] != _FREE)
            if len(taken):
                raise ValueError(
                    f"system {self.system!r}: segment {numbers[taken[0]]} has been added before"
                )
            self._state[numbers] = _CLAIMED
        return numbers

    def _next(self, n: int) -> IntArray:
        free = self._state == _FREE
        first = int(free.argmax()) if free.any() else len(self._state)
        if first + n > len(self._state):
            raise ValueError(
                f"system {self.system!r}: found {n} hypotheses from segment {first} on, but there "
                f"are {len(self._state)} segments"
            )
        return np.arange(first, first + n, dtype=np.int64)


def _check_distinct(numbers: NDArray[np.int64]) -> None:
    # Most batches are right, and a set is quick to make: other threads wait for the lock.
    if len(set(numbers.tolist())) < len(numbers):
        values, counts = np.unique(numbers, return_counts=True)
        raise ValueError(f"segments has {values[counts > 1][0]} twice, expected each once")


def _of(ids: Sequence[Hashable] | None, added: IntArray) -> list[Hashable] | None:
    return None if ids is None else [ids[i] for i in added]


# A process may be forked while another thread holds a lock, which would stay locked in the child
# with half a batch added. So a fork waits for the locks, which are held for moments only.
_registry = Lock()
_feeds: WeakSet[Feed] = WeakSet()
_held: list[Feed] = []


def _before_fork() -> None:
    _registry.acquire()
    _held.extend(_feeds)
    for feed in _held:
        feed._lock.acquire()


def _after_fork() -> None:
    for feed in _held:
        feed._lock.release()
    _held.clear()
    _registry.release()


def _after_fork_in_child() -> None:
    for feed in _held:
        # The threads that were counting these segments are not in the child.
        feed._state[feed._state == _CLAIMED] = _FREE
    _after_fork()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork_in_child
    )
