"""Exact match, and the overlap of n-grams."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, current_progress
from tercel._version import __version__
from tercel.metrics.base import (
    IntArray,
    Streams,
    TextMetric,
    check_positive,
    check_whole,
    numerator_effects,
)
from tercel.tokenizers import CORE_TOKENIZERS, check_tokenizer, tokenize


def ngrams(
    line: str, max_order: int = 4, *, tokenizer: str = "13a", lowercase: bool = False
) -> Counter[tuple[str, ...]]:
    """Count the n-grams of a line, of orders 1 to max_order.

    Parameters
    ----------
    line : str
    max_order : int
        From 1 to 100.
    tokenizer, lowercase
        As for `tokenize`.

    Returns
    -------
    Counter of tuple of str

    Examples
    --------
    >>> import tercel
    >>> tercel.ngrams("a rose is a rose", 2)[("a", "rose")]
    2
    """
    check_whole(max_order, 1, 100, "max_order")
    (tokens,) = tokenize([line], tokenizer, lowercase=lowercase)
    return Counter(
        tuple(tokens[i : i + order])
        for order in range(1, max_order + 1)
        for i in range(len(tokens) - order + 1)
    )


class ExactMatch(TextMetric):
    """The share of segments that equal a reference, in percent.

    Parameters
    ----------
    lowercase : bool
        Compare without regard to case.

    Notes
    -----
    The columns of `statistics` are 1 for a match (else 0), and 1. White space at the ends does not
    count.

    Examples
    --------
    >>> import tercel
    >>> print(tercel.ExactMatch().corpus_score(["yes", "no"], ["yes", "No"]))
    EM = 50.00
    """

    name = "EM"
    higher_is_better = True
    n_statistics = 2

    def __init__(self, *, lowercase: bool = False) -> None:
        self.lowercase = bool(lowercase)

    def __repr__(self) -> str:
        return f"ExactMatch(lowercase={self.lowercase})"

    @property
    def signature(self) -> str:
        """Every option that changes a number, and the version."""
        return f"case:{'lc' if self.lowercase else 'mixed'}|version:tercel-{__version__}"

    def _normal(self, text: str) -> str:
        text = text.strip()
        return text.lower() if self.lowercase else text

    def _count(self, hypotheses: Sequence[str], references: Streams, workers: int) -> IntArray:
        matches = [
            any(text is not None and self._normal(text) == self._normal(hyp) for text in texts)
            for hyp, *texts in zip(hypotheses, *references, strict=True)
        ]
        return np.column_stack([matches, np.ones(len(matches))]).astype(np.int64)

    def _scores(self, totals: IntArray) -> NDArray[np.float64]:
        scores: NDArray[np.float64] = 100.0 * totals[:, 0] / totals[:, 1]
        return scores

    def integer_effects(self, statistics_a: IntArray, statistics_b: IntArray) -> IntArray | None:
        """Return the differences in matches."""
        return numerator_effects(statistics_a, statistics_b)


class NgramF(TextMetric):
    """F-score of the n-grams of one order, with clipped matches.

    Parameters
    ----------
    order : int
        From 1 to 100.
    beta : float
        How much more recall counts than precision, above 0.
    tokenize : str
        13a, intl, zh, char or none.
    lowercase : bool
        Compare without regard to case.

    Notes
    -----
    The columns of `statistics` are n-grams of the hypothesis, of the reference, and matches, so
    precision is match / hypothesis and recall match / reference: see `precision` and `recall`. Of
    several references the one with the best F counts, of equals the first.

    Examples
    --------
    >>> import tercel
    >>> print(tercel.NgramF().corpus_score(["the cat sat"], ["the cat sat down"]))
    1-gram F1 = 85.71
    """

    higher_is_better = True
    n_statistics = 3

    def __init__(
        self, *, order: int = 1, beta: float = 1, tokenize: str = "13a", lowercase: bool = False
    ) -> None:
        self.order = check_whole(order, 1, 100, "order")
        self.beta = check_positive(beta, "beta")
        self.tokenize = check_tokenizer(tokenize, CORE_TOKENIZERS)
        self.lowercase = bool(lowercase)
        self.name = f"{self.order}-gram F{self.beta}"

    def __repr__(self) -> str:
        return (
            f"NgramF(order={self.order}, beta={self.beta}, tokenize={self.tokenize!r}, "
            f"lowercase={self.lowercase})"
        )

    @property
    def signature(self) -> str:
        """Every option that changes a number, and the version."""
        case = "lc" if self.lowercase else "mixed"
        return f"case:{case}|tok:{self.tokenize}|version:tercel-{__version__}"

    def precision(self, totals: IntArray) -> NDArray[np.float64]:
        """Return precision in percent of totals of shape (..., 3); 0 where nothing is counted."""
        rows = self._check_totals(totals)
        return _percent(rows[..., 2], rows[..., 0])

    def recall(self, totals: IntArray) -> NDArray[np.float64]:
        """Return recall in percent of totals of shape (..., 3); 0 where nothing is counted."""
        rows = self._check_totals(totals)
        return _percent(rows[..., 2], rows[..., 1])

    def _count(self, hypotheses: Sequence[str], references: Streams, workers: int) -> IntArray:
        return _core.ngram_overlap_statistics(
            hypotheses,
            references,
            order=self.order,
            beta=float(self.beta),
            tokenizer=self.tokenize,
            lowercase=self.lowercase,
            workers=workers,
            isa=ISA,
            progress=current_progress(),
        )

    def _scores(self, totals: IntArray) -> NDArray[np.float64]:
        # (1 + b^2) P R / (b^2 P + R) with P = match / hypothesis, R = match / reference.
        factor = float(self.beta) ** 2
        return _percent((1.0 + factor) * totals[:, 2], factor * totals[:, 1] + totals[:, 0])


def _percent(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[np.float64]:
    shares: NDArray[np.float64] = 100.0 * part / np.where(whole == 0, 1, whole)
    return shares
