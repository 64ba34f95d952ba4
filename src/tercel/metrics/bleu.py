"""BLEU."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel._texts import References, Texts, check_hypotheses, check_references
from tercel._version import __version__
from tercel.score import BLEUScore
from tercel.tokenizers import check_tokenizer

SMOOTH_DEFAULTS: dict[str, float | None] = {"none": None, "floor": 0.1, "add-k": 1.0, "exp": None}


class BLEU:
    """BLEU (Papineni et al., 2002), equal to sacreBLEU 2.6.0 in statistics and scores.

    Parameters
    ----------
    lowercase : bool
        Compare without regard to case.
    tokenize : str
        One of ``tercel.TOKENIZERS``: 13a, intl, zh, char, none.
    smooth_method : {"exp", "floor", "add-k", "none"}
        What stands for the precision of an order without a match [2]_.
    smooth_value : float, optional
        The value of ``floor`` (0.1 if not given) or ``add-k`` (1 if not given).
    max_ngram_order : int
        From 1 to 100.
    effective_order : bool
        Leave out orders that the text is too short to have. Recommended for single segments.

    Raises
    ------
    ValueError
        If an option is unknown or out of range; the message names the values that can be.

    References
    ----------
    .. [1] K. Papineni, S. Roukos, T. Ward, W.-J. Zhu, "BLEU: a Method for Automatic Evaluation of
       Machine Translation", ACL 2002, section 2.
    .. [2] B. Chen, C. Cherry, "A Systematic Comparison of Smoothing Techniques for Sentence-Level
       BLEU", WMT 2014, section 3.

    Examples
    --------
    >>> import tercel
    >>> bleu = tercel.BLEU()
    >>> print(bleu.corpus_score(["the cat sat on the mat"], ["the cat is on the mat"]))
    BLEU = 37.99 83.3/60.0/25.0/16.7 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)
    """

    name = "BLEU"
    higher_is_better = True

    def __init__(
        self,
        *,
        lowercase: bool = False,
        tokenize: str = "13a",
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = 4,
        effective_order: bool = False,
    ) -> None:
        self.lowercase = bool(lowercase)
        self.tokenize = check_tokenizer(tokenize)
        self.smooth_method, self.smooth_value = _check_smoothing(smooth_method, smooth_value)
        self.max_ngram_order = _check_order(max_ngram_order)
        self.effective_order = bool(effective_order)

    def __repr__(self) -> str:
        return (
            f"BLEU(lowercase={self.lowercase}, tokenize={self.tokenize!r}, "
            f"smooth_method={self.smooth_method!r}, smooth_value={self.smooth_value}, "
            f"max_ngram_order={self.max_ngram_order}, effective_order={self.effective_order})"
        )

    @property
    def n_statistics(self) -> int:
        """The number of columns of `statistics`."""
        return 2 + 2 * self.max_ngram_order

    @cached_property
    def signature(self) -> str:
        """Every option that changes a number, and the version."""
        smooth = self.smooth_method
        if self.smooth_value is not None:
            smooth += f"[{self.smooth_value:.2f}]"
        order = "" if self.max_ngram_order == 4 else f"|order:{self.max_ngram_order}"
        return (
            f"case:{'lc' if self.lowercase else 'mixed'}|"
            f"eff:{'yes' if self.effective_order else 'no'}|"
            f"tok:{self.tokenize}|smooth:{smooth}{order}|version:tercel-{__version__}"
        )

    def statistics(
        self, hypotheses: Texts, references: References, *, workers: int = 1
    ) -> NDArray[np.int64]:
        """Count each segment.

        Parameters
        ----------
        hypotheses : sequence of str, shape (n_segments,)
        references : sequence of str, or sequence of reference streams
            One stream of shape (n_segments,), or several of that shape each. In a stream a segment
            may be None as long as another stream has it.
        workers : int
            Threads; the integers do not depend on it.

        Returns
        -------
        ndarray of int64, shape (n_segments, 2 + 2 * max_ngram_order)
            Hypothesis length, length of the closest reference (of two the shorter), matches of
            each order, n-grams of each order.

        Raises
        ------
        TypeError, ValueError
            If lengths differ or an element is no string; the message names it.

        Notes
        -----
        Takes O(characters + tokens * max_ngram_order). Strings are read in place.
        """
        segments = check_hypotheses(hypotheses)
        return _core.bleu_statistics(
            segments,
            check_references(references, len(segments)),
            tokenizer=self.tokenize,
            lowercase=self.lowercase,
            max_ngram_order=self.max_ngram_order,
            workers=check_workers(workers),
            isa=ISA,
            progress=current_progress(),
        )

    def aggregate(self, totals: NDArray[np.int64]) -> NDArray[np.float64]:
        """Turn totals into scores.

        Parameters
        ----------
        totals : ndarray of int64, shape (..., 2 + 2 * max_ngram_order)
            Sums of rows of `statistics`.

        Returns
        -------
        ndarray of float64, shape (...)
            BLEU from 0 to 100. Equal totals give equal bits.
        """
        rows = self._check_totals(totals)
        scores = _core.bleu_aggregate(
            rows.reshape(-1, self.n_statistics),
            self.smooth_method,
            self.smooth_value or 0.0,
            self.effective_order,
        )
        return scores.reshape(rows.shape[:-1])

    def score(self, totals: NDArray[np.int64]) -> BLEUScore:
        """Return the score of one row of totals with its parts.

        Parameters
        ----------
        totals : ndarray of int64, shape (2 + 2 * max_ngram_order,)
        """
        row = self._check_totals(totals)
        score, penalty, precisions = _core.bleu_score(
            row, self.smooth_method, self.smooth_value or 0.0, self.effective_order
        )
        hyp_len, ref_len, *counts = (int(value) for value in row)
        return BLEUScore(
            name=self.name,
            score=score,
            signature=self.signature,
            precisions=tuple(precisions),
            brevity_penalty=penalty,
            hyp_len=hyp_len,
            ref_len=ref_len,
            counts=tuple(counts[: self.max_ngram_order]),
            totals=tuple(counts[self.max_ngram_order :]),
        )

    def corpus_score(
        self, hypotheses: Texts, references: References, *, workers: int = 1
    ) -> BLEUScore:
        """Score a test set; parameters and errors as for `statistics`."""
        return self.score(self.statistics(hypotheses, references, workers=workers).sum(axis=0))

    def sentence_score(self, hypothesis: str, references: str | Sequence[str]) -> BLEUScore:
        """Score one segment.

        Parameters
        ----------
        hypothesis : str
        references : str or sequence of str
            One or more references of this segment.

        Notes
        -----
        ``effective_order=True`` is recommended here; it is the metric's to say.
        """
        texts = [references] if isinstance(references, str) else references
        return self.score(self.statistics([hypothesis], [[text] for text in texts])[0])

    def sentence_scores(
        self, hypotheses: Texts, references: References, *, workers: int = 1
    ) -> NDArray[np.float64]:
        """Score each segment by itself.

        Returns
        -------
        ndarray of float64, shape (n_segments,)
        """
        return self.aggregate(self.statistics(hypotheses, references, workers=workers))

    def _check_totals(self, totals: NDArray[np.int64]) -> NDArray[np.int64]:
        rows = np.ascontiguousarray(totals)
        if rows.dtype.kind not in "iu":
            raise TypeError(f"totals has dtype {rows.dtype}, expected integers")
        if rows.ndim == 0 or rows.shape[-1] != self.n_statistics:
            raise ValueError(
                f"totals has shape {rows.shape}, expected (..., {self.n_statistics}) "
                f"for max_ngram_order={self.max_ngram_order}"
            )
        return rows.astype(np.int64, copy=False)


def _check_smoothing(method: str, value: float | None) -> tuple[str, float | None]:
    if method not in SMOOTH_DEFAULTS:
        raise ValueError(
            f"unknown smooth_method {method!r}, expected one of {', '.join(SMOOTH_DEFAULTS)}"
        )
    default = SMOOTH_DEFAULTS[method]
    if default is None:
        if value is not None:
            raise ValueError(f"smooth_value is {value!r}, but smooth_method {method!r} takes none")
        return method, None
    if value is None:
        return method, default
    if not (np.isfinite(value) and value >= 0):
        raise ValueError(f"smooth_value is {value!r}, expected a finite number of at least 0")
    return method, float(value)


def _check_order(order: int) -> int:
    if isinstance(order, bool) or not isinstance(order, int) or not 1 <= order <= 100:
        raise ValueError(f"max_ngram_order is {order!r}, expected a whole number from 1 to 100")
    return order
