"""Alignment a second time, with the word translations that a first pass taught."""

from collections.abc import Iterable, Sequence

from tercel.lexicon._model import LexicalModel
from tercel.lexicon._model1 import IBM1
from tercel.lexicon._sides import Side, sentences_of
from tercel.lexicon.alignment import Method, align_documents, word_tokens
from tercel.lexicon.beads import Alignment

# Less probable translations hardly change a bead's cost, and are most of a table.
_LEAST = 0.001


def realign_documents(
    documents: Iterable[tuple[Side, Side]],
    *,
    method: Method = "cognates",
    n_iter: int = 5,
    ratio: float = 1.0,
    variance: float = 6.8,
    workers: int = 1,
) -> list[Alignment]:
    """Align many documents twice: the second time with a lexicon that the first one taught.

    The 1-1 beads of a first pass train `IBM1` on the words of `word_tokens`, and a second pass
    takes its probabilities of .001 and above as the lexicon of `align_documents`. It pays where
    there are some thousands of sentences, and translations share few cognates.

    Parameters
    ----------
    documents, method
        As in `align_documents`.
    n_iter : int, default=5
        Iterations of the training.
    ratio, variance, workers
        As in `align_documents`.

    Returns
    -------
    list of Alignment
        One a document.

    Raises
    ------
    TypeError, ValueError
        As `align_documents`; or if the first pass finds no 1-1 bead with a word on both sides.

    References
    ----------
    .. [1] R. C. Moore, "Fast and Accurate Sentence Alignment of Bilingual Corpora", AMTA 2002.
    """
    kept = [(list(source), list(target)) for source, target in documents]
    first = align_documents(kept, method=method, ratio=ratio, variance=variance, workers=workers)
    sources: list[str] = []
    targets: list[str] = []
    for (source, target), alignment in zip(kept, first, strict=True):
        ones = alignment.beads[(alignment.sizes == 1).all(axis=1)]
        own_source, own_target = sentences_of(source), sentences_of(target)
        sources += [own_source[i] for i in ones[:, 0].tolist()]
        targets += [own_target[j] for j in ones[:, 2].tolist()]
    lexicon = _taught(word_tokens(sources), word_tokens(targets), n_iter, workers)
    return align_documents(
        kept, method=method, lexicon=lexicon, ratio=ratio, variance=variance, workers=workers
    )


def _taught(
    sources: Sequence[list[str]], targets: Sequence[list[str]], n_iter: int, workers: int
) -> LexicalModel:
    both = [(a, b) for a, b in zip(sources, targets, strict=True) if a and b]
    if not both:
        raise ValueError("the first pass found no 1-1 bead with words on both sides")
    trainer = IBM1(n_iter, workers=workers)
    return trainer.fit([a for a, _ in both], [b for _, b in both]).prune(threshold=_LEAST)
