"""From two texts to pairs of sentences: Gale & Church, cognates, word translations."""

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel.lexicon._evidence import WordTranslations, evidence_of
from tercel.lexicon._sides import Side, checked_lines, flat, joined, paragraphs
from tercel.lexicon.beads import Alignment

Method = Literal["length", "cognates"]
METHODS = ("length", "cognates")


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
        found = paragraphs(source, target, d)
        blocks += found
        n_blocks.append(len(found))
    sources, targets = [block[0] for block in blocks], [block[1] for block in blocks]
    evidence = None
    if lexicon is not None:
        evidence = evidence_of(lexicon, flat(sources), flat(targets))
    beads, costs, counts = _core.align_documents(
        sources, targets, options, evidence, workers, ISA, current_progress()
    )
    ends = np.cumsum(counts[:, 0])
    parts = []
    for (n_beads, exact, n_cells), end in zip(counts.tolist(), ends.tolist(), strict=True):
        own = slice(end - n_beads, end)
        parts.append(Alignment(beads[own], costs[own], bool(exact), n_cells))
    return joined(parts, n_blocks)


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
    return _core.alignment_words(checked_lines(lines, "lines"))


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
