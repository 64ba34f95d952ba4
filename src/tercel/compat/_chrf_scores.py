"""chrF of totals, as sacreBLEU computes it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tercel.compat._replicates import Floats, Replicates, Totals, quotient, replicates, working_type

_EPSILON = 1e-16


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
        kind = working_type(totals)
        # Totals over totals: float32 over float32 is float32 whatever NumPy's version is.
        precision = quotient(match, hyp).astype(kind)
        recall = quotient(match, ref).astype(kind)
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
        return replicates(np.where(zero, kind(0), kind(100) * scores), zero)

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


def _sum_columns(values: Floats, wanted: NDArray[np.bool_]) -> Floats:
    """Add columns up from the left; adding 0 for what is not wanted changes nothing."""
    total = np.zeros(len(values), dtype=values.dtype)
    for i in range(values.shape[1]):
        total = total + np.where(wanted[:, i], values[:, i], values.dtype.type(0))
    return total
