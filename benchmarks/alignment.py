"""Sentence alignment on the documents of nie2001: first that it agrees, then how fast it is."""

import gzip
import os
import time
from collections import Counter, defaultdict
from pathlib import Path

from tercel.lexicon import Alignment, align_documents, realign_documents

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("TERCEL_DATA", ROOT.parent / "shared" / "data")) / "nie2001"
Document = tuple[list[str], list[str]]


def load(language: str) -> dict[str, Document]:
    """Return English and foreign sentences by document."""
    with gzip.open(
        DATA / f"documents.{language}-en.txt.gz", "rt", encoding="utf-8", newline="\n"
    ) as file:
        lines = file.read().split("\n")
    documents = {}
    i = 0
    while i < len(lines) and lines[i].startswith("#DOC\t"):
        _, name, n_source, n_target = lines[i].split("\t")
        middle, end = i + 1 + int(n_source), i + 1 + int(n_source) + int(n_target)
        documents[name] = lines[i + 1 : middle], lines[middle:end]
        i = end
    return documents


def given_pairs(language: str) -> dict[str, Counter[tuple[str, str]]]:
    """Return the given beads without an empty side, by document."""
    pairs: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    with gzip.open(
        DATA / f"aligned.{language}-en.tsv.gz", "rt", encoding="utf-8", newline="\n"
    ) as file:
        for line in file:
            name, source, target = line.rstrip("\n").split("\t")
            pairs[name][source, target] += 1
    return pairs


def agreement(
    documents: dict[str, Document],
    alignments: list[Alignment],
    given: dict[str, Counter[tuple[str, str]]],
) -> tuple[float, float]:
    """Return the share of our 1-1 beads that are given, and of the given ones that are ours."""
    n_ours = n_given = n_both = 0
    for (name, (source, target)), alignment in zip(documents.items(), alignments, strict=True):
        ones = alignment.beads[(alignment.sizes == 1).all(axis=1)]
        ours = Counter((source[i], target[j]) for i, j in ones[:, ::2].tolist())
        sources, targets = set(source), set(target)
        n_given += sum(n for (a, b), n in given[name].items() if a in sources and b in targets)
        n_ours += ours.total()
        n_both += (ours & given[name]).total()
    return n_both / n_ours, n_both / n_given


def run() -> None:
    print("\nalignment (nie2001, one thread, CPU time, a sentence of the English side)")
    if not DATA.is_dir():
        print(f"  no data: {DATA} is not there (set TERCEL_DATA)")
        return
    for language in ("fr", "de", "it"):
        documents = load(language)
        given = given_pairs(language)
        n = sum(len(source) for source, _ in documents.values())
        for label, align in (
            ("length", lambda x: align_documents(x, method="length")),
            ("cognates", align_documents),
            ("second pass", realign_documents),
        ):
            start = time.process_time()
            alignments = align(documents.values())
            taken = time.process_time() - start
            ours, theirs = agreement(documents, alignments, given)
            exact = sum(alignment.exact for alignment in alignments)
            print(
                f"  {language}-en {label:>12}  {n / taken:9.0f} sentences/s  "
                f"1-1 beads: {ours:.2%} of ours are given, {theirs:.2%} of the given are ours  "
                f"exact: {exact} of {len(alignments)} documents",
                flush=True,
            )
