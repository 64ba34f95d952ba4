"""How good alignments are: documents with known beads, and where ours and the given differ.

``python -m benchmarks.alignment_quality de 50`` prints 50 of the second pass's differences to read.
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from benchmarks.alignment import DATA, Document, given_pairs, load
from tercel.lexicon import Alignment, align_documents, realign_documents

LANGUAGES = ("fr", "de", "it")
Given = dict[str, Counter[tuple[str, str]]]
Beads = set[tuple[int, ...]]
METHODS: dict[str, Callable[[Iterable[Document]], list[Alignment]]] = {
    "length": lambda documents: align_documents(documents, method="length"),
    "cognates": align_documents,
    "length, second pass": lambda documents: realign_documents(documents, method="length"),
    "cognates, second pass": realign_documents,
}


def damaged(document: Document, rng: random.Random) -> tuple[Document, Beads]:
    """Return a document of 1-1 beads with gaps and joints, and the beads with text on both sides.

    One sentence in twenty is left out on one side, one on the other, and one in twenty pairs of
    sentences is joined on one side, one on the other.
    """
    source: list[str] = []
    target: list[str] = []
    beads = set()
    left = list(zip(*document, strict=True))[::-1]
    while left:
        what = rng.random()
        begin = len(source), len(target)
        pairs = [left.pop()]
        if 0.1 <= what < 0.2 and left:
            pairs.append(left.pop())
        sides = [[pair[k] for pair in pairs] for k in (0, 1)]
        if what < 0.1:
            sides[what < 0.05] = []
        elif len(pairs) == 2:
            sides[what < 0.15] = [" ".join(sides[what < 0.15])]
        source += sides[0]
        target += sides[1]
        if all(sides):
            beads.add((begin[0], len(source), begin[1], len(target)))
    return (source, target), beads


def known_documents(language: str, n: int = 500) -> list[tuple[Document, Beads]]:
    """Return damaged documents: at random, of those of ten and more sentences given as 1-1."""
    given = given_pairs(language)
    clean = [
        (source, target)
        for name, (source, target) in load(language).items()
        if len(source) == len(target) >= 10
        and given[name] == Counter(zip(source, target, strict=True))
    ]
    rng = random.Random(1)
    return [damaged(document, rng) for document in rng.sample(clean, min(n, len(clean)))]


def f1(alignments: Iterable[Alignment], truth: Iterable[Beads]) -> float:
    """Return F1 of the beads with text on both sides."""
    n_both = n_all = 0
    for alignment, beads in zip(alignments, truth, strict=True):
        ours = {tuple(bead) for bead in alignment.beads[alignment.sizes.all(axis=1)].tolist()}
        n_both += len(ours & beads)
        n_all += len(ours) + len(beads)
    return 2 * n_both / n_all


class Difference(NamedTuple):
    """One of our 1-1 beads that is not given."""

    kind: str  # "index", "held" or "other"
    name: str
    source: str
    target: str
    given: list[tuple[str, str]]  # the beads that have one of the sentences


def differences(
    documents: dict[str, Document], alignments: list[Alignment], given: Given
) -> Iterator[Difference]:
    """Yield our 1-1 beads that are not given.

    They are in an index, which is sorted by the alphabet of each language; or a given bead holds
    both sentences and more; or neither.
    """
    for (name, (source, target)), alignment in zip(documents.items(), alignments, strict=True):
        left = given[name].copy()
        by_word: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for pair in left:
            for word in {w for side in pair for w in side.split()}:
                by_word[word].add(pair)
        ones = alignment.beads[(alignment.sizes == 1).all(axis=1)]
        for i, j in ones[:, ::2].tolist():
            ours = source[i], target[j]
            if left[ours] > 0:
                left[ours] -= 1
                continue
            near = by_word[(ours[0].split() or [""])[0]] | by_word[(ours[1].split() or [""])[0]]
            with_one = sorted(p for p in near if ours[0] in p[0] or ours[1] in p[1])
            held = any(ours[0] in p[0] and ours[1] in p[1] and p != ours for p in with_one)
            kind = "index" if "index" in name else "held" if held else "other"
            yield Difference(kind, name, *ours, with_one)


def _shares(documents: dict[str, Document], alignments: list[Alignment], given: Given) -> str:
    kinds = Counter(found.kind for found in differences(documents, alignments, given))
    n_ours: Counter[bool] = Counter()
    for name, alignment in zip(documents, alignments, strict=True):
        n_ours["index" in name] += int((alignment.sizes == 1).all(axis=1).sum())
    outside = 1 - (kinds["held"] + kinds["other"]) / n_ours[False]
    n_empty = sum(alignment.n_empty for alignment in alignments)
    return (
        f"1-1 beads: {n_ours.total():,}, not given: {kinds.total():,} "
        f"(index {kinds['index']:,}, given holds it {kinds['held']:,}, other {kinds['other']:,}); "
        f"given outside indexes: {outside:.2%}; empty beads: {n_empty:,}"
    )


def run() -> None:
    if not DATA.is_dir():
        print(f"no data: {DATA} is not there (set TERCEL_DATA)")
        return
    for language in LANGUAGES:
        known = known_documents(language)
        documents = [document for document, _ in known]
        n = sum(len(source) for source, _ in documents)
        print(f"\n{language}-en: {len(documents)} damaged documents, {n:,} sentences, F1 of beads")
        for label, align in METHODS.items():
            score = f1(align(documents), (beads for _, beads in known))
            print(f"  {label:>21}  {score:.2%}", flush=True)
        whole, given = load(language), given_pairs(language)
        print(f"{language}-en: where the given alignment differs")
        for label in ("cognates", "cognates, second pass"):
            alignments = METHODS[label](whole.values())
            print(f"  {label:>21}  {_shares(whole, alignments, given)}", flush=True)


def show(language: str, n: int) -> None:
    """Print differences of the second pass outside indexes, drawn at random."""
    documents, given = load(language), given_pairs(language)
    found = differences(documents, realign_documents(documents.values()), given)
    outside = [difference for difference in found if difference.kind != "index"]
    for difference in random.Random(1).sample(outside, n):
        print(f"\n{difference.name} ({difference.kind})")
        print(f"  ours   {difference.source[:300]}\n         {difference.target[:300]}")
        for pair in difference.given[:2]:
            print(f"  given  {pair[0][:300]}\n         {pair[1][:300]}")


if __name__ == "__main__":
    show(sys.argv[1], int(sys.argv[2]))
