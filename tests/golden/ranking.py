"""Ranking SVMs and minimum Bayes risk."""

import warnings
from collections.abc import Iterator

import numpy as np

from golden import line, texts
from tercel.rerank import NBest, NotConvergedWarning, RankingSVM, mbr

# Small enough a cache that each of the ways of training is taken; in MB of 2^20 bytes.
MODELS = {
    "linear": {"kernel": "linear"},
    "rbf": {"kernel": "rbf", "gamma": 0.25},
    "rbf-low-rank": {"kernel": "rbf", "gamma": 0.25, "kernel_cache_mb": 0.25},
    "rbf-working-sets": {"kernel": "rbf", "gamma": 0.25, "kernel_cache_mb": 0.03125},
}
N_LISTS = 16
UTILITIES = ("bleu", "chrf", "chrf++", "ter")


def lines(workers: int) -> Iterator[str]:
    """Yield the lines of ranking.txt."""
    rows = np.array([row.split() for row in texts("candidates")], np.int64)
    features, quality = rows[:, 2:] / 64, rows[:, 1] / 64
    for name, options in MODELS.items():
        svm = RankingSVM(**options, tol=1e-4, max_iter=60, workers=workers)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NotConvergedWarning)
            svm.fit(features, quality, groups=rows[:, 0])
        yield line(f"{name}/outcome", svm.objective_, svm.dual_gap_, svm.loss_, svm.n_iter_)
        weights = svm.coef_ if name == "linear" else svm.dual_coef_
        yield line(f"{name}/weights", weights)
        yield line(f"{name}/scores", svm.decision_function(features)[::8])
    yield from _bayes_risk(workers)


def _bayes_risk(workers: int) -> Iterator[str]:
    names = ("system-a", "system-b", "reference", "reference-2")
    lists = list(zip(*(texts(name) for name in names), strict=True))[:N_LISTS]
    scores = [[(7 * i + 3 * j) % 16 / 8 for j in range(len(names))] for i in range(N_LISTS)]
    nbest = NBest.from_lists(lists, scores=scores)
    for utility in UTILITIES:
        found = mbr(nbest, utility, weights="posterior", workers=workers)
        yield line(f"mbr/{utility}", found.expected_utilities)
        if utility != "ter":
            found = mbr(nbest, utility, weights="posterior", aggregate=True, workers=workers)
            yield line(f"mbr/{utility}/aggregated", found.expected_utilities)
