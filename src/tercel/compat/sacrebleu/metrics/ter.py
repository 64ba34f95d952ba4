"""Translation edit rate."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, current_progress
from tercel.compat._parts import column_sums, sum_from_the_top
from tercel.compat.sacrebleu.metrics._core_metric import (
    CoreMetric,
    Count,
    Counted,
    IntArray,
    Streams,
)
from tercel.compat.sacrebleu.metrics._scores import TERScore, TERSignature
from tercel.compat.sacrebleu.metrics.base import References, Signature
from tercel.compat.sacrebleu.metrics.lib_ter import translation_edit_rate
from tercel.compat.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from tercel.compat.sacrebleu.utils import sum_of_lists

__all__ = ["TER", "TERScore", "TERSignature"]

# More streams than the core's common denominator of mean lengths has room for.
_MOST_STREAMS = 20
_MANY_EDITS = 10**16


class TER(CoreMetric):
    """Translation edit rate (Snover et al., 2006) with sacreBLEU's options, results and hooks.

    Parameters
    ----------
    normalized : bool
        Set punctuation apart and replace what XML escaped.
    no_punct : bool
        Take punctuation out.
    asian_support : bool
        Let the two options above treat CJK text too.
    case_sensitive : bool
    references : sequence of reference streams, optional
        Kept and prepared once, for many systems.
    """

    _SIGNATURE_TYPE: type[Signature] = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: References | None = None,
    ) -> None:
        super().__init__()
        self.no_punct = no_punct
        self.normalized = normalized
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer: Any = TercomTokenizer(normalized, no_punct, asian_support, case_sensitive)
        self.tokenizer_signature = self.tokenizer.signature()
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def _preprocess_segment(self, sent: str) -> str:
        text: str = self.tokenizer(sent.rstrip())
        return text

    def _compute_score_from_stats(self, stats: Any) -> TERScore:
        edits, length = stats[0], stats[1]
        rate: Any = 1.0 if edits > 0 else 0.0
        if length > 0:
            rate = edits / length
        return TERScore(100 * rate, edits, length)

    def _aggregate_and_compute(self, stats: Any) -> TERScore:
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _compute_segment_statistics(
        self, hypothesis: str, ref_kwargs: dict[str, Any]
    ) -> list[float]:
        words = hypothesis.split()
        pairs = [translation_edit_rate(words, ref) for ref in ref_kwargs["ref_words"]]
        edits = min((edits for edits, _ in pairs), default=_MANY_EDITS)
        return [edits, sum(length for _, length in pairs) / len(pairs)]

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        # The references come here tokenized and are tokenized once more, as in sacreBLEU. With
        # normalized=True the second time can change them.
        return {"ref_words": [self._preprocess_segment(ref).split() for ref in refs]}

    def _rows(self, hypotheses: Sequence[str], cache: Any) -> IntArray | None:
        many = len(getattr(cache, "streams", [])) > _MOST_STREAMS
        return None if many else super()._rows(hypotheses, cache)

    def _core_options(self) -> tuple[bool, bool, bool, bool] | None:
        if type(self.tokenizer) is TercomTokenizer and self._is_own("_preprocess_segment"):
            return self.tokenizer.options
        return None

    def _ter_options(self, options: Any) -> _core.TerOptions:
        # Texts that are prepared already are split at white space only.
        normalized, no_punct, asian, case_sensitive = options or (False, False, False, True)
        return _core.TerOptions(normalized, no_punct, asian, case_sensitive, False)

    def _for_core(self, streams: Streams, options: object | None) -> Streams:
        if options is not None:
            return streams
        twice = super()._for_core(streams, options)
        return super()._for_core(twice, options)

    def _core_statistics(
        self, hypotheses: Sequence[str], streams: Streams, options: Any
    ) -> IntArray:
        return _core.ter_statistics(
            hypotheses,
            streams,
            self._ter_options(options),
            workers=1,
            isa=ISA,
            progress=current_progress(),
        )

    def _core_prepared(self, streams: Streams, options: Any) -> Count:
        core = _core.TerReferences(streams, self._ter_options(options))
        return lambda hypotheses: core.statistics(hypotheses, None, 1, ISA, current_progress())

    def _as_lists(self, rows: IntArray, n_streams: int) -> list[list[Any]]:
        edits, lengths = _in_words(rows, n_streams)
        pairs = zip(edits.tolist(), lengths.tolist(), strict=True)
        return [list(pair) for pair in pairs]

    def _as_counted(self, rows: IntArray, n_streams: int) -> Counted:
        edits, lengths = _in_words(rows, n_streams)
        totals = [*column_sums(edits[:, None]), sum_from_the_top(lengths)]
        return Counted(np.column_stack([edits, lengths]), totals)


def _in_words(rows: IntArray, n_streams: int) -> tuple[IntArray, NDArray[np.float64]]:
    """Return edits and mean lengths of references."""
    # The core counts in units in which the mean of up to n lengths is a whole number.
    unit = math.lcm(*range(1, n_streams + 1))
    return rows[:, 0] // unit, rows[:, 1] / unit
