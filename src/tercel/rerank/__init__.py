"""Reranking: merged lists of translations, put in the order of the effort that they will take."""

from tercel.rerank.precision import hit_at_k, precision_at_k
from tercel.rerank.ranking_svm import NotConvergedWarning, RankingSVM
from tercel.rerank.svmlight_format import RankingFile, format_svmlight, read_svmlight

__all__ = [
    "NotConvergedWarning",
    "RankingFile",
    "RankingSVM",
    "format_svmlight",
    "hit_at_k",
    "precision_at_k",
    "read_svmlight",
]
