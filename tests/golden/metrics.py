"""Statistics and scores of BLEU, chrF and TER."""

from collections.abc import Iterator

import numpy as np

from golden import line, texts
from tercel import BLEU, CHRF, TER

# With the number of reference streams.
METRICS = {
    "bleu": (BLEU(), 1),
    "bleu-two-references": (BLEU(), 2),
    "bleu-intl-lowercase": (BLEU(tokenize="intl", lowercase=True), 1),
    "bleu-zh": (BLEU(tokenize="zh"), 1),
    "bleu-char-order-6": (BLEU(tokenize="char", max_ngram_order=6), 1),
    "bleu-floor-order-3": (BLEU(smooth_method="floor", max_ngram_order=3), 1),
    "bleu-add-k-order-5": (BLEU(smooth_method="add-k", max_ngram_order=5), 1),
    "bleu-effective": (BLEU(smooth_method="none", effective_order=True), 2),
    "chrf": (CHRF(), 1),
    "chrf-two-references": (CHRF(), 2),
    "chrf++-lowercase": (CHRF(word_order=2, lowercase=True), 1),
    "chrf-eps-whitespace": (CHRF(eps_smoothing=True, whitespace=True, beta=3), 1),
    "ter": (TER(), 1),
    "ter-two-references": (TER(), 2),
    "ter-normalized-asian": (TER(normalized=True, asian_support=True, no_punct=True), 1),
    "ter-case-sensitive": (TER(case_sensitive=True), 2),
}


def lines(workers: int) -> Iterator[str]:
    """Yield the lines of metrics.txt."""
    references = [texts("reference"), texts("reference-2")]
    for system in ("system-a", "system-b"):
        hypotheses = texts(system)
        for name, (metric, n_streams) in METRICS.items():
            rows = metric.statistics(hypotheses, references[:n_streams], workers=workers)
            # No row can change, nor two change places, without changing one of these.
            numbers = np.arange(1, len(rows) + 1)[:, None]
            yield line(f"{system}/{name}/totals", rows.sum(axis=0), (numbers * rows).sum(axis=0))
            yield line(f"{system}/{name}/score", float(metric.aggregate(rows.sum(axis=0))))
            yield line(f"{system}/{name}/sentences", metric.aggregate(rows))
