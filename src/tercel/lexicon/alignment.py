"""From two texts to pairs of sentences: Gale & Church, cognates, word translations."""

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel.lexicon._evidence import WordTranslations, evidence_of
from tercel.lexicon._model import LexicalModel
from tercel.lexicon._model1 import IBM1
from tercel.lexicon.beads import Alignment

Method = Literal["length", "cognates"]
Side = Sequence[str] | Sequence[Sequence[str]]

METHODS = ("length", "cognates")

# Less probable translations hardly change a bead's cost, and are most of a table.
_LEAST = 0.001


def align_sentences(
    source: Side,
    target: Side,
    *,
    method: Method = "cognates",
    lexicon: WordTranslations | None = None,
    ratio: float = 1.0,
    variance: float = 6.8,
    half_width: int | None = None,
) -> Alignment:
    """Align the sentences of one document.

    Parameters
    ----------
    source, target : sequence of str, or sequence of sequences of str
        The sentences in order. Where both are lists of lists these are paragraphs, the k-th with
        the k-th, and no bead crosses their bounds; the beads count sentences through all of them.
    method : {"cognates", "length"}, default="cognates"
        What beads are judged by: lengths alone [1]_, or lengths and cognates [2]_.
    lexicon : LexicalModel or other WordTranslations, optional
        Word translations t(target | source), which then count besides. Its words are those of
        `word_tokens`: lower case, punctuation apart.
    ratio : float, default=1.0
        Expected characters of the target for one of the source; the paper's c.
    variance : float, default=6.8
        The variance of that for each character; the paper's s².
    half_width : int, optional
        Search so many sentences on both sides of the diagonal and no others. By default the search
        widens as far as it must, within 1,024 cells a sentence.

    Returns
    -------
    Alignment
        The beads, their costs, and whether they are known to be the best.

    Raises
    ------
    TypeError
        If a sentence is not a string.
    ValueError
        If an option is out of range, or the sides have different numbers of paragraphs.

    Notes
    -----
    A bead takes 1-1, 1-0, 0-1, 2-1, 1-2 or 2-2 sentences, and costs −100 ln(2(1 − Φ(abs(δ)))) and
    the published penalty of its kind (0, 450, 450, 230, 230, 440), where δ = (l₂ − c l₁)/√(m s²)
    and m = (l₁ + l₂/c)/2; lengths are in code points. Each direction of 1-0 and 2-1 is charged the
    mass of both, as in the published program. To this cognates add 85 (k r₁ + (n − k) r₂), with k
    pairs of cognates, n the mean number of words, r₁ = −ln(.3/.09) and r₂ = −ln(.7/.91); both terms
    are halved where a side is empty. Two words are cognates if their first four characters are
    equal after lowercasing; numbers, punctuation and shorter words must be equal as a whole.

    A lexicon adds −100 ln(.1 + .9 t(f|S)/p(f)) for each target word f, t(f|S) the mean over the
    bead's source words and p(f) its share of the target's words: Model 1 against chance [3]_.

    The search is a dynamic programme in O(cells) time and a byte of memory a cell. Up to 2**18
    cells (512 by 512 sentences) all are searched. In longer documents, lengths alone cannot cost
    less than 0, so that everything which could stay below a first path's cost is searched and the
    result is exact; with cognates or a lexicon there is no such bound: the band of 48 sentences on
    both sides is doubled until the path keeps away from its edges, and ``exact`` is False. Only
    operations that IEEE 754 rounds correctly are used: the same bits on every machine.

    References
    ----------
    .. [1] W. A. Gale and K. W. Church, "A Program for Aligning Sentences in Bilingual Corpora",
       Computational Linguistics 19(1), 1993.
    .. [2] M. Simard, G. Foster and P. Isabelle, "Using Cognates to Align Sentences in Bilingual
       Corpora", TMI 1992.
    .. [3] R. C. Moore, "Fast and Accurate Sentence Alignment of Bilingual Corpora", AMTA 2002.

    Examples
    --------
    >>> from tercel.lexicon import align_sentences
    >>> english = ["The cat sleeps.", "It is 9 o'clock. All is quiet."]
    >>> french = ["Le chat dort.", "Il est 9 heures.", "Tout est calme."]
    >>> found = align_sentences(english, french)
    >>> found.beads
    array([[0, 1, 0, 1],
           [1, 2, 1, 3]])
    >>> found.pairs(english, french)[0]
    ('The cat sleeps.', 'Le chat dort.')
    """
    return align_documents(
        [(source, target)],
        method=method,
        lexicon=lexicon,
        ratio=ratio,
        variance=variance,
        half_width=half_width,
    )[0]


def align_documents(
    documents: Iterable[tuple[Side, Side]],
    *,
    method: Method = "cognates",
    lexicon: WordTranslations | None = None,
    ratio: float = 1.0,
    variance: float = 6.8,
    half_width: int | None = None,
    workers: int = 1,
) -> list[Alignment]:
    """Align many documents, each on its own.

    Parameters
    ----------
    documents : iterable of (source, target)
        As in `align_sentences`, which explains the other options, too. With a lexicon, how frequent
        a target word is comes from all documents together.
    workers : int, default=1
        Threads, which share the documents out; the result does not depend on it.

    Returns
    -------
    list of Alignment
        One a document.

    Raises
    ------
    TypeError, ValueError
        As `align_sentences`; the message names the document, counted from 0.
    """
    check_workers(workers)
    options = _options(method, ratio, variance, half_width)
    blocks: list[tuple[Sequence[str], Sequence[str]]] = []
    n_blocks = []
    for d, (source, target) in enumerate(documents):
        found = _paragraphs(source, target, d)
        blocks += found
        n_blocks.append(len(found))
    sources, targets = [block[0] for block in blocks], [block[1] for block in blocks]
    evidence = None
    if lexicon is not None:
        evidence = evidence_of(lexicon, _flat(sources), _flat(targets))
    beads, costs, counts = _core.align_documents(
        sources, targets, options, evidence, workers, ISA, current_progress()
    )
    ends = np.cumsum(counts[:, 0])
    parts = []
    for (n_beads, exact, n_cells), end in zip(counts.tolist(), ends.tolist(), strict=True):
        own = slice(end - n_beads, end)
        parts.append(Alignment(beads[own], costs[own], bool(exact), n_cells))
    return _joined(parts, n_blocks)


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
        own_source, own_target = _sentences(source), _sentences(target)
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


def _sentences(side: Side) -> list[str]:
    return [sentence for item in side for sentence in ([item] if isinstance(item, str) else item)]


def word_tokens(lines: Sequence[str]) -> list[list[str]]:
    """Return the words of lines as sentence alignment counts them.

    Lower case; punctuation and symbols are words of one character; all else between them and white
    space is one word. A lexicon for `align_sentences` is trained on these.

    Examples
    --------
    >>> from tercel.lexicon import word_tokens
    >>> word_tokens(["L'été dure 3.5 mois."])
    [['l', "'", 'été', 'dure', '3', '.', '5', 'mois', '.']]
    """
    return _core.alignment_words(_checked(lines, "lines"))


def _options(
    method: str, ratio: float, variance: float, half_width: int | None
) -> _core.AlignmentOptions:
    if method not in METHODS:
        raise ValueError(f"method is {method!r}, expected one of {', '.join(METHODS)}")
    for name, value in (("ratio", ratio), ("variance", variance)):
        if not 1e-6 <= value <= 1e6:
            raise ValueError(f"{name} is {value!r}, expected a number from 1e-6 to 1e6")
    if half_width is not None and not 1 <= half_width < 2**40:
        raise ValueError(f"half_width is {half_width!r}, expected a number of sentences from 1 on")
    cognates = method == "cognates"
    return _core.AlignmentOptions(
        ratio=ratio,
        variance=variance,
        length_weight=1.0,
        cognate_weight=0.85 if cognates else 0.0,
        empty_weight=0.5 if cognates else 1.0,
        half_width=half_width or 0,
    )


def _paragraphs(source: Side, target: Side, d: int) -> list[tuple[Sequence[str], Sequence[str]]]:
    """Return the pairs of texts that are aligned on their own."""
    sides = [
        _blocks(side, f"documents[{d}], {name}")
        for side, name in ((source, "source"), (target, "target"))
    ]
    (source_blocks, source_nested), (target_blocks, target_nested) = sides
    # An empty side is an empty list of anything.
    if source_nested != target_nested and len(source) and len(target):
        raise ValueError(f"documents[{d}]: one side is paragraphs and the other is sentences")
    if len(source_blocks) != len(target_blocks):
        raise ValueError(
            f"documents[{d}]: {len(source_blocks)} paragraphs in the source and "
            f"{len(target_blocks)} in the target, expected as many"
        )
    return list(zip(source_blocks, target_blocks, strict=True))


def _blocks(side: Side, name: str) -> tuple[list[Sequence[str]], bool]:
    if isinstance(side, str | bytes) or not hasattr(side, "__iter__"):
        raise TypeError(f"{name} is one {type(side).__name__}, expected a list of sentences")
    items = list(side)
    if not items or any(isinstance(item, str) for item in items):
        return [_checked(items, name)], False
    return [_checked(item, f"{name}[{k}]") for k, item in enumerate(items)], True


def _checked(sentences: Sequence[object], name: str) -> Sequence[str]:
    if isinstance(sentences, str | bytes) or not hasattr(sentences, "__iter__"):
        raise TypeError(f"{name} is {type(sentences).__name__}, expected a list of str")
    checked: list[str] = []
    for i, sentence in enumerate(sentences):
        if not isinstance(sentence, str):
            raise TypeError(f"{name}[{i}] is {type(sentence).__name__}, expected str")
        checked.append(sentence)
    return checked


def _flat(blocks: Sequence[Sequence[str]]) -> list[str]:
    return [sentence for block in blocks for sentence in block]


def _joined(parts: Sequence[Alignment], n_blocks: Sequence[int]) -> list[Alignment]:
    """Return one alignment a document, from those of its paragraphs."""
    documents = []
    begin = 0
    for n in n_blocks:
        own = parts[begin : begin + n]
        begin += n
        documents.append(own[0] if n == 1 else _concatenated(own))
    return documents


def _concatenated(parts: Sequence[Alignment]) -> Alignment:
    beads, first = [], np.zeros(4, dtype=np.int64)
    for part in parts:
        beads.append(part.beads + first)
        first = first + np.array([part.n_source] * 2 + [part.n_target] * 2, dtype=np.int64)
    return Alignment(
        np.concatenate(beads),
        np.concatenate([part.costs for part in parts]),
        all(part.exact for part in parts),
        sum(part.n_cells for part in parts),
    )
