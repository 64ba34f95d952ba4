"""What a comparison measures: for each metric one table of statistics a system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tercel._statistics import IntArray, check_statistics
from tercel.metrics import BLEU, PreparedReferences, SegmentMean, TextMetric
from tercel.system_statistics import SystemStatistics

SegmentScores = Mapping[str | SegmentMean, Mapping[str, ArrayLike]]


@dataclass(frozen=True)
class Measure:
    """A metric, and the statistics of each system, shape (n_segments, n_statistics)."""

    metric: TextMetric | SegmentMean
    tables: tuple[IntArray, ...]


def check_metrics(
    metrics: Sequence[TextMetric] | TextMetric | None, segment_scores: SegmentScores
) -> list[TextMetric]:
    """Return the text metrics that are meant, at least one unless there are segment scores."""
    if metrics is None:
        return [BLEU()]
    chosen = list(metrics) if isinstance(metrics, Sequence) else [metrics]
    if not chosen and not segment_scores:
        raise ValueError("metrics is empty, expected at least one")
    for metric in chosen:
        if not hasattr(metric, "prepare"):
            raise TypeError(f"metrics has {metric!r}, expected text metrics such as tercel.BLEU()")
    return chosen


def measure_systems(
    prepared: PreparedReferences, systems: Sequence[Sequence[str] | SystemStatistics], workers: int
) -> Measure:
    """Return the statistics of each system, counted from its text or as they were kept.

    Raises
    ------
    ValueError
        If kept statistics are not of this metric; the message shows both signatures.
    """
    metric = prepared.metric
    tables = []
    for system in systems:
        if isinstance(system, SystemStatistics):
            tables.append(system.table(metric))
        else:
            counted = prepared.statistics(system, workers=workers)
            tables.append(check_statistics(counted, metric.name))
    return Measure(metric, tuple(tables))


def measure_scores(
    metric: str | SegmentMean,
    scores: Mapping[str, ArrayLike],
    names: Sequence[str],
    n_segments: int,
) -> Measure:
    """Return the statistics of each system's segment scores.

    Raises
    ------
    ValueError
        If a system has no scores or the wrong number of them, a name is that of no system, or a
        score is not finite; the message names metric, system and index.
    """
    mean = SegmentMean(metric) if isinstance(metric, str) else metric
    for name in scores:
        if name not in names:
            raise ValueError(
                f"segment_scores of {mean.name} are given for {name!r}, which is no system, "
                f"expected {', '.join(names)}"
            )
    for name in names:
        if name not in scores:
            raise ValueError(f"segment_scores of {mean.name} are missing for system {name!r}")
    return Measure(
        mean, tuple(_score_table(mean, scores[name], name, n_segments) for name in names)
    )


def _score_table(mean: SegmentMean, scores: ArrayLike, name: str, n_segments: int) -> IntArray:
    try:
        table = mean.statistics(np.asarray(scores))
    except (TypeError, ValueError) as error:
        raise ValueError(f"segment_scores of system {name!r}: {error}") from None
    if len(table) != n_segments:
        raise ValueError(
            f"segment_scores of {mean.name} has {len(table)} scores of system {name!r}, "
            f"expected one for each of the {n_segments} segments"
        )
    return table
