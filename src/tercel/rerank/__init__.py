"""N-best lists and translation memories: read, match, rerank.

>>> from tercel.rerank import NBest, mbr
>>> mbr(NBest.from_lists([["no", "yes sir", "yes"]]), "chrf").choice
array([1])
"""

from tercel.rerank.bayes_risk import MBRResult, mbr, pairwise_utilities
from tercel.rerank.feature_parts import KenLM
from tercel.rerank.feature_table import Features, features
from tercel.rerank.memory import FuzzyMatches, TranslationMemory, fuzzy_match, fuzzy_scores
from tercel.rerank.nbest import NBest
from tercel.rerank.nbest_files import iter_nbest, read_nbest, write_nbest

__all__ = [
    "Features",
    "FuzzyMatches",
    "KenLM",
    "MBRResult",
    "NBest",
    "TranslationMemory",
    "features",
    "fuzzy_match",
    "fuzzy_scores",
    "iter_nbest",
    "mbr",
    "pairwise_utilities",
    "read_nbest",
    "write_nbest",
]
