"""IBM Model 1."""

import logging
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel.lexicon._corpus import ParallelCorpus, index_corpus
from tercel.lexicon._model import LexicalModel
from tercel.lexicon._pairs import Sentences
from tercel.lexicon._tables import MemoryTable, ShardedTable, Table

_LOGGER = logging.getLogger("tercel.lexicon")

# A Python string, its place in a list, and the core's own copy while text is read.
_BYTES_PER_WORD = 120
# An entry of a table: the target word and its probability.
_BYTES_PER_ENTRY = 8
# Dense rows of a thread, and the sums of frequent words that it puts aside.
_BYTES_PER_TARGET_WORD = 24
_BYTES_PER_THREAD = 2**23


@dataclass(frozen=True)
class MemoryEstimate:
    """What training takes, in bytes, before it starts.

    Attributes
    ----------
    corpus : int
        The text as integers.
    words : int
        The vocabularies.
    work : int
        Denominators and what threads need.
    table : int
        The translation table, if all of it is in memory.
    largest_row : int
        The largest row of the table: the least of it that must be in memory.
    """

    corpus: int
    words: int
    work: int
    table: int
    largest_row: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.corpus + self.words + self.work + self.table

    @property
    def least(self) -> int:
        """The least that ``max_memory`` may be."""
        # One shard may still be held while the next is read.
        return self.corpus + self.words + self.work + 2 * self.largest_row

    def to_dict(self) -> dict[str, int]:
        """Return the numbers by name, with `total` and `least`."""
        return {**self.__dict__, "total": self.total, "least": self.least}

    def __str__(self) -> str:
        """Return a sentence for a person."""
        return (
            f"training takes {_megabytes(self.total)}: {_megabytes(self.table)} for the table, "
            f"{_megabytes(self.corpus)} for the text, {_megabytes(self.words + self.work)} besides"
        )


class IBM1:
    """Trainer of lexical translation models by IBM Model 1.

    Parameters
    ----------
    n_iter : int, default 5
        Iterations of expectation-maximization, at the most.
    tolerance : float, optional
        Stop when an iteration gains less log-likelihood than this for each target word.
    null_word : bool, default True
        Whether target words may come from the empty word.
    max_memory : int, optional
        Bytes that training may take. If the table does not fit, it stays on disk, and shards of
        the source vocabulary are brought in one at a time: slower, the same bits.
    directory : path, optional
        Where the table is kept then, in files that are removed when the model is; default: the
        system's place for temporary files.
    max_words, max_tokens : int, optional
        Refuse text with more distinct words, or with more words, on a side.
    workers : int, default 1
        Threads; the result does not depend on it.

    Notes
    -----
    Training starts from uniform probabilities. An iteration takes time in proportion to the word
    pairs of all sentence pairs and needs no memory for them: see ``docs/lexicon.md``. Probabilities
    are float32, all sums float64 in a fixed order. The log-likelihood never falls.

    References
    ----------
    .. [1] P. Brown, S. Della Pietra, V. Della Pietra and R. Mercer, The Mathematics of
       Statistical Machine Translation, Computational Linguistics 19(2), 1993, section 4.2.

    Examples
    --------
    >>> model = IBM1(n_iter=10).fit(["la maison", "la fleur"], ["the house", "the flower"])
    >>> model.translations("maison", k=1)[0][0]
    'house'
    """

    def __init__(
        self,
        n_iter: int = 5,
        *,
        tolerance: float | None = None,
        null_word: bool = True,
        max_memory: int | None = None,
        directory: str | Path | None = None,
        max_words: int | None = None,
        max_tokens: int | None = None,
        workers: int = 1,
    ) -> None:
        if isinstance(n_iter, bool) or not isinstance(n_iter, int) or n_iter < 1:
            raise ValueError(f"n_iter is {n_iter!r}, expected at least 1 iteration")
        if tolerance is not None and not tolerance >= 0:
            raise ValueError(f"tolerance is {tolerance!r}, expected 0 or more")
        for name, limit in (
            ("max_memory", max_memory),
            ("max_words", max_words),
            ("max_tokens", max_tokens),
        ):
            if limit is not None and limit < 1:
                raise ValueError(f"{name} is {limit!r}, expected at least 1")
        self.n_iter = n_iter
        self.tolerance = tolerance
        self.null_word = null_word
        self.max_memory = max_memory
        self.directory = directory
        self.max_words = max_words
        self.max_tokens = max_tokens
        self.workers = check_workers(workers)

    def fit(self, source: Sentences, target: Sentences) -> LexicalModel:
        """Train a model of the target words that source words become.

        Parameters
        ----------
        source, target : iterable of str or of list of str
            As in `index_corpus`.

        Returns
        -------
        LexicalModel

        Raises
        ------
        TypeError, ValueError
            As `index_corpus`; or if ``max_memory`` is too little, in which case the message says
            how much would do.
        """
        return self.fit_corpus(self.index(source, target))

    def index(self, source: Sentences, target: Sentences) -> ParallelCorpus:
        """Return the text as arrays, as `fit` makes them; errors as `index_corpus`."""
        return index_corpus(
            source,
            target,
            null_word=self.null_word,
            max_words=self.max_words,
            max_tokens=self.max_tokens,
        )

    def estimate_memory(self, corpus: ParallelCorpus) -> MemoryEstimate:
        """Return what `fit_corpus` will take; to know it exactly, word pairs are visited once."""
        return self._estimate(corpus, corpus.row_sizes(self.workers))

    def fit_corpus(self, corpus: ParallelCorpus) -> LexicalModel:
        """Train on text that `index_corpus` read; errors as `fit`."""
        if corpus.null_word != self.null_word:
            raise ValueError(
                f"the corpus was read with null_word={corpus.null_word}, "
                f"but this trainer has null_word={self.null_word}"
            )
        table = self._table(corpus)
        log_likelihoods = self._train(corpus, table)
        indices, probabilities = table.finish()
        return LexicalModel(
            corpus.source_words,
            corpus.target_words,
            table.indptr,
            indices,
            probabilities,
            log_likelihoods=log_likelihoods,
        )

    def _estimate(self, corpus: ParallelCorpus, sizes: NDArray[np.int64]) -> MemoryEstimate:
        n_words = len(corpus.source_words) + len(corpus.target_words)
        per_thread = _BYTES_PER_TARGET_WORD * len(corpus.target_words) + _BYTES_PER_THREAD
        return MemoryEstimate(
            corpus=corpus.nbytes,
            words=_BYTES_PER_WORD * n_words,
            work=8 * len(corpus.target_ids) + self.workers * per_thread,
            table=_BYTES_PER_ENTRY * int(sizes.sum()),
            largest_row=_BYTES_PER_ENTRY * int(sizes.max()),
        )

    def _table(self, corpus: ParallelCorpus) -> Table:
        sizes = corpus.row_sizes(self.workers)
        memory = self._estimate(corpus, sizes)
        _LOGGER.info("%s", memory)
        if self.max_memory is None or memory.total <= self.max_memory:
            return MemoryTable(corpus, sizes, self.workers)
        if memory.least > self.max_memory:
            raise ValueError(
                f"max_memory is {self.max_memory} bytes, but {memory}; "
                f"with the table on disk it takes {memory.least} bytes at the least"
            )
        spare = self.max_memory - memory.least + 2 * memory.largest_row
        entries = spare // (2 * _BYTES_PER_ENTRY)
        table = ShardedTable(corpus, sizes, self.workers, entries, self.directory)
        _LOGGER.info("the table is on disk, in %d shards", table.n_shards)
        return table

    def _train(self, corpus: ParallelCorpus, table: Table) -> list[float]:
        """Iterate, and return the log-likelihood of the start and after each iteration."""
        execution = (self.workers, ISA, current_progress())
        # The start is uniform: each denominator is the length times the same probability.
        weights = np.repeat(
            corpus.source_lengths * np.float64(table.start), np.diff(corpus.target_ptr)
        )
        log_likelihoods = [_core.lexicon_weights(corpus.core, weights, *execution)]
        for _ in range(self.n_iter):
            table.reestimate(weights)
            weights.fill(0)
            table.add_denominators(weights)
            log_likelihoods.append(_core.lexicon_weights(corpus.core, weights, *execution))
            gain = log_likelihoods[-1] - log_likelihoods[-2]
            if self.tolerance is not None and gain < self.tolerance * corpus.n_target_tokens:
                break
        return log_likelihoods


def _megabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1e6:.1f} MB"
