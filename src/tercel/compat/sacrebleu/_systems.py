"""What a paired test says of a system, by sacreBLEU's rules or by tercel's."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tercel.compat.sacrebleu import _bug_for_bug, _ours
from tercel.compat.sacrebleu.metrics.base import Metric, References


class Result:
    """What a test says of a system.

    Parameters
    ----------
    score : float
    p_value : float, optional
        None for the baseline.
    mean, ci : float, optional
        Of the resamples: their mean, and half the width of the 95 % interval.
    """

    def __init__(
        self,
        score: float,
        p_value: float | None = None,
        mean: float | None = None,
        ci: float | None = None,
    ) -> None:
        self.score = score
        self.p_value = p_value
        self.mean = mean
        self.ci = ci

    def __repr__(self) -> str:
        # str() and the empty format of a float32 have different digits.
        return ",".join(f"{key}={value!s}" for key, value in vars(self).items())


# Metric -> statistics and result of the baseline.
BaselineInfo = dict[str, tuple[Any, Result]]


def _paired_ar_test(
    baseline_info: BaselineInfo,
    sys_name: str,
    hypotheses: Sequence[str],
    references: References | None,
    metrics: dict[str, Metric],
    n_samples: int = 10000,
    n_ar_confidence: int = -1,
    seed: int | None = None,
) -> tuple[str, dict[str, Result]]:
    """Return a system's name, and its result by approximate randomization for each metric."""
    comparison = _bug_for_bug.Comparison("ar", len(hypotheses), n_samples, n_ar_confidence, seed)
    return sys_name, _results(comparison, baseline_info, hypotheses, references, metrics)


def _paired_bs_test(
    baseline_info: BaselineInfo,
    sys_name: str,
    hypotheses: Sequence[str],
    references: References | None,
    metrics: dict[str, Metric],
    n_samples: int = 1000,
    n_ar_confidence: int = -1,
    seed: int | None = None,
) -> tuple[str, dict[str, Result]]:
    """Return a system's name, and its result by the paired bootstrap for each metric."""
    comparison = _bug_for_bug.Comparison("bs", len(hypotheses), n_samples, n_ar_confidence, seed)
    return sys_name, _results(comparison, baseline_info, hypotheses, references, metrics)


def _paired_tercel_test(
    test_type: str,
    baseline_info: BaselineInfo,
    sys_name: str,
    hypotheses: Sequence[str],
    references: References | None,
    metrics: dict[str, Metric],
    n_samples: int,
    n_ar_confidence: int,
    seed: int | None,
) -> tuple[str, dict[str, Result]]:
    """Return a system's name, and its result by tercel's own test for each metric."""
    comparison = _ours.Comparison(test_type, len(hypotheses), n_samples, n_ar_confidence, seed)
    return sys_name, _results(comparison, baseline_info, hypotheses, references, metrics)


def _results(
    comparison: "_bug_for_bug.Comparison | _ours.Comparison",
    baseline_info: BaselineInfo,
    hypotheses: Sequence[str],
    references: References | None,
    metrics: dict[str, Metric],
) -> dict[str, Result]:
    results = {}
    for name, metric in metrics.items():
        baseline, baseline_result = baseline_info[name]
        stats, found = statistics_and_score(metric, hypotheses, references)
        score = found.score
        difference = abs(baseline_result.score - score)
        results[name] = Result(score, *comparison.of_metric(metric, baseline, stats, difference))
    return results


def statistics_and_score(
    metric: Metric, hypotheses: Sequence[str], references: References | None
) -> tuple[Any, Any]:
    """Return the statistics of each segment, in whatever form, and the score of all."""
    if isinstance(metric, Metric):
        return metric._statistics_and_score(hypotheses, references)
    # One of sacreBLEU's own classes.
    stats = metric._extract_corpus_statistics(hypotheses, references)
    return stats, metric._aggregate_and_compute(stats)


TESTS: dict[tuple[str, str], Callable[..., tuple[str, dict[str, Result]]]] = {
    ("sacrebleu", "ar"): _paired_ar_test,
    ("sacrebleu", "bs"): _paired_bs_test,
    ("tercel", "ar"): partial(_paired_tercel_test, "ar"),
    ("tercel", "bs"): partial(_paired_tercel_test, "bs"),
}
