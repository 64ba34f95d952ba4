"""From raw documents: alignment, documents paired wrongly on purpose, and the empty-bead rule."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from experiments.nie2001.contrasts import Contrast, contrast_of, verdict
from experiments.nie2001.corpus import Task, read_documents, training_text
from experiments.nie2001.runs import search, translator_of
from tercel.lexicon import IBM1, Alignment, align_documents
from tercel.retrieval import BM25Index, RunEvaluation

Documents = list[tuple[str, Sequence[str], Sequence[str]]]
Bead = tuple[str, str, str]

# The share of empty beads above which a pair of documents is taken for no translation.
MOST_EMPTY = 0.10
SEED = 2001


@dataclass(frozen=True)
class Filtering:
    """Training text with wrong pairs of documents, as it is and filtered.

    Attributes
    ----------
    share : float
        Of the documents that were given the text of another.
    n_wrong, n_dropped, n_found : int
        Wrong pairs, pairs that the rule drops, and wrong ones among these.
    unfiltered, filtered : dict of str to float
        Mean average precision with all entries and with t >= .1.
    gains : dict of str to Contrast
        Of filtering, with the same.
    """

    share: float
    n_wrong: int
    n_dropped: int
    n_found: int
    unfiltered: dict[str, float]
    filtered: dict[str, float]
    gains: dict[str, Contrast]


def mispair(documents: Documents, share: float) -> tuple[Documents, set[str]]:
    """Exchange foreign sides in a cycle among a share of the documents; return the ids, too."""
    chosen = sorted(random.Random(SEED).sample(range(len(documents)), int(share * len(documents))))
    shuffled = chosen.copy()
    random.Random(SEED + 1).shuffle(shuffled)
    mixed = list(documents)
    # Each takes the next one's in a shuffled circle: none keeps its own.
    for here, there in zip(shuffled, [*shuffled[1:], *shuffled[:1]], strict=True):
        page, english, _ = documents[here]
        mixed[here] = (page, english, documents[there][2])
    return mixed, {documents[i][0] for i in chosen}


def align(documents: Documents, workers: int) -> list[Alignment]:
    """Align each pair by lengths and cognates, the foreign side as the source."""
    return align_documents(
        [(foreign, english) for _, english, foreign in documents], workers=workers
    )


def empty_share(alignment: Alignment) -> float:
    """Return the share of beads with an empty side."""
    return alignment.n_empty / max(len(alignment.beads), 1)


def beads(documents: Documents, alignments: Sequence[Alignment]) -> Iterator[Bead]:
    """Yield id, English and foreign side of the beads that have both."""
    for (page, english, foreign), alignment in zip(documents, alignments, strict=True):
        for begin, end, other_begin, other_end in alignment.beads.tolist():
            if begin < end and other_begin < other_end:
                ours = " ".join(english[other_begin:other_end])
                yield page, ours, " ".join(foreign[begin:end])


def aligned_beads(language: str, workers: int) -> Iterator[Bead]:
    """Yield the beads of all raw documents of a language."""
    documents = read_documents(language)
    return beads(documents, align(documents, workers))


def filtering(task: Task, index: BM25Index, share: float, workers: int) -> Filtering:
    """Pair a share of the documents wrongly, and let the rule find them."""
    documents, wrong = mispair(read_documents(task.language), share)
    alignments = align(documents, workers)
    kept = [empty_share(alignment) <= MOST_EMPTY for alignment in alignments]
    dropped = {page for (page, _, _), good in zip(documents, kept, strict=True) if not good}
    before = _runs(task, index, beads(documents, alignments), workers)
    good = [i for i, keep in enumerate(kept) if keep]
    after = _runs(
        task, index, beads([documents[i] for i in good], [alignments[i] for i in good]), workers
    )
    return Filtering(
        share,
        len(wrong),
        len(dropped),
        len(dropped & wrong),
        {name: run.mean("map") for name, run in before.items()},
        {name: run.mean("map") for name, run in after.items()},
        {name: contrast_of(after[name], before[name]) for name in after},
    )


def filtering_lines(language: str, found: Filtering) -> list[str]:
    """Return the result in words."""
    lines = [
        f"{language}-en, {100 * found.share:.0f} % of the documents mispaired ({found.n_wrong}): "
        f"the rule drops {found.n_dropped}, of which {found.n_found} are mispaired"
    ]
    if found.n_wrong and found.n_dropped:
        precision, recall = found.n_found / found.n_dropped, found.n_found / found.n_wrong
        lines.append(f"  precision {precision:.3f}, recall {recall:.3f}")
    for name, value in found.unfiltered.items():
        lines.append(f"  {name}: {value:.4f}, filtered {found.filtered[name]:.4f}")
    for name, gain in found.gains.items():
        lines.append(f"  gain of filtering, {name}: {gain}  {verdict(gain)}")
    return lines


def _runs(
    task: Task, index: BM25Index, pairs: Iterator[Bead], workers: int
) -> dict[str, RunEvaluation]:
    text = training_text(task, pairs)
    model = IBM1(n_iter=5, workers=workers).fit(text.foreign, text.english)
    return {
        "all entries": search(task, index, translator_of(model)),
        "t >= .1": search(task, index, translator_of(model, threshold=0.1)),
    }
