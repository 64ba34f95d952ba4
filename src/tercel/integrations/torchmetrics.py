"""Text metrics for torchmetrics: its classes, with the same arguments, counted by tercel.

States are integers that processes add up exactly. Where the numbers differ from torchmetrics' own,
docs/integrations.md says why.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tercel.integrations._torch_states import TextScore
from tercel.metrics import BLEU, CER, CHRF, TER, WER, TextMetric

__all__ = [
    "BLEUScore",
    "CHRFScore",
    "CharErrorRate",
    "SacreBLEUScore",
    "TranslationEditRate",
    "WordErrorRate",
]

# TER's statistics are multiplied by a number that depends on how many references a batch has.
_MOST_REFERENCES = 20
_TER_UNIT = math.lcm(*range(1, _MOST_REFERENCES + 1))


class BLEUScore(TextScore):
    """BLEU of tokens between white space; 0 if an order has no match.

    Parameters
    ----------
    n_gram : int
    smooth : bool
        Add 1 to matches and n-grams of the orders above 1.
    weights : sequence of float, optional
        Of each order; equal ones if not given.
    """

    higher_is_better = True
    _tokenize = "none"
    _lowercase = False

    def __init__(
        self,
        n_gram: int = 4,
        smooth: bool = False,
        weights: Sequence[float] | None = None,
        **kwargs: Any,
    ) -> None:
        if not isinstance(n_gram, int) or n_gram < 1:
            raise ValueError(f"n_gram is {n_gram!r}, expected a whole number above 0")
        if weights is not None and len(weights) != n_gram:
            raise ValueError(f"weights has {len(weights)} numbers, but n_gram is {n_gram}")
        self.n_gram = n_gram
        self.smooth = smooth
        self.weights = [1 / n_gram] * n_gram if weights is None else list(weights)
        super().__init__(**kwargs)

    def _metric(self) -> TextMetric:
        return BLEU(tokenize=self._tokenize, lowercase=self._lowercase, max_ngram_order=self.n_gram)

    def _score(self, totals: Any) -> float:
        hyp_len, ref_len, *counts = (int(n) for n in totals)
        matches, n_ngrams = counts[: self.n_gram], counts[self.n_gram :]
        if min(matches) == 0:
            return 0.0
        one = 1 if self.smooth else 0
        logs = [
            w * math.log((m + one * (k > 0)) / (n + one * (k > 0)))
            for k, (w, m, n) in enumerate(zip(self.weights, matches, n_ngrams, strict=True))
        ]
        penalty = 1.0 if hyp_len > ref_len else math.exp(1 - ref_len / hyp_len)
        return penalty * math.exp(math.fsum(logs))


class SacreBLEUScore(BLEUScore):
    """BLEU with sacreBLEU's tokenizers; otherwise as `BLEUScore`.

    Parameters
    ----------
    n_gram, smooth, weights
        As for `BLEUScore`.
    tokenize : str
        One of ``tercel.TOKENIZERS``, but for those that need a model.
    lowercase : bool
    """

    def __init__(
        self,
        n_gram: int = 4,
        smooth: bool = False,
        tokenize: str = "13a",
        lowercase: bool = False,
        weights: Sequence[float] | None = None,
        **kwargs: Any,
    ) -> None:
        self._tokenize = tokenize
        self._lowercase = lowercase
        super().__init__(n_gram, smooth, weights, **kwargs)


class CHRFScore(TextScore):
    """chrF++ with smoothing by epsilon, as torchmetrics has it.

    Parameters
    ----------
    n_char_order, n_word_order : int
    beta : float
    lowercase, whitespace : bool
    return_sentence_level_score : bool
    """

    higher_is_better = True

    def __init__(
        self,
        n_char_order: int = 6,
        n_word_order: int = 2,
        beta: float = 2.0,
        lowercase: bool = False,
        whitespace: bool = False,
        return_sentence_level_score: bool = False,
        **kwargs: Any,
    ) -> None:
        if not isinstance(n_char_order, int) or n_char_order < 1:
            raise ValueError(f"n_char_order is {n_char_order!r}, expected a whole number above 0")
        self._options = {
            "char_order": n_char_order,
            "word_order": n_word_order,
            "beta": beta,
            "lowercase": lowercase,
            "whitespace": whitespace,
        }
        super().__init__(sentences=return_sentence_level_score, **kwargs)

    def _metric(self) -> TextMetric:
        return CHRF(**self._options, eps_smoothing=True)  # type: ignore[arg-type]

    def _score(self, totals: Any) -> float:
        # The smoothing makes 1e-16 of no match at all, where torchmetrics has 0.
        matches = totals[2::3]
        return super()._score(totals) if matches.any() else 0.0


class TranslationEditRate(TextScore):
    """TER.

    Parameters
    ----------
    normalize, no_punctuation, lowercase, asian_support : bool
    return_sentence_level_score : bool
    """

    higher_is_better = False

    def __init__(
        self,
        normalize: bool = False,
        no_punctuation: bool = False,
        lowercase: bool = True,
        asian_support: bool = False,
        return_sentence_level_score: bool = False,
        **kwargs: Any,
    ) -> None:
        given = {
            "normalize": normalize,
            "no_punctuation": no_punctuation,
            "lowercase": lowercase,
            "asian_support": asian_support,
        }
        for name, value in given.items():
            if not isinstance(value, bool):
                raise ValueError(f"Expected argument `{name}` to be a bool, found {value!r}")
        self._options = {
            "normalized": normalize,
            "no_punct": no_punctuation,
            "asian_support": asian_support,
            "case_sensitive": not lowercase,
        }
        super().__init__(sentences=return_sentence_level_score, **kwargs)

    def _metric(self) -> TextMetric:
        return TER(**self._options)

    def _rows(self, hypotheses: list[str], streams: list[list[str | None]]) -> Any:
        # One unit for all batches, however many references each has.
        unit = math.lcm(*range(1, len(streams) + 1))
        return super()._rows(hypotheses, streams) * (_TER_UNIT // unit)


class _ErrorRate(TextScore):
    """Edits over reference length, of one reference a prediction."""

    higher_is_better = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def _rows(self, hypotheses: list[str], streams: list[list[str | None]]) -> Any:
        if len(streams) != 1:
            raise ValueError(f"found {len(streams)} references for a prediction, expected one")
        return super()._rows(hypotheses, streams)

    def _score(self, totals: Any) -> float:
        with np.errstate(divide="ignore", invalid="ignore"):
            return float(np.float64(totals[0]) / np.float64(totals[1]))


class WordErrorRate(_ErrorRate):
    """Word error rate."""

    def _metric(self) -> TextMetric:
        return WER()


class CharErrorRate(_ErrorRate):
    """Character error rate; white space counts."""

    def _metric(self) -> TextMetric:
        return CER()
