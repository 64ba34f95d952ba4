"""What all metrics have in common, for sacreBLEU's own and for a program's subclasses."""

import logging
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from tercel.compat.sacrebleu.metrics._score import Score
from tercel.compat.sacrebleu.metrics._signature import Signature

__all__ = ["Metric", "Score", "Signature"]

sacrelogger = logging.getLogger("sacrebleu")

References = Sequence[Sequence[str | None]]
# From this many lines that end in a period of its own, a test set looks tokenized.
_MANY_TOKENIZED = 100


class Metric(metaclass=ABCMeta):
    """A metric with sacreBLEU's hooks.

    A subclass that fills the abstract methods works as it does with sacreBLEU, in Python; the
    metrics of this package count in C++ wherever their hooks are their own.
    """

    _SIGNATURE_TYPE: type[Signature] = Signature

    num_refs: int

    def __init__(self) -> None:
        self._ref_cache: Any = None
        # Whether to be silent about text that looks tokenized; only BLEU asks.
        self._force = True
        self.n_bootstrap: int | None = None
        self.seed: str | None = None

    @abstractmethod
    def _aggregate_and_compute(self, stats: Any) -> Any:
        """Return the score of the statistics of segments."""

    @abstractmethod
    def _compute_score_from_stats(self, stats: Any) -> Any:
        """Return the score of totals."""

    @abstractmethod
    def _preprocess_segment(self, sent: str) -> str:
        """Return a text as it is counted."""

    @abstractmethod
    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        """Return what `_compute_segment_statistics` needs of preprocessed references."""

    @abstractmethod
    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[Any]:
        """Return the statistics of a preprocessed hypothesis."""

    def _cache_references(self, references: References) -> Any:
        """Return what is kept of references, a sequence with an element a segment.

        Sets `num_refs`: the number of references, or -1 where segments differ in it.
        """
        segments = [[x for x in refs if x is not None] for refs in zip(*references, strict=False)]
        self.num_refs = _common({len(segment) for segment in segments})
        return [
            self._extract_reference_info([self._preprocess_segment(x) for x in segment])
            for segment in segments
        ]

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: References | None
    ) -> Any:
        """Return the statistics of each segment, a list of lists.

        Raises
        ------
        RuntimeError
            If no references are given, neither here nor to the metric.
        """
        return self._extracted(hypotheses, references, self._count)

    def _extracted(
        self,
        hypotheses: Sequence[str],
        references: References | None,
        count: Callable[[Sequence[str], Any], Any],
    ) -> Any:
        if not isinstance(hypotheses, list | tuple):
            hypotheses = list(hypotheses)
        cache = self._references(references)
        stats = count(hypotheses, cache)
        if not self._force:
            _warn_if_tokenized(hypotheses[: len(stats)])
        return stats

    def _statistics_and_score(
        self, hypotheses: Sequence[str], references: References | None
    ) -> tuple[Any, Any]:
        """Return the statistics of each segment, in whatever form, and the score of all."""
        stats = self._extract_corpus_statistics(hypotheses, references)
        return stats, self._aggregate_and_compute(stats)

    def _references(self, references: References | None) -> Any:
        if references:
            return self._cache_references(references)
        if not self._ref_cache:
            raise RuntimeError(
                f"{type(self).__name__}: references is {references!r}, and none were given when "
                "the metric was made"
            )
        return self._ref_cache

    def _count(self, hypotheses: Sequence[str], cache: Any) -> list[Any]:
        # What one side has more segments of is left out, as in sacreBLEU.
        return [
            self._compute_segment_statistics(self._preprocess_segment(hypothesis), info)
            for hypothesis, info in zip(hypotheses, cache, strict=False)
        ]

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        """Score one segment.

        Parameters
        ----------
        hypothesis : str
        references : sequence of str

        Raises
        ------
        TypeError
            If an argument is of another type.
        """
        self._check_sentence_score_args(hypothesis, references)
        stats = self._extract_corpus_statistics([hypothesis], [[text] for text in references])
        return self._aggregate_and_compute(stats)

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: References | None,
        n_bootstrap: int = 1,
        *,
        statistics: str = "sacrebleu",
    ) -> Any:
        """Score a test set.

        Parameters
        ----------
        hypotheses : sequence of str, shape (n_segments,)
        references : sequence of reference streams, or None
            Each of shape (n_segments,), with None or "" where it lacks a segment; None for those
            that the metric was made with.
        n_bootstrap : int
            Above 1, a 95 % interval comes from that many resamples.
        statistics : {"sacrebleu", "tercel"}
            Whose interval: sacreBLEU's to the last bit, or that of `tercel.confidence_interval`,
            shown by its middle and its half-width.

        Returns
        -------
        Score
            Of the metric's own class.

        Raises
        ------
        TypeError
            If an argument is of another type.
        ValueError
            If `statistics` is unknown.
        """
        self._check_corpus_score_args(hypotheses, references)
        stats, score = self._statistics_and_score(hypotheses, references)
        if n_bootstrap > 1:
            from tercel.compat.sacrebleu.significance import add_interval  # noqa: PLC0415 (a cycle)

            add_interval(score, stats, self, n_bootstrap, statistics)
        return score

    def get_signature(self) -> Signature:
        """Return the signature of what was scored last."""
        return self._SIGNATURE_TYPE(self.__dict__)

    def _check_sentence_score_args(self, hyp: Any, refs: Any) -> None:
        expected = f"{type(self).__name__}: expected"
        if not isinstance(hyp, str):
            raise TypeError(f"{expected} hyp to be a str, found {type(hyp).__name__}")
        if isinstance(refs, str) or not isinstance(refs, Sequence):
            raise TypeError(f"{expected} refs to be a list of str, found {type(refs).__name__}")
        if not isinstance(refs[0], str | None):
            raise TypeError(f"{expected} refs[0] to be a str, found {type(refs[0]).__name__}")

    def _check_corpus_score_args(self, hyps: Any, refs: Any) -> None:
        expected = f"{type(self).__name__}: expected"
        if not isinstance(hyps, Sequence):
            raise TypeError(f"{expected} hyps to be a list of str, found {type(hyps).__name__}")
        if not isinstance(hyps[0], str):
            raise TypeError(f"{expected} hyps[0] to be a str, found {type(hyps[0]).__name__}")
        for i, text in enumerate(hyps):
            if text is None:
                raise TypeError(f"{expected} hyps[{i}] to be a str, found None")
        if refs is None:
            return
        if not isinstance(refs, Sequence):
            raise TypeError(f"{expected} refs to be a list of lists, found {type(refs).__name__}")
        if not isinstance(refs[0], Sequence):
            raise TypeError(f"{expected} refs[0] to be a list, found {type(refs[0]).__name__}")
        if not isinstance(refs[0][0], str | None):
            raise TypeError(f"{expected} refs[0][0] to be a str, found {type(refs[0][0]).__name__}")


def _common(counts: set[int]) -> int:
    return next(iter(counts)) if len(counts) == 1 else -1


def _warn_if_tokenized(hypotheses: Sequence[str]) -> None:
    if sum(text.endswith(" .") for text in hypotheses) >= _MANY_TOKENIZED:
        sacrelogger.warning(
            "%d lines or more end in a period of its own: the text looks tokenized, which changes "
            "the score; force=True (--force) ends this warning",
            _MANY_TOKENIZED,
        )
