"""Sentence pairs by a lexical model: which word comes from which, and how probable a pair is."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel.lexicon._pairs import Sentences, chunks_of_pairs

if TYPE_CHECKING:
    from tercel.lexicon._model import LexicalModel

_UNKNOWN = 2**32 - 1


def alignments(
    model: "LexicalModel", source: Sentences, target: Sentences, workers: int
) -> list[str]:
    """Return `LexicalModel.alignments`."""
    lines: list[str] = []
    for a, b in chunks_of_pairs(source, target):
        source_ptr, source_ids = _numbers(a, model.source_ids)
        target_ptr, target_ids = _numbers(b, model.target_ids)
        positions = _core.lexicon_viterbi(
            *model.table(),
            model.null_word,
            source_ptr,
            source_ids,
            target_ptr,
            target_ids,
            check_workers(workers),
            ISA,
            current_progress(),
        ).tolist()
        for begin, end in zip(target_ptr[:-1].tolist(), target_ptr[1:].tolist(), strict=True):
            pairs = [f"{i}-{j}" for j, i in enumerate(positions[begin:end]) if i >= 0]
            lines.append(" ".join(pairs))
    return lines


def scores(
    model: "LexicalModel", source: Sentences, target: Sentences, floor: float, workers: int
) -> NDArray[np.float64]:
    """Return `LexicalModel.scores` of a checked floor."""
    parts = [np.empty(0)]
    for a, b in chunks_of_pairs(source, target):
        parts.append(
            _core.lexicon_scores(
                *model.table(),
                model.null_word,
                floor,
                *_numbers(a, model.source_ids),
                *_numbers(b, model.target_ids),
                check_workers(workers),
                ISA,
                current_progress(),
            )
        )
    return np.concatenate(parts)


def _numbers(lines: list[str], ids: dict[str, int]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Return where each line begins, and the numbers of its words."""
    numbers: list[int] = []
    ends = [0]
    for line in lines:
        numbers += [ids.get(word, _UNKNOWN) for word in line.split()]
        ends.append(len(numbers))
    return np.array(ends, np.int64), np.array(numbers, np.uint32)
