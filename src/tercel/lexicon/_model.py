"""Lexical translation models: what is asked of them, and what makes them smaller."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel.lexicon import _binary, _merge, _prune, _sentence_pairs
from tercel.lexicon._corpus import NULL_WORD
from tercel.lexicon._dictionary import Dictionary
from tercel.lexicon._pairs import Sentence, Sentences, tokens_of
from tercel.lexicon._rows import combine_rows


class LexicalModel:
    """Probabilities t(target word | source word), as a sparse table.

    Parameters
    ----------
    source_words, target_words : list of str
        The words by number. The first source word may be the empty one, ``""``.
    indptr : int64 array of shape (n_source_words + 1,)
        Row e of the table is entries ``indptr[e]`` to ``indptr[e + 1]``.
    indices : uint32 array of shape (n_entries,)
        The target word of each entry, ascending within a row.
    probabilities : float32 array of shape (n_entries,)
        Of each entry.
    log_likelihoods : sequence of float, optional
        Of the training text: before training, and after each iteration.

    Raises
    ------
    ValueError
        If the arrays are no such table, or a word is empty, has white space or comes twice.

    Examples
    --------
    >>> model = LexicalModel.from_entries([("chat", "cat", 0.9), ("chat", "chat", 0.1)])
    >>> model.probability("chat", "cat")
    0.9
    >>> model.translations("chat", threshold=0.5)
    [('cat', 0.9)]
    """

    def __init__(
        self,
        source_words: Sequence[str],
        target_words: Sequence[str],
        indptr: NDArray[np.int64],
        indices: NDArray[np.uint32],
        probabilities: NDArray[np.float32],
        *,
        log_likelihoods: Sequence[float] = (),
    ) -> None:
        self.source_words = list(source_words)
        self.target_words = list(target_words)
        self.indptr = indptr
        self.indices = indices
        self.probabilities = probabilities
        self.log_likelihoods = [float(x) for x in log_likelihoods]
        self._check()

    @classmethod
    def from_entries(cls, entries: Iterable[tuple[str, str, float]]) -> "LexicalModel":
        """Make a model of (source word, target word, probability); ``""`` is the empty word.

        Raises
        ------
        ValueError
            If an entry comes twice, a probability is not from 0 to 1, or there is none.
        """
        source_ids: dict[str, int] = {}
        target_ids: dict[str, int] = {}
        rows: list[int] = []
        columns: list[int] = []
        values: list[float] = []
        for source, target, probability in entries:
            if source == NULL_WORD and NULL_WORD not in source_ids:
                # The empty word is always number 0.
                source_ids = {NULL_WORD: 0, **{w: i + 1 for w, i in source_ids.items()}}
                rows = [i + 1 for i in rows]
            rows.append(source_ids.setdefault(source, len(source_ids)))
            columns.append(target_ids.setdefault(target, len(target_ids)))
            values.append(probability)
        if not rows:
            raise ValueError("entries is empty, expected at least one")
        indptr, indices, probabilities = combine_rows(
            len(source_ids), np.array(rows), np.array(columns), np.array(values, np.float64)
        )
        if len(indices) < len(rows):
            (row, column), _ = Counter(zip(rows, columns, strict=True)).most_common(1)[0]
            twice = list(source_ids)[row], list(target_ids)[column]
            raise ValueError(f"entries has the source and target word {twice} twice")
        return cls(list(source_ids), list(target_ids), indptr, indices, probabilities)

    def __repr__(self) -> str:
        return (
            f"LexicalModel({len(self.indices)} entries, {len(self.source_words)} source words, "
            f"{len(self.target_words)} target words)"
        )

    def __len__(self) -> int:
        return len(self.indices)

    @property
    def null_word(self) -> bool:
        """Whether there is an empty word, the first source word then."""
        return bool(self.source_words) and self.source_words[0] == NULL_WORD

    @cached_property
    def source_ids(self) -> dict[str, int]:
        """The number of each source word."""
        return {word: i for i, word in enumerate(self.source_words)}

    @cached_property
    def target_ids(self) -> dict[str, int]:
        """The number of each target word."""
        return {word: i for i, word in enumerate(self.target_words)}

    def probability(self, source_word: str | None, target_word: str) -> float:
        """Return t(target_word | source_word), 0 if the table has no such entry.

        None and ``""`` are the empty word. O(log row).
        """
        row = self.source_ids.get(source_word or NULL_WORD)
        column = self.target_ids.get(target_word)
        if row is None or column is None:
            return 0.0
        begin, end = self.indptr[row], self.indptr[row + 1]
        at = begin + np.searchsorted(self.indices[begin:end], np.uint32(column))
        if at == end or self.indices[at] != column:
            return 0.0
        return _shortest(self.probabilities[at])

    def translations(
        self, word: str | None, k: int | None = None, *, threshold: float = 0.0
    ) -> list[tuple[str, float]]:
        """Return the target words of a source word, the most probable first.

        Parameters
        ----------
        word : str or None
            None and ``""`` are the empty word; an unknown word has no translations.
        k : int, optional
            So many at the most.
        threshold : float, default 0
            Leave out what is less probable, and always what has probability 0.

        Returns
        -------
        list of (str, float)
            By probability, equal ones by the words' code points.
        """
        row = self.source_ids.get(word or NULL_WORD)
        if row is None:
            return []
        begin, end = int(self.indptr[row]), int(self.indptr[row + 1])
        values = self.probabilities[begin:end]
        chosen = np.flatnonzero((values > 0) & (values >= np.float32(threshold)))
        if k is not None and k < len(chosen):
            # Whatever is as probable as the last of k may come before it by its word.
            least = np.partition(values[chosen], len(chosen) - k)[len(chosen) - k] if k > 0 else 2
            chosen = chosen[values[chosen] >= least]
        pairs = [(self.target_words[self.indices[begin + i]], _shortest(values[i])) for i in chosen]
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:k]

    def viterbi(self, source: Sentence, target: Sentence) -> str:
        """Return the most probable alignment of two sentences, as ``"0-0 1-2"``.

        ``i-j`` says that target word j comes most probably from source word i (both from 0), the
        first of several equal ones. A target word that comes from the empty word, or is unknown,
        is left out.
        """
        return self.alignments([tokens_of(source, "source")], [tokens_of(target, "target")])[0]

    def alignments(self, source: Sentences, target: Sentences, *, workers: int = 1) -> list[str]:
        """Return `viterbi` of many pairs; errors as `index_corpus`."""
        return _sentence_pairs.alignments(self, source, target, workers)

    def score(self, source: Sentence, target: Sentence, *, floor: float = 1e-9) -> float:
        """Return the log probability of a target sentence as the translation of a source sentence.

        It is the sum over target words f of log(mean of t(f|e) over the source words e, the empty
        word among them), each mean being ``floor`` at the least: an unknown word has no
        probability. Longer sentences score less; divide by the length to compare.
        """
        tokens = [tokens_of(source, "source")], [tokens_of(target, "target")]
        return float(self.scores(*tokens, floor=floor)[0])

    def scores(
        self, source: Sentences, target: Sentences, *, floor: float = 1e-9, workers: int = 1
    ) -> NDArray[np.float64]:
        """Return `score` of many pairs, float64 of shape (n_pairs,); errors as `index_corpus`."""
        if not 0 < floor <= 1:
            raise ValueError(f"floor is {floor!r}, expected more than 0 and at most 1")
        return _sentence_pairs.scores(self, source, target, floor, workers)

    def prune(
        self,
        *,
        size: int | None = None,
        threshold: float = 0.0,
        mass: float = 1.0,
        relative: float = 0.0,
        renormalize: bool = False,
    ) -> "LexicalModel":
        """Return a smaller model, with the entries that satisfy all that is asked.

        Parameters
        ----------
        size : int, optional
            The most probable entries of the whole table, so many at the most, among those that
            satisfy the rest. Of equal ones those with the first source word, then the first target
            word, by code points.
        threshold : float, default 0
            Entries of at least this probability.
        mass : float, default 1
            For each source word the most probable entries that together reach this share of its
            probability; the one that crosses it stays.
        relative : float, default 0
            Entries of at least this share of their source word's most probable one.
        renormalize : bool, default False
            Divide by the sum of what stays, so that it is 1 again.

        Returns
        -------
        LexicalModel
            With the same words by the same numbers; rows may be empty.

        Raises
        ------
        ValueError
            If a number is out of range.

        Notes
        -----
        O(entries), with ``mass`` O(entries log row).
        """
        cut = _prune.Cut(size, threshold, mass, relative)
        indptr, indices, probabilities = _prune.prune(self, cut)
        if renormalize:
            probabilities = _core.lexicon_maximize(indptr, indices, probabilities.astype(float))
        return self._with(indptr, indices, probabilities)

    def merge(self, dictionary: Dictionary, *, weight: float = 0.1) -> "LexicalModel":
        """Return the model mixed with a dictionary: (1 - weight) t + weight d.

        d(f|e) is 1 / n for each of the n single words that the dictionary has for e. A word that
        only one of the two has keeps what that one says. Translations of several words are left
        out: no target word is like them.

        Raises
        ------
        ValueError
            If the weight is not from 0 to 1.
        """
        if not 0 <= weight <= 1:
            raise ValueError(f"weight is {weight!r}, expected a number from 0 to 1")
        return LexicalModel(*_merge.merged(self, dictionary, weight))

    def save(self, path: str | Path) -> None:
        """Write the model to a file, which is never seen half-written.

        Raises
        ------
        ValueError
            If it cannot be written.
        """
        _binary.save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> "LexicalModel":
        """Read a model that `save` wrote. The table is mapped into memory, not copied.

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError
            If it is no such file, of another version, cut off or damaged.
        """
        loaded = _binary.load(Path(path))
        return cls(*loaded[:5], log_likelihoods=loaded[5])

    def to_dict(self) -> dict[str, object]:
        """Return the model's sizes and log-likelihoods."""
        return {
            "n_entries": len(self),
            "n_source_words": len(self.source_words),
            "n_target_words": len(self.target_words),
            "null_word": self.null_word,
            "log_likelihoods": self.log_likelihoods,
        }

    def _with(
        self,
        indptr: NDArray[np.int64],
        indices: NDArray[np.uint32],
        probabilities: NDArray[np.float32],
    ) -> "LexicalModel":
        return LexicalModel(
            self.source_words,
            self.target_words,
            indptr,
            indices,
            probabilities,
            log_likelihoods=self.log_likelihoods,
        )

    def table(self) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.float32]]:
        """Return the three arrays of the table."""
        return self.indptr, self.indices, self.probabilities

    def _check(self) -> None:
        _check_words(self.source_words[self.null_word :], "source_words")
        _check_words(self.target_words, "target_words")
        if len(self.indptr) != len(self.source_words) + 1:
            raise ValueError(
                f"indptr has {len(self.indptr)} values, expected one more than the "
                f"{len(self.source_words)} source words"
            )
        _core.lexicon_check_table(*self.table(), len(self.target_words))
        # One pass each, and no array of a truth value an entry.
        if len(self) and not 0 <= self.probabilities.min() <= self.probabilities.max() <= 1:
            raise ValueError("probabilities has a value that is not from 0 to 1")


def _shortest(probability: np.float32) -> float:
    """Return the shortest decimal number that is this float32."""
    return float(str(probability))


def _check_words(words: list[str], name: str) -> None:
    if len(set(words)) < len(words):
        twice = Counter(words).most_common(1)[0][0]
        raise ValueError(f"{name} has {twice!r} twice")
    # A text without white space in its words splits into these words.
    if " ".join(words).split() != words:
        bad = next(word for word in words if word.split() != [word])
        raise ValueError(f"{name} has the word {bad!r}, expected words without white space")
