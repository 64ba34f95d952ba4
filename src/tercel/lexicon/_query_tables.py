"""What query translation looks up: rows of a model, columns of a reverse one."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class TranslationTable(Protocol):
    """What a query needs of a lexical model: its words, and its probabilities as sparse rows."""

    @property
    def source_words(self) -> Sequence[str]:
        """The words that are translated; row i belongs to word i."""
        ...

    @property
    def target_words(self) -> Sequence[str]:
        """The words into which they are translated."""
        ...

    @property
    def indptr(self) -> NDArray[np.int64]:
        """Where each row begins, and the end of the last one."""
        ...

    @property
    def indices(self) -> NDArray[np.uint32]:
        """The target words of each row."""
        ...

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """The probability of each of them."""
        ...


class Rows:
    """The rows of a model, by word."""

    def __init__(self, model: TranslationTable) -> None:
        self.target_words = model.target_words
        self._row_of = {word: i for i, word in enumerate(model.source_words)}
        self._model = model

    def has(self, word: str) -> bool:
        """Return whether the vocabulary has a word; a cut may have emptied its row."""
        return word in self._row_of

    def gather(
        self, words: Sequence[str], threshold: float
    ) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Return the entries of all words, one word after the other."""
        parts = [np.zeros(0, dtype=np.uint32)]
        probabilities = [np.zeros(0, dtype=np.float64)]
        for word in words:
            row = self._row_of.get(word)
            if row is not None:
                entries = slice(int(self._model.indptr[row]), int(self._model.indptr[row + 1]))
                parts.append(self._model.indices[entries])
                probabilities.append(self._model.probabilities[entries].astype(np.float64))
        found, p = np.concatenate(parts), np.concatenate(probabilities)
        # Compared as the table has them, so that .1 keeps what the table rounds to .1.
        kept = (p >= np.float64(np.float32(threshold))) & (p > 0)
        return found[kept], p[kept]


class Columns:
    """P(f|e) of a reverse model by f, with the numbers that e has in the forward model."""

    def __init__(self, reverse: TranslationTable, forward_targets: Sequence[str]) -> None:
        number_of = {word: i for i, word in enumerate(forward_targets)}
        numbers = np.array(
            [number_of.get(word, -1) for word in reverse.source_words], dtype=np.int64
        )
        n_of_row = np.diff(reverse.indptr)
        order = np.argsort(reverse.indices, kind="stable")
        self._numbers = np.repeat(numbers, n_of_row)[order]
        self._p = np.asarray(reverse.probabilities)[order]
        n_columns = len(reverse.target_words)
        self._starts = np.searchsorted(reverse.indices[order], np.arange(n_columns + 1))
        self._column_of = {word: i for i, word in enumerate(reverse.target_words)}
        self._n_targets = len(forward_targets)

    def sums(self, words: Sequence[str]) -> NDArray[np.float64]:
        """Return the sum of P(f|e) over the words f, for each target word of the forward model."""
        total = np.zeros(self._n_targets)
        for word in words:
            column = self._column_of.get(word)
            if column is not None:
                entries = slice(int(self._starts[column]), int(self._starts[column + 1]))
                numbers, p = self._numbers[entries], self._p[entries].astype(np.float64)
                known = numbers >= 0
                total[numbers[known]] += p[known]  # each e is once in a column
        return total


def summed(
    targets: NDArray[np.uint32], weights: NDArray[np.float64]
) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """Add the weights of equal targets, in their order."""
    found, place = np.unique(targets, return_inverse=True)
    sums = np.zeros(len(found))
    np.add.at(sums, place, weights)
    return found, sums


def best(
    targets: NDArray[np.uint32], weights: NDArray[np.float64], words: Sequence[str], n_words: int
) -> dict[str, float]:
    """Return the heaviest words; at the cut, equal ones by code points."""
    if len(weights) > n_words:
        cut = np.partition(weights, len(weights) - n_words)[len(weights) - n_words]
        kept = weights >= cut
        targets, weights = targets[kept], weights[kept]
    pairs = [(-w, words[t]) for t, w in zip(targets.tolist(), weights.tolist(), strict=True)]
    return {word: -negative for negative, word in sorted(pairs)[:n_words]}
