"""Cutting a table down."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel.lexicon._rows import Rows, pointers

if TYPE_CHECKING:
    from tercel.lexicon._model import LexicalModel


@dataclass(frozen=True)
class Cut:
    """What an entry must satisfy; see `LexicalModel.prune`."""

    size: int | None
    threshold: float
    mass: float
    relative: float

    def __post_init__(self) -> None:
        size = self.size
        if size is not None and (isinstance(size, bool) or not isinstance(size, int) or size < 0):
            raise ValueError(f"size is {size!r}, expected 0 or more entries")
        for name in ("threshold", "mass", "relative"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ValueError(f"{name} is {value!r}, expected a number from 0 to 1")


def prune(model: "LexicalModel", cut: Cut) -> Rows:
    """Return the table without the entries that do not satisfy the cut."""
    keep = _core.lexicon_select(
        model.indptr,
        model.indices,
        model.probabilities,
        (_as_float32(cut.threshold), cut.relative, cut.mass),
        len(model) if cut.size is None else min(cut.size, len(model)),
        _ranks(model.source_words),
        _ranks(model.target_words),
    ).view(bool)
    kept_before = pointers(keep)
    return kept_before[model.indptr], model.indices[keep], model.probabilities[keep]


def _as_float32(threshold: float) -> float:
    """Return the threshold as a probability is stored: .1 means what is written as .1."""
    return float(np.float32(threshold))


def _ranks(words: Sequence[str]) -> NDArray[np.uint32]:
    """Return the place of each word in the order of code points."""
    order = sorted(range(len(words)), key=words.__getitem__)
    ranks = np.empty(len(words), np.uint32)
    ranks[order] = np.arange(len(words), dtype=np.uint32)
    return ranks
