"""Slow twin of minimum Bayes risk: a loop over all pairs."""

from collections import Counter


def choose(texts, expected):
    """The texts' numbers, best first: no empty one before another, ties by number."""
    return sorted(range(len(texts)), key=lambda i: (not texts[i].strip(), -expected[i], i))


def expected_utilities(texts, references, weights, utility):
    """For each text the sum of weighted utilities, added in the order of the references."""
    result = []
    for text in texts:
        total = 0.0
        for reference, weight in zip(references, weights, strict=True):
            total += weight * utility(text, reference)
        result.append(total)
    return result


def character_ngrams(text, n):
    characters = [c for c in text if not c.isspace()]
    return Counter(tuple(characters[i : i + n]) for i in range(len(characters) - n + 1))


def expected_chrf(text, references, weights, order=6, beta=2.0):
    """chrF of expected matches and expected reference n-grams, 0 to 100."""
    precisions, recalls = [], []
    for n in range(1, order + 1):
        mine = character_ngrams(text, n)
        theirs = [character_ngrams(reference, n) for reference in references]
        matches = sum(
            w * sum((mine & other).values()) for w, other in zip(weights, theirs, strict=True)
        )
        size = sum(w * sum(other.values()) for w, other in zip(weights, theirs, strict=True))
        if size > 0 and mine:
            precisions.append(matches / sum(mine.values()))
            recalls.append(matches / size)
    if not precisions or sum(precisions) == 0:
        return 0.0
    p, r = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    return 100 * (1 + beta**2) * p * r / (beta**2 * p + r)
