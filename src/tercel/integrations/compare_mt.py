"""Scorers for compare-mt, which caches statistics too but adds them up segment by segment.

To use them inside compare-mt, put them in the place of its own::

    import compare_mt.scorers
    from tercel.integrations.compare_mt import BleuScorer

    compare_mt.scorers.BleuScorer = BleuScorer
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._statistics import IntArray
from tercel.integrations._inputs import Words, token_statistics
from tercel.metrics import BLEU, CHRF, WER, TextMetric

Corpus = Sequence[Sequence[Any]]
Scored = tuple[float, None]


class Cached:
    """Statistics of segments, shape (n_segments, n_statistics); false if there is no segment."""

    def __init__(self, rows: IntArray) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)


class _Scorer(ABC):
    """What compare-mt asks of a scorer: statistics of a corpus, and the score of some segments."""

    scale = 100.0
    _name: str
    _idstr: str

    def __init__(self, *, case_insensitive: bool = False) -> None:
        self.case_insensitive = case_insensitive

    def name(self) -> str:
        """Return what people call the score."""
        return self._name

    def idstr(self) -> str:
        """Return a name without spaces."""
        return self._idstr

    def cache_stats(self, ref: Corpus, out: Corpus, src: object = None) -> Cached:
        """Return the statistics of each segment; `src` is not used."""
        if self.case_insensitive:
            ref, out = _lower(ref), _lower(out)
        return Cached(self._statistics(ref, out) if len(out) else np.empty((0, 0), dtype=np.int64))

    def score_cached_corpus(self, sent_ids: ArrayLike, cached_stats: Cached) -> Scored:
        """Return the score of the segments with these numbers, and None."""
        if len(cached_stats) == 0:
            return 0.0, None
        total = cached_stats.rows[np.asarray(sent_ids, dtype=np.int64)].sum(axis=0)
        return self._score(total), None

    def score_corpus(self, ref: Corpus, out: Corpus, src: object = None) -> Scored:
        """Return the score of a corpus, and None."""
        return self.score_cached_corpus(np.arange(len(ref)), self.cache_stats(ref, out))

    def score_sentence(self, ref: Sequence[Any], out: Sequence[Any], src: object = None) -> Scored:
        """Return the score of one segment, and None."""
        return self.score_corpus([ref], [out])

    @abstractmethod
    def _statistics(self, ref: Corpus, out: Corpus) -> IntArray: ...

    @abstractmethod
    def _score(self, total: NDArray[np.int64]) -> float: ...


class BleuScorer(_Scorer):
    """BLEU of tokens; as in compare-mt, an order without a match is left out of the mean."""

    _name, _idstr = "BLEU", "bleu"

    def __init__(
        self,
        weights: Sequence[float] = (0.25, 0.25, 0.25, 0.25),
        case_insensitive: bool = False,
    ) -> None:
        super().__init__(case_insensitive=case_insensitive)
        self.weights = weights

    def score_sentence(self, ref: Sequence[Any], out: Sequence[Any], src: object = None) -> Scored:
        """Refuse, as compare-mt does: BLEU of a segment is usually 0."""
        raise NotImplementedError("BleuScorer scores corpora only; for segments take sentbleu")

    def _statistics(self, ref: Corpus, out: Corpus) -> IntArray:
        order = len(self.weights)
        rows = token_statistics(out, [[tokens] for tokens in ref], order)
        # compare-mt takes at least one n-gram of each order for every segment.
        rows[:, 2 + order :] = np.maximum(rows[:, 2 + order :], 1)
        return rows

    def _score(self, total: NDArray[np.int64]) -> float:
        order = len(self.weights)
        out_len, ref_len = (int(n) for n in total[:2])
        matches, n_ngrams = total[2 : 2 + order], total[2 + order :]
        if matches[0] == 0:
            return 0
        found = matches > 0
        logs = np.log(matches[found] / n_ngrams[found])
        penalty = min(1.0, float(np.exp(1 - ref_len / out_len)))
        return float(self.scale * penalty * np.exp(np.asarray(self.weights)[found] @ logs))


class _TextScorer(_Scorer):
    """A metric of tercel on tokens joined by spaces."""

    metric: TextMetric

    def _statistics(self, ref: Corpus, out: Corpus) -> IntArray:
        return self.metric.statistics([" ".join(x) for x in out], [" ".join(x) for x in ref])

    def _score(self, total: NDArray[np.int64]) -> float:
        return float(self.metric.aggregate(total))


class SacreBleuScorer(_TextScorer):
    """sacreBLEU's BLEU."""

    _name, _idstr = "SacreBleuScorer", "sacrebleu"

    def __init__(
        self,
        smooth_method: str = "exp",
        smooth_value: float = 0,
        effective_order: bool = False,
        case_insensitive: bool = False,
    ) -> None:
        super().__init__(case_insensitive=case_insensitive)
        takes_value = smooth_method in ("floor", "add-k")
        self.metric = BLEU(
            smooth_method=smooth_method,
            smooth_value=smooth_value if takes_value else None,
            effective_order=effective_order,
        )

    def score_sentence(self, ref: Sequence[Any], out: Sequence[Any], src: object = None) -> Scored:
        """Refuse, as compare-mt does: BLEU of a segment is usually 0."""
        raise NotImplementedError("SacreBleuScorer scores corpora only; for segments take sentbleu")


class ChrFScorer(_TextScorer):
    """chrF as sacreBLEU computes it, which is not what NLTK and so compare-mt compute."""

    _name, _idstr = "ChrF", "chrf"

    def __init__(self, case_insensitive: bool = False) -> None:
        super().__init__(case_insensitive=case_insensitive)
        self.metric = CHRF()


class WERScorer(_Scorer):
    """Word error rate of tokens.

    Parameters
    ----------
    sub_pen, ins_pen, del_pen : float
        1, or a ValueError: another penalty would have no effect in compare-mt.
    case_insensitive : bool
    """

    _name, _idstr = "Word Error Rate", "wer"

    def __init__(
        self,
        sub_pen: float = 1.0,
        ins_pen: float = 1.0,
        del_pen: float = 1.0,
        case_insensitive: bool = False,
    ) -> None:
        super().__init__(case_insensitive=case_insensitive)
        if (sub_pen, ins_pen, del_pen) != (1, 1, 1):
            raise ValueError(
                f"penalties are {sub_pen}, {ins_pen} and {del_pen}, expected 1: no other is known"
            )

    def _statistics(self, ref: Corpus, out: Corpus) -> IntArray:
        words = Words()
        lines = [words.line(tokens) for tokens in out]
        return WER().statistics(lines, [words.line(tokens) for tokens in ref])

    def _score(self, total: NDArray[np.int64]) -> float:
        edits, ref_len = (int(n) for n in total)
        return self.scale * edits / ref_len if ref_len else 0


def _lower(corpus: Corpus) -> list[list[Hashable]]:
    return [[token.lower() for token in tokens] for tokens in corpus]
