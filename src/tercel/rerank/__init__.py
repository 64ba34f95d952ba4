"""N-best lists and translation memories: read, match, rerank by a Ranking SVM or by Bayes risk.

>>> from tercel.rerank import NBest, mbr
>>> mbr(NBest.from_lists([["no", "yes sir", "yes"]]), "chrf").choice
array([1])
"""

from tercel.rerank.bayes_risk import MBRResult, mbr, pairwise_utilities
from tercel.rerank.cross_validation import CrossValidation, cross_validate
from tercel.rerank.feature_parts import KenLM
from tercel.rerank.feature_scaler import FeatureScaler
from tercel.rerank.feature_table import Features, features
from tercel.rerank.memory import FuzzyMatches, TranslationMemory, fuzzy_match, fuzzy_scores
from tercel.rerank.nbest import NBest
from tercel.rerank.nbest_files import iter_nbest, read_nbest, write_nbest
from tercel.rerank.parameter_search import GridPoint, GridSearch, grid_search
from tercel.rerank.precision import (
    hit_at_k,
    interval_over_lists,
    kendall_tau,
    precision_at_k,
)
from tercel.rerank.ranking_svm import NotConvergedWarning, RankingSVM
from tercel.rerank.saved_ranking_svm import SavedRankingSVM, load_ranking_svm
from tercel.rerank.svmlight_format import (
    RankingFile,
    format_svmlight,
    read_svmlight,
    write_svmlight,
)

__all__ = [
    "CrossValidation",
    "FeatureScaler",
    "Features",
    "FuzzyMatches",
    "GridPoint",
    "GridSearch",
    "KenLM",
    "MBRResult",
    "NBest",
    "NotConvergedWarning",
    "RankingFile",
    "RankingSVM",
    "SavedRankingSVM",
    "TranslationMemory",
    "cross_validate",
    "features",
    "format_svmlight",
    "fuzzy_match",
    "fuzzy_scores",
    "grid_search",
    "hit_at_k",
    "interval_over_lists",
    "iter_nbest",
    "kendall_tau",
    "load_ranking_svm",
    "mbr",
    "pairwise_utilities",
    "precision_at_k",
    "read_nbest",
    "read_svmlight",
    "write_nbest",
    "write_svmlight",
]
