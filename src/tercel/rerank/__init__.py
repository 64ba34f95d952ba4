"""N-best lists and translation memories: read, match, rerank by a Ranking SVM or by Bayes risk.

>>> from tercel.rerank import NBest, mbr
>>> mbr(NBest.from_lists([["no", "yes sir", "yes"]]), "chrf").choice
array([1])
"""

from tercel.rerank.bayes_risk import MBRResult, mbr, pairwise_utilities
from tercel.rerank.cross_validation import CrossValidation, cross_validate
from tercel.rerank.edit_statistics import EditRate, EditRates, EditStatistics, edit_statistics
from tercel.rerank.evaluation import (
    RankingEvaluation,
    RankingMean,
    RankingResult,
    evaluate_rankings,
)
from tercel.rerank.feature_parts import KenLM
from tercel.rerank.feature_scaler import FeatureScaler
from tercel.rerank.feature_table import Features, features
from tercel.rerank.fuzzy_matches import FuzzyMatches, fuzzy_match, fuzzy_scores
from tercel.rerank.gold_composition import Composition, OriginShare, gold_composition
from tercel.rerank.memory import TranslationMemory
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
    "Composition",
    "CrossValidation",
    "EditRate",
    "EditRates",
    "EditStatistics",
    "FeatureScaler",
    "Features",
    "FuzzyMatches",
    "GridPoint",
    "GridSearch",
    "KenLM",
    "MBRResult",
    "NBest",
    "NotConvergedWarning",
    "OriginShare",
    "RankingEvaluation",
    "RankingFile",
    "RankingMean",
    "RankingResult",
    "RankingSVM",
    "SavedRankingSVM",
    "TranslationMemory",
    "cross_validate",
    "edit_statistics",
    "evaluate_rankings",
    "features",
    "format_svmlight",
    "fuzzy_match",
    "fuzzy_scores",
    "gold_composition",
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
