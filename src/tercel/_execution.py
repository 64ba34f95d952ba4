"""How the core is run: instruction set, threads, progress. None of it changes a result."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tercel import _core

Progress = Callable[[int, int], None]
T = TypeVar("T")

# A thread is not woken up for fewer rows: that takes as long as to score some hundred of them.
_LEAST_ROWS = 256
# Several, so that a thread that is held up leaves its share to others.
_PARTS_PER_WORKER = 4

_progress: ContextVar[Progress | None] = ContextVar("tercel_progress", default=None)


def _select_isa() -> str:
    wanted = os.environ.get("TERCEL_ISA", "").strip().lower()
    available = _core.available_isas()
    if not wanted:
        return _core.best_isa()
    if wanted not in available:
        raise ImportError(
            f"TERCEL_ISA is {wanted!r}, but this processor and build can run only "
            f"{', '.join(available)}"
        )
    return wanted


ISA = _select_isa()


def check_workers(workers: int) -> int:
    """Return `workers` if it is a number of threads, else raise ValueError."""
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= 1024:
        raise ValueError(f"workers is {workers!r}, expected a number of threads from 1 to 1024")
    return workers


def map_rows(
    blocks: Iterable[NDArray[np.int64]], function: Callable[[NDArray[np.int64]], T], workers: int
) -> Iterator[list[T]]:
    """Yield what `function` gives for the parts of each block, in order, made by `workers` threads.

    `function` must treat each row by itself, so that it does not matter where a block is cut.
    """
    if workers == 1:
        for block in blocks:
            yield [function(block)]
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (slow to import)

    with ThreadPoolExecutor(workers) as pool:
        for block in blocks:
            n_parts = max(1, min(_PARTS_PER_WORKER * workers, len(block) // _LEAST_ROWS))
            yield list(pool.map(function, np.array_split(block, n_parts)))


@contextmanager
def reporting_to(progress: Progress | None) -> Iterator[None]:
    """Call ``progress(done, total)`` now and then from long computations inside the block."""
    token = _progress.set(progress)
    try:
        yield
    finally:
        _progress.reset(token)


def current_progress() -> Progress | None:
    """Return the function that `reporting_to` set, if any."""
    return _progress.get()
