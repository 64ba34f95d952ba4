"""Runs against judgements: measures of each query, their means, and whether two runs differ."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel._paired_test import PairedTest
from tercel._statistics import check_choice
from tercel.metrics import SegmentMean
from tercel.paired import paired_test
from tercel.retrieval.measures import (
    average_precision,
    precision_at_k,
    ranked,
    recall_at_k,
    reciprocal_rank,
)

Measure = Callable[[Sequence[str], Collection[str]], float]

MISSING = ("zero", "skip")
DEFAULT_MEASURES = ("map", "recip_rank", "P_10", "recall_100")

_AT_K: dict[str, Callable[[Sequence[str], Collection[str], int], float]] = {
    "P": precision_at_k,
    "recall": recall_at_k,
}
_PLAIN: dict[str, Measure] = {"map": average_precision, "recip_rank": reciprocal_rank}


@dataclass(frozen=True)
class RunEvaluation:
    """The measures of one run, query by query.

    Attributes
    ----------
    query_ids : tuple of str
        In the order of their code points.
    values : dict of str to ndarray of float64, shape (n_queries,)
        By measure.
    """

    query_ids: tuple[str, ...]
    values: dict[str, NDArray[np.float64]]

    def mean(self, measure: str) -> float:
        """Return the mean over the queries; for ``map`` that is mean average precision.

        Raises
        ------
        ValueError
            If the measure was not asked for.
        """
        check_choice(measure, tuple(self.values), "measure")
        return float(self.values[measure].mean())

    def to_dict(self) -> dict[str, Any]:
        """Return means and values as plain Python objects."""
        return {
            "query_ids": list(self.query_ids),
            "means": {name: self.mean(name) for name in self.values},
            "values": {name: values.tolist() for name, values in self.values.items()},
        }

    def __repr__(self) -> str:
        means = ", ".join(f"{name}={self.mean(name):.4f}" for name in self.values)
        return f"RunEvaluation({len(self.query_ids)} queries, {means})"


def evaluate_run(
    run: Mapping[str, Mapping[str, float]],
    qrels: Mapping[str, Mapping[str, int]],
    measures: Sequence[str] = DEFAULT_MEASURES,
    *,
    missing: str = "zero",
    relevance_level: int = 1,
) -> RunEvaluation:
    """Judge a run.

    Parameters
    ----------
    run : mapping of str to mapping of str to float
        Scores by query and document, as `BM25Index.search` and `read_run` give them.
    qrels : mapping of str to mapping of str to int
        Relevance by query and document.
    measures : sequence of str
        ``map``, ``recip_rank``, ``P_k`` and ``recall_k`` for any k, as trec_eval calls them.
    missing : {"zero", "skip"}
        A judged query that the run does not have counts 0 (trec_eval's option -c), or not at all
        (trec_eval without it): then a run gains by leaving out what it is bad at.
    relevance_level : int
        The least relevance that counts as relevant.

    Returns
    -------
    RunEvaluation
        Of the judged queries; what the run has beside them is ignored.

    Raises
    ------
    ValueError
        If an option is unknown, a score is not finite, or no query is left.

    Notes
    -----
    Numbers are trec_eval's; documents are ordered as `tercel.retrieval.ranked` says. A query
    without a relevant document counts 0 in every measure.

    Examples
    --------
    >>> from tercel.retrieval import evaluate_run
    >>> run = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 1.0}}
    >>> evaluate_run(run, {"q1": {"b": 1}, "q2": {"a": 1}}, ["map", "P_1"])
    RunEvaluation(2 queries, map=0.7500, P_1=0.5000)
    """
    check_choice(missing, MISSING, "missing")
    functions = {name: measure_named(name) for name in measures}
    if not functions:
        raise ValueError("measures is empty, expected at least one")
    query_ids = tuple(sorted(q for q in qrels if missing == "zero" or q in run))
    if not query_ids:
        raise ValueError("no query of the judgements is in the run")
    values = {name: np.zeros(len(query_ids)) for name in functions}
    for i, query_id in enumerate(query_ids):
        ranking = ranked(_checked(query_id, run.get(query_id, {})))
        relevant = {d for d, level in qrels[query_id].items() if level >= relevance_level}
        for name, function in functions.items():
            values[name][i] = function(ranking, relevant)
    return RunEvaluation(query_ids, values)


def compare_runs(
    run: RunEvaluation, baseline: RunEvaluation, measure: str = "map", **options: Any
) -> PairedTest:
    """Test whether two runs differ on the same queries.

    Parameters
    ----------
    run, baseline : RunEvaluation
        Of the same queries; the effect is mean of the run minus mean of the baseline.
    measure : str
    **options
        As for `tercel.paired_test`: ``method``, ``n_resamples``, ``rng`` and so on.

    Returns
    -------
    PairedTest

    Raises
    ------
    ValueError
        If queries differ, or the measure was not asked for in both.
    """
    if run.query_ids != baseline.query_ids:
        differing = sorted(set(run.query_ids) ^ set(baseline.query_ids))
        raise ValueError(
            f"the runs were judged on different queries, such as {differing[0]!r}: judge both "
            "with missing='zero'"
        )
    for evaluation in (run, baseline):
        check_choice(measure, tuple(evaluation.values), "measure")
    mean = SegmentMean(measure)
    a, b = (mean.statistics(evaluation.values[measure]) for evaluation in (run, baseline))
    return paired_test(a, b, mean, **options)


def measure_named(name: str) -> Measure:
    """Return the function of a measure, or raise ValueError."""
    if name in _PLAIN:
        return _PLAIN[name]
    at_k = re.fullmatch(r"(P|recall)_([1-9][0-9]{0,8})", name)
    if at_k is None:
        raise ValueError(f"measure is {name!r}, expected map, recip_rank, P_k or recall_k")
    function, k = _AT_K[at_k[1]], int(at_k[2])
    return lambda ranking, relevant: function(ranking, relevant, k)


def _checked(query_id: str, scores: Mapping[str, float]) -> Mapping[str, float]:
    for document, score in scores.items():
        if not np.isfinite(score):
            raise ValueError(f"query {query_id!r}: the score of {document!r} is {score!r}")
    return scores
