"""From parallel documents to sentence pairs, translation models and queries in another language."""

from tercel._tmx import read_tmx, write_tmx
from tercel.lexicon._corpus import NULL_WORD, ParallelCorpus, index_corpus
from tercel.lexicon._dictionary import Dictionary
from tercel.lexicon._evidence import WordTranslations
from tercel.lexicon._model import LexicalModel
from tercel.lexicon._model1 import IBM1, MemoryEstimate
from tercel.lexicon.alignment import (
    align_documents,
    align_sentences,
    realign_documents,
    word_tokens,
)
from tercel.lexicon.beads import Alignment
from tercel.lexicon.corpus_filter import FilteredCorpus, filter_corpus
from tercel.lexicon.page_pairs import PagePair, PairedDocuments, pair_documents
from tercel.lexicon.pages import Page, split_sentences
from tercel.lexicon.pair_files import read_ladder, read_tsv, write_ladder, write_tsv

__all__ = [
    "IBM1",
    "NULL_WORD",
    "Alignment",
    "Dictionary",
    "FilteredCorpus",
    "LexicalModel",
    "MemoryEstimate",
    "Page",
    "PagePair",
    "PairedDocuments",
    "ParallelCorpus",
    "WordTranslations",
    "align_documents",
    "align_sentences",
    "filter_corpus",
    "index_corpus",
    "pair_documents",
    "read_ladder",
    "read_tmx",
    "read_tsv",
    "realign_documents",
    "split_sentences",
    "word_tokens",
    "write_ladder",
    "write_tmx",
    "write_tsv",
]
