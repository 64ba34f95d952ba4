"""The sums of statistics that sacreBLEU's replicates are scored from, to the last bit."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel.compat._draws import Draws, Swaps
from tercel.compat._parts import column_sums, slices
from tercel.compat._replicates import Totals

Statistics = NDArray[Any]

# Up to here float32 has every integer, so that their sums are exact in any order.
_EXACT_IN_SINGLE = 2**24
_EXACT_IN_DOUBLE = 2**53
# Mean lengths of 1, 2, 4, ... references are whole numbers of such parts.
_PARTS = (1, 2, 4, 8, 16)


def single_totals(statistics: Statistics, draws: Draws, *, workers: int = 1) -> Totals:
    """Return float32 sums over the segments drawn, as NumPy adds the rows one after another."""
    totals = np.empty((len(draws), statistics.shape[1]), dtype=np.float32)
    inexact = np.ones(len(draws), dtype=bool)
    whole, parts = _whole_numbers(statistics)
    if whole is not None:
        sums = _sums_of_draws(whole, draws, check_workers(workers))
        totals[:] = sums / parts
        # Nothing is negative, so that no sum on the way is larger than the last one.
        inexact = sums.max(axis=1) > _EXACT_IN_SINGLE
    if inexact.any():
        singles = _as_singles(statistics)
        for r in np.flatnonzero(inexact):
            totals[r] = _single_sum(singles, draws[r])
    return totals


def _as_singles(statistics: Statistics) -> NDArray[np.float32]:
    singles = np.empty(statistics.shape, dtype=np.float32)
    for part in slices(*statistics.shape):
        singles[part] = statistics[part]
    return singles


def _single_sum(singles: NDArray[np.float32], drawn: NDArray[np.uint32]) -> NDArray[np.float32]:
    """Return the sum of the rows drawn; NumPy adds rows of several columns one after another."""
    total: NDArray[np.float32] = singles[:0].sum(axis=0)
    for part in slices(len(drawn), singles.shape[1]):
        rows = np.empty((1 + part.stop - part.start, singles.shape[1]), dtype=np.float32)
        rows[0] = total
        np.take(singles, drawn[part], axis=0, out=rows[1:])
        total = rows.sum(axis=0)
    return total


def _whole_numbers(statistics: Statistics) -> tuple[NDArray[np.int64] | None, int]:
    """Return statistics as whole numbers of equal parts, and how many parts make 1; else None."""
    if statistics.dtype.kind not in "iuf" or not _are_in_range(statistics):
        return None, 1
    if statistics.dtype.kind != "f":
        return np.ascontiguousarray(statistics, dtype=np.int64), 1
    whole = np.empty(statistics.shape, dtype=np.int64)
    for parts in _PARTS:
        if _scale(statistics, parts, whole):
            return whole, parts
    return None, 1


def _are_in_range(statistics: Statistics) -> bool:
    """Return whether sums of all parts are exact in float64, and none is negative or no number."""
    least, most = [], []
    for part in slices(*statistics.shape):
        least.append(statistics[part].min())
        most.append(statistics[part].max())
    # NaN is neither.
    largest = float(np.max(most)) * max(_PARTS) * len(statistics)
    return bool(np.min(least) >= 0) and largest < _EXACT_IN_DOUBLE


def _scale(statistics: Statistics, parts: int, whole: NDArray[np.int64]) -> bool:
    """Write the statistics times parts; return False at the first that is no whole number."""
    for part in slices(*statistics.shape):
        scaled = statistics[part] * parts
        whole[part] = scaled
        if (whole[part] != scaled).any():
            return False
    return True


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
    of_baseline, of_system = parts // parts_baseline, parts // parts_system
    differences = np.empty_like(whole_baseline)
    for part in slices(*differences.shape):
        differences[part] = whole_baseline[part] * of_baseline - whole_system[part] * of_system
    moved = _sums_of_swaps(differences, swaps, check_workers(workers))
    first = np.array(column_sums(whole_system)) * of_system + moved
    second = np.array(column_sums(whole_baseline)) * of_baseline - moved
    if np.result_type(baseline, system).kind == "f":
        return first / parts, second / parts
    return first, second


def _sums_of_swaps(differences: NDArray[np.int64], swaps: Swaps, workers: int) -> NDArray[np.int64]:
    sums = np.empty((len(swaps), differences.shape[1]), dtype=np.int64)
    _core.totals_of_swaps(
        differences,
        _packed(swaps),
        sums,
        workers=workers,
        isa=ISA,
        progress=current_progress(),
    )
    return sums


def _packed(swaps: Swaps) -> NDArray[np.uint64]:
    """Return 64 swaps a word, each trial in words of its own."""
    n_samples, n_segments = swaps.shape
    packed = np.zeros((n_samples, 8 * ((n_segments + 63) // 64)), dtype=np.uint8)
    for part in slices(n_samples, n_segments):
        bits = np.packbits(swaps[part], axis=1, bitorder="little")
        packed[part, : bits.shape[1]] = bits
    return packed.view("<u8").astype(np.uint64, copy=False)
