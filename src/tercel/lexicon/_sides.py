"""Both sides of a document as sentences, in paragraphs or not."""

from collections.abc import Sequence

import numpy as np

from tercel.lexicon.beads import Alignment

Side = Sequence[str] | Sequence[Sequence[str]]


def sentences_of(side: Side) -> list[str]:
    return [sentence for item in side for sentence in ([item] if isinstance(item, str) else item)]


def paragraphs(source: Side, target: Side, d: int) -> list[tuple[Sequence[str], Sequence[str]]]:
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
        return [checked_lines(items, name)], False
    return [checked_lines(item, f"{name}[{k}]") for k, item in enumerate(items)], True


def checked_lines(sentences: Sequence[object], name: str) -> Sequence[str]:
    if isinstance(sentences, str | bytes) or not hasattr(sentences, "__iter__"):
        raise TypeError(f"{name} is {type(sentences).__name__}, expected a list of str")
    checked: list[str] = []
    for i, sentence in enumerate(sentences):
        if not isinstance(sentence, str):
            raise TypeError(f"{name}[{i}] is {type(sentence).__name__}, expected str")
        checked.append(sentence)
    return checked


def flat(blocks: Sequence[Sequence[str]]) -> list[str]:
    return [sentence for block in blocks for sentence in block]


def joined(parts: Sequence[Alignment], n_blocks: Sequence[int]) -> list[Alignment]:
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
