"""Slow twins of the plans: which segments a replicate draws, one at a time."""

from reference import streams

CHILDREN = 3


def child_seed(seed, child):
    """The seed of a child stream: the hash that starts a replicate, with a purpose of its own."""
    return streams.origin(seed, CHILDREN, child)


def stratified(seed, replicate, strata):
    """Draw within each stratum, given as lists of units, one stratum after the other."""
    return [
        units[i]
        for k, units in enumerate(strata)
        for i in streams.indices(child_seed(seed, k), replicate, len(units), len(units))
    ]


def fixed_blocks(seed, replicate, n, length, circular):
    """Draw whole blocks until there are n segments, and cut the last one."""
    n_starts = n if circular else n - length + 1
    drawn = []
    for start in streams.indices(seed, replicate, n_starts, -(-n // length)):
        drawn += [(start + k) % n for k in range(length)]
    return drawn[:n]


def stationary_blocks(seed, replicate, n, length):
    """Go on to the next segment, or start anew with probability 1 / length."""
    drawn = []
    for number in streams.indices(seed, replicate, n * length, n):
        anew = number % length == 0 or not drawn
        drawn.append(number // length if anew else (drawn[-1] + 1) % n)
    return drawn
