"""N-grams of one segment as Counters, for programs that want to see them."""

from collections import Counter
from collections.abc import Sequence

__all__ = [
    "extract_all_char_ngrams",
    "extract_all_word_ngrams",
    "extract_char_ngrams",
    "extract_word_ngrams",
]


def extract_all_word_ngrams(
    line: str, min_order: int, max_order: int
) -> tuple[Counter[tuple[str, ...]], int]:
    """Return the word n-grams of a line from one order to another, and its number of words."""
    tokens = line.split()
    ngrams = Counter(
        tuple(tokens[i : i + n])
        for n in range(min_order, max_order + 1)
        for i in range(len(tokens) - n + 1)
    )
    return ngrams, len(tokens)


def extract_word_ngrams(tokens: Sequence[str], n: int) -> Counter[str]:
    """Return the n-grams of tokens, each joined by spaces."""
    return Counter(" ".join(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """Return the character n-grams of a line, by default of the line without white space."""
    text = line if include_whitespace else "".join(line.split())
    return Counter(text[i : i + n] for i in range(len(text) - n + 1))


def extract_all_char_ngrams(
    line: str, max_order: int, include_whitespace: bool = False
) -> list[Counter[str]]:
    """Return the character n-grams of each order from 1 up to `max_order`."""
    text = line if include_whitespace else "".join(line.split())
    return [extract_char_ngrams(text, n, include_whitespace=True) for n in range(1, max_order + 1)]
