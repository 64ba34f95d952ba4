"""Searching a collection with translated queries, and judging what is found."""

from tercel.retrieval.analysis import Analyzer
from tercel.retrieval.evaluation import RunEvaluation, compare_runs, evaluate_run
from tercel.retrieval.index import BM25Index
from tercel.retrieval.measures import (
    average_precision,
    precision_at_k,
    ranked,
    recall_at_k,
    reciprocal_rank,
)
from tercel.retrieval.queries import (
    Concept,
    StructuredQuery,
    WeightedQuery,
    read_queries,
    write_queries,
)
from tercel.retrieval.trec import (
    Topic,
    read_qrels,
    read_run,
    read_topics,
    write_qrels,
    write_run,
    write_topics,
)

__all__ = [
    "Analyzer",
    "BM25Index",
    "Concept",
    "RunEvaluation",
    "StructuredQuery",
    "Topic",
    "WeightedQuery",
    "average_precision",
    "compare_runs",
    "evaluate_run",
    "precision_at_k",
    "ranked",
    "read_qrels",
    "read_queries",
    "read_run",
    "read_topics",
    "recall_at_k",
    "reciprocal_rank",
    "write_qrels",
    "write_queries",
    "write_run",
    "write_topics",
]
