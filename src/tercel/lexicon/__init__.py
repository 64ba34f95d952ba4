"""Lexical translation models: from parallel text to probabilities of words."""

from tercel.lexicon._corpus import NULL_WORD, ParallelCorpus, index_corpus
from tercel.lexicon._dictionary import Dictionary
from tercel.lexicon._freedict import read_freedict
from tercel.lexicon._model import LexicalModel
from tercel.lexicon._model1 import IBM1, MemoryEstimate
from tercel.lexicon.queries import (
    QueryTranslator,
    structured_query,
    translate_queries,
    translate_query,
)
from tercel.lexicon._steps import (
    Table,
    cooccurrences,
    expected_counts,
    maximize,
    merge_counts,
    uniform_table,
)
from tercel.lexicon._text_tables import TABLE_FORMATS, read_table, write_table

__all__ = [
    "IBM1",
    "NULL_WORD",
    "TABLE_FORMATS",
    "Dictionary",
    "LexicalModel",
    "MemoryEstimate",
    "ParallelCorpus",
    "QueryTranslator",
    "index_corpus",
    "structured_query",
    "translate_queries",
    "translate_query",
    "Table",
    "cooccurrences",
    "expected_counts",
    "index_corpus",
    "maximize",
    "merge_counts",
    "read_freedict",
    "read_table",
    "uniform_table",
    "write_table",
]
