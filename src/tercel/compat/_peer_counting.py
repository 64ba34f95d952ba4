"""Statistics of sacreBLEU's metric objects, counted by the core."""

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import tercel
from tercel.compat._parts import lists_of
from tercel.compat._peer import Peer
from tercel.compat.scoring import BleuScores, ChrfScores, Score, TerScores
from tercel.metrics.base import IntArray, Streams, TextMetric
from tercel.metrics.prepared import Count

# What the classes of punctuation and symbols come from; other versions know other characters.
_REGEX_VERSION = "2026.11.19"
_MOST_STREAMS_OF_TER = 20

_CACHED = type(lru_cache(maxsize=1)(lambda: None))

_TOKENIZERS = {
    ("tokenizer_none", "NoneTokenizer"): "none",
    ("tokenizer_13a", "Tokenizer13a"): "13a",
    ("tokenizer_zh", "TokenizerZh"): "zh",
    ("tokenizer_char", "TokenizerChar"): "char",
    ("tokenizer_intl", "TokenizerV14International"): "intl",
}


@dataclass(frozen=True, eq=False)
class Counting:
    """How the statistics of a metric object are counted; one object for equal options.

    Attributes
    ----------
    metric : TextMetric
        Ours, with the same options but for case.
    lowercase : bool
        Whether texts are to be lowercased first, by Python: its Unicode version is the one that
        sacreBLEU's result depends on.
    means : bool
        Whether columns are edits and a mean length (TER), scaled by ours to whole numbers.
    """

    metric: TextMetric
    lowercase: bool
    means: bool = False

    def count(self, hypotheses: Sequence[str], streams: Streams) -> list[list[Any]]:
        """Return sacreBLEU's rows of checked texts."""
        array = self.metric._count(self._cased(hypotheses), self._cased_streams(streams), 1)
        return self._rows(array, len(streams))

    def prepare(self, streams: Streams) -> Count:
        """Return what counts many systems against these references."""
        return self.metric._prepared(self._cased_streams(streams))

    def count_prepared(
        self, prepared: Count, hypotheses: Sequence[str], n_streams: int
    ) -> list[list[Any]]:
        """Return sacreBLEU's rows against prepared references."""
        return self._rows(prepared(self._cased(hypotheses), None, 1), n_streams)

    def takes(self, n_streams: int) -> bool:
        """Return whether so many references a segment can be counted."""
        return not self.means or n_streams <= _MOST_STREAMS_OF_TER

    def _rows(self, array: IntArray, n_streams: int) -> list[list[Any]]:
        if not self.means:
            return lists_of(array)
        unit = math.lcm(*range(1, n_streams + 1))
        edits, lengths = (array[:, 0] // unit).tolist(), (array[:, 1] / unit).tolist()
        return [list(pair) for pair in zip(edits, lengths, strict=True)]

    def _cased(self, texts: Sequence[str]) -> Sequence[str]:
        return [text.lower() for text in texts] if self.lowercase else texts

    def _cased_streams(self, streams: Streams) -> Streams:
        if not self.lowercase:
            return streams
        return [[None if t is None else t.lower() for t in stream] for stream in streams]


def counting_of(peer: Peer, metric: Any) -> Counting | None:
    """Return how to count for this metric object, or None if only sacreBLEU itself can."""
    name = peer.counts_plainly(metric)
    if name == "BLEU":
        tokenizer = _tokenizer_name(metric.tokenizer)
        if tokenizer is None or not _is_order(metric.max_ngram_order, 1):
            return None
        return _bleu(tokenizer, bool(metric.lowercase), metric.max_ngram_order)
    if name == "CHRF":
        return _chrf_counting(metric)
    if name == "TER":
        return _ter_counting(metric.tokenizer)
    return None


def score_of(peer: Peer, metric: Any) -> Score | None:
    """Return how sacreBLEU's replicates are scored, or None if only it can do that."""
    name = peer.scores_plainly(metric)
    if name == "BLEU":
        return _bleu_scores(metric)
    if name == "CHRF":
        if not _is_beta(metric.beta) or metric.order < 1:
            return None
        return ChrfScores(metric.beta, bool(metric.eps_smoothing))
    return TerScores() if name == "TER" else None


def _bleu_scores(metric: Any) -> Score | None:
    method, value = metric.smooth_method, metric.smooth_value
    if method not in ("none", "floor", "add-k", "exp") or not _is_order(metric.max_ngram_order, 1):
        return None
    if method in ("none", "exp"):
        value = 0.0
    elif value is None:
        value = type(metric).SMOOTH_DEFAULTS[method]
    if type(value) not in (int, float):
        return None
    return BleuScores(metric.max_ngram_order, method, value, bool(metric.effective_order))


def _tokenizer_name(tokenizer: Any) -> str | None:
    kind = type(tokenizer)
    package, _, module = kind.__module__.rpartition(".")
    name = _TOKENIZERS.get((module, kind.__qualname__))
    if name is None or package != "sacrebleu.tokenizers" or not _is_untouched(tokenizer):
        return None
    return None if name == "intl" and not _has_known_regex() else name


def _is_untouched(tokenizer: Any) -> bool:
    """Return whether a tokenizer runs the code and the patterns that its class came with."""
    kind: Any = type(tokenizer)
    if not _runs_own_code(kind):
        return False
    for key, value in vars(_fresh(kind)).items():
        held = vars(tokenizer).get(key)
        if key == "_post_tokenizer":
            if type(held) is not type(value) or not _is_untouched(held):
                return False
        elif key == "_re" and held != value:
            return False
    return True


def _runs_own_code(kind: type) -> bool:
    call: Any = kind.__call__
    # A cache is sacreBLEU's; any other wrapper is somebody's code.
    function = call.__wrapped__ if isinstance(call, _CACHED) else call
    code = getattr(function, "__code__", None)
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return code is not None and code.co_filename == file


@lru_cache(maxsize=16)
def _fresh(kind: Callable[[], Any]) -> Any:
    """Return a tokenizer as its class makes it."""
    return kind()


@lru_cache(maxsize=1)
def _has_known_regex() -> bool:
    try:
        return version("regex") == _REGEX_VERSION
    except PackageNotFoundError:
        return False


def _is_order(value: Any, low: int) -> bool:
    return type(value) is int and low <= value <= 100


def _is_beta(beta: Any) -> bool:
    # A power and a product can round differently, and the best reference hangs on the last bit.
    return type(beta) in (int, float) and 0 < beta < 1e6 and beta**2 == beta * beta


def _chrf_counting(metric: Any) -> Counting | None:
    orders = (metric.char_order, metric.word_order)
    known = all(_is_order(order, 0) for order in orders) and 0 < metric.order == sum(orders)
    if not known or not _is_beta(metric.beta):
        return None
    return _chrf(
        orders,
        float(metric.beta),
        lowercase=bool(metric.lowercase),
        whitespace=bool(metric.whitespace),
        eps_smoothing=bool(metric.eps_smoothing),
    )


def _ter_counting(tokenizer: Any) -> Counting | None:
    kind = type(tokenizer)
    if (kind.__module__, kind.__qualname__) != (
        "sacrebleu.tokenizers.tokenizer_ter",
        "TercomTokenizer",
    ):
        return None
    if not _is_untouched(tokenizer):
        return None
    return _ter(
        bool(tokenizer._normalized),
        bool(tokenizer._no_punct),
        bool(tokenizer._asian_support),
        bool(tokenizer._case_sensitive),
    )


@lru_cache(maxsize=64)
def _bleu(tokenizer: str, lowercase: bool, max_ngram_order: int) -> Counting:
    return Counting(tercel.BLEU(tokenize=tokenizer, max_ngram_order=max_ngram_order), lowercase)


@lru_cache(maxsize=64)
def _chrf(
    orders: tuple[int, int], beta: float, *, lowercase: bool, whitespace: bool, eps_smoothing: bool
) -> Counting:
    metric = tercel.CHRF(
        char_order=orders[0],
        word_order=orders[1],
        beta=beta,
        whitespace=whitespace,
        eps_smoothing=eps_smoothing,
    )
    return Counting(metric, lowercase)


@lru_cache(maxsize=16)
def _ter(normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool) -> Counting:
    metric = tercel.TER(
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
        case_sensitive=True,
    )
    return Counting(metric, not case_sensitive, means=True)


def words_counting() -> Counting:
    """Return how TER counts words that are tokenized already."""
    return _ter(False, False, False, True)
