"""Reranking: merged lists of translations, put in the order of the effort that they will take."""

from tercel.rerank.precision import hit_at_k, precision_at_k
from tercel.rerank.ranking_svm import NotConvergedWarning, RankingSVM

__all__ = [
    "NotConvergedWarning",
    "RankingSVM",
    "hit_at_k",
    "precision_at_k",
]
