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
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Totals as sacreBLEU has them: float32 from a bootstrap; int64, or float64 for TER, from shuffling;
# for the score of a corpus float64, because there sacreBLEU computes with Python's numbers.
Totals = NDArray[Any]
Floats = NDArray[Any]

# Asked, not read from a version: NumPy 1 can be told to promote as NumPy 2 does.
SINGLE_STAYS_SINGLE = (np.float32(3) + 3.0).dtype == np.float32

_LOG_OF_ZERO = -9999999999
_EPSILON = 1e-16


@dataclass(frozen=True)
class Replicates:
    """Scores of replicates, with the types that sacreBLEU's code would leave them in.

    Attributes
    ----------
    values : ndarray of float64, shape (n_replicates,)
    plain : ndarray of bool, shape (n_replicates,)
        Which scores are Python floats; the others are NumPy scalars.
    kind : type
        The type of those scalars, float32 or float64.
    """

    values: NDArray[np.float64]
    plain: NDArray[np.bool_]
    kind: type[np.floating[Any]]

    def array(self) -> Floats:
        """Return what ``np.array`` makes of a list of them: one Python float makes it float64."""
        return self.values if self.plain.any() else self.values.astype(self.kind)

    def scalars(self) -> list[Any]:
        """Return them as a list of Python floats and NumPy scalars."""
        values: list[Any] = self.values.tolist()
        if self.plain.all():
            return values
        kind = self.kind
        pairs = zip(values, self.plain.tolist(), strict=True)
        return [value if plain else kind(value) for value, plain in pairs]


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
        kind = _working_type(matches)
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


def _working_type(totals: Totals) -> type[np.floating[Any]]:
    """Return what sacreBLEU's arithmetic of Python floats and these totals is made in."""
    is_single = totals.dtype == np.float32 and SINGLE_STAYS_SINGLE
    return np.float32 if is_single else np.float64


def _plus(counts: Totals, k: float) -> Totals:
    kind = _working_type(counts)
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
class ChrfScores:
    """chrF from totals of the columns [hyp, ref, match] of each order.

    Attributes
    ----------
    beta : float
    eps_smoothing : bool
    """

    beta: float = 2
    eps_smoothing: bool = False

    def __call__(self, totals: Totals) -> Replicates:
        """Return the scores of rows of totals, shape (n_rows, 3 * n_orders)."""
        hyp, ref, match = totals[:, 0::3], totals[:, 1::3], totals[:, 2::3]
        kind = _working_type(totals)
        # Totals over totals: float32 over float32 is float32 whatever NumPy's version is.
        precision = _quotient(match, hyp).astype(kind)
        recall = _quotient(match, ref).astype(kind)
        if self.eps_smoothing:
            return self._smoothed(precision, recall, hyp > 0, ref > 0)
        both = (hyp > 0) & (ref > 0)
        return self._averaged(_sum_columns(precision, both), _sum_columns(recall, both), both)

    def _averaged(self, precision: Floats, recall: Floats, both: NDArray[np.bool_]) -> Replicates:
        kind = precision.dtype.type
        factor = self.beta**2
        n_orders = np.maximum(both.sum(axis=1), 1).astype(kind)
        precision, recall = precision / n_orders, recall / n_orders
        zero = precision + recall == 0
        denominator = kind(factor) * precision + recall
        scores = kind(1 + factor) * precision * recall / np.where(zero, kind(1), denominator)
        # Without a match the score is the Python float 0.0.
        return _replicates(np.where(zero, kind(0), kind(100) * scores), zero)

    def _smoothed(
        self,
        precision: Floats,
        recall: Floats,
        has_hyp: NDArray[np.bool_],
        has_ref: NDArray[np.bool_],
    ) -> Replicates:
        kind = precision.dtype.type
        factor = self.beta**2
        # A Python float for an order that a side lacks: its products are rounded later than others.
        weighted = np.where(has_hyp, kind(factor) * precision, kind(factor * _EPSILON))
        doubled = np.where(has_hyp, kind(1 + factor) * precision, kind((1 + factor) * _EPSILON))
        recall = np.where(has_ref, recall, kind(_EPSILON))
        denominator = weighted + recall
        zero = denominator <= 0
        terms = doubled * recall / np.where(zero, kind(1), denominator)
        neither = ~has_hyp & ~has_ref
        of_neither = (1 + factor) * _EPSILON * _EPSILON / (factor * _EPSILON + _EPSILON)
        plain_terms = np.where(neither, of_neither, _EPSILON)
        return self._added(terms, plain_terms, neither | zero)

    def _added(self, terms: Floats, plain_terms: Floats, is_plain: NDArray[np.bool_]) -> Replicates:
        """Add the orders up: Python floats stay so until the first NumPy scalar joins them."""
        n_orders = terms.shape[1]
        kind = terms.dtype.type
        plain_sum, scalar_sum = np.zeros(len(terms)), np.zeros(len(terms), dtype=kind)
        all_plain = np.ones(len(terms), dtype=bool)
        for i in range(n_orders):
            plain = is_plain[:, i]
            term = np.where(plain, plain_terms[:, i].astype(kind), terms[:, i])
            before = np.where(all_plain, plain_sum.astype(kind), scalar_sum)
            plain_sum = plain_sum + plain_terms[:, i]
            scalar_sum = before + term
            all_plain &= plain
        of_plain = 100 * plain_sum / n_orders
        of_scalars = kind(100) * scalar_sum / kind(n_orders)
        values = np.where(all_plain, of_plain, of_scalars.astype(np.float64))
        return Replicates(values, all_plain, kind)


def _replicates(scores: Floats, plain: NDArray[np.bool_]) -> Replicates:
    """Return scores whose Python floats are such that they are float32 numbers as well."""
    return Replicates(scores.astype(np.float64), plain, scores.dtype.type)


def _quotient(numerator: Totals, denominator: Totals) -> Floats:
    """Return quotients, 0 where the denominator is."""
    safe = np.where(denominator > 0, denominator, denominator.dtype.type(1))
    quotients: Floats = np.where(denominator > 0, numerator / safe, 0)
    return quotients.astype(np.float32 if numerator.dtype == np.float32 else np.float64)


def _sum_columns(values: Floats, wanted: NDArray[np.bool_]) -> Floats:
    """Add columns up from the left; adding 0 for what is not wanted changes nothing."""
    total = np.zeros(len(values), dtype=values.dtype)
    for i in range(values.shape[1]):
        total = total + np.where(wanted[:, i], values[:, i], values.dtype.type(0))
    return total


@dataclass(frozen=True)
class TerScores:
    """TER from totals of the columns [edits, mean reference length]."""

    def __call__(self, totals: Totals) -> Replicates:
        """Return the scores of rows of totals, shape (n_rows, 2)."""
        edits, lengths = totals[:, 0], totals[:, 1]
        kind = _working_type(totals)
        scores = kind(100) * _quotient(edits, lengths).astype(kind)
        empty = ~(lengths > 0)
        # Without references the score is a Python float: all or nothing.
        of_empty = np.where(edits > 0, kind(100), kind(0))
        return _replicates(np.where(empty, of_empty, scores), empty)
