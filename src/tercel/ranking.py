"""Ranks that a test set can defend: ranges, clusters, and how often a system comes k-th."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Rank:
    """The place of one system among all.

    Attributes
    ----------
    low, high : int
        The best and the worst rank that the tests leave open, counted from 1.
    cluster : int
        Counted from 1, the best. Every system of a cluster is better than every system of the next.
    probabilities : tuple of float, shape (n_systems,)
        The share of resamples in which the system comes 1st, 2nd, ... Equal scores share the better
        rank.
    """

    low: int
    high: int
    cluster: int
    probabilities: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "low": self.low,
            "high": self.high,
            "cluster": self.cluster,
            "probabilities": list(self.probabilities),
        }


def rank_systems(beats: ArrayLike, scores: ArrayLike, replicates: ArrayLike) -> list[Rank]:
    """Rank systems of which every pair has been tested.

    Parameters
    ----------
    beats : array_like of bool, shape (n_systems, n_systems)
        Whether system i is significantly better than system j, by p adjusted for all pairs.
    scores : array_like of float, shape (n_systems,)
        Bigger is better: an error rate comes in negated.
    replicates : array_like of float, shape (n_resamples, n_systems)
        The scores in resamples, likewise.

    Returns
    -------
    list of Rank, shape (n_systems,)
        In the order of ``scores``.

    Raises
    ------
    ValueError
        If shapes do not match, or a system beats itself or one with a better score.

    Notes
    -----
    The range of a system is [1 + number of systems that beat it, M - number that it beats] [1]_.
    If the chance of any false claim among all pairs is below 5 %, then all ranges hold the true
    ranks at once with 95 % [2]_. Clusters are cut, among systems sorted by score, wherever every
    system above beats every system below.

    References
    ----------
    .. [1] T. Kocmi et al., "Findings of the 2023 Conference on Machine Translation (WMT23)",
       WMT 2023.
    .. [2] M. Mogstad, J. P. Romano, A. M. Shaikh, D. Wilhelm, "Inference for Ranks", Review of
       Economic Studies 91, 2024, section 3.

    Examples
    --------
    >>> import tercel
    >>> beats = [[False, True, True], [False, False, False], [False, False, False]]
    >>> ranks = tercel.rank_systems(beats, [30.0, 20.0, 19.0], [[31, 21, 18], [29, 20, 21]])
    >>> [(rank.low, rank.high, rank.cluster) for rank in ranks]
    [(1, 1, 1), (2, 3, 2), (2, 3, 2)]
    >>> ranks[1].probabilities
    (0.0, 0.5, 0.5)
    """
    won, observed, drawn = _check(beats, scores, replicates)
    n_systems = observed.size
    low = 1 + won.sum(axis=0)
    high = n_systems - won.sum(axis=1)
    clusters = _clusters(won, observed)
    shares = _rank_probabilities(drawn)
    return [
        Rank(int(low[m]), int(high[m]), int(clusters[m]), tuple(shares[m].tolist()))
        for m in range(n_systems)
    ]


def _clusters(won: NDArray[np.bool_], scores: NDArray[np.float64]) -> NDArray[np.int64]:
    order = np.argsort(-scores, kind="stable")
    ordered = won[np.ix_(order, order)]
    starts = [bool(ordered[:place, place:].all()) for place in range(len(order))]
    clusters = np.empty(len(order), dtype=np.int64)
    # Above the first system is nobody, so that a cluster starts there.
    clusters[order] = np.cumsum(starts)
    return clusters


def _rank_probabilities(replicates: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how often system m (row) comes k-th (column), as a share of the resamples."""
    n_resamples, n_systems = replicates.shape
    shares = np.empty((n_systems, n_systems))
    for m in range(n_systems):
        better = (replicates > replicates[:, m : m + 1]).sum(axis=1)
        shares[m] = np.bincount(better, minlength=n_systems) / n_resamples
    return shares


def _check(
    beats: ArrayLike, scores: ArrayLike, replicates: ArrayLike
) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    won = np.asarray(beats, dtype=np.bool_)
    observed = np.asarray(scores, dtype=np.float64)
    drawn = np.asarray(replicates, dtype=np.float64)
    n = observed.size
    if observed.ndim != 1 or n == 0:
        raise ValueError(f"scores has shape {observed.shape}, expected one number a system")
    if won.shape != (n, n):
        raise ValueError(f"beats has shape {won.shape}, expected ({n}, {n})")
    if drawn.ndim != 2 or len(drawn) == 0 or drawn.shape[1] != n:
        raise ValueError(f"replicates has shape {drawn.shape}, expected (n_resamples, {n})")
    upside_down = won & ~(observed[:, None] > observed)
    if upside_down.any():
        i, j = (int(k) for k in np.argwhere(upside_down)[0])
        raise ValueError(
            f"beats[{i}, {j}] is True, but scores[{i}] is {observed[i]} and scores[{j}] is "
            f"{observed[j]}: expected that only better scores beat"
        )
    return won, observed, drawn
