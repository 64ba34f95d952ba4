"""BLEU."""

import logging
import math
from collections.abc import Iterable, KeysView, Sequence
from typing import Any, ClassVar

from tercel import _core
from tercel._execution import ISA, current_progress
from tercel.compat.sacrebleu.metrics._bleu_tokenizers import (
    _TOKENIZERS,
    DEFAULT,
    OF_LANGUAGE,
    _get_tokenizer,
    choose_tokenizer,
)
from tercel.compat.sacrebleu.metrics._core_metric import CoreMetric, Count, IntArray, Streams
from tercel.compat.sacrebleu.metrics._scores import BLEUScore, BLEUSignature
from tercel.compat.sacrebleu.metrics.base import References, Signature
from tercel.compat.sacrebleu.metrics.helpers import extract_all_word_ngrams
from tercel.compat.sacrebleu.utils import my_log, sum_of_lists

__all__ = ["BLEU", "MAX_NGRAM_ORDER", "BLEUScore", "BLEUSignature"]

sacrelogger = logging.getLogger("sacrebleu")

MAX_NGRAM_ORDER = 4


class BLEU(CoreMetric):
    """BLEU (Papineni et al., 2002) with sacreBLEU's options, results and hooks.

    Parameters
    ----------
    lowercase : bool
    force : bool
        No warning for text that looks tokenized.
    tokenize : str, optional
        One of `TOKENIZERS`; if not given, that of `trg_lang`, else ``13a``.
    smooth_method : {"exp", "floor", "add-k", "none"}
    smooth_value : float, optional
        For ``floor`` (0.1 if not given) and ``add-k`` (1).
    max_ngram_order : int
    effective_order : bool
        Leave out orders that the text is too short to have.
    trg_lang : str
        The language of the text.
    references : sequence of reference streams, optional
        Kept and prepared once, for many systems.
    """

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {
        "none": None,
        "floor": 0.1,
        "add-k": 1,
        "exp": None,
    }
    TOKENIZERS: ClassVar[KeysView[str]] = _TOKENIZERS.keys()
    TOKENIZER_DEFAULT = DEFAULT
    _TOKENIZER_MAP: ClassVar[dict[str, str]] = OF_LANGUAGE
    _SIGNATURE_TYPE: type[Signature] = BLEUSignature
    _COUNTED = (
        "_extract_reference_info",
        "_compute_segment_statistics",
        "_get_closest_ref_len",
    )

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: References | None = None,
    ) -> None:
        super().__init__()
        _check_smoothing(smooth_method)
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        name = choose_tokenizer(tokenize, trg_lang, self._TOKENIZER_MAP, self.TOKENIZER_DEFAULT)
        self.tokenizer = _get_tokenizer(name)()
        self.tokenizer_signature = self.tokenizer.signature()
        if references is not None:
            self._ref_cache = self._cache_references(references)

    @staticmethod
    def compute_bleu(
        correct: Any,
        total: Any,
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """Score totals.

        Parameters
        ----------
        correct, total : list or ndarray, shape (max_ngram_order,)
            Matches and n-grams of each order. As in sacreBLEU, ``add-k`` adds to them in place.
        sys_len, ref_len : int
        smooth_method, smooth_value, effective_order, max_ngram_order
            As for the class.
        """
        _check_smoothing(smooth_method)
        if smooth_value is None:
            smooth_value = BLEU.SMOOTH_DEFAULTS[smooth_method]
        penalty = 1.0
        if sys_len < ref_len:
            penalty = math.exp(1 - ref_len / sys_len) if sys_len > 0 else 0.0
        precisions: list[Any] = [0.0] * max_ngram_order
        if not any(correct):
            return BLEUScore(0.0, correct, total, precisions, penalty, sys_len, ref_len)
        # A program may give lists, int64 or float32 arrays. Each operation here is made in the
        # order and with the operand types of sacreBLEU, which decide the last bits.
        n_used = max_ngram_order
        halving = 1.0
        for i in range(max_ngram_order):
            if smooth_method == "add-k" and i > 0:
                correct[i] += smooth_value
                total[i] += smooth_value
            if total[i] == 0:
                break
            if effective_order:
                n_used = i + 1
            if correct[i] != 0:
                precisions[i] = 100.0 * correct[i] / total[i]
            elif smooth_method == "exp":
                halving *= 2
                precisions[i] = 100.0 / (halving * total[i])
            elif smooth_method == "floor":
                precisions[i] = 100.0 * smooth_value / total[i]  # type: ignore[operator]
        score = penalty * math.exp(sum([my_log(p) for p in precisions[:n_used]]) / n_used)
        return BLEUScore(score, correct, total, precisions, penalty, sys_len, ref_len)

    def _preprocess_segment(self, sent: str) -> str:
        text: str = self.tokenizer((sent.lower() if self.lowercase else sent).rstrip())
        return text

    def _compute_score_from_stats(self, stats: Any) -> BLEUScore:
        first = 2 + self.max_ngram_order
        return self.compute_bleu(
            correct=stats[2:first],
            total=stats[first:],
            sys_len=int(stats[0]),
            ref_len=int(stats[1]),
            smooth_method=self.smooth_method,
            smooth_value=self.smooth_value,
            effective_order=self.effective_order,
            max_ngram_order=self.max_ngram_order,
        )

    def _aggregate_and_compute(self, stats: Any) -> BLEUScore:
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _get_closest_ref_len(self, hyp_len: int, ref_lens: Iterable[int]) -> int:
        # Of two equally near the shorter; -1 without any.
        return min(ref_lens, key=lambda length: (abs(hyp_len - length), length), default=-1)

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        counted = [extract_all_word_ngrams(ref, 1, self.max_ngram_order) for ref in refs]
        ngrams: Any = counted[0][0] if counted else None
        for other, _ in counted[1:]:
            ngrams |= other
        return {"ref_ngrams": ngrams, "ref_lens": [length for _, length in counted]}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[int]:
        ref_ngrams = ref_kwargs["ref_ngrams"]
        n_orders = self.max_ngram_order
        hyp_ngrams, hyp_len = extract_all_word_ngrams(hypothesis, 1, n_orders)
        correct, total = [0] * n_orders, [0] * n_orders
        for ngram, count in hyp_ngrams.items():
            total[len(ngram) - 1] += count
            if ngram in ref_ngrams:
                correct[len(ngram) - 1] += min(count, ref_ngrams[ngram])
        ref_len = self._get_closest_ref_len(hyp_len, ref_kwargs["ref_lens"])
        return [hyp_len, ref_len, *correct, *total]

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> BLEUScore:
        """Score one segment; `effective_order` is recommended for that."""
        if not self.effective_order:
            sacrelogger.warning("effective_order=True is recommended for BLEU of single segments")
        score: BLEUScore = super().sentence_score(hypothesis, references)
        return score

    def _can_count(self) -> bool:
        order = self.max_ngram_order
        return isinstance(order, int) and 1 <= order <= 100 and super()._can_count()

    def _core_options(self) -> tuple[str, bool] | None:
        name: str | None = getattr(type(self.tokenizer), "core_name", None)
        return (
            (name, bool(self.lowercase)) if name and self._is_own("_preprocess_segment") else None
        )

    def _counting_options(self) -> object:
        return self.max_ngram_order

    def _core_statistics(
        self, hypotheses: Sequence[str], streams: Streams, options: Any
    ) -> IntArray:
        name, lowercase = options or ("none", False)
        return _core.bleu_statistics(
            hypotheses,
            streams,
            name,
            lowercase,
            self.max_ngram_order,
            workers=1,
            isa=ISA,
            progress=current_progress(),
        )

    def _core_prepared(self, streams: Streams, options: Any) -> Count:
        name, lowercase = options or ("none", False)
        core = _core.BleuReferences(streams, name, lowercase, self.max_ngram_order)
        return lambda hypotheses: core.statistics(hypotheses, None, 1, ISA, current_progress())


def _check_smoothing(method: str) -> None:
    if method not in BLEU.SMOOTH_DEFAULTS:
        # As sacreBLEU; an assert statement would vanish under -O.
        known = ", ".join(BLEU.SMOOTH_DEFAULTS)
        raise AssertionError(f"smooth_method is {method!r}, expected one of {known}")
