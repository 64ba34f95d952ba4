"""Numbers that have to be the same bits everywhere, in files of their own.

Each module makes the lines of one file, `NAME VALUE...`, from the texts in input/; floats are
written as `float.hex` writes them. tests/cpp/golden/ makes the same lines without Python, but for
those of facade.txt. docs/decisions/81-golden-files.md says what may differ, and why.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
SEED = 12345


def texts(name: str) -> list[str]:
    """Return the lines of an input file."""
    text = (FOLDER / "input" / f"{name}.txt").read_text(encoding="utf-8")
    return text.removesuffix("\n").split("\n")


def line(name: str, *values: Iterable[float] | float | str) -> str:
    """Return a name and its values: integers as they are, floats to the last bit."""
    return " ".join([name, *(text for value in values for text in _texts_of(value))])


def _texts_of(value: Iterable[float] | float | str) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Iterable):
        for part in value:
            yield from _texts_of(part)
    else:
        yield float(value).hex() if isinstance(value, float | np.floating) else str(int(value))
