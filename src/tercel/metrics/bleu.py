"""BLEU."""

from collections.abc import Sequence
from functools import cached_property
from os import PathLike
from typing import TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, current_progress
from tercel._external_tokenizers import external_tokenizer
from tercel._texts import References, Texts
from tercel._version import __version__
from tercel.metrics.base import IntArray, Streams, TextMetric, check_whole, yes
from tercel.metrics.prepared import Count
from tercel.score import BLEUScore
from tercel.tokenizers import check_tokenizer

Text = TypeVar("Text", str, str | None)


class CoreOptions(TypedDict):
    """What BLEU's statistics depend on, as the core names it."""

    tokenizer: str
    lowercase: bool
    max_ngram_order: int


SMOOTH_DEFAULTS: dict[str, float | None] = {"none": None, "floor": 0.1, "add-k": 1.0, "exp": None}


class BLEU(TextMetric):
    """BLEU (Papineni et al., 2002), equal to sacreBLEU 2.6.0 in statistics and scores.

    Parameters
    ----------
    lowercase : bool
        Compare without regard to case.
    tokenize : str
        One of ``tercel.TOKENIZERS``; see `tercel.tokenize`.
    smooth_method : {"exp", "floor", "add-k", "none"}
        What stands for the precision of an order without a match [2]_.
    smooth_value : float, optional
        The value of ``floor`` (0.1 if not given) or ``add-k`` (1 if not given).
    max_ngram_order : int
        From 1 to 100.
    effective_order : bool
        Leave out orders that the text is too short to have. Recommended for single segments.
    model : path, optional
        The SentencePiece model of the tokenizers that need one.

    Raises
    ------
    ValueError
        If an option is unknown or out of range; the message names the values that can be.
    ImportError
        If the tokenizer needs an extra that is not installed.

    Notes
    -----
    The columns of `statistics` are hypothesis length, length of the closest reference (of two
    equally near the shorter), matches of each order, n-grams of each order. Counting takes
    O(characters + tokens * max_ngram_order); strings are read in place.

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
        model: str | PathLike[str] | None = None,
    ) -> None:
        self.lowercase = bool(lowercase)
        self.tokenize = check_tokenizer(tokenize)
        self._external = external_tokenizer(tokenize, model)
        self.smooth_method, self.smooth_value = _check_smoothing(smooth_method, smooth_value)
        self.max_ngram_order = check_whole(max_ngram_order, 1, 100, "max_ngram_order")
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
        tokenizer = self._external.signature if self._external else self.tokenize
        return (
            f"case:{'lc' if self.lowercase else 'mixed'}|eff:{yes(self.effective_order)}|"
            f"tok:{tokenizer}|smooth:{smooth}{order}|version:tercel-{__version__}"
        )

    def _count(self, hypotheses: Sequence[str], references: Streams, workers: int) -> IntArray:
        return _core.bleu_statistics(
            self._for_core(hypotheses),
            [self._for_core(stream) for stream in references],
            **self._core_options(),
            workers=workers,
            isa=ISA,
            progress=current_progress(),
        )

    def _prepared(self, references: Streams) -> Count:
        core = _core.BleuReferences(
            [self._for_core(stream) for stream in references], **self._core_options()
        )
        return lambda hypotheses, segments, workers: core.statistics(
            self._for_core(hypotheses), segments, workers, ISA, current_progress()
        )

    def _for_core(self, texts: Sequence[Text]) -> Sequence[Text]:
        """Return the texts, split already if that is the work of another package."""
        external = self._external
        if external is None:
            return texts
        return [t if t is None else external.prepare(t, self.lowercase) for t in texts]

    def _core_options(self) -> CoreOptions:
        split_already = self._external is not None
        return {
            "tokenizer": "none" if split_already else self.tokenize,
            "lowercase": self.lowercase and not split_already,
            "max_ngram_order": self.max_ngram_order,
        }

    def _scores(self, totals: IntArray) -> NDArray[np.float64]:
        return _core.bleu_aggregate(
            totals, self.smooth_method, self.smooth_value or 0.0, self.effective_order
        )

    def score(self, totals: IntArray) -> BLEUScore:
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
