"""Sentence alignment as the papers define it: every cell, every kind of bead, no band."""

import math
import unicodedata
from functools import cache

KINDS = {(1, 1): 0.0, (1, 0): 450.0, (0, 1): 450.0, (2, 1): 230.0, (1, 2): 230.0, (2, 2): 440.0}


def length_cost(l1, l2, ratio=1.0, variance=6.8):
    mean = (l1 + l2 / ratio) / 2
    if mean == 0:
        return 0.0
    delta = abs(l2 - ratio * l1) / math.sqrt(mean * variance)
    if delta > 30:  # erfc is 0 soon; its asymptotic series is not
        y = 1 / delta**2
        series = 1 - y + 3 * y**2 - 15 * y**3 + 105 * y**4
        return 100 * (delta**2 / 2 + math.log(delta) + math.log(math.pi / 2) / 2 - math.log(series))
    return -100 * math.log(math.erfc(delta / math.sqrt(2)))


@cache
def words(text):
    found, open_word = [], ""
    for c in [*text.lower(), " "]:
        alone = unicodedata.category(c)[0] in "PS"
        if alone or c.isspace():
            found += [open_word] if open_word else []
            found += [c] if alone else []
            open_word = ""
        else:
            open_word += c
    return found


@cache
def key(word):
    has_digit = any(unicodedata.category(c)[0] == "N" for c in word)
    return word if has_digit else word[:4]


def greedy_cognates(source, target):
    """Count pairs one by one: each word of the source takes the first free cognate."""
    free = list(target)
    n = 0
    for word in source:
        for k, other in enumerate(free):
            if key(word) == key(other):
                del free[k]
                n += 1
                break
    return n


def cognate_cost(source, target):
    a = [w for text in source for w in words(text)]
    b = [w for text in target for w in words(text)]
    n, k = (len(a) + len(b)) / 2, greedy_cognates(a, b)
    return -100 * (k * math.log(0.3 / 0.09) + (n - k) * math.log(0.7 / 0.91))


def evidence_cost(source, target, lexicon):
    """Return the cost of the target's words; table[e][f] is t(f|e)."""
    table, frequency, weight, mix = lexicon
    a = [w for text in source for w in words(text)]
    total = 0.0
    for f in (w for text in target for w in words(text)):
        mean = sum(table.get(e, {}).get(f, 0.0) for e in a) / len(a) if a else 0.0
        ratio = mean / frequency[f] if f in frequency else 0.0
        total -= 100 * weight * math.log(mix + (1 - mix) * ratio)
    return total


def bead_cost(source, target, method, lexicon=None, **options):
    """Return what a bead of these sentences costs."""
    l1, l2 = sum(map(len, source)), sum(map(len, target))
    cost = length_cost(l1, l2, **options) + KINDS[len(source), len(target)]
    if method == "cognates":
        cost += 0.85 * cognate_cost(source, target)
        cost *= 1.0 if source and target else 0.5
    if lexicon is not None and source and target:
        cost += evidence_cost(source, target, lexicon)
    return cost


def align(source, target, method, lexicon=None, **options):
    """Return the cost of the best path and its beads, from a full matrix."""
    best = {(0, 0): (0.0, None)}
    for i in range(len(source) + 1):
        for j in range(len(target) + 1):
            for di, dj in KINDS:
                if (i - di, j - dj) not in best:
                    continue
                cost = best[i - di, j - dj][0] + bead_cost(
                    source[i - di : i], target[j - dj : j], method, lexicon, **options
                )
                if (i, j) not in best or cost < best[i, j][0]:
                    best[i, j] = cost, (di, dj)
    beads = []
    i, j = len(source), len(target)
    while (i, j) != (0, 0):
        di, dj = best[i, j][1]
        beads.append((i - di, i, j - dj, j))
        i, j = i - di, j - dj
    return best[len(source), len(target)][0], beads[::-1]


def all_paths(n, m):
    """Yield every way through n and m sentences, as lists of beads."""
    if n == 0 and m == 0:
        yield []
    for di, dj in KINDS:
        if di <= n and dj <= m:
            for path in all_paths(n - di, m - dj):
                yield [*path, (n - di, n, m - dj, m)]
