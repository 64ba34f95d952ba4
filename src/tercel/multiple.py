"""Several comparisons at once: p-values that stay honest however many there are."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._statistics import check_choice

ADJUSTMENTS = ("holm", "bh", "by")

FloatArray = NDArray[np.float64]


def adjust_p(p_values: ArrayLike, method: str = "holm") -> FloatArray:
    """Adjust p-values for their number.

    Parameters
    ----------
    p_values : array_like of float, shape (n_comparisons,)
        One p a comparison, from 0 to 1, in any order.
    method : {"holm", "bh", "by"}
        ``holm`` [1]_ bounds the chance of any false claim, ``bh`` [2]_ the expected share of false
        ones among the claims where comparisons depend on each other positively, ``by`` [3]_ that
        share whatever the dependence.

    Returns
    -------
    ndarray of float64, shape (n_comparisons,)
        Compare these with the level, and nothing else: a claim is made where the adjusted p is
        below it.

    Raises
    ------
    ValueError
        If the method is unknown, or a p is not from 0 to 1; the message names its index.

    Notes
    -----
    With m sorted values p_(1) <= ... <= p_(m), all bounded by 1:

    - holm: the largest (m - j + 1) p_(j) of j <= k;
    - bh: the smallest m p_(j) / j of j >= k;
    - by: the same, times 1 + 1/2 + ... + 1/m.

    So adjusted values are in the order of the given ones, never below them, and equal where those
    are equal.

    References
    ----------
    .. [1] S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal
       of Statistics 6, 1979, pages 65-70.
    .. [2] Y. Benjamini, Y. Hochberg, "Controlling the False Discovery Rate", Journal of the Royal
       Statistical Society B 57, 1995, pages 289-300.
    .. [3] Y. Benjamini, D. Yekutieli, "The Control of the False Discovery Rate in Multiple Testing
       under Dependency", Annals of Statistics 29, 2001, theorem 1.3.

    Examples
    --------
    >>> import tercel
    >>> tercel.adjust_p([0.01, 0.04, 0.03], "holm").tolist()
    [0.03, 0.06, 0.06]
    """
    check_choice(method, ADJUSTMENTS, "method")
    p = _check_p(p_values)
    order = np.argsort(p, kind="stable")
    places = np.arange(1, p.size + 1)
    if method == "holm":
        stepped = np.maximum.accumulate(p[order] * (p.size - places + 1))
    else:
        factor = float((1 / places).sum()) if method == "by" else 1.0
        scaled = p[order] * (factor * p.size / places)
        stepped = np.minimum.accumulate(scaled[::-1])[::-1]
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted


def max_t_p(effects: ArrayLike, replicates: ArrayLike) -> FloatArray:
    """Return p-values adjusted together, by step-down max-T on one set of bootstrap draws.

    Parameters
    ----------
    effects : array_like of float, shape (n_comparisons,)
        The observed differences.
    replicates : array_like of float, shape (n_resamples, n_comparisons)
        The same differences in resamples. A row is one draw of segments that all systems share:
        this is how the comparisons' dependence comes in.

    Returns
    -------
    ndarray of float64, shape (n_comparisons,)
        Two-sided, from 1 / (n_resamples + 1) to 1.

    Raises
    ------
    ValueError
        If shapes do not match, a number is not finite, or there are fewer than two resamples.

    Notes
    -----
    With s_j the standard deviation of comparison j over the replicates [1]_ [2]_::

        t_j = abs(d_j) / s_j,  t*_j = abs(d*_j - d_j) / s_j,  sorted t_(1) >= t_(2) >= ...
        p_(k) = (1 + #{max over j >= k of t*_(j) >= t_(k)}) / (R + 1),

    then made monotone. This bounds the chance of any false claim, and claims more than Holm does,
    because systems on one test set go up and down together.

    The null distribution is the centred bootstrap, not a permutation. To exchange the outputs of
    all systems would pretend that all are equal; where two of them really differ, that gives the
    other pairs a wrong spread. Centring each difference at its observed value is right for every
    subset of true hypotheses at once, which the step-down needs.

    References
    ----------
    .. [1] P. H. Westfall, S. S. Young, "Resampling-Based Multiple Testing", Wiley 1993,
       algorithm 4.1.
    .. [2] J. P. Romano, M. Wolf, "Exact and Approximate Stepdown Methods for Multiple Hypothesis
       Testing", Journal of the American Statistical Association 100, 2005, section 4.

    Examples
    --------
    >>> import tercel
    >>> p = tercel.max_t_p([3.0, 0.5], [[2.0, 1.0], [4.0, 0.0], [3.0, 0.5]])
    >>> p.tolist()
    [0.25, 0.75]
    """
    observed, drawn = _check_effects(effects, replicates)
    t, drawn_t = _studentized(observed, drawn)
    order = np.argsort(-t, kind="stable")
    # Column k: the largest of the comparisons whose t is not above that of k.
    largest = np.maximum.accumulate(drawn_t[:, order[::-1]], axis=1)[:, ::-1]
    counts = (largest >= t[order]).sum(axis=0)
    adjusted = np.empty_like(t)
    adjusted[order] = np.maximum.accumulate((counts + 1) / (len(drawn) + 1))
    return adjusted


def _studentized(effects: FloatArray, replicates: FloatArray) -> tuple[FloatArray, FloatArray]:
    # The standard deviation of equal numbers is not always exactly 0 in floating point.
    varies = replicates.min(axis=0) < replicates.max(axis=0)
    spread = np.where(varies, replicates.std(axis=0, ddof=1), 1.0)
    # A difference that no draw changes is beyond all draws, unless it is no difference.
    certain = np.where(effects == 0, 0.0, np.inf)
    t = np.where(varies, np.abs(effects) / spread, certain)
    drawn = np.where(varies, np.abs(replicates - effects) / spread, 0.0)
    return t, drawn


def _check_p(p_values: ArrayLike) -> FloatArray:
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1 or p.size == 0:
        raise ValueError(f"p_values has shape {p.shape}, expected one p a comparison")
    wrong = ~((p >= 0) & (p <= 1))
    if wrong.any():
        i = int(np.flatnonzero(wrong)[0])
        raise ValueError(f"p_values[{i}] is {p[i]}, expected from 0 to 1")
    return p


def _check_effects(effects: ArrayLike, replicates: ArrayLike) -> tuple[FloatArray, FloatArray]:
    observed = np.asarray(effects, dtype=np.float64)
    drawn = np.asarray(replicates, dtype=np.float64)
    if observed.ndim != 1 or observed.size == 0:
        raise ValueError(f"effects has shape {observed.shape}, expected one number a comparison")
    if drawn.ndim != 2 or len(drawn) < 2 or drawn.shape[1] != observed.size:
        raise ValueError(
            f"replicates has shape {drawn.shape}, expected (n_resamples, {observed.size}) with at "
            "least 2 resamples"
        )
    for name, values in (("effects", observed), ("replicates", drawn)):
        if not np.isfinite(values).all():
            raise ValueError(f"{name} has a number that is not finite")
    return observed, drawn
