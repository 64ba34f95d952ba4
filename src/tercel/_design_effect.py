"""What it costs that segments of a document are alike."""

import numpy as np
from numpy.typing import NDArray

from tercel._influence import difference_scorer, influences, leave_one_out
from tercel._resampling import IntArray
from tercel.protocol import Metric


def effect_influences(a: IntArray, b: IntArray, metric: Metric) -> NDArray[np.float64]:
    """Return each segment's influence on score of A minus score of B, centred."""
    left_out = leave_one_out(np.hstack([a, b]), difference_scorer(metric))
    return influences(left_out, [np.arange(len(a))])


def standard_deviation(moved: NDArray[np.float64]) -> float:
    """Return the standard deviation of influences; over sqrt(n) it is the effect's error."""
    return float(np.sqrt((moved**2).sum() / (len(moved) - 1)))


def design_effect(moved: NDArray[np.float64], labels: IntArray) -> float:
    """Return the effect's variance if documents are drawn, over that if segments are.

    Parameters
    ----------
    moved : ndarray of float64, shape (n_segments,)
        Centred influences.
    labels : ndarray of int64, shape (n_segments,)
        The document of each segment, from 0 to n_documents - 1; at least 2 of them.
    """
    of_segments = len(moved) * standard_deviation(moved) ** 2
    if of_segments == 0.0:
        return 1.0
    sums = np.bincount(labels, weights=moved)
    n_documents = len(sums)
    return float(n_documents / (n_documents - 1) * (sums**2).sum() / of_segments)
