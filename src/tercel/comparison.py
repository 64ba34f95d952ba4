"""The results of a comparison: systems, pairs, and the verdicts in words."""

from dataclasses import dataclass
from typing import Any

from tercel.intervals import ConfidenceInterval
from tercel.paired import PairedTest
from tercel.score import Score

LEVELS = (0.001, 0.01, 0.05)


@dataclass(frozen=True)
class SystemResult:
    """One system by one metric: its score and the interval of it."""

    system: str
    metric: str
    higher_is_better: bool
    score: Score
    interval: ConfidenceInterval

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "system": self.system,
            "metric": self.metric,
            "higher_is_better": self.higher_is_better,
            "score": self.score.to_dict(),
            "interval": self.interval.to_dict(),
        }


@dataclass(frozen=True)
class PairResult:
    """One system against the baseline by one metric.

    Attributes
    ----------
    system, baseline, metric : str
    higher_is_better : bool
        Of the metric.
    effect, low, high : float
        Score of the system minus score of the baseline, and its bootstrap interval.
    p_value : float
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
        """Two-sided p of the effect."""
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
        """The smallest of 0.1 %, 1 % and 5 % that p stays below; None if it is not below 5 %."""
        return next((level for level in LEVELS if self.p_value < level), None)

    @property
    def better(self) -> str | None:
        """The system that is better at the 5 % level, if one is."""
        if self.level is None:
            return None
        return self.system if (self.effect > 0) == self.higher_is_better else self.baseline

    @property
    def verdict(self) -> str:
        """The conclusion as a sentence."""
        if self.level is None:
            return f"this test set cannot tell {self.system} and {self.baseline} apart"
        worse = self.baseline if self.better == self.system else self.system
        return f"{self.better} is better than {worse} at the {100 * self.level:g} % level"

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
            "win_rate": self.win_rate,
            "loss_rate": self.loss_rate,
            "better": self.better,
            "verdict": self.verdict,
            "test": self.test.to_dict(),
            "bootstrap": self.bootstrap.to_dict(),
        }


@dataclass(frozen=True)
class Comparison:
    """All systems, and each against the baseline.

    Attributes
    ----------
    systems : tuple of SystemResult
        A row a system and metric, the baseline first.
    comparisons : tuple of PairResult
        A row a system (but the baseline) and metric.
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


def _present(value: float | None) -> float:
    assert value is not None  # the bootstrap has intervals and wins
    return value
