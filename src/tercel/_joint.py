"""Scores of many systems on the same resamples."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tercel._execution import map_rows
from tercel._plans import Plan
from tercel._resampling import Streams
from tercel._statistics import IntArray
from tercel.protocol import Metric, aggregate_checked


def joint_scores(
    metrics: Sequence[Metric],
    statistics: Sequence[Sequence[IntArray]],
    n_resamples: int,
    plan: Plan,
    streams: Streams,
) -> list[NDArray[np.float64]]:
    """Return each metric's scores on the same draws, of shape (n_resamples, n_systems).

    What a resample holds is drawn once, and the rows of all systems and metrics are added up in one
    pass.

    Parameters
    ----------
    metrics : sequence of Metric
    statistics : sequence of sequence of ndarray of int64, shape (n_segments, n_statistics)
        For each metric a table a system.
    n_resamples : int
    plan : Plan
    streams : Streams
    """
    joined = plan.units(np.hstack([table for tables in statistics for table in tables]))
    scores = [np.empty((n_resamples, len(tables))) for tables in statistics]

    def score(totals: IntArray) -> list[NDArray[np.float64]]:
        found, column = [], 0
        for metric, tables in zip(metrics, statistics, strict=True):
            width = sum(table.shape[1] for table in tables)
            columns = totals[:, column : column + width].reshape(len(totals), len(tables), -1)
            found.append(aggregate_checked(metric, columns))
            column += width
        return found

    done = 0
    for parts in map_rows(plan.bootstrap(joined, n_resamples, streams), score, streams.workers):
        for part in parts:
            for out, of_metric in zip(scores, part, strict=True):
                out[done : done + len(of_metric)] = of_metric
            done += len(part[0])
    return scores
