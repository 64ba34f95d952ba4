"""How the core is run: instruction set, threads, progress. None of it changes a result."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tercel import _core

Progress = Callable[[int, int], None]

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
