"""Translation memories."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel._files import AnyPath, numbered_lines, written_beside
from tercel._texts import check_hypotheses
from tercel._tmx import read_tmx
from tercel.metrics.base import check_whole
from tercel.rerank._memory_file import packed, unpacked
from tercel.rerank.fuzzy_matches import FuzzyMatches
from tercel.rerank.nbest import NBest
from tercel.tokenizers import CORE_TOKENIZERS, check_tokenizer


class TranslationMemory:
    """Pairs of sources and targets, indexed for exact fuzzy matching.

    Parameters
    ----------
    sources, targets : sequence of str, shape (n_entries,)
    tokenize : {"none", "13a", "intl", "zh", "char"}
        How texts are split into words.
    lowercase : bool
        Match without regard to case.

    Raises
    ------
    TypeError, ValueError
        If the two have different lengths, one has no entry, or an entry has over 65,535 words.

    Notes
    -----
    Building takes O(characters). The index takes some 8 bytes a word, 16 an entry and 60 a distinct
    word, beside the texts; a search 6 bytes an entry and 8 a distinct word for each worker, and 8
    bytes for each of the ``k`` matches of each source.

    Examples
    --------
    >>> from tercel.rerank import TranslationMemory
    >>> memory = TranslationMemory(["open the file", "close it"], ["ouvrir le fichier", "fermer"])
    >>> matches = memory.match(["open a file"], k=1)
    >>> matches.entries, matches.distances
    (array([0]), array([1]))
    >>> memory.candidates(matches).texts
    ('ouvrir le fichier',)
    """

    def __init__(
        self,
        sources: Sequence[str],
        targets: Sequence[str],
        *,
        tokenize: str = "none",
        lowercase: bool = False,
    ) -> None:
        self.sources = tuple(check_hypotheses(sources, "sources"))
        self.targets = tuple(check_hypotheses(targets, "targets"))
        if len(self.sources) != len(self.targets):
            raise ValueError(
                f"sources has {len(self.sources)} entries, but targets has {len(self.targets)}"
            )
        self.tokenize = check_tokenizer(tokenize, CORE_TOKENIZERS)
        self.lowercase = bool(lowercase)
        self._index = _core.FuzzyIndex(
            self.sources, self.tokenize, self.lowercase, ISA, current_progress()
        )

    def __len__(self) -> int:
        return len(self.sources)

    def __repr__(self) -> str:
        return (
            f"TranslationMemory(n_entries={len(self)}, tokenize={self.tokenize!r}, "
            f"lowercase={self.lowercase})"
        )

    def match(
        self,
        sources: Sequence[str],
        k: int = 10,
        *,
        min_score: float = 0.0,
        skip_exact: bool = False,
        distinct_targets: bool = False,
        workers: int = 1,
    ) -> FuzzyMatches:
        """Find the k best matches of each source, exactly.

        Parameters
        ----------
        sources : sequence of str, shape (n_sources,)
        k : int
            From 1 to 10,000; fewer are found in a smaller memory.
        min_score : float
            From 0 to 1; matches below are left out.
        skip_exact : bool
            Leave out entries that equal the source word for word.
        distinct_targets : bool
            Of entries with the same target only the best match counts.
        workers : int
            Threads; no number depends on it.

        Returns
        -------
        FuzzyMatches
            Best first, of equal scores the lower entry first. A source without words has none.

        Notes
        -----
        The score is 1 - d / n with d the word edit distance to the source, of n words [1]_. An
        entry's d is at least the longer length less the words in common, which the index counts for
        all entries at once; distances are computed, bit-parallel, only while that bound leaves a
        chance. O(entries + postings of the source's words) a source, and the distances.

        References
        ----------
        .. [1] Y. He, Y. Ma, A. Way, J. van Genabith, "Integrating N-best SMT Outputs into a TM
           System", COLING 2010, section 4.
        """
        texts = check_hypotheses(sources, "sources")
        if isinstance(min_score, bool) or not 0 <= min_score <= 1:
            raise ValueError(f"min_score is {min_score!r}, expected a number from 0 to 1")
        offsets, entries, distances, scores = self._index.search(
            texts,
            check_whole(k, 1, 10_000, "k"),
            float(min_score),
            bool(skip_exact),
            self._target_numbers() if distinct_targets else np.empty(0, np.uint32),
            check_workers(workers),
            ISA,
            current_progress(),
        )
        return FuzzyMatches(offsets, entries, scores, distances)

    def candidates(
        self, matches: FuzzyMatches, *, ids: Sequence[int] | None = None, origin: str = "TM"
    ) -> NBest:
        """Return the targets of matches as n-best lists, with the feature ``fuzzy_match``.

        Parameters
        ----------
        matches : FuzzyMatches
            Of this memory.
        ids : sequence of int, shape (n_sources,), optional
            Of the lists, such as those of an `NBest` to be merged with; 0, 1, ... if not given.
        origin : str
        """
        return NBest(
            tuple(self.targets[e] for e in matches.entries),
            matches.offsets,
            np.arange(len(matches)) if ids is None else np.asarray(ids),
            matches.scores,
            {"fuzzy_match": matches.scores},
            (origin,) * len(matches.entries),
        )

    @classmethod
    def from_files(
        cls,
        sources: AnyPath,
        targets: AnyPath,
        *,
        tokenize: str = "none",
        lowercase: bool = False,
    ) -> "TranslationMemory":
        """Read two text files, line i of one being the translation of line i of the other.

        Errors are those of the class, and a ValueError that names file and line if one cannot be
        read, or they differ in lines.
        """
        texts = [[line for _, line in numbered_lines(path)] for path in (sources, targets)]
        if len(texts[0]) != len(texts[1]):
            raise ValueError(
                f"{sources} has {len(texts[0])} lines, but {targets} has {len(texts[1])}"
            )
        if not texts[0]:
            raise ValueError(f"{sources} is empty, expected a segment a line")
        return cls(*texts, tokenize=tokenize, lowercase=lowercase)

    @classmethod
    def from_tmx(
        cls,
        path: AnyPath,
        source_language: str,
        target_language: str,
        *,
        tokenize: str = "13a",
        lowercase: bool = False,
    ) -> "TranslationMemory":
        """Read a TMX file, up to version 1.4.

        Parameters
        ----------
        path : path-like
            ``.gz`` is decompressed.
        source_language, target_language : str
            Such as ``"en"``, which also takes ``en-US``.
        tokenize, lowercase
            As for the class.

        Raises
        ------
        ValueError
            If it is not TMX, declares entities, or has no pair of these languages; the message
            names file and line.
        """
        pairs = list(read_tmx(path, source_language, target_language))
        sources, targets = zip(*pairs, strict=True)
        return cls(sources, targets, tokenize=tokenize, lowercase=lowercase)

    def _target_numbers(self) -> NDArray[np.uint32]:
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(t, len(numbers)) for t in self.targets], np.uint32)

    def save(self, path: AnyPath) -> None:
        """Write the memory to a file of its own format, which is never seen half-written.

        The file holds texts, options and a SHA-256 checksum; `load` builds the index anew, since
        that takes no longer than to read and check one.
        """
        with written_beside(path) as file:
            file.write(packed(self.sources, self.targets, self.tokenize, self.lowercase))

    @classmethod
    def load(cls, path: AnyPath) -> "TranslationMemory":
        """Read a memory that `save` wrote.

        Raises
        ------
        ValueError
            If the file is no such file, of another version, cut off or damaged.
        """
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        try:
            sources, targets, tokenize, lowercase = unpacked(data)
            return cls(sources, targets, tokenize=tokenize, lowercase=lowercase)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
