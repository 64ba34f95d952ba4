"""Queries with weights: words each with a weight, or concepts each with weighted translations."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tercel._files import AnyPath, bad_line, read_lines, shown, write_lines

_WEIGHTED = ("query", "word", "weight")
_STRUCTURED = ("query", "concept", "weight", "word", "probability")
# So that no sum of a query's scores leaves the range of single precision.
_LARGEST_WEIGHT = 1e9


@dataclass(frozen=True)
class WeightedQuery:
    """Words to search for, and how much each counts.

    Attributes
    ----------
    words : tuple of str
        Each once, the heaviest first, and words of the same weight in the order of their code
        points: so that a query is the same in every process.
    weights : tuple of float
        Finite and above 0, as many as words.

    Examples
    --------
    >>> from tercel.retrieval import WeightedQuery
    >>> WeightedQuery.of(["to", "be", "or", "not", "to", "be"]).words
    ('be', 'to', 'not', 'or')
    """

    words: tuple[str, ...]
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuse words and weights that are not as the class says."""
        _check_words(self.words, self.weights)

    @classmethod
    def of(cls, words: Iterable[str]) -> "WeightedQuery":
        """Return the query in which each word counts as often as it occurs."""
        counts: dict[str, float] = {}
        for word in words:
            counts[word] = counts.get(word, 0.0) + 1.0
        return cls.from_weights(counts)

    @classmethod
    def from_weights(cls, weights: Mapping[str, float]) -> "WeightedQuery":
        """Return the query of these words in the order that the class has."""
        ordered = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
        return cls(tuple(word for word, _ in ordered), tuple(float(w) for _, w in ordered))

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {"words": list(self.words), "weights": list(self.weights)}

    @property
    def concepts(self) -> tuple["Concept", ...]:
        """A concept for each word, whose only translation is the word itself."""
        pairs = zip(self.words, self.weights, strict=True)
        return tuple(Concept(word, weight, (word,), (1.0,)) for word, weight in pairs)


@dataclass(frozen=True)
class Concept:
    """A word of the original query, with its translations.

    Attributes
    ----------
    word : str
    weight : float
        Usually how often the query has it.
    translations : tuple of str
        Each once, in the order of `WeightedQuery`.
    probabilities : tuple of float
        Above 0.
    """

    word: str
    weight: float
    translations: tuple[str, ...]
    probabilities: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuse fields that are not as the class says."""
        _check_weight(self.weight, f"the weight of {self.word!r}")
        _check_words(self.translations, self.probabilities)


@dataclass(frozen=True)
class StructuredQuery:
    """Concepts, in the order in which the query has them first.

    A concept counts in a document as often as its translations do, each times its probability; and
    it occurs in as many documents as they do, weighted in the same way.

    Attributes
    ----------
    concepts : tuple of Concept
    """

    concepts: tuple[Concept, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return asdict(self)


Query = WeightedQuery | StructuredQuery


def write_queries(path: AnyPath, queries: Mapping[str, Query]) -> None:
    """Write weighted or structured queries as tab-separated text, weights with all their digits.

    Parameters
    ----------
    path : path
        Compressed if it ends with .gz.
    queries : mapping of str to WeightedQuery or StructuredQuery
        By query id; all of one kind.

    Raises
    ------
    ValueError
        If kinds are mixed, an id or word has a tab or line break, or the file cannot be written.
    """
    write_lines(path, query_lines(queries))


def query_lines(queries: Mapping[str, Query]) -> list[str]:
    """Return the lines that `write_queries` writes; parameters and errors as there."""
    kinds = {type(query) for query in queries.values()}
    if len(kinds) > 1:
        raise ValueError("queries has weighted and structured queries, expected one kind")
    lines = ["\t".join(_STRUCTURED if kinds == {StructuredQuery} else _WEIGHTED)]
    for query_id, query in queries.items():
        rows = _weighted_rows(query) if isinstance(query, WeightedQuery) else _rows(query)
        lines.extend("\t".join([query_id, *row]) for row in rows)
    n_tabs = lines[0].count("\t")
    for line in lines:
        if line.count("\t") != n_tabs or "\n" in line or "\r" in line:
            raise ValueError(f"an id or word has a tab or line break: {shown(line)}")
    return lines


def read_queries(path: AnyPath) -> dict[str, Query]:
    """Read what `write_queries` wrote.

    Returns
    -------
    dict of str to WeightedQuery or StructuredQuery
        In the order of the file. A query without words has no lines, and so is not there.

    Raises
    ------
    ValueError
        If the file cannot be read or a line is not as expected; the message names both.
    """
    lines = read_lines(path)
    header = tuple(lines[0].split("\t")) if lines else ()
    if header not in (_WEIGHTED, _STRUCTURED):
        wanted = " or ".join(shown("\t".join(names)) for names in (_WEIGHTED, _STRUCTURED))
        found = shown(lines[0]) if lines else "an empty file"
        raise bad_line(path, 1, f"found {found}, expected {wanted}")
    rows: dict[str, list[tuple[str, ...]]] = {}
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise bad_line(path, number, f"found {len(cells)} columns, expected {len(header)}")
        for k in (2,) if header == _WEIGHTED else (2, 4):
            _check_number(path, number, cells[k])
        rows.setdefault(cells[0], []).append(tuple(cells[1:]))
    parse = _parse_weighted if header == _WEIGHTED else _parse_structured
    queries: dict[str, Query] = {}
    for query_id, of_query in rows.items():
        try:
            queries[query_id] = parse(of_query)
        except ValueError as error:
            raise ValueError(f"{path}: query {query_id!r}: {error}") from None
    return queries


def _weighted_rows(query: WeightedQuery) -> list[tuple[str, ...]]:
    return [(word, repr(w)) for word, w in zip(query.words, query.weights, strict=True)]


def _rows(query: StructuredQuery) -> list[tuple[str, ...]]:
    return [
        (concept.word, repr(concept.weight), word, repr(p))
        for concept in query.concepts
        for word, p in zip(concept.translations, concept.probabilities, strict=True)
    ]


def _parse_weighted(rows: Sequence[tuple[str, ...]]) -> WeightedQuery:
    weights = {word: float(weight) for word, weight in rows}
    if len(weights) < len(rows):
        raise ValueError("a word is there twice")
    return WeightedQuery.from_weights(weights)


def _parse_structured(rows: Sequence[tuple[str, ...]]) -> StructuredQuery:
    concepts: dict[tuple[str, str], dict[str, float]] = {}
    for concept, weight, word, probability in rows:
        concepts.setdefault((concept, weight), {})[word] = float(probability)
    if sum(map(len, concepts.values())) < len(rows):
        raise ValueError("a word is there twice in a concept")
    return StructuredQuery(
        tuple(concept_of(word, float(w), found) for (word, w), found in concepts.items())
    )


def concept_of(word: str, weight: float, probabilities: Mapping[str, float]) -> Concept:
    """Return a concept with its translations in the order that the class has."""
    ordered = WeightedQuery.from_weights(probabilities)
    return Concept(word, weight, ordered.words, ordered.weights)


def _check_number(path: AnyPath, number: int, cell: str) -> None:
    try:
        # 1_000 is a number to Python only.
        value = math.nan if "_" in cell else float(cell)
    except ValueError:
        value = math.nan
    if not 0 < value <= _LARGEST_WEIGHT:
        raise bad_line(path, number, f"found {shown(cell)}, expected a number above 0")


def _check_words(words: Sequence[str], weights: Sequence[float]) -> None:
    if len(words) != len(weights):
        raise ValueError(f"{len(words)} words, but {len(weights)} weights")
    for word, weight in zip(words, weights, strict=True):
        _check_weight(weight, f"the weight of {word!r}")
    order = [(-weight, word) for word, weight in zip(words, weights, strict=True)]
    if order != sorted(order) or len(set(words)) != len(words):
        raise ValueError("words must be there once each, by weight, then by code points")


def _check_weight(weight: float, name: str) -> None:
    if not 0 < weight <= _LARGEST_WEIGHT:
        raise ValueError(f"{name} is {weight!r}, expected above 0 and at most {_LARGEST_WEIGHT:g}")
