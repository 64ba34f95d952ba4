"""What the toolkits' inputs have in common: references by segment, and tokens of any kind."""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest

from tercel._statistics import IntArray
from tercel.metrics import BLEU

Tokens = Sequence[Hashable]


def missing(package: str, error: ImportError) -> ImportError:
    """Return what to raise when a toolkit cannot be imported."""
    return ImportError(f"this integration needs {package}: pip install {package} ({error})")


def streams_of(references: Iterable[Sequence[str]]) -> list[list[str | None]]:
    """Return reference streams from the references of each segment, however many each has.

    Raises
    ------
    ValueError
        If a segment has none; the message names it.
    """
    segments = [_some(texts, i) for i, texts in enumerate(references)]
    return [list(stream) for stream in zip_longest(*segments)]


def _some(texts: Sequence[str], segment: int) -> Sequence[str]:
    if len(texts) == 0:
        raise ValueError(f"segment {segment} has no reference")
    return texts


def equal_streams(references: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return reference streams; the segments must have the same number of references.

    Raises
    ------
    ValueError
        If they do not, or have none; the message names the segment.
    """
    for i, texts in enumerate(references):
        if len(_some(texts, i)) != len(references[0]):
            raise ValueError(
                f"segment {i} has {len(texts)} references, but segment 0 has "
                f"{len(references[0])}: expected the same number for each"
            )
    return [list(stream) for stream in zip(*references, strict=True)]


class Words(dict[Hashable, str]):
    """A word without white space for each token that was seen: equal tokens, equal words."""

    def __missing__(self, token: Hashable) -> str:
        word = self[token] = f"{len(self):x}"
        return word

    def line(self, tokens: Iterable[Hashable]) -> str:
        """Return the tokens' words as a line of text."""
        return " ".join(map(self.__getitem__, tokens))


def token_statistics(
    hypotheses: Iterable[Tokens], references: Iterable[Sequence[Tokens]], order: int
) -> IntArray:
    """Return BLEU's statistics of tokens, shape (n_segments, 2 + 2 * order); see `tercel.BLEU`."""
    words = Words()
    lines = [words.line(tokens) for tokens in hypotheses]
    streams = streams_of([[words.line(tokens) for tokens in texts] for texts in references])
    return _bleu(order).statistics(lines, streams)


@lru_cache(maxsize=16)
def _bleu(order: int) -> BLEU:
    return BLEU(tokenize="none", max_ngram_order=order)
