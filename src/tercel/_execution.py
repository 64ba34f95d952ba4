"""How the core is run: instruction set, threads, progress. None of it changes a result."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from tercel import _core

if TYPE_CHECKING:
    from concurrent.futures import Future

Progress = Callable[[int, int], None]
T = TypeVar("T")

# Threads take a third of a millisecond to start, as long as it takes to score some 2**18 numbers.
_LEAST_NUMBERS = 2**17
# Two, so that a thread that is held up leaves its share to others.
_PARTS_PER_WORKER = 2
# Windows does not interrupt a wait without end.
_WAIT_SECONDS = 0.05

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

    `function` must treat each row by itself, so that it does not matter where a block is cut. It
    runs in the caller's context (`numpy.errstate` holds in every thread), and what it raises is
    raised here, the first part's error first. Ctrl-C does not wait for parts that are being made.
    """
    if workers == 1:
        for block in blocks:
            yield [function(block)]
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (slow to import)

    pool = ThreadPoolExecutor(workers, thread_name_prefix="tercel")
    wait_for_threads = False
    try:
        for block in blocks:
            n_parts = min(_PARTS_PER_WORKER * workers, block.size // _LEAST_NUMBERS, block.shape[0])
            if n_parts < 2:
                yield [function(block)]
                continue
            parts = np.array_split(block, n_parts)
            yield _results([pool.submit(copy_context().run, function, part) for part in parts])
    except Exception:
        # A user's function is not called any more when its error reaches the user.
        wait_for_threads = True
        raise
    finally:
        pool.shutdown(wait=wait_for_threads, cancel_futures=True)


def _results(futures: "list[Future[T]]") -> list[T]:
    """Return what the futures give, in their order; Ctrl-C ends the wait for them."""
    from concurrent.futures import wait  # noqa: PLC0415 (slow to import)

    results = []
    for future in futures:
        while wait([future], timeout=_WAIT_SECONDS).not_done:
            pass
        results.append(future.result())
    return results


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
