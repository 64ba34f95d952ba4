"""Texts in, a verdict out: several systems against a baseline on one test set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tercel._execution import check_workers
from tercel._resampling import IntArray, Streams, as_streams
from tercel._statistics import check_choice, check_n_resamples, check_statistics
from tercel._texts import References, Texts, check_hypotheses, check_references
from tercel._warnings import small_test_set_message, warn_if_small
from tercel.intervals import ConfidenceInterval, check_interval_options, percentile_interval
from tercel.metrics.bleu import BLEU
from tercel.paired import PairedTest, bootstrap_test, orientation, permutation_test
from tercel.protocol import Metric, aggregate_checked
from tercel.score import Score

LEVELS = (0.001, 0.01, 0.05)
_TESTS = ("permutation", "bootstrap")


class TextMetric(Metric, Protocol):
    """A metric that makes its own statistics from texts, and scores with details."""

    def statistics(
        self, hypotheses: Texts, references: References, *, workers: int = 1
    ) -> NDArray[np.int64]:
        """Count each segment; an int64 row each."""
        ...

    def score(self, totals: NDArray[np.int64]) -> Score:
        """Return the score of one row of totals."""
        ...


@dataclass(frozen=True)
class SystemResult:
    """One system by one metric: its score and the interval of it."""

    system: str
    metric: str
    score: Score
    interval: ConfidenceInterval

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "system": self.system,
            "metric": self.metric,
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


def compare(
    systems: Mapping[str, Texts],
    references: References,
    metrics: Sequence[TextMetric] | TextMetric | None = None,
    *,
    baseline: str | None = None,
    method: str = "permutation",
    n_resamples: int = 10_000,
    n_bootstrap: int = 1000,
    confidence_level: float = 0.95,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> Comparison:
    """Compare systems with a baseline on one test set.

    Parameters
    ----------
    systems : mapping of str to sequence of str, shape (n_segments,)
        At least two systems by name.
    references : sequence of str, or sequence of reference streams
        As for ``BLEU.statistics``.
    metrics : sequence of metrics, optional
        BLEU with its defaults if not given.
    baseline : str, optional
        A name in `systems`; the first one if not given.
    method : {"permutation", "bootstrap"}
        Where p comes from; see `paired_test`.
    n_resamples : int
        Replicates for p.
    n_bootstrap : int
        Replicates for intervals and win rates. All systems and metrics see the same draws.
    confidence_level : float
    rng : int, numpy.random.Generator or None
        As for `paired_test`.
    workers : int
        Threads; the result does not depend on it.

    Returns
    -------
    Comparison
        Prints as the report of ``tercel compare``.

    Warns
    -----
    SmallTestSetWarning
        Below 300 segments.

    Raises
    ------
    TypeError, ValueError
        If texts, names or options are wrong; the message names them.

    Examples
    --------
    >>> import warnings
    >>> import tercel
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
    ...     result = tercel.compare(
    ...         {"A": ["the cat sat", "a dog ran"], "B": ["the cat sat", "dogs ran"]},
    ...         ["the cat sat", "a dog ran"],
    ...         rng=1,
    ...     )
    >>> result.comparisons[0].verdict
    'this test set cannot tell B and A apart'
    """
    names, streams_of_references, texts = _check_systems(systems, references, baseline)
    chosen = _check_metrics(metrics)
    check_choice(method, _TESTS, "method")
    check_n_resamples(n_resamples)
    option, n_draws = (
        ("n_resamples", n_resamples) if method == "bootstrap" else ("n_bootstrap", n_bootstrap)
    )
    check_interval_options(n_draws, confidence_level, "koehn", option)
    check_workers(workers)
    streams = as_streams(rng)
    n_segments = len(texts[0])
    warn_if_small(n_segments, stacklevel=2)

    statistics = [
        [
            check_statistics(m.statistics(hyps, streams_of_references, workers=workers), m.name)
            for hyps in texts
        ]
        for m in chosen
    ]
    replicates = _bootstrap_all(chosen, statistics, n_draws, streams, workers)
    rows = []
    pairs = []
    for metric, tables, scores in zip(chosen, statistics, replicates, strict=True):
        for name, table, drawn in zip(names, tables, scores.T, strict=True):
            score = metric.score(table.sum(axis=0))
            interval = percentile_interval(
                score.score, drawn.copy(), confidence_level, "koehn", streams.label
            )
            rows.append(SystemResult(name, metric.name, score, interval))
        for k in range(1, len(names)):
            effects = orientation(metric) * (scores[:, k] - scores[:, 0])
            drawn_test = bootstrap_test(
                tables[k], tables[0], metric, effects, "bootstrap", "two-sided",
                confidence_level, streams.label,
            )
            test = drawn_test if method == "bootstrap" else permutation_test(
                tables[k], tables[0], metric, n_resamples, "two-sided", streams, workers
            )
            pairs.append(
                PairResult(
                    names[k], names[0], metric.name, metric.higher_is_better, test, drawn_test
                )
            )
    doubt = small_test_set_message(n_segments)
    return Comparison(
        systems=tuple(rows),
        comparisons=tuple(pairs),
        n_segments=n_segments,
        signature=(
            f"nrefs:{len(streams_of_references)}|test:{method}[{n_resamples}]|"
            f"interval:percentile-koehn[{n_draws}]|level:{confidence_level:g}|{streams.label}"
        ),
        doubts=() if doubt is None else (doubt,),
    )


def _check_systems(
    systems: Mapping[str, Texts], references: References, baseline: str | None
) -> tuple[list[str], list[Sequence[str | None]], list[Sequence[str]]]:
    names = list(systems)
    if len(names) < 2:
        raise ValueError(f"systems has {len(names)}, expected at least two to compare")
    if baseline is not None:
        check_choice(baseline, tuple(names), "baseline")
        names = [baseline, *(name for name in names if name != baseline)]
    texts = [check_hypotheses(systems[name], f"system {name!r}") for name in names]
    for name, hyps in zip(names, texts, strict=True):
        if len(hyps) != len(texts[0]):
            raise ValueError(
                f"system {names[0]!r} has {len(texts[0])} segments, "
                f"but system {name!r} has {len(hyps)}"
            )
    return names, check_references(references, len(texts[0])), texts


def _check_metrics(metrics: Sequence[TextMetric] | TextMetric | None) -> list[TextMetric]:
    if metrics is None:
        return [BLEU()]
    chosen = list(metrics) if isinstance(metrics, Sequence) else [metrics]
    if not chosen:
        raise ValueError("metrics is empty, expected at least one")
    return chosen


def _bootstrap_all(
    metrics: Sequence[Metric],
    statistics: Sequence[Sequence[IntArray]],
    n_resamples: int,
    streams: Streams,
    workers: int,
) -> list[NDArray[np.float64]]:
    """Return the scores of each metric on the same draws, each of shape (n_resamples, n_systems)."""
    joined = np.hstack([table for tables in statistics for table in tables])
    scores = [np.empty((n_resamples, len(tables))) for tables in statistics]
    done = 0
    for totals in streams.bootstrap(joined, n_resamples, workers):
        column = 0
        for metric, tables, out in zip(metrics, statistics, scores, strict=True):
            width = sum(table.shape[1] for table in tables)
            part = totals[:, column : column + width].reshape(len(totals), len(tables), -1)
            out[done : done + len(totals)] = aggregate_checked(metric, part)
            column += width
        done += len(totals)
    return scores


def _present(value: float | None) -> float:
    assert value is not None  # the bootstrap has intervals and wins
    return value
