"""Which document pairs and sentence pairs of a corpus to keep: Nie & Cai (2001)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tercel.lexicon._evidence import WordTranslations
from tercel.lexicon.alignment import word_tokens
from tercel.lexicon.beads import Alignment

Document = tuple[Sequence[str], Sequence[str]]
REASONS = ("empty beads", "empty side", "length ratio", "identical", "duplicate", "coverage")


@dataclass(frozen=True)
class FilteredCorpus:
    """What was kept, and how much was dropped for which reason.

    Attributes
    ----------
    pairs : list of (str, str)
        Source and target of the beads that were kept, in order.
    documents : list of int
        The document of each pair, counted from 0.
    n_documents, n_beads : int
        What there was.
    dropped_documents : dict of str to int
        Documents by reason: "empty beads".
    dropped_beads : dict of str to int
        Beads of the other documents by the first reason that holds, in the order of this dict:
        "empty side", "length ratio", "identical", "duplicate", "coverage".
    """

    pairs: list[tuple[str, str]]
    documents: list[int]
    n_documents: int
    n_beads: int
    dropped_documents: dict[str, int]
    dropped_beads: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain Python objects, without the texts."""
        return {
            "n_documents": self.n_documents,
            "n_beads": self.n_beads,
            "kept": len(self.pairs),
            "dropped_documents": dict(self.dropped_documents),
            "dropped_beads": dict(self.dropped_beads),
        }

    def __repr__(self) -> str:
        return f"FilteredCorpus({self.to_dict()})"


def filter_corpus(
    documents: Sequence[Document],
    alignments: Sequence[Alignment],
    *,
    max_empty_share: float | None = 0.1,
    max_length_ratio: float | None = None,
    drop_identical: bool = True,
    drop_duplicates: bool = False,
    lexicon: WordTranslations | None = None,
    min_coverage: float = 0.0,
) -> FilteredCorpus:
    """Keep the beads that look like translations, and say what was dropped and why.

    Parameters
    ----------
    documents : sequence of (source, target)
        Sentences, as they were aligned.
    alignments : sequence of Alignment
        One a document.
    max_empty_share : float, optional, default=0.1
        Drop a document of which a larger share of the beads has an empty side [1]_; None keeps all.
    max_length_ratio : float, optional
        Drop a bead whose longer side has more than this many times the characters of the shorter.
    drop_identical : bool, default=True
        Drop beads whose sides are equal: most are untranslated.
    drop_duplicates : bool, default=False
        Drop beads that came before, whatever the document.
    lexicon : LexicalModel or other WordTranslations, optional
        Known translations, of words as `word_tokens` has them.
    min_coverage : float, default=0
        Drop a bead if a smaller share of its source words known to the lexicon has a translation in
        the target; a bead without known words stays.

    Returns
    -------
    FilteredCorpus

    Raises
    ------
    ValueError
        If an option is out of range, or documents and alignments do not belong together.

    References
    ----------
    .. [1] J.-Y. Nie and J. Cai, "Filtering Noisy Parallel Corpora of Web Pages", IEEE SMC 2001.

    Examples
    --------
    >>> from tercel.lexicon import align_sentences, filter_corpus
    >>> texts = (["The cat.", "Linux 6"], ["Le chat.", "Linux 6"])
    >>> filter_corpus([texts], [align_sentences(*texts)]).dropped_beads["identical"]
    1
    """
    if len(documents) != len(alignments):
        raise ValueError(f"{len(documents)} documents, but {len(alignments)} alignments")
    _check(max_empty_share, max_length_ratio, min_coverage, lexicon)
    covers = _Coverage(lexicon) if lexicon is not None else None
    dropped = dict.fromkeys(REASONS, 0)
    kept: list[tuple[str, str]] = []
    origins: list[int] = []
    seen: set[tuple[str, str]] = set()
    n_dropped_documents = 0
    for d, ((source, target), alignment) in enumerate(zip(documents, alignments, strict=True)):
        if max_empty_share is not None and alignment.empty_share > max_empty_share:
            n_dropped_documents += 1
            continue
        for pair in alignment.pairs(source, target, empty=True):
            if not all(pair):
                reason = "empty side"
            elif max_length_ratio is not None and _length_ratio(pair) > max_length_ratio:
                reason = "length ratio"
            elif drop_identical and pair[0] == pair[1]:
                reason = "identical"
            elif drop_duplicates and pair in seen:
                reason = "duplicate"
            elif covers is not None and covers.share(*pair) < min_coverage:
                reason = "coverage"
            else:
                kept.append(pair)
                origins.append(d)
                seen.add(pair)
                continue
            dropped[reason] += 1
    del dropped["empty beads"]
    n_beads = sum(len(alignment.beads) for alignment in alignments)
    return FilteredCorpus(
        kept, origins, len(documents), n_beads, {"empty beads": n_dropped_documents}, dropped
    )


def _check(
    max_empty_share: float | None,
    max_length_ratio: float | None,
    min_coverage: float,
    lexicon: WordTranslations | None,
) -> None:
    if max_empty_share is not None and not 0 <= max_empty_share <= 1:
        raise ValueError(f"max_empty_share is {max_empty_share!r}, expected a share from 0 to 1")
    if max_length_ratio is not None and not max_length_ratio >= 1:
        raise ValueError(f"max_length_ratio is {max_length_ratio!r}, expected 1 or more")
    if not 0 <= min_coverage <= 1:
        raise ValueError(f"min_coverage is {min_coverage!r}, expected a share from 0 to 1")
    if min_coverage > 0 and lexicon is None:
        raise ValueError("min_coverage is given without a lexicon")


def _length_ratio(pair: tuple[str, str]) -> float:
    short, long = sorted(map(len, pair))
    return long / short


class _Coverage:
    """Known translations, word by word."""

    def __init__(self, lexicon: WordTranslations) -> None:
        self._rows = {word: i for i, word in enumerate(lexicon.source_words)}
        self._columns = {word: j for j, word in enumerate(lexicon.target_words)}
        self._lexicon = lexicon

    def share(self, source: str, target: str) -> float:
        own, other = word_tokens([source, target])
        columns = {self._columns[word] for word in other if word in self._columns}
        n_known = n_covered = 0
        for word in own:
            row = self._rows.get(word)
            if row is None:
                continue
            begin, end = self._lexicon.indptr[row], self._lexicon.indptr[row + 1]
            n_known += 1
            n_covered += not columns.isdisjoint(self._lexicon.indices[begin:end].tolist())
        return n_covered / n_known if n_known else 1.0
