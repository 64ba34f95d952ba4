"""From parallel documents to sentence pairs, translation models and queries in another language."""

from tercel._tmx import read_tmx, write_tmx
from tercel.lexicon._evidence import WordTranslations
from tercel.lexicon.alignment import align_documents, align_sentences, word_tokens
from tercel.lexicon.beads import Alignment
from tercel.lexicon.pair_files import read_ladder, read_tsv, write_ladder, write_tsv

__all__ = [
    "Alignment",
    "WordTranslations",
    "align_documents",
    "align_sentences",
    "read_ladder",
    "read_tmx",
    "read_tsv",
    "word_tokens",
    "write_ladder",
    "write_tmx",
    "write_tsv",
]
