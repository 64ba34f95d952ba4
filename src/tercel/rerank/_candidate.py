"""One candidate as a file has it, and where."""

import math
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Place:
    """A line of a file, for messages."""

    path: str
    line: int

    def error(self, message: str) -> ValueError:
        """Return an error that names the place."""
        return ValueError(f"{self.path}, line {self.line}: {message}")


@dataclass(frozen=True)
class Candidate:
    """A candidate of the list `id`; a score of NaN is missing, and an origin of None not said."""

    id: int
    text: str
    score: float = math.nan
    features: dict[str, float] = field(default_factory=dict)
    origin: str | None = None
    alignment: str | None = None


def finite(value: Any, name: str, place: Place) -> float:
    """Return a finite number, from text or JSON."""
    try:
        # JSON's true is no number; neither is 1_000, which only Python reads.
        number = math.nan if isinstance(value, bool) or "_" in str(value) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise place.error(f"{name} is {str(value)[:40]!r}, expected a finite number")
    return number
