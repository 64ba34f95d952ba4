"""The corpus: BLEU statistics of four online systems on all segments into English, WMT 2021-23."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tercel

# 16 bits hold a segment's statistics; NumPy sums them in 64.
IntArray = NDArray[np.int16]

BLEU = tercel.BLEU()
SYSTEMS = ("ONLINE-A", "ONLINE-B", "ONLINE-G", "ONLINE-Y")

# ONLINE-B has 76.5 BLEU there: the reference seems to be post-edited from an online system.
_LEFT_OUT = "23.he-en"


@dataclass(frozen=True)
class Pool:
    """The corpus.

    Attributes
    ----------
    statistics : ndarray of int16, shape (n_systems, n_segments, n_statistics)
    documents : ndarray of int64, shape (n_segments,)
        A number a document, -1 where it is unknown.
    """

    statistics: IntArray
    documents: NDArray[np.int64]

    @property
    def n_segments(self) -> int:
        """The number of segments."""
        return len(self.documents)


@dataclass(frozen=True)
class Pair:
    """Two systems of which the first is truly better.

    Attributes
    ----------
    name : str
    gap : float
        The true difference in BLEU: that on the whole corpus.
    better, worse : ndarray of int16, shape (n_segments, n_statistics)
    """

    name: str
    gap: float
    better: IntArray
    worse: IntArray


def pool_path() -> Path:
    """Return where the data is: in the folder that TERCEL_DATA names, or beside the repository."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "data"
    return Path(os.environ.get("TERCEL_DATA", beside)) / "koehn2004" / "online_into_en_pool.npz"


def load_pool() -> Pool:
    """Read the corpus.

    Raises
    ------
    FileNotFoundError
        If it is not there; the message says where it is looked for.
    """
    path = pool_path()
    if not path.is_file():
        raise FileNotFoundError(f"no real data: {path} is not there (set TERCEL_DATA)")
    with np.load(path, allow_pickle=False) as data:
        kept = data["lp"] != _LEFT_OUT
        pairs = data["lp"][kept]
        documents = data["doc"][kept]
        statistics = data["S"][:, kept]
    # Numbers may begin anew in each language pair.
    _, numbers = np.unique(
        np.char.add(np.char.add(pairs, " "), documents.astype(str)), return_inverse=True
    )
    return Pool(statistics, np.where(documents < 0, -1, numbers))


def score(rows: IntArray) -> float:
    """Return the BLEU of segments."""
    return float(BLEU.aggregate(rows.sum(axis=0)))


def real_pairs(pool: Pool) -> list[Pair]:
    """Return all pairs of the four systems, by gap."""
    ranked = sorted(zip(SYSTEMS, pool.statistics, strict=True), key=lambda s: -score(s[1]))
    pairs = [
        Pair(f"{better[0]} > {worse[0]}", score(better[1]) - score(worse[1]), better[1], worse[1])
        for i, better in enumerate(ranked)
        for worse in ranked[i + 1 :]
    ]
    return sorted(pairs, key=lambda pair: pair.gap)


def mixed_pairs(pool: Pool, gaps: Sequence[float], seed: int) -> list[Pair]:
    """Return pairs with given gaps, made by mixing the best and the worst system's segments.

    In an order drawn at random the better system of a pair has the best system's output in the
    first segments and the worst system's in the rest, and the other system the opposite; how many
    are the first decides the gap. A larger gap has the segments of a smaller one and more.
    """
    scores = [score(rows) for rows in pool.statistics]
    best, worst = (pool.statistics[i] for i in (np.argmax(scores), np.argmin(scores)))
    order = np.random.default_rng((2004, seed)).permutation(pool.n_segments)
    moved = np.cumsum((best - worst)[order], axis=0)
    curve = BLEU.aggregate(worst.sum(axis=0) + moved) - BLEU.aggregate(best.sum(axis=0) - moved)
    pairs = []
    for gap in gaps:
        first = int(np.argmin(np.abs(curve - gap)))
        chosen = np.zeros((pool.n_segments, 1), dtype=bool)
        chosen[order[: first + 1]] = True
        better, worse = np.where(chosen, best, worst), np.where(chosen, worst, best)
        pairs.append(Pair(f"mixed {gap:.1f}", float(curve[first]), better, worse))
    return pairs
