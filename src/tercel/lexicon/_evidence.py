"""A table of word translations as the arrays that sentence alignment reads."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tercel import _core

# Chosen on documents with known beads; docs/alignment.md has the numbers.
_WEIGHT = 1.0
_MIX = 0.1


class WordTranslations(Protocol):
    """What has t(target word | source word) as a sparse matrix: a `LexicalModel` among others.

    Row i, the entries ``indptr[i]`` to ``indptr[i + 1]`` of ``indices`` and ``probabilities``,
    belongs to ``source_words[i]``; an index is one of ``target_words``.
    """

    source_words: list[str]
    target_words: list[str]
    indptr: NDArray[np.int64]
    indices: NDArray[np.uint32]
    probabilities: NDArray[np.float32]


def evidence_of(
    lexicon: WordTranslations, source: Sequence[str], target: Sequence[str]
) -> _core.AlignmentLexicon:
    """Return the table and all sentences as ids.

    Raises
    ------
    ValueError
        If the arrays do not fit together, or a probability is outside 0 to 1.
    """
    indptr, indices, probabilities = _checked(lexicon)
    source_offsets, source_ids = _ids(source, lexicon.source_words)
    target_offsets, target_ids = _ids(target, lexicon.target_words)
    counts = np.bincount(target_ids[target_ids >= 0], minlength=len(lexicon.target_words))
    # A word that the texts do not have is never asked for, but its share must not be 0.
    frequency = np.maximum(counts, 1) / max(len(target_ids), 1)
    return _core.AlignmentLexicon(
        offsets=indptr,
        targets=indices,
        probabilities=probabilities,
        frequency=frequency,
        source_offsets=source_offsets,
        source_ids=source_ids,
        target_offsets=target_offsets,
        target_ids=target_ids,
        weight=_WEIGHT,
        mix=_MIX,
    )


def _checked(
    lexicon: WordTranslations,
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]:
    indptr = np.ascontiguousarray(lexicon.indptr, dtype=np.int64)
    indices = np.ascontiguousarray(lexicon.indices, dtype=np.int32)
    probabilities = np.ascontiguousarray(lexicon.probabilities, dtype=np.float32)
    if indptr.shape != (len(lexicon.source_words) + 1,):
        raise ValueError(
            f"lexicon.indptr has shape {indptr.shape}, expected one more than the "
            f"{len(lexicon.source_words)} source words"
        )
    if indices.ndim != 1 or indices.shape != probabilities.shape or indptr[-1] != len(indices):
        raise ValueError(
            f"lexicon.indices has shape {indices.shape} and lexicon.probabilities "
            f"{probabilities.shape}, expected {indptr[-1]} of each"
        )
    return indptr, indices, probabilities


def _ids(
    sentences: Sequence[str], vocabulary: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return where each sentence begins and the words' ids, -1 for what is not in the lexicon."""
    known = {word: i for i, word in enumerate(vocabulary)}
    words = _core.alignment_words(sentences)
    offsets = np.zeros(len(words) + 1, dtype=np.int64)
    np.cumsum([len(sentence) for sentence in words], out=offsets[1:])
    ids = (known.get(word, -1) for sentence in words for word in sentence)
    return offsets, np.fromiter(ids, dtype=np.int32, count=int(offsets[-1]))
