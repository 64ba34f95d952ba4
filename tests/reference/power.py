"""Slow twin of the influence: leaves one segment out after the other."""


def influences(a, b, score):
    """Return how much each segment moves the difference, centred: the jackknife."""
    n = len(a)
    effect = score(a.sum(axis=0)) - score(b.sum(axis=0))
    moved = []
    for left_out in range(n):
        rest = [i for i in range(n) if i != left_out]
        without = score(a[rest].sum(axis=0)) - score(b[rest].sum(axis=0))
        moved.append((n - 1) * (effect - without))
    mean = sum(moved) / n
    return [value - mean for value in moved]
