"""Queries in another language: the most probable words, or the query's words as concepts."""

from collections.abc import Iterable, Mapping, Sequence

from tercel.lexicon._query_tables import TranslationTable
from tercel.lexicon.query_translator import HasIdf, QueryTranslator, Translations
from tercel.retrieval.queries import StructuredQuery, WeightedQuery


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
    n_words, threshold, reverse_model, min_weight, dictionary, dictionary_weight
        As for `QueryTranslator`, which is faster for many queries: this prepares the models anew.
    dictionary_scale, idf, copy_unknown
        As for `QueryTranslator`.

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
    query, model
        As for `translate_query`.
    n_words : int
        The most translations of a concept that are taken from the model.
    threshold, dictionary, dictionary_weight, copy_unknown
        As for `translate_query`.

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
