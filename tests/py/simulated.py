"""Statistics to test on: BLEU rows that look real, and null pairs."""

import numpy as np

import tercel

BLEU = tercel.BLEU()


def bleu_rows(n, rng, quality=0.6):
    """Return plausible BLEU statistics of n segments, int64 of shape (n, 10)."""
    hyp_len = rng.integers(1, 40, n)
    ref_len = np.maximum(1, hyp_len + rng.integers(-4, 5, n))
    totals = np.maximum(0, hyp_len[:, None] - np.arange(4))
    matches = np.empty((n, 4), dtype=np.int64)
    left = totals[:, 0]
    for order in range(4):
        left = rng.binomial(np.minimum(left, totals[:, order]), quality)
        matches[:, order] = left
    return np.column_stack([hyp_len, ref_len, matches, totals]).astype(np.int64)


def score(totals):
    """BLEU of one row of totals."""
    return float(BLEU.aggregate(totals))


def exchanged(a, b, rng):
    """Return a null pair: the outputs of two systems, exchanged at random segment by segment."""
    swap = rng.random(len(a)) < 0.5
    return np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
