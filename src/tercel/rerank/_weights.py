"""How likely each pseudo-reference is."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel import _core
from tercel.metrics.base import check_positive
from tercel.rerank.nbest import NBest

FloatArray = NDArray[np.float64]


def list_weights(weights: ArrayLike | str | None, references: NBest, scale: float) -> FloatArray:
    """Return weights that sum to 1 in each list.

    Raises
    ------
    ValueError
        If they have another shape, are negative or not finite, or sum to 0 in a list; if scores do
        not make a posterior.
    """
    if isinstance(weights, str):
        if weights != "posterior":
            raise ValueError(f"weights is {weights!r}, expected an array, 'posterior' or None")
        return _posterior(references, check_positive(scale, "scale"))
    if weights is None:
        values = np.ones(references.n_candidates)
    else:
        values = np.ascontiguousarray(weights, np.float64)
        if values.shape != (references.n_candidates,):
            raise ValueError(
                f"weights has shape {values.shape}, expected ({references.n_candidates},)"
            )
        if not (np.isfinite(values) & (values >= 0)).all():
            bad = int(np.flatnonzero(~(np.isfinite(values) & (values >= 0)))[0])
            raise ValueError(f"weights[{bad}] is {values[bad]}, expected a number of at least 0")
    full = references.sizes > 0
    totals = np.zeros(references.n_lists)
    if full.any():
        totals[full] = np.add.reduceat(values, references.offsets[:-1][full])
    if (totals[full] <= 0).any() or not np.isfinite(totals).all():
        bad = int(references.ids[full & ~((totals > 0) & np.isfinite(totals))][0])
        raise ValueError(f"weights of list {bad} must have a finite sum above 0")
    shares: FloatArray = values / np.repeat(totals, references.sizes)
    return shares


def _posterior(references: NBest, scale: float) -> FloatArray:
    if len(set(references.origins)) > 1:
        origins = ", ".join(dict.fromkeys(references.origins))
        raise ValueError(
            f"weights is 'posterior', but scores of different origins ({origins}) do not compare; "
            "expected an array"
        )
    scores = references.scores
    if not np.isfinite(scores).all():
        bad = int(np.flatnonzero(~np.isfinite(scores))[0])
        raise ValueError(f"weights is 'posterior', but scores[{bad}] is {scores[bad]}")
    return _core.list_probabilities(scores, references.offsets, scale)
