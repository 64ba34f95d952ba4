"""chrF, chrF+ and chrF++."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tercel import _core
from tercel._execution import ISA, current_progress
from tercel.compat.sacrebleu.metrics._core_metric import CoreMetric, Count, IntArray, Streams
from tercel.compat.sacrebleu.metrics._scores import CHRFScore, CHRFSignature
from tercel.compat.sacrebleu.metrics.base import References, Signature
from tercel.compat.sacrebleu.metrics.helpers import extract_all_char_ngrams, extract_word_ngrams
from tercel.compat.sacrebleu.utils import sum_of_lists

__all__ = ["CHRF", "CHRFScore", "CHRFSignature"]

_EPSILON = 1e-16


class CHRF(CoreMetric):
    """chrF (Popović, 2015) and chrF++ (2017) with sacreBLEU's options, results and hooks.

    Parameters
    ----------
    char_order, word_order : int
        The longest n-grams of characters and of words; ``word_order=2`` makes chrF++.
    beta : int
        How much more recall counts than precision.
    lowercase : bool
    whitespace : bool
        Count white space as characters.
    eps_smoothing : bool
        The mean of the orders' F-scores, as in chrF++.py, Moses and NLTK.
    references : sequence of reference streams, optional
        Kept and prepared once, for many systems.
    """

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2
    _PUNCTS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    _SIGNATURE_TYPE: type[Signature] = CHRFSignature
    _COUNTED = (
        "_extract_reference_info",
        "_compute_segment_statistics",
        "_compute_f_score",
        "_get_match_statistics",
        "_remove_punctuation",
    )

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: References | None = None,
    ) -> None:
        super().__init__()
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        self.order = char_order + word_order
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        if references is not None:
            self._ref_cache = self._cache_references(references)

    @staticmethod
    def _get_match_statistics(hyp_ngrams: Counter[str], ref_ngrams: Counter[str]) -> list[int]:
        matches = sum(min(n, ref_ngrams[key]) for key, n in hyp_ngrams.items() if key in ref_ngrams)
        # An order that the reference lacks does not count against the hypothesis.
        return [hyp_ngrams.total() if ref_ngrams else 0, ref_ngrams.total(), matches]

    def _remove_punctuation(self, sent: str) -> list[str]:
        words = []
        for word in sent.split():
            if len(word) > 1 and word[-1] in self._PUNCTS:
                words += [word[:-1], word[-1]]
            elif len(word) > 1 and word[0] in self._PUNCTS:
                words += [word[0], word[1:]]
            else:
                words.append(word)
        return words

    def _preprocess_segment(self, sent: str) -> str:
        return sent.lower() if self.lowercase else sent

    def _compute_f_score(self, statistics: Any) -> Any:
        # A program may give lists, int64 or float32 arrays. Each operation here is made in the
        # order and with the operand types of sacreBLEU, which decide the last bits.
        factor = self.beta**2
        total_f: Any = 0.0
        total_precision: Any = 0.0
        total_recall: Any = 0.0
        n_orders = 0
        for i in range(self.order):
            n_hyp, n_ref, n_match = statistics[3 * i : 3 * i + 3]
            precision = n_match / n_hyp if n_hyp > 0 else _EPSILON
            recall = n_match / n_ref if n_ref > 0 else _EPSILON
            denominator = factor * precision + recall
            if denominator > 0:
                total_f += (1 + factor) * precision * recall / denominator
            else:
                total_f += _EPSILON
            if n_hyp > 0 and n_ref > 0:
                total_precision += precision
                total_recall += recall
                n_orders += 1
        if self.eps_smoothing:
            return 100 * total_f / self.order
        precision, recall = total_precision / max(n_orders, 1), total_recall / max(n_orders, 1)
        if not precision + recall:
            return 0.0
        f_score = (1 + factor) * precision * recall
        f_score /= factor * precision + recall
        return 100 * f_score

    def _compute_score_from_stats(self, stats: Any) -> CHRFScore:
        score = self._compute_f_score(stats)
        return CHRFScore(score, self.char_order, self.word_order, self.beta)

    def _aggregate_and_compute(self, stats: Any) -> CHRFScore:
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        return {"ref_ngrams": [self._ngrams(ref) for ref in refs]}

    def _ngrams(self, text: str) -> list[Counter[str]]:
        counters = extract_all_char_ngrams(text, self.char_order, self.whitespace)
        if self.word_order > 0:
            words = self._remove_punctuation(text)
            counters += [extract_word_ngrams(words, n + 1) for n in range(self.word_order)]
        return counters

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[int]:
        hyp_ngrams = self._ngrams(hypothesis)
        best: list[int] = []
        best_score: Any = -1.0
        for ref_ngrams in ref_kwargs["ref_ngrams"]:
            stats: list[int] = []
            for hyp, ref in zip(hyp_ngrams, ref_ngrams, strict=False):
                stats += self._get_match_statistics(hyp, ref)
            score = self._compute_f_score(stats)
            if score > best_score:
                best, best_score = stats, score
        return best

    def _can_count(self) -> bool:
        orders = (self.char_order, self.word_order)
        whole = all(isinstance(n, int) and 0 <= n <= 100 for n in orders)
        is_number = isinstance(self.beta, int | float) and 0 < self.beta < math.inf
        return whole and 0 < sum(orders) == self.order and is_number and super()._can_count()

    def _core_options(self) -> tuple[bool] | None:
        return (bool(self.lowercase),) if self._is_own("_preprocess_segment") else None

    def _counting_options(self) -> tuple[object, ...]:
        return (self.char_order, self.word_order, self.beta, self.whitespace, self.eps_smoothing)

    def _chrf_options(self, options: Any) -> _core.ChrfOptions:
        (lowercase,) = options or (False,)
        return _core.ChrfOptions(
            self.char_order,
            self.word_order,
            float(self.beta),
            lowercase,
            bool(self.whitespace),
            bool(self.eps_smoothing),
        )

    def _core_statistics(
        self, hypotheses: Sequence[str], streams: Streams, options: Any
    ) -> IntArray:
        return _core.chrf_statistics(
            hypotheses,
            streams,
            self._chrf_options(options),
            workers=1,
            isa=ISA,
            progress=current_progress(),
        )

    def _core_prepared(self, streams: Streams, options: Any) -> Count:
        core = _core.ChrfReferences(streams, self._chrf_options(options))
        return lambda hypotheses: core.statistics(hypotheses, None, 1, ISA, current_progress())
