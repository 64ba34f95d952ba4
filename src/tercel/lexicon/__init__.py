"""Lexical translation models: from parallel text to probabilities of words."""

from tercel.lexicon._corpus import NULL_WORD, ParallelCorpus, index_corpus
from tercel.lexicon._dictionary import Dictionary
from tercel.lexicon._model import LexicalModel
from tercel.lexicon._model1 import IBM1, MemoryEstimate
from tercel.lexicon.queries import (
    QueryTranslator,
    structured_query,
    translate_queries,
    translate_query,
)

__all__ = [
    "IBM1",
    "NULL_WORD",
    "Dictionary",
    "LexicalModel",
    "MemoryEstimate",
    "ParallelCorpus",
    "QueryTranslator",
    "index_corpus",
    "structured_query",
    "translate_queries",
    "translate_query",
]
