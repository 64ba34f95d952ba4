"""The door for parallel text: sentences as strings or as lists of tokens, checked and explained."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

Sentence = str | Sequence[str]
Sentences = Iterable[Sentence]

# Enough pairs at a time that Python's share of the work is small, little enough to need no memory.
_PAIRS_AT_ONCE = 10_000
_END = object()


def chunks_of_pairs(source: Sentences, target: Sentences) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the sentences of both sides as strings, some thousands at a time.

    Raises
    ------
    TypeError
        If a side is one string, or a sentence is neither a string nor a list of tokens.
    ValueError
        If the sides differ in length, or a token is empty or has white space in it.
    """
    _check_sides(source, target)
    chunk: tuple[list[str], list[str]] = ([], [])
    for i, (a, b) in enumerate(zip_longest(source, target, fillvalue=_END)):
        if a is _END or b is _END:
            raise ValueError(_lengths(i, "source" if a is _END else "target"))
        chunk[0].append(_line(a, "source", i))
        chunk[1].append(_line(b, "target", i))
        if len(chunk[0]) == _PAIRS_AT_ONCE:
            yield chunk
            chunk = ([], [])
    if chunk[0]:
        yield chunk


def tokens_of(sentence: Sentence, name: str) -> list[str]:
    """Return the tokens of one sentence; errors as `chunks_of_pairs`."""
    return _line(sentence, name, None).split()


def _check_sides(source: Sentences, target: Sentences) -> None:
    for name, side in (("source", source), ("target", target)):
        if isinstance(side, str | bytes):
            raise TypeError(f"{name} is one {type(side).__name__}, expected a list of sentences")
    if isinstance(source, Sequence) and isinstance(target, Sequence) and len(source) != len(target):
        raise ValueError(
            f"source has {len(source)} sentences, but target has {len(target)}: "
            "expected one translation a sentence"
        )


def _lengths(n: int, shorter: str) -> str:
    longer = "target" if shorter == "source" else "source"
    return f"{shorter} ends after {n} sentences, but {longer} goes on: expected as many"


def _line(sentence: object, name: str, i: int | None) -> str:
    if isinstance(sentence, str):
        return sentence
    where = name if i is None else f"{name}[{i}]"
    if not isinstance(sentence, list | tuple):
        raise TypeError(f"{where} is {type(sentence).__name__}, expected str or a list of tokens")
    for token in sentence:
        if not isinstance(token, str):
            raise TypeError(f"{where} has a token of type {type(token).__name__}, expected str")
    line = " ".join(sentence)
    if line.split() != list(sentence):
        bad = next(token for token in sentence if token.split() != [token])
        raise ValueError(f"{where} has the token {bad!r}, expected tokens without white space")
    return line
