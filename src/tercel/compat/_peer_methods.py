"""What stands in for methods of sacreBLEU's metrics: the same results, or the method itself."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import numpy as np

from tercel.compat._parts import array_of, lengths_of, sums_of_lists, types_of
from tercel.compat._peer import Peer
from tercel.compat._peer_counting import Counting, counting_of, score_of, words_counting
from tercel.compat._peer_references import CachedReferences, checked_references
from tercel.compat.resampling import (
    Statistics,
    bootstrap_draws,
    bootstrap_replicates,
    interval_of_score,
    seed_of_environment,
)

Method = Callable[..., Any]

# So many hypotheses with a final mark apart, and sacreBLEU asks whether the text is tokenized.
_DOTTED = " ."
_MANY_DOTTED = 100
_MOST_WORD_LISTS = 20


def cache_references(peer: Peer, original: Method) -> Method:
    """Return a replacement of ``Metric._cache_references``."""

    @wraps(original)
    def replaced(self: Any, references: Any) -> Any:
        counting = counting_of(peer, self)
        checked = None if counting is None else checked_references(references)
        if counting is None or checked is None or not counting.takes(len(checked.streams)):
            return original(self, references)
        cached = CachedReferences(self, counting, checked)
        self.num_refs = checked.num_refs
        return cached

    return replaced


def extract_corpus_statistics(peer: Peer, original: Method) -> Method:
    """Return a replacement of ``Metric._extract_corpus_statistics``."""

    @wraps(original)
    def replaced(self: Any, hypotheses: Any, references: Any) -> Any:
        counting = counting_of(peer, self)
        if counting is None or type(hypotheses) not in (list, tuple):
            return original(self, hypotheses, references)
        if type(references) in (list, tuple) and references:
            found = _count_given(self, counting, hypotheses, references)
        else:
            found = _count_cached(self, counting, hypotheses, references)
        if found is None:
            return original(self, hypotheses, references)
        if not self._force:
            _warn_of_tokenized(original, hypotheses[: len(found)])
        return found

    return replaced


def _count_given(
    metric: Any, counting: Counting, hypotheses: Any, references: Any
) -> list[list[Any]] | None:
    checked = checked_references(references)
    if checked is None or not counting.takes(len(checked.streams)):
        return None
    texts = _counted_texts(hypotheses, len(checked))
    if texts is None:
        return None
    metric.num_refs = checked.num_refs
    return counting.count(texts, checked.first(len(texts)))


def _count_cached(
    metric: Any, counting: Counting, hypotheses: Any, references: Any
) -> list[list[Any]] | None:
    cache = metric._ref_cache
    # Options that have changed since then hold for hypotheses only: that is sacreBLEU's own work.
    if type(cache) is not CachedReferences or cache.counting is not counting:
        return None
    if references is not None and type(references) not in (list, tuple):
        return None
    texts = _counted_texts(hypotheses, len(cache))
    return None if texts is None else cache.statistics(texts)


def _counted_texts(hypotheses: Sequence[Any], n_references: int) -> Sequence[str] | None:
    """Return the hypotheses that have references; None if there is none or one is no string."""
    texts = hypotheses if len(hypotheses) <= n_references else hypotheses[:n_references]
    return texts if types_of(texts) == {str} else None


class _Dotted:
    """A metric that counts nothing, for the one warning that extraction gives."""

    _force = False
    _ref_cache = (None,) * _MANY_DOTTED

    def _preprocess_segment(self, text: str) -> str:
        return text

    def _compute_segment_statistics(self, text: str, of_references: Any) -> list[Any]:
        return []


def _warn_of_tokenized(original: Method, hypotheses: Sequence[str]) -> None:
    n_dotted = sum(text.endswith(_DOTTED) for text in hypotheses)
    if n_dotted >= _MANY_DOTTED:
        original(_Dotted(), [_DOTTED] * _MANY_DOTTED, None)


def aggregate_and_compute(peer: Peer, original: Method) -> Method:
    """Return a replacement of a metric's ``_aggregate_and_compute``."""

    @wraps(original)
    def replaced(self: Any, stats: Any) -> Any:
        totals = _column_totals(stats)
        if totals is None:
            return original(self, stats)
        return self._compute_score_from_stats(totals)

    return replaced


def _column_totals(rows: Any) -> list[Any] | None:
    """Return the sums of columns of Python numbers, added from the top; None for anything else."""
    if type(rows) is not list or len(rows) < 2 or types_of(rows) != {list}:
        return None
    if len(lengths_of(rows)) != 1 or not rows[0] or type(rows[0][0]) not in (int, float):
        return None
    totals = sums_of_lists(rows, type(rows[0][0])(0.0))
    return totals if set(map(type, totals)) <= {int, float} else None


def compute_segment_statistics_of_ter(peer: Peer, original: Method) -> Method:
    """Return a replacement of ``TER._compute_segment_statistics``: the translation edit rate."""

    @wraps(original)
    def replaced(self: Any, hypothesis: Any, ref_kwargs: Any) -> Any:
        texts = _joined_words(ref_kwargs)
        if texts is None or type(hypothesis) is not str or not peer.searches_plainly():
            return original(self, hypothesis, ref_kwargs)
        return words_counting().count([hypothesis], [[text] for text in texts])[0]

    return replaced


def _joined_words(ref_kwargs: Any) -> list[str] | None:
    """Return references as texts that split into the same words again, or None."""
    lists = ref_kwargs.get("ref_words") if type(ref_kwargs) is dict else None
    if type(lists) is not list or not 0 < len(lists) <= _MOST_WORD_LISTS:
        return None
    texts = []
    for words in lists:
        if type(words) is not list or not set(map(type, words)) <= {str}:
            return None
        texts.append(" ".join(words))
        if texts[-1].split() != words:
            return None
    return texts


def corpus_score(peer: Peer, original: Method) -> Method:
    """Return a replacement of ``Metric.corpus_score``, for its bootstrap."""

    @wraps(original)
    def replaced(self: Any, hypotheses: Any, references: Any, n_bootstrap: int = 1) -> Any:
        score = score_of(peer, self) if type(n_bootstrap) is int and n_bootstrap > 1 else None
        if score is None:
            return original(self, hypotheses, references, n_bootstrap)
        self._check_corpus_score_args(hypotheses, references)
        rows = self._extract_corpus_statistics(hypotheses, references)
        actual = self._aggregate_and_compute(rows)
        statistics = as_statistics(rows)
        self.n_bootstrap = n_bootstrap
        if statistics is None or not peer.sets_interval_plainly(actual):
            self.seed, scores = peer.significance._bootstrap_resample(rows, self, n_bootstrap)
            actual.estimate_ci(scores)
            return actual
        self.seed, seed = seed_of_environment()
        draws = bootstrap_draws(len(rows), n_bootstrap, seed)
        interval = interval_of_score(bootstrap_replicates(statistics, draws, score))
        actual._ci, actual._mean = interval.half_width, interval.mean
        return actual

    return replaced


def as_statistics(rows: Any) -> Statistics | None:
    """Return rows of Python numbers as an array, or None if they are something else."""
    if type(rows) is not list or not rows or types_of(rows) != {list}:
        return None
    if len(lengths_of(rows)) != 1 or not rows[0]:
        return None
    array = array_of(rows)
    return array if array.ndim == 2 and array.dtype in (np.int64, np.float64) else None
