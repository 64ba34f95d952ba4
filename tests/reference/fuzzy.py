"""Slow twin of fuzzy matching: every distance, sorted."""


def distance(a, b):
    """Word edit distance, a row at a time."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j - 1] + (x != y), above[j] + 1, row[j - 1] + 1))
    return row[-1]


def match(source, entries, k, *, min_score=0.0, skip_exact=False, targets=None):
    """[(score, entry, distance), ...] of the k best; words are split at white space."""
    words = source.split()
    if not words:
        return []
    found = []
    for number, entry in enumerate(entries):
        d = distance(words, entry.split())
        score = max(0.0, 1 - d / len(words))
        if score >= min_score and not (skip_exact and d == 0):
            found.append((score, number, d))
    found.sort(key=lambda hit: (-hit[0], hit[1]))
    if targets is not None:
        first = {}
        for hit in found:
            first.setdefault(targets[hit[1]], hit)
        found = list(first.values())
    return found[:k]
