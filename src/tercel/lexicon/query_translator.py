"""Translates queries by a lexical model, a dictionary, or both; prepared once for many."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tercel.lexicon._dictionary import Dictionary
from tercel.lexicon._query_options import check_options
from tercel.lexicon._query_tables import Columns, Rows, TranslationTable, best, summed
from tercel.retrieval.queries import StructuredQuery, WeightedQuery, concept_of

Translations = Mapping[str, Sequence[str]] | Dictionary


class HasIdf(Protocol):
    """Anything that knows how rare a word is."""

    def idf(self, word: str) -> float:
        """Return the idf of a word, at least 0."""
        ...


@dataclass(frozen=True)
class QueryTranslator:
    """Translates queries by one model; what `translate_query` does, prepared once for many.

    Parameters
    ----------
    model : LexicalModel or None
        From the query's language into that of the documents: P(e|f). None for a dictionary alone.
    n_words : int
        The most words that are taken from the model.
    threshold : float
        Entries of the model below it are ignored.
    reverse_model : LexicalModel, optional
        From the documents' language into that of the query, P(f|e): both directions multiplied.
    min_weight : float
        Of both directions multiplied: words below it are dropped.
    dictionary : mapping of str to sequence of str, or Dictionary, optional
        Translations of words of the query's language, analysed as queries and documents are; see
        `tercel.retrieval.Analyzer.dictionary`.
    dictionary_weight : float or "idf"
        What each translation in the dictionary adds to a word's weight, for each occurrence of the
        query's word: a number, or the word's idf.
    dictionary_scale : float
        The idf is multiplied by it; only for ``"idf"``.
    idf : mapping of str to float, or an object with a method ``idf(word)``, optional
        For ``"idf"``: a `tercel.retrieval.BM25Index`, whose idf is from 0 to 1, or numbers by word,
        of which a missing one is 0.
    copy_unknown : bool
        Whether a word of the query that the model (without one, the dictionary) lacks goes into the
        translation as it is, with weight 1 for each occurrence: names often are the same in both
        languages, and 1 is what the translations of a known word have in sum. A word whose entries
        a threshold or `LexicalModel.prune` has cut away is known.

    Raises
    ------
    TypeError
        If a word's translations in the dictionary are one string.
    ValueError
        If an option is out of range, would have no effect, or there is neither model nor
        dictionary.
    """

    model: TranslationTable | None
    n_words: int = 50
    threshold: float = 0.0
    reverse_model: TranslationTable | None = None
    min_weight: float = 0.001
    dictionary: Translations | None = None
    dictionary_weight: float | str = 0.001
    dictionary_scale: float = 1.0
    idf: Mapping[str, float] | HasIdf | None = None
    copy_unknown: bool = False
    _table: Rows | None = field(init=False, repr=False, compare=False, default=None)
    _reverse: Columns | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        """Check the options and prepare the models."""
        check_options(self)
        if isinstance(self.dictionary, Dictionary):
            object.__setattr__(self, "dictionary", self.dictionary.entries)
        if self.model is not None:
            object.__setattr__(self, "_table", Rows(self.model))
            if self.reverse_model is not None:
                columns = Columns(self.reverse_model, self.model.target_words)
                object.__setattr__(self, "_reverse", columns)

    def __call__(self, query: str | Sequence[str]) -> WeightedQuery:
        """Return the translation of a query; see `translate_query`."""
        words = _words(query)
        weights = self._from_model(words)
        self._add_dictionary(words, weights)
        if self.copy_unknown:
            for word in words:
                if not self._knows(word):
                    weights[word] = weights.get(word, 0.0) + 1.0
        return WeightedQuery.from_weights(weights)

    def structured(self, query: str | Sequence[str]) -> StructuredQuery:
        """Return the query as concepts; see `structured_query`."""
        counts: dict[str, float] = {}
        for word in _words(query):
            counts[word] = counts.get(word, 0.0) + 1.0
        concepts = []
        for word, count in counts.items():
            found = self._from_model([word])
            self._add_dictionary([word], found)
            if not found and self.copy_unknown and not self._knows(word):
                found = {word: 1.0}
            if found:
                concepts.append(concept_of(word, count, found))
        return StructuredQuery(tuple(concepts))

    def _from_model(self, words: Sequence[str]) -> dict[str, float]:
        """Return the words that the model gives, at most n_words, and their weights."""
        if self._table is None:
            return {}
        targets, weights = summed(*self._table.gather(words, self.threshold))
        if self._reverse is not None:
            weights = weights * self._reverse.sums(words)[targets]
            kept = (weights >= self.min_weight) & (weights > 0)
            targets, weights = targets[kept], weights[kept]
        return best(targets, weights, self._table.target_words, self.n_words)

    def _add_dictionary(self, words: Sequence[str], weights: dict[str, float]) -> None:
        if self.dictionary is None:
            return
        assert isinstance(self.dictionary, Mapping)  # made one when this was made
        for word in words:
            for translation in self.dictionary.get(word, ()):
                weight = self._dictionary_weight(translation)
                if weight > 0:
                    weights[translation] = weights.get(translation, 0.0) + weight

    def _dictionary_weight(self, translation: str) -> float:
        if not isinstance(self.dictionary_weight, str):
            return self.dictionary_weight
        if isinstance(self.idf, Mapping):
            return self.dictionary_scale * self.idf.get(translation, 0.0)
        assert self.idf is not None  # checked at the door
        return self.dictionary_scale * self.idf.idf(translation)

    def _knows(self, word: str) -> bool:
        if self._table is not None:
            return self._table.has(word)
        return self.dictionary is not None and word in self.dictionary


def _words(query: str | Sequence[str]) -> list[str]:
    words = query.split() if isinstance(query, str) else list(query)
    for i, word in enumerate(words):
        if not isinstance(word, str):
            raise TypeError(f"query[{i}] is {type(word).__name__}, expected str")
    return words
