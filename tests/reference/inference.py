"""Slow twins of the paired tests and intervals: loops over replicates, no arrays of totals."""

from itertools import product


def permutation_p(a, b, score, alternative="two-sided"):
    """Exact p by going through all 2^n ways to swap the outputs of segments."""
    observed = score(a.sum(axis=0)) - score(b.sum(axis=0))
    count = total = 0
    for swaps in product([False, True], repeat=len(a)):
        swapped_a = sum(b[i] if s else a[i] for i, s in enumerate(swaps))
        swapped_b = sum(a[i] if s else b[i] for i, s in enumerate(swaps))
        count += is_extreme(score(swapped_a) - score(swapped_b), observed, alternative)
        total += 1
    return count / total


def monte_carlo_permutation_p(a, b, score, swaps, alternative="two-sided"):
    """p from given swaps, an array of booleans of shape (n_replicates, n_segments)."""
    observed = score(a.sum(axis=0)) - score(b.sum(axis=0))
    count = 0
    for swap in swaps:
        total_a = a[~swap].sum(axis=0) + b[swap].sum(axis=0)
        total_b = b[~swap].sum(axis=0) + a[swap].sum(axis=0)
        count += is_extreme(score(total_a) - score(total_b), observed, alternative)
    return (count + 1) / (len(swaps) + 1)


def bootstrap_effects(a, b, score, indices):
    """Effects of given draws, an array of indices of shape (n_replicates, n_segments)."""
    return [score(a[drawn].sum(axis=0)) - score(b[drawn].sum(axis=0)) for drawn in indices]


def bootstrap_p(a, b, score, indices, alternative="two-sided"):
    """Two-sided or one-sided p, effects centred at the observed one."""
    observed = score(a.sum(axis=0)) - score(b.sum(axis=0))
    effects = bootstrap_effects(a, b, score, indices)
    count = sum(is_extreme(effect - observed, observed, alternative) for effect in effects)
    return (count + 1) / (len(effects) + 1)


def is_extreme(effect, observed, alternative):
    """Whether an effect under the null hypothesis is at least as extreme as the observed one."""
    if alternative == "greater":
        return effect >= observed
    if alternative == "less":
        return effect <= observed
    return abs(effect) >= abs(observed)
