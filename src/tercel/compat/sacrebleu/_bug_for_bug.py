"""sacreBLEU's resampling, fast for its own metrics and step by step for a program's."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel.compat import resampling
from tercel.compat._replicates import Replicates
from tercel.compat.resampling import Draws, Swaps
from tercel.compat.sacrebleu.metrics import BLEU, CHRF, TER
from tercel.compat.sacrebleu.metrics._core_metric import CoreMetric
from tercel.compat.sacrebleu.metrics.base import Metric
from tercel.compat.scoring import BleuScores, ChrfScores, Score, TerScores

Found = tuple[float | None, Any, Any]


def scoring_of(metric: Metric) -> Score | None:
    """Return how many totals of this metric are scored at once, or None if only it knows."""
    if not can_score(metric):
        return None
    if isinstance(metric, BLEU):
        value = metric.smooth_value
        if value is None:
            value = BLEU.SMOOTH_DEFAULTS[metric.smooth_method] or 0.0
        effective = bool(metric.effective_order)
        return BleuScores(metric.max_ngram_order, metric.smooth_method, value, effective)
    if isinstance(metric, CHRF):
        return ChrfScores(metric.beta, bool(metric.eps_smoothing))
    return TerScores()


def can_score(metric: Metric) -> bool:
    """Return whether the metric is one of this package and nobody has changed how it scores."""
    if not isinstance(metric, CoreMetric) or not metric._can_count():
        return False
    if not all(map(metric._is_own, ("_compute_score_from_stats", "_aggregate_and_compute"))):
        return False
    if isinstance(metric, CHRF):
        # Two ways to square it that agree.
        return metric.beta**2 == metric.beta * metric.beta
    if isinstance(metric, BLEU):
        return type(metric.smooth_value) in (int, float, type(None)) and metric._is_own(
            "compute_bleu"
        )
    return isinstance(metric, TER)


def score_objects(stats: Any, metric: Metric, n_samples: int, seed: int | None) -> list[Any]:
    """Return the score of each resample as the metric makes it."""
    draws = bootstrap_draws(len(stats), n_samples, seed)
    singles = np.array(stats, dtype=np.float32)
    return [metric._compute_score_from_stats(singles[draw].sum(0)) for draw in draws]


def interval_of_score(stats: Any, metric: Metric, n_samples: int, seed: int | None) -> Any:
    """Return mean and half-width as ``corpus_score(n_bootstrap=...)`` has them."""
    draws = bootstrap_draws(len(stats), n_samples, seed)
    replicates = _bootstrap_replicates(stats, metric, draws)
    if replicates.kind is np.float32 and replicates.plain.any() and not replicates.plain.all():
        # Here sacreBLEU fails, under NumPy 2: float32 and Python's floats meet in a mean.
        replicates = Replicates(replicates.values, np.ones_like(replicates.plain), np.float64)
    interval = resampling.interval_of_score(replicates)
    return interval.mean, interval.half_width


def interval_of_test(stats: Any, metric: Metric, n_samples: int, seed: int | None) -> Any:
    """Return mean and half-width as paired tests have them."""
    draws = bootstrap_draws(len(stats), n_samples, seed)
    interval = resampling.interval_of_test(_bootstrap_replicates(stats, metric, draws))
    return interval.mean, interval.half_width


def bootstrap_draws(n_segments: int, n_samples: int, seed: int | None) -> Draws:
    """Return the segments of each resample; those of a seed are drawn once for many systems."""
    if seed is None:
        return resampling.bootstrap_draws(n_segments, n_samples, None)
    return _draws_of_seed(n_segments, n_samples, seed)


# All systems and metrics of a comparison ask for the same draws, one after another.
@lru_cache(maxsize=1)
def _draws_of_seed(n_segments: int, n_samples: int, seed: int) -> Draws:
    draws = resampling.bootstrap_draws(n_segments, n_samples, seed)
    draws.flags.writeable = False
    return draws


def _bootstrap_replicates(stats: Any, metric: Metric, draws: Draws) -> Replicates:
    score = scoring_of(metric)
    if score is not None:
        return resampling.bootstrap_replicates(np.asarray(stats), draws, score)
    singles = np.array(stats, dtype=np.float32)
    return _replicates(
        [metric._compute_score_from_stats(singles[draw].sum(0)).score for draw in draws]
    )


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
        """Return p, and mean and half-width of the system's resamples where there are any."""
        if self.test_type == "bs":
            return self._bootstrap(metric, baseline, system, difference)
        return self._randomisation(metric, baseline, system, difference)

    @cached_property
    def _resamples(self) -> Draws:
        return bootstrap_draws(self.n_segments, self.n_samples, self.seed)

    @cached_property
    def _swaps(self) -> tuple[Swaps, Draws | None]:
        rng = np.random.default_rng(self.seed)
        swaps = resampling.swap_draws(self.n_segments, self.n_samples, rng)
        if self.n_ar_confidence <= 0:
            return swaps, None
        # The same stream goes on.
        return swaps, resampling.bootstrap_draws(self.n_segments, self.n_ar_confidence, rng)

    def _bootstrap(self, metric: Metric, baseline: Any, system: Any, difference: float) -> Found:
        draws = self._resamples
        found = resampling.paired_bootstrap(
            _bootstrap_replicates(system, metric, draws),
            _bootstrap_replicates(baseline, metric, draws),
            difference,
        )
        return found.p_value, found.interval.mean, found.interval.half_width

    def _randomisation(
        self, metric: Metric, baseline: Any, system: Any, difference: float
    ) -> Found:
        if not len(baseline) == len(system) == self.n_segments:
            raise ValueError(
                f"the system has {self.n_segments} hypotheses, of which {len(system)} have "
                f"references, but the baseline has {len(baseline)} segments"
            )
        swaps, draws = self._swaps
        first, second = np.asarray(baseline), np.asarray(system)
        totals = resampling.swapped_totals(first, second, swaps)
        score = scoring_of(metric) or _one_by_one(metric)
        p_value = resampling.paired_randomisation(totals, score, difference)
        if draws is None:
            return p_value, None, None
        interval = resampling.interval_of_test(_bootstrap_replicates(system, metric, draws))
        return p_value, interval.mean, interval.half_width


def _one_by_one(metric: Metric) -> Score:
    def score(totals: NDArray[Any]) -> Replicates:
        rows = totals[:, None]
        return _replicates([metric._aggregate_and_compute(row).score for row in rows])

    return score


def _replicates(scores: list[Any]) -> Replicates:
    """Return scores as they are, kept in the type that NumPy finds for them."""
    array = np.array(scores)
    kind = array.dtype.type if array.dtype.kind == "f" else np.float64
    plain = np.array([not isinstance(score, np.floating) for score in scores])
    return Replicates(array.astype(np.float64), plain, kind)
