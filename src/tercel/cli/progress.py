"""A line about long computations, for people at a terminal only."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from tercel._execution import reporting_to

_PATIENCE_SECONDS = 1.0


class ProgressLine:
    """Shows how far a computation is, once it takes longer than people like to wait."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._start = time.monotonic()
        self._shown = ""

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` parts of the present step are done."""
        elapsed = time.monotonic() - self._start
        if elapsed < _PATIENCE_SECONDS:
            return
        line = f"tercel: {elapsed:.0f} s, {100 * done // max(total, 1)} % of this step"
        if line != self._shown:
            self._draw(line)

    def erase(self) -> None:
        """Leave the terminal as it was."""
        if self._shown:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()

    def _draw(self, line: str) -> None:
        self._stream.write("\r" + line.ljust(len(self._shown)))
        self._stream.flush()
        self._shown = line


@contextmanager
def progress_on_terminal() -> Iterator[None]:
    """Show the progress of what runs inside the block if standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    line = ProgressLine(sys.stderr)
    try:
        with reporting_to(line):
            yield
    finally:
        line.erase()
