"""Text metrics for torchmetrics: its classes, with the same arguments, counted by tercel.

States are integers that processes add up exactly. Where the numbers differ from torchmetrics' own,
docs/integrations.md says why.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tercel.integrations._inputs import missing, streams_of
from tercel.metrics import BLEU, CER, CHRF, TER, WER, TextMetric

try:
    import torch
    from torchmetrics import Metric
except ImportError as error:
    raise missing("torchmetrics", error) from error

__all__ = [
    "BLEUScore",
    "CHRFScore",
    "CharErrorRate",
    "SacreBLEUScore",
    "TranslationEditRate",
    "WordErrorRate",
]

Target = Sequence[str] | Sequence[Sequence[str]]

# TER's statistics are multiplied by a number that depends on how many references a batch has.
_MOST_REFERENCES = 20
_TER_UNIT = math.lcm(*range(1, _MOST_REFERENCES + 1))


class _TextScore(Metric):
    """Totals of statistics as the one state, which is summed over processes."""

    is_differentiable = False
    full_state_update = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def __init__(self, *, sentences: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        zeros = torch.zeros(self._metric().n_statistics, dtype=torch.int64)
        self.add_state("totals", zeros, dist_reduce_fx="sum")
        self.return_sentence_level_score = sentences
        if sentences:
            self.add_state("sentence_scores", [], dist_reduce_fx="cat")

    def _metric(self) -> TextMetric:
        """Return tercel's metric; made anew, because metrics here are copied and pickled."""
        raise NotImplementedError

    def _score(self, totals: Any) -> float:
        """Return the score of totals, an array of shape (n_statistics,), from 0 to 1."""
        return float(self._metric().aggregate(totals)) / 100

    def update(self, preds: str | Sequence[str], target: Target) -> None:
        """Add a batch.

        Parameters
        ----------
        preds : sequence of str
        target : sequence of sequences of str
            The references of each prediction; a string stands for one.
        """
        hypotheses, references = _pairs(preds, target)
        if not hypotheses:
            return
        rows = self._rows(hypotheses, streams_of(references))
        device = self.totals.device
        self.totals += torch.from_numpy(rows.sum(axis=0)).to(device)
        if self.return_sentence_level_score:
            scores = torch.tensor([self._score(row) for row in rows], dtype=torch.float32)
            self.sentence_scores.append(scores.to(device))

    def _rows(self, hypotheses: list[str], streams: list[list[str | None]]) -> Any:
        return self._metric().statistics(hypotheses, streams)

    def compute(self) -> Any:
        """Return the score of all batches, a tensor of float32, and those of sentences if asked."""
        score = self._score(self.totals.cpu().numpy())
        tensor = torch.tensor(score, dtype=torch.float32, device=self.totals.device)
        if self.return_sentence_level_score:
            found = self.sentence_scores
            return tensor, torch.cat(found) if isinstance(found, list) else found
        return tensor

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Plot a value, or several, as torchmetrics does."""
        return self._plot(val, ax)


class BLEUScore(_TextScore):
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


class CHRFScore(_TextScore):
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


class TranslationEditRate(_TextScore):
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


class _ErrorRate(_TextScore):
    """Edits over reference length, of one reference a prediction."""

    higher_is_better = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

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


def _pairs(preds: str | Sequence[str], target: Target) -> tuple[list[str], list[list[str]]]:
    """Return predictions and the references of each."""
    hypotheses = [preds] if isinstance(preds, str) else list(preds)
    texts = [target] if isinstance(target, str) else list(target)
    if not any(hypotheses) and not any(any(text) for text in texts):
        return [], []  # torchmetrics writes an empty batch in several ways: [], [[]], [""]
    references = [[text] if isinstance(text, str) else list(text) for text in texts]
    if len(hypotheses) == 1 and len(texts) > 1 and all(isinstance(t, str) for t in texts):
        references = [[text for (text,) in references]]
    if len(hypotheses) != len(references):
        raise ValueError(
            f"Corpus has different size: {len(hypotheses)} predictions, but references of "
            f"{len(references)}"
        )
    return hypotheses, references
