# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: freethreading_compatible=True
"""Counting replicates, and the loops that call a metric's own `aggregate` while they run."""

from libc.math cimport fabs


def count_as_extreme(const double[::1] effects not None, double observed, str alternative not None):
    """Count the effects that are at least as extreme as the observed one.

    Parameters
    ----------
    effects : ndarray of float64, shape (n_replicates,)
        Effects under the null hypothesis, bigger meaning that A is better.
    observed : float
        The observed effect.
    alternative : {"two-sided", "greater", "less"}
        Which effects count as extreme: |e| >= |o|, e >= o or e <= o.

    Returns
    -------
    int
    """
    cdef Py_ssize_t i, count = 0
    cdef double size = fabs(observed)
    if alternative == "two-sided":
        with nogil:
            for i in range(effects.shape[0]):
                count += fabs(effects[i]) >= size
    elif alternative == "greater":
        with nogil:
            for i in range(effects.shape[0]):
                count += effects[i] >= observed
    elif alternative == "less":
        with nogil:
            for i in range(effects.shape[0]):
                count += effects[i] <= observed
    else:
        raise ValueError(f"alternative is {alternative!r}")
    return count


def count_wins(const double[::1] effects not None):
    """Count positive, negative and zero effects: wins, losses and ties of A.

    Parameters
    ----------
    effects : ndarray of float64, shape (n_replicates,)

    Returns
    -------
    tuple of int
        (wins, losses, ties); they add up to n_replicates.
    """
    cdef Py_ssize_t i, wins = 0, losses = 0
    with nogil:
        for i in range(effects.shape[0]):
            wins += effects[i] > 0.0
            losses += effects[i] < 0.0
    return wins, losses, effects.shape[0] - wins - losses


def count_extreme_effects(blocks, aggregate, double sign, double observed, str alternative not None):
    """Count extreme effects over blocks of totals, holding one block at a time.

    Parameters
    ----------
    blocks : iterable of (ndarray, ndarray)
        Totals of A and of B, int64 of shape (n_block, n_statistics) each.
    aggregate : callable
        Totals of shape (n_block, n_statistics) to scores of shape (n_block,).
    sign : float
        1 if a higher score is better, else -1.
    observed, alternative
        As for `count_as_extreme`.

    Returns
    -------
    count, mirrored : int
        Extreme effects, and those that would be extreme with A and B exchanged.
    """
    cdef Py_ssize_t count = 0, mirrored = 0
    for totals_a, totals_b in blocks:
        effects = sign * (aggregate(totals_a) - aggregate(totals_b))
        count += count_as_extreme(effects, observed, alternative)
        mirrored += count_as_extreme(-effects, observed, alternative)
    return count, mirrored
