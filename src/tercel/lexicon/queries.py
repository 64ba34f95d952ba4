"""Queries in another language: the most probable words, or the query's words as concepts."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tercel.lexicon._dictionary import Dictionary
from tercel.retrieval.queries import StructuredQuery, WeightedQuery, concept_of

Translations = Mapping[str, Sequence[str]] | Dictionary


class TranslationTable(Protocol):
    """What a query needs of a lexical model: its words, and its probabilities as sparse rows."""

    @property
    def source_words(self) -> Sequence[str]:
        """The words that are translated; row i belongs to word i."""
        ...

    @property
    def target_words(self) -> Sequence[str]:
        """The words into which they are translated."""
        ...

    @property
    def indptr(self) -> NDArray[np.int64]:
        """Where each row begins, and the end of the last one."""
        ...

    @property
    def indices(self) -> NDArray[np.uint32]:
        """The target words of each row."""
        ...

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """The probability of each of them."""
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
        Whether a word of the query that neither the model nor the dictionary knows goes into the
        translation as it is, with weight 1: names often are the same in both languages.

    Raises
    ------
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
    idf: "Mapping[str, float] | HasIdf | None" = None
    copy_unknown: bool = False
    _table: "_Rows | None" = field(init=False, repr=False, compare=False, default=None)
    _reverse: "_Columns | None" = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        """Check the options and prepare the models."""
        _check(self)
        if isinstance(self.dictionary, Dictionary):
            object.__setattr__(self, "dictionary", self.dictionary.entries)
        if self.model is not None:
            object.__setattr__(self, "_table", _Rows(self.model))
            if self.reverse_model is not None:
                columns = _Columns(self.reverse_model, self.model.target_words)
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
        targets, weights = _summed(*self._table.gather(words, self.threshold))
        if self._reverse is not None:
            weights = weights * self._reverse.sums(words)[targets]
            kept = (weights >= self.min_weight) & (weights > 0)
            targets, weights = targets[kept], weights[kept]
        return _best(targets, weights, self._table.target_words, self.n_words)

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
        in_dictionary = self.dictionary is not None and word in self.dictionary
        return in_dictionary or (self._table is not None and self._table.has(word))


class HasIdf(Protocol):
    """Anything that knows how rare a word is."""

    def idf(self, word: str) -> float:
        """Return the idf of a word, at least 0."""
        ...


def translate_query(
    query: str | Sequence[str],
    model: TranslationTable | None,
    *,
    n_words: int = 50,
    threshold: float = 0.0,
    reverse_model: TranslationTable | None = None,
    min_weight: float = 0.001,
    dictionary: Translations | None = None,
    dictionary_weight: float | str = 0.001,
    dictionary_scale: float = 1.0,
    idf: Mapping[str, float] | HasIdf | None = None,
    copy_unknown: bool = False,
) -> WeightedQuery:
    """Translate a query into the words that it most probably becomes, with weights.

    Parameters
    ----------
    query : str or sequence of str
        The words of the query, analysed as the model's text was; a string is split at white space.
        A word that is there twice counts twice.
    model : LexicalModel or None
        From the query's language into that of the documents. None for a dictionary alone.
    n_words, threshold, reverse_model, min_weight, dictionary, dictionary_weight, dictionary_scale,
    idf, copy_unknown
        As for `QueryTranslator`, which is faster for many queries: this prepares the models anew.

    Returns
    -------
    WeightedQuery
        Empty if nothing is known of any word. Words of the same weight are ordered, and cut at
        n_words, by their code points: every process gives the same.

    Raises
    ------
    ValueError
        If an option is out of range or would have no effect.

    Notes
    -----
    The weight of a word e is the sum of P(e|f) over the query's words f; the n_words heaviest stay
    [1]_. With a reverse model it is multiplied by the sum of P(f|e) over the query's words. The
    dictionary adds to these weights after the cut, and may add words beyond n_words.

    Takes O(translations of the query's words) time, and O(entries) once to prepare the models.

    References
    ----------
    .. [1] J.-Y. Nie, M. Simard, "Using Statistical Translation Models for Bilingual IR", CLEF 2001.

    Examples
    --------
    >>> from tercel.lexicon import translate_query
    >>> words = {"pomme": ["apple"], "rouge": ["red", "reddish"]}
    >>> translate_query("pomme rouge", None, dictionary=words, dictionary_weight=0.5).words
    ('apple', 'red', 'reddish')
    """
    translator = QueryTranslator(
        model,
        n_words=n_words,
        threshold=threshold,
        reverse_model=reverse_model,
        min_weight=min_weight,
        dictionary=dictionary,
        dictionary_weight=dictionary_weight,
        dictionary_scale=dictionary_scale,
        idf=idf,
        copy_unknown=copy_unknown,
    )
    return translator(query)


def structured_query(
    query: str | Sequence[str],
    model: TranslationTable | None,
    *,
    n_words: int = 50,
    threshold: float = 0.0,
    dictionary: Translations | None = None,
    dictionary_weight: float = 0.001,
    copy_unknown: bool = False,
) -> StructuredQuery:
    """Return the query's own words as concepts, each with its translations.

    A search then counts the query's words themselves: each as often as its translations occur,
    times their probabilities, with a document frequency made in the same way [1]_. So a word with
    many translations counts no more than one with few, and a rare translation of a frequent word
    gets no weight from its rarity.

    Parameters
    ----------
    query, model, threshold, dictionary, dictionary_weight, copy_unknown
        As for `translate_query`.
    n_words : int
        The most translations of a concept that are taken from the model.

    Returns
    -------
    StructuredQuery
        Words without a translation are left out.

    Raises
    ------
    ValueError
        If an option is out of range or would have no effect.

    References
    ----------
    .. [1] K. Darwish, D. W. Oard, "Probabilistic structured query methods", SIGIR 2003.
    """
    translator = QueryTranslator(
        model,
        n_words=n_words,
        threshold=threshold,
        dictionary=dictionary,
        dictionary_weight=dictionary_weight,
        copy_unknown=copy_unknown,
    )
    return translator.structured(query)


class _Rows:
    """The rows of a model, by word."""

    def __init__(self, model: TranslationTable) -> None:
        self.target_words = model.target_words
        self._row_of = {word: i for i, word in enumerate(model.source_words)}
        self._model = model

    def has(self, word: str) -> bool:
        """Return whether the model translates a word."""
        row = self._row_of.get(word)
        return row is not None and bool(self._model.indptr[row + 1] > self._model.indptr[row])

    def gather(
        self, words: Sequence[str], threshold: float
    ) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Return the entries of all words, one word after the other."""
        parts = [np.zeros(0, dtype=np.uint32)]
        probabilities = [np.zeros(0, dtype=np.float64)]
        for word in words:
            row = self._row_of.get(word)
            if row is not None:
                entries = slice(int(self._model.indptr[row]), int(self._model.indptr[row + 1]))
                parts.append(self._model.indices[entries])
                probabilities.append(self._model.probabilities[entries].astype(np.float64))
        found, p = np.concatenate(parts), np.concatenate(probabilities)
        # Compared as the table has them, so that .1 keeps what the table rounds to .1.
        kept = (p >= np.float64(np.float32(threshold))) & (p > 0)
        return found[kept], p[kept]


class _Columns:
    """P(f|e) of a reverse model by f, with the numbers that e has in the forward model."""

    def __init__(self, reverse: TranslationTable, forward_targets: Sequence[str]) -> None:
        number_of = {word: i for i, word in enumerate(forward_targets)}
        numbers = np.array(
            [number_of.get(word, -1) for word in reverse.source_words], dtype=np.int64
        )
        n_of_row = np.diff(reverse.indptr)
        order = np.argsort(reverse.indices, kind="stable")
        self._numbers = np.repeat(numbers, n_of_row)[order]
        self._p = np.asarray(reverse.probabilities)[order]
        n_columns = len(reverse.target_words)
        self._starts = np.searchsorted(reverse.indices[order], np.arange(n_columns + 1))
        self._column_of = {word: i for i, word in enumerate(reverse.target_words)}
        self._n_targets = len(forward_targets)

    def sums(self, words: Sequence[str]) -> NDArray[np.float64]:
        """Return the sum of P(f|e) over the words f, for each target word of the forward model."""
        total = np.zeros(self._n_targets)
        for word in words:
            column = self._column_of.get(word)
            if column is not None:
                entries = slice(int(self._starts[column]), int(self._starts[column + 1]))
                numbers, p = self._numbers[entries], self._p[entries].astype(np.float64)
                known = numbers >= 0
                total[numbers[known]] += p[known]  # each e is once in a column
        return total


def _summed(
    targets: NDArray[np.uint32], weights: NDArray[np.float64]
) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """Add the weights of equal targets, in their order."""
    found, place = np.unique(targets, return_inverse=True)
    sums = np.zeros(len(found))
    np.add.at(sums, place, weights)
    return found, sums


def _best(
    targets: NDArray[np.uint32], weights: NDArray[np.float64], words: Sequence[str], n_words: int
) -> dict[str, float]:
    """Return the heaviest words; at the cut, equal ones by code points."""
    if len(weights) > n_words:
        cut = np.partition(weights, len(weights) - n_words)[len(weights) - n_words]
        kept = weights >= cut
        targets, weights = targets[kept], weights[kept]
    pairs = [(-w, words[t]) for t, w in zip(targets.tolist(), weights.tolist(), strict=True)]
    return {word: -negative for negative, word in sorted(pairs)[:n_words]}


def _words(query: str | Sequence[str]) -> list[str]:
    words = query.split() if isinstance(query, str) else list(query)
    for i, word in enumerate(words):
        if not isinstance(word, str):
            raise TypeError(f"query[{i}] is {type(word).__name__}, expected str")
    return words


def _check(options: QueryTranslator) -> None:
    n = options.n_words
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"n_words is {n!r}, expected a whole number above 0")
    for name, low, high in (("threshold", 0, 1), ("min_weight", 0, math.inf)):
        value = getattr(options, name)
        if not low <= value <= high:
            raise ValueError(f"{name} is {value!r}, expected {low} to {high}")
    if options.model is None and options.dictionary is None:
        raise ValueError("model and dictionary are both None, expected at least one")
    if options.model is None and options.reverse_model is not None:
        raise ValueError("reverse_model is given, but model is None")
    _check_dictionary(options)


def _check_dictionary(options: QueryTranslator) -> None:
    weight = options.dictionary_weight
    if isinstance(weight, str):
        if weight != "idf":
            raise ValueError(f"dictionary_weight is {weight!r}, expected a number or 'idf'")
        if options.idf is None:
            raise ValueError("dictionary_weight is 'idf', but idf is None")
    elif not (math.isfinite(weight) and weight > 0):
        raise ValueError(f"dictionary_weight is {weight!r}, expected a finite number above 0")
    elif options.idf is not None or options.dictionary_scale != 1.0:
        raise ValueError("idf and dictionary_scale need dictionary_weight='idf'")
    if options.idf is not None and options.dictionary is None:
        raise ValueError("idf is given, but dictionary is None")
    if not (math.isfinite(options.dictionary_scale) and options.dictionary_scale > 0):
        raise ValueError(
            f"dictionary_scale is {options.dictionary_scale!r}, expected a finite number above 0"
        )


def translate_queries(
    queries: Mapping[str, Iterable[str]], translator: QueryTranslator, *, structured: bool = False
) -> dict[str, WeightedQuery | StructuredQuery]:
    """Translate queries by id.

    Parameters
    ----------
    queries : mapping of str to iterable of str
        The analysed words of each query.
    translator : QueryTranslator
    structured : bool
        Whether queries become concepts.

    Returns
    -------
    dict of str to WeightedQuery or StructuredQuery
    """
    translate = translator.structured if structured else translator
    return {query_id: translate(list(words)) for query_id, words in queries.items()}
