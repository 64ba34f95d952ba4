"""Parallel text as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel.lexicon._pairs import Sentences, chunks_of_pairs

NULL_WORD = ""
"""The empty word, from which target words come that translate nothing: no token is empty."""


@dataclass(frozen=True, eq=False)
class ParallelCorpus:
    """Parallel text as integers, in the order in which Model 1 reads it; see `index_corpus`.

    A slot is a distinct word of a target sentence. Pairs without target words are left out, and
    so are pairs without source words where there is no empty word.

    Attributes
    ----------
    source_words, target_words : list of str
        The words by number; with ``null_word`` the first source word is the empty one.
    occurrence_ptr : int64 array of shape (n_source_words + 1,)
        Where the pairs of each source word begin in ``occurrences``.
    occurrences : uint32 array
        For each source word its pairs, ascending, a pair once for each time the word stands in it.
    source_lengths : uint32 array of shape (n_pairs,)
        Source words of each pair, the empty one included.
    target_ptr : int64 array of shape (n_pairs + 1,)
        Where the slots of each pair begin.
    target_ids : uint32 array of shape (n_slots,)
        The word of each slot, ascending within a pair.
    target_counts : float32 array of shape (n_slots,)
        How often the word stands in the sentence.
    n_target_tokens : int
        Words of the target side.
    n_skipped : int
        Pairs that were left out.
    null_word : bool
        Whether each source sentence has the empty word besides.
    """

    source_words: list[str]
    target_words: list[str]
    occurrence_ptr: NDArray[np.int64]
    occurrences: NDArray[np.uint32]
    source_lengths: NDArray[np.uint32]
    target_ptr: NDArray[np.int64]
    target_ids: NDArray[np.uint32]
    target_counts: NDArray[np.float32]
    n_target_tokens: int
    n_skipped: int
    null_word: bool

    def __repr__(self) -> str:
        return (
            f"ParallelCorpus({self.n_pairs} pairs, {len(self.source_words)} source words, "
            f"{len(self.target_words)} target words, {self.n_target_tokens} target tokens)"
        )

    @property
    def n_pairs(self) -> int:
        """The number of sentence pairs."""
        return len(self.source_lengths)

    @property
    def nbytes(self) -> int:
        """The memory of the arrays in bytes."""
        return sum(array.nbytes for array in self._arrays())

    def row_sizes(self, workers: int = 1) -> NDArray[np.int64]:
        """Return the number of distinct target words that each source word meets."""
        progress = current_progress()
        return _core.lexicon_row_sizes(self.core, check_workers(workers), ISA, progress)

    def _arrays(self) -> tuple[NDArray[np.generic], ...]:
        return (
            self.occurrence_ptr,
            self.occurrences,
            self.source_lengths,
            self.target_ptr,
            self.target_ids,
            self.target_counts,
        )

    @cached_property
    def core(self) -> _core.LexiconCorpus:
        """The arrays as the core has them, checked."""
        return _core.LexiconCorpus(
            self.occurrence_ptr,
            self.occurrences,
            self.source_lengths,
            self.target_ptr,
            self.target_ids,
            self.target_counts,
            len(self.target_words),
        )

    def __getstate__(self) -> dict[str, object]:
        # A worker elsewhere checks the arrays anew.
        return {name: value for name, value in self.__dict__.items() if name != "core"}


def index_corpus(
    source: Sentences,
    target: Sentences,
    *,
    null_word: bool = True,
    source_words: Sequence[str] | None = None,
    target_words: Sequence[str] | None = None,
    max_words: int | None = None,
    max_tokens: int | None = None,
) -> ParallelCorpus:
    """Read parallel text into arrays.

    Parameters
    ----------
    source, target : iterable of str or of list of str
        Sentences, split at white space, or lists of tokens; sentence i of one side translates
        sentence i of the other. An iterator is read once, without keeping the sentences.
    null_word : bool, default True
        Whether each source sentence has the empty word besides.
    source_words, target_words : sequence of str, optional
        Number the words in this way, so that several corpora share one table; both or none. With
        ``null_word`` the first source word is ``""``.
    max_words, max_tokens : int, optional
        Refuse text with more distinct words, or with more words, on a side.

    Returns
    -------
    ParallelCorpus

    Raises
    ------
    TypeError
        If a side is no list of sentences.
    ValueError
        If the sides differ in length, a word is not in the given vocabulary, there is more text
        than the limits allow, or no pair has words on both sides.

    Notes
    -----
    O(words) time. Memory while reading: 4 bytes a source word, 8 a slot, 16 a pair.

    Examples
    --------
    >>> index_corpus(["la maison", "la fleur"], ["the house", "the flower"])
    ParallelCorpus(2 pairs, 4 source words, 3 target words, 4 target tokens)
    """
    text = _core.ParallelText(null_word)
    if (source_words is None) != (target_words is None):
        raise ValueError("source_words and target_words are given together or not at all")
    if source_words is not None and target_words is not None:
        _check_vocabulary(source_words, null_word)
        text.set_words(source_words, target_words)
    if max_words is not None:
        text.limit_words(max_words)
    for a, b in chunks_of_pairs(source, target):
        text.add(a, b)
        _check_tokens(text, max_tokens)
    if text.n_pairs == 0:
        raise ValueError("there is no sentence pair with words on both sides")
    n_target_tokens, n_skipped = text.n_target_tokens, text.n_skipped
    # Copied into NumPy's own memory, which asks the system for large pages: they are read all over.
    occurrence_ptr, occurrences, lengths, target_ptr, target_ids, target_counts = text.finish()
    return ParallelCorpus(
        source_words=text.source_words(),
        target_words=text.target_words(),
        occurrence_ptr=occurrence_ptr,
        occurrences=occurrences.copy(),
        source_lengths=lengths,
        target_ptr=target_ptr.copy(),
        target_ids=target_ids.copy(),
        target_counts=target_counts,
        n_target_tokens=n_target_tokens,
        n_skipped=n_skipped,
        null_word=null_word,
    )


def _check_vocabulary(source_words: Sequence[str], null_word: bool) -> None:
    starts_empty = len(source_words) > 0 and source_words[0] == NULL_WORD
    if null_word and not starts_empty:
        raise ValueError(
            "source_words does not start with the empty word, expected null_word=False"
        )
    if not null_word and starts_empty:
        raise ValueError("source_words starts with the empty word, expected null_word=True")


def _check_tokens(text: _core.ParallelText, max_tokens: int | None) -> None:
    if max_tokens is None:
        return
    for name, n in (("source", text.n_source_tokens), ("target", text.n_target_tokens)):
        if n > max_tokens:
            raise ValueError(f"{name} has more than {max_tokens} words (max_tokens)")
