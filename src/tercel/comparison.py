"""The results of a comparison: systems, pairs, and the verdicts in words."""

from dataclasses import dataclass
from typing import Any

from tercel.intervals import ConfidenceInterval
from tercel.paired import PairedTest
from tercel.ranking import Rank
from tercel.score import Score

LEVELS = (0.001, 0.01, 0.05)

# How people call the corrections for several comparisons.
CORRECTIONS = {
    "holm": "Holm",
    "bh": "Benjamini-Hochberg",
    "by": "Benjamini-Yekutieli",
    "max-t": "max-T",
    "none": "not corrected",
}


@dataclass(frozen=True)
class SystemResult:
    """One system by one metric.

    Attributes
    ----------
    system, metric : str
    higher_is_better : bool
        Of the metric.
    score : Score
    interval : ConfidenceInterval
    rank : Rank or None
        Among all systems; None unless every pair has been tested.
    """

    system: str
    metric: str
    higher_is_better: bool
    score: Score
    interval: ConfidenceInterval
    rank: Rank | None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "system": self.system,
            "metric": self.metric,
            "higher_is_better": self.higher_is_better,
            "score": self.score.to_dict(),
            "interval": self.interval.to_dict(),
            "rank": None if self.rank is None else self.rank.to_dict(),
        }


@dataclass(frozen=True)
class PairResult:
    """One system against another, which is the baseline if there is one, by one metric.

    Attributes
    ----------
    system, baseline, metric : str
    higher_is_better : bool
        Of the metric.
    effect, low, high : float
        Score of the system minus score of the baseline, and its bootstrap interval.
    p_value : float
        Of this comparison alone.
    adjusted_p : float
        The same, corrected for all comparisons by this metric: what the verdict goes by.
    correction : str
        ``holm``, ``bh``, ``by``, ``max-t`` or ``none``.
    n_comparisons : int
        By this metric.
    win_rate, loss_rate : float
        The shares of resamples in which the system, or the baseline, is better.
    test : PairedTest
        Where p comes from.
    bootstrap : PairedTest
        Where the interval and the win rate come from.
    """

    system: str
    baseline: str
    metric: str
    higher_is_better: bool
    test: PairedTest
    bootstrap: PairedTest
    adjusted_p: float
    correction: str
    n_comparisons: int

    @property
    def effect(self) -> float:
        """Score of the system minus score of the baseline, in the metric's own sign."""
        return self.test.effect

    @property
    def low(self) -> float:
        """Lower end of the interval of the effect."""
        return _present(self.bootstrap.low)

    @property
    def high(self) -> float:
        """Upper end of the interval of the effect."""
        return _present(self.bootstrap.high)

    @property
    def p_value(self) -> float:
        """Two-sided p of the effect, as if this were the only comparison."""
        return self.test.p_value

    @property
    def win_rate(self) -> float:
        """The share of resamples in which the system is better."""
        return _present(self.bootstrap.wins) / self.bootstrap.n_resamples

    @property
    def loss_rate(self) -> float:
        """The share of resamples in which the baseline is better."""
        return _present(self.bootstrap.losses) / self.bootstrap.n_resamples

    @property
    def level(self) -> float | None:
        """The smallest of 0.1 %, 1 % and 5 % that the adjusted p stays below, if there is one."""
        return level_below(self.adjusted_p)

    @property
    def better(self) -> str | None:
        """The system that is better at the 5 % level, if one is."""
        if self.level is None:
            return None
        return self.system if (self.effect > 0) == self.higher_is_better else self.baseline

    @property
    def verdict(self) -> str:
        """The conclusion as a sentence."""
        return f"{self._conclusion}{self._condition}"

    @property
    def _conclusion(self) -> str:
        if self.level is None:
            return f"this test set cannot tell {self.system} and {self.baseline} apart"
        worse = self.baseline if self.better == self.system else self.system
        return f"{self.better} is better than {worse} at the {100 * self.level:g} % level"

    @property
    def _condition(self) -> str:
        if self.n_comparisons == 1:
            return ""
        return f" ({self.n_comparisons} comparisons, {CORRECTIONS[self.correction]})"

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "system": self.system,
            "baseline": self.baseline,
            "metric": self.metric,
            "higher_is_better": self.higher_is_better,
            "effect": self.effect,
            "low": self.low,
            "high": self.high,
            "p_value": self.p_value,
            "adjusted_p": self.adjusted_p,
            "correction": self.correction,
            "n_comparisons": self.n_comparisons,
            "win_rate": self.win_rate,
            "loss_rate": self.loss_rate,
            "better": self.better,
            "verdict": self.verdict,
            "test": self.test.to_dict(),
            "bootstrap": self.bootstrap.to_dict(),
        }


@dataclass(frozen=True)
class Comparison:
    """All systems, and each against the baseline or against every other.

    Attributes
    ----------
    systems : tuple of SystemResult
        A row a system and metric, metric by metric, the baseline first.
    comparisons : tuple of PairResult
        A row a pair and metric, metric by metric.
    n_segments : int
    signature : str
        What the tests and intervals depend on: all that a paper must report besides the metrics'
        own signatures.
    doubts : tuple of str
        Reasons to trust the verdicts less, in words; empty if there are none.
    """

    systems: tuple[SystemResult, ...]
    comparisons: tuple[PairResult, ...]
    n_segments: int
    signature: str
    doubts: tuple[str, ...]

    def by_metric(self) -> list[tuple[tuple[SystemResult, ...], tuple[PairResult, ...]]]:
        """Return the rows of each metric; two metrics may have the same name."""
        n_systems = len({row.system for row in self.systems})
        n_metrics = len(self.systems) // n_systems
        n_pairs = len(self.comparisons) // n_metrics
        return [
            (
                self.systems[k * n_systems : (k + 1) * n_systems],
                self.comparisons[k * n_pairs : (k + 1) * n_pairs],
            )
            for k in range(n_metrics)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python objects, with the name of this form."""
        return {
            "schema": "tercel.comparison/1",
            "n_segments": self.n_segments,
            "signature": self.signature,
            "doubts": list(self.doubts),
            "systems": [row.to_dict() for row in self.systems],
            "comparisons": [row.to_dict() for row in self.comparisons],
        }

    def __str__(self) -> str:
        from tercel.report import comparison_report  # noqa: PLC0415 (the report knows this module)

        return comparison_report(self, "text")

    def _repr_html_(self) -> str:
        from tercel.report import comparison_report  # noqa: PLC0415

        return comparison_report(self, "html")


def level_below(p: float) -> float | None:
    """Return the smallest of 0.1 %, 1 % and 5 % that p stays below, if there is one."""
    return next((level for level in LEVELS if p < level), None)


def _present(value: float | None) -> float:
    assert value is not None  # the bootstrap has intervals and wins
    return value
