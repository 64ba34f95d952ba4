"""From parallel documents to sentence pairs, translation models and queries in another language."""

from tercel._tmx import read_tmx, write_tmx
from tercel.lexicon._corpus import NULL_WORD, ParallelCorpus, index_corpus
from tercel.lexicon._dictionary import Dictionary
from tercel.lexicon._evidence import WordTranslations
from tercel.lexicon._freedict import read_freedict
from tercel.lexicon._model import LexicalModel
from tercel.lexicon._model1 import IBM1, MemoryEstimate
from tercel.lexicon._steps import (
    Table,
    cooccurrences,
    expected_counts,
    maximize,
    merge_counts,
    uniform_table,
)
from tercel.lexicon._text_tables import TABLE_FORMATS, read_table, write_table
from tercel.lexicon.alignment import (
    align_documents,
    align_sentences,
    word_tokens,
)
from tercel.lexicon.beads import Alignment
from tercel.lexicon.corpus_filter import FilteredCorpus, filter_corpus
from tercel.lexicon.page_pairs import PagePair, PairedDocuments, pair_documents
from tercel.lexicon.pages import Page, split_sentences
from tercel.lexicon.pair_files import read_ladder, read_tsv, write_ladder, write_tsv
from tercel.lexicon.queries import structured_query, translate_queries, translate_query
from tercel.lexicon.query_translator import QueryTranslator
from tercel.lexicon.second_pass import realign_documents

__all__ = [
    "IBM1",
    "NULL_WORD",
    "TABLE_FORMATS",
    "Alignment",
    "Dictionary",
    "FilteredCorpus",
    "LexicalModel",
    "MemoryEstimate",
    "Page",
    "PagePair",
    "PairedDocuments",
    "ParallelCorpus",
    "QueryTranslator",
    "Table",
    "WordTranslations",
    "align_documents",
    "align_sentences",
    "cooccurrences",
    "expected_counts",
    "filter_corpus",
    "index_corpus",
    "maximize",
    "merge_counts",
    "pair_documents",
    "read_freedict",
    "read_ladder",
    "read_table",
    "read_tmx",
    "read_tsv",
    "realign_documents",
    "split_sentences",
    "structured_query",
    "translate_queries",
    "translate_query",
    "uniform_table",
    "word_tokens",
    "write_ladder",
    "write_table",
    "write_tmx",
    "write_tsv",
]
