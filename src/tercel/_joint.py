"""Scores of many systems on the same resamples."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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
    done = 0
    for totals in plan.bootstrap(joined, n_resamples, streams):
        column = 0
        for metric, tables, out in zip(metrics, statistics, scores, strict=True):
            width = sum(table.shape[1] for table in tables)
            part = totals[:, column : column + width].reshape(len(totals), len(tables), -1)
            out[done : done + len(totals)] = aggregate_checked(metric, part)
            column += width
        done += len(totals)
    return scores
