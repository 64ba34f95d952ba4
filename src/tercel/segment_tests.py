"""Classical tests of given segment scores, as scipy has them, and scores that are missing."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._paired_test import ALTERNATIVES
from tercel._statistics import check_choice

METHODS = ("t", "wilcoxon", "sign")

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class CompleteScores:
    """Scores of the segments that no system lacks.

    Attributes
    ----------
    scores : tuple of ndarray of float64, shape (n_kept,)
        In the order in which the systems were given.
    kept : ndarray of int64, shape (n_kept,)
        The segments that were kept, for weights and document ids.
    n_dropped : int
    """

    scores: tuple[Floats, ...]
    kept: NDArray[np.int64]
    n_dropped: int


def drop_missing(*scores: ArrayLike) -> CompleteScores:
    """Leave out the segments that have NaN for any system.

    Parameters
    ----------
    *scores : array_like of float, shape (n_segments,)
        Of one system each.

    Returns
    -------
    CompleteScores

    Raises
    ------
    ValueError
        If lengths differ, or no segment is left.

    Examples
    --------
    >>> import tercel
    >>> complete = tercel.drop_missing([1, float("nan"), 3], [2, 2, 4])
    >>> [part.tolist() for part in complete.scores], complete.n_dropped
    ([[1.0, 3.0], [2.0, 4.0]], 1)
    """
    values = [np.asarray(part, dtype=np.float64) for part in scores]
    shapes = {part.shape for part in values}
    if len(shapes) != 1 or len(values[0].shape) != 1:
        raise ValueError(
            f"scores have shapes {[part.shape for part in values]}, expected one number per "
            "segment and the same segments for all systems"
        )
    kept = np.flatnonzero(~np.isnan(values).any(axis=0))
    if len(kept) == 0:
        raise ValueError("every segment has NaN for some system: none is left")
    return CompleteScores(tuple(part[kept] for part in values), kept, len(values[0]) - len(kept))


@dataclass(frozen=True)
class SegmentTest:
    """The verdict of a classical test on the segment scores of A and B.

    Attributes
    ----------
    effect : float
        Mean of A minus mean of B.
    p_value : float
        1 if no segment differs.
    method, alternative : str
    statistic : float
        Student's t, Wilcoxon's sum of ranks, or the number of segments on which A scores higher.
    n_segments, n_differing : int
    """

    effect: float
    p_value: float
    method: str
    alternative: str
    statistic: float
    n_segments: int
    n_differing: int

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return asdict(self)


def segment_test(
    scores_a: ArrayLike,
    scores_b: ArrayLike,
    *,
    method: str = "wilcoxon",
    alternative: str = "two-sided",
    higher_is_better: bool = True,
) -> SegmentTest:
    """Test segment scores of two systems by a classical test; needs scipy (the extra ``stats``).

    Parameters
    ----------
    scores_a, scores_b : array_like of float, shape (n_segments,)
        The same segments in the same order. See `drop_missing` for NaN.
    method : {"t", "wilcoxon", "sign"}
        The paired t test (of the mean), Wilcoxon's signed-rank test (of symmetry around 0), or the
        sign test (of how often A is better).
    alternative : {"two-sided", "greater", "less"}
        ``greater``: A is better than B.
    higher_is_better : bool
        False for error rates.

    Returns
    -------
    SegmentTest

    Raises
    ------
    ModuleNotFoundError
        If scipy is not installed.
    ValueError
        If shapes differ, a score is not finite, or the t test finds the same difference
        everywhere, so that there is no variance to judge it by.

    Notes
    -----
    They are ``scipy.stats.ttest_rel``, ``wilcoxon`` and ``binomtest`` with scipy's defaults:
    segments that do not differ count in the t test and are left out by the other two. All three
    take segments for independent and know nothing of documents; `paired_test` does.

    Examples
    --------
    >>> import tercel
    >>> test = tercel.segment_test([70, 82, 91, 66, 78], [65, 80, 84, 61, 80], method="sign")
    >>> test.p_value
    0.375
    """
    check_choice(method, METHODS, "method")
    check_choice(alternative, ALTERNATIVES, "alternative")
    a, b = _check_scores(scores_a, scores_b)
    stats = _scipy_stats()
    differences = a - b
    n_differing = int(np.count_nonzero(differences))
    side = alternative
    if not higher_is_better and alternative != "two-sided":
        side = "less" if alternative == "greater" else "greater"
    statistic, p_value = 0.0, 1.0
    if n_differing > 0:
        statistic, p_value = _statistic_and_p(stats, method, differences, side)
    return SegmentTest(
        effect=float(differences.mean()),
        p_value=p_value,
        method=method,
        alternative=alternative,
        statistic=statistic,
        n_segments=len(a),
        n_differing=n_differing,
    )


def _check_scores(scores_a: ArrayLike, scores_b: ArrayLike) -> tuple[Floats, Floats]:
    a, b = np.asarray(scores_a, dtype=np.float64), np.asarray(scores_b, dtype=np.float64)
    if a.ndim != 1 or a.shape != b.shape or a.size == 0:
        raise ValueError(
            f"scores_a has shape {a.shape} and scores_b {b.shape}, expected one number per segment "
            "and the same segments"
        )
    for name, values in (("scores_a", a), ("scores_b", b)):
        if not np.isfinite(values).all():
            i = int(np.flatnonzero(~np.isfinite(values))[0])
            raise ValueError(f"{name}[{i}] is {values[i]}, expected a finite number")
    return a, b


def _statistic_and_p(
    stats: Any, method: str, differences: Floats, side: str
) -> tuple[float, float]:
    if method == "sign":
        n_higher, n_lower = int((differences > 0).sum()), int((differences < 0).sum())
        p_value = stats.binomtest(n_higher, n_higher + n_lower, alternative=side).pvalue
        return float(n_higher), float(p_value)
    if method == "wilcoxon":
        found = stats.wilcoxon(differences, alternative=side)
        return float(found.statistic), float(found.pvalue)
    if len(differences) == 1:
        return 0.0, 1.0
    if (differences == differences[0]).all():
        raise ValueError(
            f"all {len(differences)} differences are {differences[0]:g}: the t test has no "
            "variance to judge them by; use method='sign' or 'wilcoxon'"
        )
    found = stats.ttest_1samp(differences, 0.0, alternative=side)
    return float(found.statistic), float(found.pvalue)


def _scipy_stats() -> Any:
    try:
        from scipy import stats  # noqa: PLC0415 (an extra, and slow to import)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "classical tests of segment scores need scipy: pip install 'tercel[stats]'"
        ) from error
    return stats
