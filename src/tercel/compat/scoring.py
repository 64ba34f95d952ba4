"""The scores that sacreBLEU 2.6.0 gives to totals, to the last bit, many rows at a time.

sacreBLEU scores a replicate with NumPy scalars or Python numbers, whatever its totals happen to be.
Its last bits therefore depend on NumPy (since version 2 a float32 stays one when a Python number
meets it) and on Python (since 3.12 ``sum`` of floats is compensated). Products and quotients here
are NumPy's on whole columns, which round as its scalars do; logarithms, sums and exponentials are
Python's own functions, called for each row, so that no rule of theirs is written down here.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tercel.compat._chrf_scores import ChrfScores
from tercel.compat._replicates import Floats, Replicates, Totals, quotient, replicates, working_type

__all__ = ["BleuScores", "ChrfScores", "Floats", "Replicates", "Score", "TerScores", "Totals"]

_LOG_OF_ZERO = -9999999999

Score = Callable[[Totals], Replicates]


@dataclass(frozen=True)
class BleuScores:
    """BLEU from totals of the columns [hyp_len, ref_len, matches, n-grams].

    Attributes
    ----------
    max_ngram_order : int
    smooth_method : {"exp", "floor", "add-k", "none"}
    smooth_value : float
        For ``floor`` and ``add-k``.
    effective_order : bool
    """

    max_ngram_order: int = 4
    smooth_method: str = "exp"
    smooth_value: float = 0.0
    effective_order: bool = False

    def __call__(self, totals: Totals) -> Replicates:
        """Return the scores of rows of totals, shape (n_rows, 2 + 2 * max_ngram_order)."""
        n_orders = self.max_ngram_order
        matches, counts = self._smoothed(totals[:, 2 : 2 + n_orders], totals[:, 2 + n_orders :])
        # The loop over orders ends at the first one without n-grams.
        reached = np.logical_and.accumulate(counts != 0, axis=1)
        precisions = self._precisions(matches, counts, reached)
        n_used = np.full(len(totals), n_orders)
        if self.effective_order:
            n_reached = reached.sum(axis=1)
            n_used = np.where(n_reached > 0, n_reached, n_orders)
        scores = np.zeros(len(totals))
        scored = (totals[:, 2 : 2 + n_orders] != 0).any(axis=1)
        lengths = totals[scored, :2].astype(np.int64).tolist()
        means = _mean_logarithms(precisions[scored], n_used[scored].tolist())
        scores[scored] = [
            (_brevity_penalty(*pair) * math.exp(mean))
            for pair, mean in zip(lengths, means, strict=True)
        ]
        return Replicates(scores, np.ones(len(scores), dtype=bool), np.float64)

    def _smoothed(self, matches: Totals, counts: Totals) -> tuple[Totals, Totals]:
        """Add k to all orders but the first, in the type of the totals: integers cut it off."""
        if self.smooth_method != "add-k":
            return matches, counts
        return _plus(matches, self.smooth_value), _plus(counts, self.smooth_value)

    def _precisions(self, matches: Totals, counts: Totals, reached: NDArray[np.bool_]) -> Floats:
        kind = working_type(matches)
        hundred = kind(100.0)
        matches, counts = matches.astype(kind), np.where(reached, counts, 1).astype(kind)
        precisions = hundred * matches / counts
        empty = reached & (matches == 0)
        if self.smooth_method == "exp":
            halvings = (2.0 ** empty.cumsum(axis=1)).astype(kind)
            precisions = np.where(empty, hundred / (halvings * counts), precisions)
        elif self.smooth_method == "floor":
            floor = kind(100.0 * self.smooth_value)
            precisions = np.where(empty, floor / counts, precisions)
        return np.where(reached, precisions, kind(0.0))


def _plus(counts: Totals, k: float) -> Totals:
    kind = working_type(counts)
    added: Totals = counts.copy()
    # The sum is rounded (or, in integers, cut) to the type of the array that it is stored in.
    added[:, 1:] = (counts[:, 1:].astype(kind) + kind(k)).astype(counts.dtype)
    return added


def _mean_logarithms(precisions: Floats, n_used: list[int]) -> Iterator[float]:
    """Yield the mean logarithm of the first orders of each row."""
    flat = precisions.ravel().tolist()
    if 0.0 in flat:
        # An int, as in sacreBLEU: `sum` treats ints and floats differently.
        logarithms = [_LOG_OF_ZERO if p == 0.0 else math.log(p) for p in flat]
    else:
        logarithms = list(map(math.log, flat))
    n_orders = precisions.shape[1]
    for row, used in enumerate(n_used):
        begin = row * n_orders
        yield sum(logarithms[begin : begin + used]) / used


def _brevity_penalty(hyp_length: int, ref_length: int) -> float:
    if hyp_length >= ref_length:
        return 1.0
    return math.exp(1 - ref_length / hyp_length) if hyp_length > 0 else 0.0


@dataclass(frozen=True)
class TerScores:
    """TER from totals of the columns [edits, mean reference length]."""

    def __call__(self, totals: Totals) -> Replicates:
        """Return the scores of rows of totals, shape (n_rows, 2)."""
        edits, lengths = totals[:, 0], totals[:, 1]
        kind = working_type(totals)
        scores = kind(100) * quotient(edits, lengths).astype(kind)
        empty = ~(lengths > 0)
        # Without references the score is a Python float: all or nothing.
        of_empty = np.where(edits > 0, kind(100), kind(0))
        return replicates(np.where(empty, of_empty, scores), empty)
