"""sacreBLEU's intervals and paired tests as sacreBLEU 2.6.0 computes them, bug for bug.

What it draws comes from NumPy's generator with sacreBLEU's own calls. The sums are made by the core
in integers wherever a sum of float32 is exact, and by NumPy, in its order, elsewhere. Where these
numbers differ from tercel's own, and why, stands in docs/compat-patch.md.
"""

import os
import statistics as exact_statistics
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel.compat.scoring import Floats, Replicates, Score, Totals

Statistics = NDArray[Any]
Draws = NDArray[np.uint32]
Swaps = NDArray[np.bool_]

# Up to here float32 has every integer, so that their sums are exact in any order.
_EXACT_IN_SINGLE = 2**24
_EXACT_IN_DOUBLE = 2**53
# Draws are made in parts of about so many, for Ctrl-C is heard between parts only.
_DRAWS_AT_ONCE = 2**20
# NumPy draws 32 bools at a time and forgets the rest: only parts of whole words go on alike.
_SWAPS_A_WORD = 32
# Mean lengths of 1, 2, 4, ... references are whole numbers of such parts.
_PARTS = (1, 2, 4, 8, 16)


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


def seed_of_environment() -> tuple[str, int | None]:
    """Return the seed that ``SACREBLEU_SEED`` names, as signatures show it and as a number.

    It is 12345 if nothing is set; ``none`` asks the system for one.
    """
    text = os.environ.get("SACREBLEU_SEED", "12345")
    return text.lower(), None if text.lower() == "none" else int(text)


def bootstrap_draws(
    n_segments: int, n_samples: int, rng: np.random.Generator | int | None
) -> Draws:
    """Return the segments of each resample, shape (n_samples, n_segments).

    ``rng`` is a seed, None for one from the system, or a generator that is to go on.
    """
    generator = np.random.default_rng(rng)
    drawn = np.empty((n_samples, n_segments), dtype=np.uint32)
    for part in _slices(n_samples, n_segments, multiple=1):
        drawn[part] = generator.choice(n_segments, size=drawn[part].shape, replace=True)
    return drawn


def swap_draws(n_segments: int, n_samples: int, rng: np.random.Generator | int | None) -> Swaps:
    """Return which segments stay with the baseline in each trial, shape (n_samples, n_segments)."""
    generator = np.random.default_rng(rng)
    drawn = np.empty((n_samples, n_segments), dtype=bool)
    for part in _slices(n_samples, n_segments, multiple=_SWAPS_A_WORD):
        drawn[part] = generator.integers(2, size=drawn[part].shape, dtype=bool)
    return drawn


def _slices(n_samples: int, n_segments: int, multiple: int) -> Iterator[slice]:
    """Yield slices of the samples, each but the last of a multiple of so many."""
    size = max(1, _DRAWS_AT_ONCE // max(1, n_segments * multiple)) * multiple
    for begin in range(0, n_samples, size):
        yield slice(begin, begin + size)


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
    return score(single_totals(statistics, draws, workers=workers))


def single_totals(statistics: Statistics, draws: Draws, *, workers: int = 1) -> Totals:
    """Return float32 sums over the segments drawn, as NumPy adds the rows one after another."""
    singles = np.array(statistics, dtype=np.float32)
    totals = np.empty((len(draws), singles.shape[1]), dtype=np.float32)
    inexact = np.ones(len(draws), dtype=bool)
    whole, parts = _whole_numbers(statistics)
    if whole is not None:
        sums = _sums_of_draws(whole, draws, check_workers(workers))
        totals[:] = sums / parts
        # Nothing is negative, so that no sum on the way is larger than the last one.
        inexact = sums.max(axis=1) > _EXACT_IN_SINGLE
    for r in np.flatnonzero(inexact):
        totals[r] = singles[draws[r]].sum(0)
    return totals


def _whole_numbers(statistics: Statistics) -> tuple[NDArray[np.int64] | None, int]:
    """Return statistics as whole numbers of equal parts, and how many parts make 1; else None."""
    array = np.asarray(statistics)
    if array.dtype.kind not in "iuf" or not np.isfinite(array).all() or (array < 0).any():
        return None, 1
    if float(array.max()) * max(_PARTS) * len(array) >= _EXACT_IN_DOUBLE:
        return None, 1
    for parts in _PARTS:
        scaled = array * parts
        whole = scaled.astype(np.int64)
        if (whole == scaled).all():
            return np.ascontiguousarray(whole), parts
    return None, 1


def _sums_of_draws(whole: NDArray[np.int64], draws: Draws, workers: int) -> NDArray[np.int64]:
    sums = np.empty((len(draws), whole.shape[1]), dtype=np.int64)
    _core.totals_of_indices(
        whole, draws, sums, workers=workers, isa=ISA, progress=current_progress()
    )
    return sums


def swapped_totals(
    baseline: Statistics, system: Statistics, swaps: Swaps, *, workers: int = 1
) -> tuple[Totals, Totals]:
    """Return the totals of both shuffled systems of each trial.

    Parameters
    ----------
    baseline, system : ndarray of int64 or float64, shape (n_segments, n_statistics)
    swaps : ndarray of bool, shape (n_samples, n_segments)

    Returns
    -------
    (ndarray, ndarray) of shape (n_samples, n_statistics)
        int64 if the statistics are, else float64.
    """
    whole_baseline, parts_baseline = _whole_numbers(baseline)
    whole_system, parts_system = _whole_numbers(system)
    if whole_baseline is None or whole_system is None:
        return swaps @ baseline + ~swaps @ system, ~swaps @ baseline + swaps @ system
    parts = max(parts_baseline, parts_system)
    whole_baseline = whole_baseline * (parts // parts_baseline)
    whole_system = whole_system * (parts // parts_system)
    moved = _sums_of_swaps(whole_baseline - whole_system, swaps, check_workers(workers))
    first, second = whole_system.sum(axis=0) + moved, whole_baseline.sum(axis=0) - moved
    if np.result_type(baseline, system).kind == "f":
        return first / parts, second / parts
    return first, second


def _sums_of_swaps(differences: NDArray[np.int64], swaps: Swaps, workers: int) -> NDArray[np.int64]:
    n_samples, n_segments = swaps.shape
    n_bytes = 8 * ((n_segments + 63) // 64)
    packed = np.zeros((n_samples, n_bytes), dtype=np.uint8)
    packed[:, : (n_segments + 7) // 8] = np.packbits(swaps, axis=1, bitorder="little")
    words = packed.view("<u8").astype(np.uint64, copy=False)
    sums = np.empty((n_samples, differences.shape[1]), dtype=np.int64)
    _core.totals_of_swaps(
        np.ascontiguousarray(differences),
        words,
        sums,
        workers=workers,
        isa=ISA,
        progress=current_progress(),
    )
    return sums


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
    ordered = sorted(replicates.scalars())
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
    first, second = (score(part).array() for part in totals)
    return _p_value(np.abs(first - second), real_difference)


def _p_value(values: Floats, real_difference: float) -> float:
    # The comparison is NumPy's: a float32 array rounds the real difference first.
    more: int = np.sum(values > real_difference).item()
    return (more + 1) / (len(values) + 1)
