"""Paired tests and intervals: sacreBLEU's, or on request tercel's own."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tercel.compat.resampling import seed_of_environment
from tercel.compat.sacrebleu import _bug_for_bug, _ours
from tercel.compat.sacrebleu._systems import (
    TESTS,
    BaselineInfo,
    Result,
    _paired_ar_test,
    _paired_bs_test,
    statistics_and_score,
)
from tercel.compat.sacrebleu.metrics.base import Metric, References, Score, Signature

__all__ = [
    "IS_WINDOWS",
    "PairedTest",
    "Result",
    "_paired_ar_test",
    "_paired_bs_test",
    "estimate_ci",
]

IS_WINDOWS = os.name == "nt"
STATISTICS = ("sacrebleu", "tercel")


def estimate_ci(scores: NDArray[Any]) -> tuple[Any, Any]:
    """Return the mean of scores of resamples, and half the width of their 95 % interval."""
    ordered = np.sort(scores)
    dropped = len(ordered) // 40
    return ordered.mean(), 0.5 * (ordered[len(ordered) - dropped - 1] - ordered[dropped])


def _bootstrap_resample(
    stats: Sequence[Sequence[float]], metric: Metric, n_samples: int = 1000
) -> tuple[str, list[Score]]:
    """Return the seed and the scores of resamples."""
    name, seed = seed_of_environment()
    return name, _bug_for_bug.score_objects(stats, metric, n_samples, seed)


def _compute_p_value(stats: NDArray[Any], real_difference: float) -> float:
    """Return the share of values above the real difference, plus one and out of one more."""
    more: int = np.sum(stats > real_difference).item()
    return (more + 1) / (len(stats) + 1)


def add_interval(score: Score, stats: Any, metric: Metric, n_samples: int, statistics: str) -> None:
    """Give a score its interval, and the metric what its signature says of it."""
    _check_statistics(statistics)
    metric.n_bootstrap = n_samples
    metric.seed, seed = seed_of_environment()
    if statistics == "tercel":
        score._mean, score._ci = _ours.interval(stats, metric, n_samples, seed)
    elif type(score).estimate_ci is Score.estimate_ci and _bug_for_bug.can_score(metric):
        score._mean, score._ci = _bug_for_bug.interval_of_score(stats, metric, n_samples, seed)
    else:
        score.estimate_ci(_bug_for_bug.score_objects(stats, metric, n_samples, seed))


def _check_statistics(statistics: str) -> None:
    if statistics not in STATISTICS:
        raise ValueError(f"statistics is {statistics!r}, expected one of {', '.join(STATISTICS)}")


class PairedTest:
    """Systems against a baseline, the first of them, on the same segments.

    Parameters
    ----------
    named_systems : list of (str, list of str)
        Names and hypotheses.
    metrics : mapping of str to Metric
    references : sequence of reference streams, or None
        None for those that the metrics were made with.
    test_type : {"ar", "bs"}
        Approximate randomization or paired bootstrap.
    n_samples : int
        Trials or resamples; 0 means 10,000 or 1,000.
    n_ar_confidence : int
        Resamples for the intervals of ``ar``: -1 for none, 0 for 1,000.
    n_jobs : int
        Accepted; no processes are started, since one is faster.
    statistics : {"sacrebleu", "tercel"}
        Whose p and intervals: sacreBLEU's to the last bit, or those of `tercel.paired_test`
        (permutation for ``ar``, bootstrap for ``bs``) and `tercel.confidence_interval`, shown by
        its middle and its half-width.

    Raises
    ------
    AssertionError
        If `test_type` is unknown.
    ValueError
        If `statistics` is.

    Notes
    -----
    The seed is that of the environment variable ``SACREBLEU_SEED``, 12345 if it is not set, none if
    it says so. A seed of 0 is one, here.
    """

    _DEFAULT_SAMPLES: ClassVar[dict[str, int]] = {"ar": 10000, "bs": 1000}

    def __init__(
        self,
        named_systems: Sequence[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric],
        references: References | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
        *,
        statistics: str = "sacrebleu",
    ) -> None:
        if test_type not in self._DEFAULT_SAMPLES:
            # As sacreBLEU; an assert statement would vanish under -O.
            raise AssertionError(f"test_type is {test_type!r}, expected ar or bs")
        _check_statistics(statistics)
        self.test_type = test_type
        self.statistics = statistics
        self.named_systems = list(named_systems)
        self.n_systems = len(self.named_systems) - 1
        self.references = references
        self.n_jobs = n_jobs
        self.n_samples = n_samples if n_samples > 0 else self._DEFAULT_SAMPLES[test_type]
        wanted = n_ar_confidence if n_ar_confidence != 0 else self._DEFAULT_SAMPLES["bs"]
        self.n_ar_confidence = wanted
        _, self._seed = seed_of_environment()
        self._fn = TESTS[statistics, test_type]
        self._interval = (_ours if statistics == "tercel" else _bug_for_bug).interval_of_test
        self.metrics: dict[str, Metric] = {}
        self._signatures: dict[str, Signature] = {}
        self._baseline_info: BaselineInfo = {}
        for metric in metrics.values():
            self._prepare(metric)

    def _prepare(self, metric: Metric) -> None:
        """Count and score the baseline."""
        stats, score = statistics_and_score(metric, self.named_systems[0][1], self.references)
        # By the name that the score has, such as chrF2++.
        self.metrics[score.name] = metric
        result = Result(score.score)
        n_resamples = self.n_samples if self.test_type == "bs" else self.n_ar_confidence
        if n_resamples > 0:
            result.mean, result.ci = self._interval(stats, metric, n_resamples, self._seed)
        self._baseline_info[score.name] = (stats, result)
        self._signatures[score.name] = self._signature(metric)

    def _signature(self, metric: Metric) -> Signature:
        signature = metric.get_signature()
        signature.update("seed", str(self._seed).lower())
        signature.update(self.test_type, self.n_samples)
        if self.n_ar_confidence > 0:
            signature.update("bs", self.n_ar_confidence)
        if self.statistics == "tercel":
            signature.update("statistics", _ours.NAME)
        return signature

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """Return the signature of each metric, and the columns of the table.

        Returns
        -------
        (dict, dict)
            Metric -> `Signature`; ``System`` -> names and metric -> `Result` of each system.
        """
        scores: dict[str, list[Any]] = {"System": [name for name, _ in self.named_systems]}
        for name, (_, result) in self._baseline_info.items():
            scores[name] = [result]
        for name, hypotheses in self.named_systems[1:]:
            _, results = self._fn(
                self._baseline_info,
                name,
                hypotheses,
                self.references,
                self.metrics,
                self.n_samples,
                self.n_ar_confidence,
                self._seed,
            )
            for metric, result in results.items():
                scores[metric].append(result)
        return self._signatures, scores
