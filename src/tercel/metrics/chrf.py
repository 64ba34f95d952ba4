"""chrF, chrF+ and chrF++."""

from collections.abc import Sequence

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
    yes,
)
from tercel.metrics.prepared import Count


class CHRF(TextMetric):
    """chrF (Popović, 2015) and, with words, chrF+ and chrF++ (2017), equal to sacreBLEU 2.6.0.

    Parameters
    ----------
    char_order, word_order : int
        N-grams of characters and of words, up to this order each, from 0 to 100; not both 0.
        ``word_order=2`` makes chrF++.
    beta : float
        How much more recall counts than precision, above 0.
    lowercase : bool
        Compare without regard to case.
    whitespace : bool
        Count white space as characters.
    eps_smoothing : bool
        The mean of the orders' F-scores, as in chrF++.py, Moses and NLTK, instead of the F-score of
        mean precision and recall over the orders that both sides have.

    Raises
    ------
    ValueError
        If an option is out of range.

    Notes
    -----
    The columns of `statistics` are, for each order, characters first, the n-grams of the
    hypothesis, those of the reference, and the matches. Of several references the one with the best
    score counts, of equals the first. Counting takes O(characters * char_order). N-grams are of
    code points.

    References
    ----------
    .. [1] M. Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015,
       section 2.
    .. [2] M. Popović, "chrF++: words helping character n-grams", WMT 2017, section 2.

    Examples
    --------
    >>> import tercel
    >>> print(tercel.CHRF(word_order=2).corpus_score(["the cat sat"], ["the cat sits"]))
    chrF2++ = 60.39
    """

    higher_is_better = True

    def __init__(
        self,
        *,
        char_order: int = 6,
        word_order: int = 0,
        beta: float = 2,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
    ) -> None:
        self.char_order = check_whole(char_order, 0, 100, "char_order")
        self.word_order = check_whole(word_order, 0, 100, "word_order")
        if char_order + word_order == 0:
            raise ValueError("char_order and word_order are both 0, expected one above 0")
        self.beta = check_positive(beta, "beta")
        self.lowercase = bool(lowercase)
        self.whitespace = bool(whitespace)
        self.eps_smoothing = bool(eps_smoothing)
        self.name = f"chrF{self.beta}" + "+" * self.word_order
        self._options = _core.ChrfOptions(
            self.char_order,
            self.word_order,
            float(self.beta),
            self.lowercase,
            self.whitespace,
            self.eps_smoothing,
        )

    def __repr__(self) -> str:
        return (
            f"CHRF(char_order={self.char_order}, word_order={self.word_order}, beta={self.beta}, "
            f"lowercase={self.lowercase}, whitespace={self.whitespace}, "
            f"eps_smoothing={self.eps_smoothing})"
        )

    @property
    def n_statistics(self) -> int:
        """The number of columns of `statistics`."""
        return 3 * (self.char_order + self.word_order)

    @property
    def signature(self) -> str:
        """Every option that changes a number, and the version."""
        return (
            f"case:{'lc' if self.lowercase else 'mixed'}|eff:{yes(not self.eps_smoothing)}|"
            f"nc:{self.char_order}|nw:{self.word_order}|space:{yes(self.whitespace)}|"
            f"version:tercel-{__version__}"
        )

    def _count(self, hypotheses: Sequence[str], references: Streams, workers: int) -> IntArray:
        return _core.chrf_statistics(
            hypotheses,
            references,
            self._options,
            workers=workers,
            isa=ISA,
            progress=current_progress(),
        )

    def _prepared(self, references: Streams) -> Count:
        core = _core.ChrfReferences(references, self._options)
        return lambda hypotheses, segments, workers: core.statistics(
            hypotheses, segments, workers, ISA, current_progress()
        )

    def _scores(self, totals: IntArray) -> NDArray[np.float64]:
        return _core.chrf_aggregate(totals, self._options)
