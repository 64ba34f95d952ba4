"""The sacreBLEU that is installed: its classes, their own methods, and who still uses them."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any
from weakref import WeakSet

from tercel.compat._unpatched import warn_unpatched

KNOWN_VERSION = "2.6.0"

# What statistics come from, and what scores come from, for each metric.
_COUNTING = (
    "__getattribute__",
    "_extract_corpus_statistics",
    "_cache_references",
    "_preprocess_segment",
    "_extract_reference_info",
    "_compute_segment_statistics",
)
_SCORING = ("__getattribute__", "_aggregate_and_compute", "_compute_score_from_stats")
_EXTRA_COUNTING = {
    "BLEU": ("_get_closest_ref_len",),
    "CHRF": ("_get_match_statistics", "_remove_punctuation", "_compute_f_score"),
    "TER": (),
}
_EXTRA_SCORING = {"BLEU": ("compute_bleu",), "CHRF": ("_compute_f_score",), "TER": ()}

# The limits of the search for shifts. Somebody may have set others, in their module.
_TER_LIMITS = {
    "_COST_INS": 1,
    "_COST_DEL": 1,
    "_COST_SUB": 1,
    "_MAX_SHIFT_SIZE": 10,
    "_MAX_SHIFT_DIST": 50,
    "_BEAM_WIDTH": 25,
    "_MAX_SHIFT_CANDIDATES": 1000,
    "_INT_INFINITY": 10**16,
}


class Peer:
    """sacreBLEU's classes as they were before anything was replaced.

    A metric is *plain* if every method that matters is sacreBLEU's own or our replacement of it.
    Subclasses with other methods, patched classes and patched objects are not, and are left alone.
    """

    def __init__(self) -> None:
        base = import_module("sacrebleu.metrics.base")
        metrics = import_module("sacrebleu.metrics")
        self.significance = import_module("sacrebleu.significance")
        self.lib_ter = import_module("sacrebleu.metrics.lib_ter")
        self.ter_module = import_module("sacrebleu.metrics.ter")
        self.Metric: Any = base.Metric
        self.Score: Any = base.Score
        self.PairedTest: Any = self.significance.PairedTest
        self.metrics: dict[str, Any] = {
            name: getattr(metrics, name) for name in ("BLEU", "CHRF", "TER")
        }
        # What we put in place of a method, by class and name.
        self.replacements: dict[tuple[type, str], Any] = {}
        self._edit_rate = self.lib_ter.translation_edit_rate
        self._own = {
            name: {piece: getattr(kind, piece) for piece in _pieces(name)}
            for name, kind in self.metrics.items()
        }
        self._warned_of: WeakSet[type] = WeakSet()
        self._set_interval = self.Score.estimate_ci
        self.cache_references: Callable[..., Any] = self.Metric._cache_references

    def foreign_pieces(self) -> list[str]:
        """Return the methods that somebody else has replaced already."""
        return [
            f"{name}.{piece}"
            for name, own in self._own.items()
            for piece, function in own.items()
            if piece != "__getattribute__" and not _is_of_package(function)
        ]

    def name_of(self, metric: Any) -> str | None:
        """Return which of sacreBLEU's metrics this is, by class or base class."""
        for name, kind in self.metrics.items():
            if isinstance(metric, kind):
                return name
        return None

    def counts_plainly(self, metric: Any) -> str | None:
        """Return the metric's name if its statistics are those of sacreBLEU's own class."""
        name = self.name_of(metric)
        if name is None or not self._is_plain(metric, name, _COUNTING + _EXTRA_COUNTING[name]):
            return None
        if name == "TER" and not self.searches_plainly():
            return None
        return name

    def scores_plainly(self, metric: Any) -> str | None:
        """Return the metric's name if its scores are those of sacreBLEU's own class."""
        name = self.name_of(metric)
        if name is None or not self._is_plain(metric, name, _SCORING + _EXTRA_SCORING[name]):
            return None
        return name

    def searches_plainly(self) -> bool:
        """Return whether TER's search and its limits are sacreBLEU's own."""
        own = all(getattr(self.lib_ter, name) == value for name, value in _TER_LIMITS.items())
        return own and self.ter_module.translation_edit_rate is self._edit_rate

    def sets_interval_plainly(self, score: Any) -> bool:
        """Return whether a score object keeps its interval as sacreBLEU's own does."""
        return getattr(type(score), "estimate_ci", None) is self._set_interval

    def _is_plain(self, metric: Any, name: str, pieces: tuple[str, ...]) -> bool:
        kind, of_object, own = type(metric), vars(metric), self._own[name]
        for piece in pieces:
            found = getattr(kind, piece)
            if found is not own[piece] and found is not self._replacement(kind, piece):
                self._warn_of(kind, name, piece)
                return False
            if piece in of_object:
                return False
        return True

    def _warn_of(self, kind: type, name: str, piece: str) -> None:
        """Warn once of a subclass that has a method of its own."""
        if kind is self.metrics[name] or kind in self._warned_of:
            return
        self._warned_of.add(kind)
        warn_unpatched(
            f"{kind.__module__}.{kind.__qualname__} has its own {piece}: "
            "it is left to sacreBLEU's code, at its speed"
        )

    def _replacement(self, kind: type, piece: str) -> Callable[..., Any] | None:
        for base in kind.__mro__:
            if (base, piece) in self.replacements:
                found: Callable[..., Any] = self.replacements[base, piece]
                return found
        return None


def _pieces(name: str) -> tuple[str, ...]:
    return _COUNTING + _SCORING + _EXTRA_COUNTING[name] + _EXTRA_SCORING[name]


def _is_of_package(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    file: str | None = getattr(import_module(function.__module__), "__file__", None)
    return bool(code.co_filename == file)


@lru_cache(maxsize=1)
def installed() -> Peer:
    """Return the installed sacreBLEU, looked at once."""
    return Peer()
