"""sacreBLEU's intervals and paired tests as sacreBLEU 2.6.0 computes them, bug for bug.

What it draws comes from NumPy's generator with sacreBLEU's own calls. The sums are made by the core
in integers wherever a sum of float32 is exact, and by NumPy, in its order, elsewhere. Where these
numbers differ from tercel's own, and why, stands in docs/compat-patch.md.
"""

import statistics as exact_statistics
from dataclasses import dataclass
from typing import Any

import numpy as np

from tercel.compat._draws import Draws, Swaps, bootstrap_draws, seed_of_environment, swap_draws
from tercel.compat._parts import slices
from tercel.compat._totals import Statistics, single_totals, swapped_totals
from tercel.compat.scoring import Floats, Replicates, Score, Totals

__all__ = [
    "Draws",
    "Interval",
    "PairedBootstrap",
    "Statistics",
    "Swaps",
    "bootstrap_draws",
    "bootstrap_replicates",
    "interval_of_score",
    "interval_of_test",
    "paired_bootstrap",
    "paired_randomisation",
    "seed_of_environment",
    "single_totals",
    "swap_draws",
    "swapped_totals",
]


@dataclass(frozen=True)
class Interval:
    """What sacreBLEU prints as mu and the number after plus-minus.

    Attributes
    ----------
    mean, half_width : float or NumPy scalar
        Of the type that sacreBLEU leaves them in.
    """

    mean: Any
    half_width: Any


@dataclass(frozen=True)
class PairedBootstrap:
    """A system against a baseline by the paired bootstrap: p and the system's own interval."""

    p_value: float
    interval: Interval


def bootstrap_replicates(
    statistics: Statistics, draws: Draws, score: Score, *, workers: int = 1
) -> Replicates:
    """Return the score of each resample.

    Parameters
    ----------
    statistics : ndarray of int64 or float64, shape (n_segments, n_statistics)
        sacreBLEU's: TER's second column is the mean reference length itself.
    draws : ndarray of uint32, shape (n_samples, n_segments)
    score : callable
        From rows of float32 totals to their scores; see `tercel.compat.scoring`.
    workers : int
        Threads; the numbers do not depend on it.
    """
    return _scored(score, single_totals(statistics, draws, workers=workers))


def _scored(score: Score, totals: Totals) -> Replicates:
    """Score rows of totals, each by itself."""
    parts = [score(totals[part]) for part in slices(*totals.shape)]
    if len(parts) == 1:
        return parts[0]
    values, plain = ([getattr(part, name) for part in parts] for name in ("values", "plain"))
    return Replicates(np.concatenate(values), np.concatenate(plain), parts[0].kind)


def interval_of_test(replicates: Replicates) -> Interval:
    """Return the interval that paired tests show: NumPy's mean, in the type of the scores."""
    ordered = np.sort(replicates.array())
    low, high = _ends(len(ordered))
    return Interval(ordered.mean(), 0.5 * (ordered[high] - ordered[low]))


def interval_of_score(replicates: Replicates) -> Interval:
    """Return the interval of ``corpus_score(n_bootstrap=...)``: an exact mean, rounded once.

    Raises
    ------
    TypeError
        If Python floats and float32 meet among the scores, as in sacreBLEU: chrF or TER with NumPy
        2 of resamples some of which have no match at all.
    """
    scalars = replicates.scalars()
    ordered = [scalars[k] for k in np.argsort(replicates.values, kind="stable").tolist()]
    low, high = _ends(len(ordered))
    half_width = 0.5 * (ordered[high] - ordered[low])
    return Interval(exact_statistics.mean(ordered), half_width)


def _ends(n: int) -> tuple[int, int]:
    return n // 40, n - n // 40 - 1


def paired_bootstrap(
    system: Replicates, baseline: Replicates, real_difference: float
) -> PairedBootstrap:
    """Test a system against a baseline on the same resamples.

    Parameters
    ----------
    system, baseline : Replicates
    real_difference : float
        The absolute difference of the two corpus scores.

    Notes
    -----
    Deviations of the differences from their mean are compared with the real difference, strictly,
    so that two equal systems get the smallest p there is.
    """
    differences = np.abs(system.array() - baseline.array())
    p_value = _p_value(differences - differences.mean(), real_difference)
    return PairedBootstrap(p_value, interval_of_test(system))


def paired_randomisation(
    totals: tuple[Totals, Totals], score: Score, real_difference: float
) -> float:
    """Return p of the approximate randomisation test from `swapped_totals`."""
    first, second = (_scored(score, part).array() for part in totals)
    return _p_value(np.abs(first - second), real_difference)


def _p_value(values: Floats, real_difference: float) -> float:
    # The comparison is NumPy's: a float32 array rounds the real difference first.
    more: int = np.sum(values > real_difference).item()
    return (more + 1) / (len(values) + 1)
