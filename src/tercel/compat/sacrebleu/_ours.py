"""tercel's own p-values and intervals in the shape of sacreBLEU's results."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tercel
from tercel.compat._parts import slices
from tercel.compat.sacrebleu.metrics import BLEU, CHRF, TER
from tercel.compat.sacrebleu.metrics.base import Metric

# More than that leave parts too small for exact sums.
_MOST_REFERENCES = 20

NAME = f"tercel-{tercel.__version__}"

Found = tuple[float | None, Any, Any]


def interval(stats: Any, metric: Metric, n_samples: int, seed: int | None) -> tuple[float, float]:
    """Return middle and half-width of the percentile interval of 95 %."""
    (rows,) = _whole(stats)
    found = tercel.confidence_interval(rows, _metric_of(metric), n_resamples=n_samples, rng=seed)
    return (found.low + found.high) / 2, (found.high - found.low) / 2


interval_of_test = interval


@dataclass
class Comparison:
    """A system against a baseline.

    Attributes
    ----------
    test_type : {"ar", "bs"}
    n_segments, n_samples, n_ar_confidence : int
    seed : int or None
    """

    test_type: str
    n_segments: int
    n_samples: int
    n_ar_confidence: int
    seed: int | None

    def of_metric(self, metric: Metric, baseline: Any, system: Any, difference: float) -> Found:
        """Return p, and middle and half-width of the system's interval where one is wanted."""
        first, second = _whole(baseline, system)
        found = tercel.paired_test(
            first,
            second,
            _metric_of(metric),
            method="permutation" if self.test_type == "ar" else "bootstrap",
            n_resamples=self.n_samples,
            rng=self.seed,
        )
        n_resamples = self.n_samples if self.test_type == "bs" else self.n_ar_confidence
        if n_resamples <= 0:
            return found.p_value, None, None
        return found.p_value, *interval(system, metric, n_resamples, self.seed)


def _metric_of(metric: Metric) -> tercel.Metric:
    if isinstance(metric, BLEU):
        return tercel.BLEU(
            smooth_method=metric.smooth_method,
            smooth_value=_smooth_value(metric),
            max_ngram_order=metric.max_ngram_order,
            effective_order=metric.effective_order,
        )
    if isinstance(metric, CHRF):
        return tercel.CHRF(
            char_order=metric.char_order,
            word_order=metric.word_order,
            beta=metric.beta,
            eps_smoothing=metric.eps_smoothing,
        )
    if isinstance(metric, TER):
        return tercel.TER()
    raise TypeError(
        f"statistics is 'tercel', which knows BLEU, CHRF and TER, but the metric is "
        f"{type(metric).__name__}; tercel.paired_test takes any metric with aggregate()"
    )


def _smooth_value(metric: BLEU) -> float | None:
    return metric.smooth_value if metric.smooth_method in ("floor", "add-k") else None


def _whole(*systems: Any) -> list[NDArray[np.int64]]:
    """Return statistics as integers; mean reference lengths count in a common part of a word."""
    arrays = [np.asarray(stats) for stats in systems]
    if all(array.dtype == np.int64 for array in arrays):
        return arrays
    for n_references in range(1, _MOST_REFERENCES + 1):
        parts = math.lcm(*range(1, n_references + 1))
        whole = [_scaled(array, parts) for array in arrays]
        found = [rows for rows in whole if rows is not None]
        if len(found) == len(arrays):
            return found
    raise ValueError(
        "statistics is 'tercel', which needs whole numbers, and these are no multiples of a part "
        f"that {_MOST_REFERENCES} references or fewer leave"
    )


def _scaled(array: NDArray[Any], parts: int) -> NDArray[np.int64] | None:
    """Return the array times parts, or None if that is not whole."""
    whole = np.empty(array.shape, dtype=np.int64)
    for part in slices(*array.shape):
        scaled = np.rint(array[part] * parts)
        if (scaled / parts != array[part]).any():
            return None
        whole[part] = scaled
    return whole
