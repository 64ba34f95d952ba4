"""Null pairs, systems that differ by chance alone, and how often tests say that they differ."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import tercel
from experiments.koehn2004.pool import BLEU, IntArray, Pool

LEVEL = 0.05
N_RESAMPLES = 1000
# Systems that are all equal, so that any claim about a pair of them is false.
FAMILY = 6

# A test's name, and whether it finds a difference.
Verdicts = dict[str, bool]


@dataclass(frozen=True)
class Null:
    """Two systems that do not differ: the outputs of two real ones, exchanged at random.

    Attributes
    ----------
    a, b : ndarray of int16, shape (n_segments, n_statistics)
    documents : ndarray of int64, shape (n_segments,)
        A number a document.
    """

    a: IntArray
    b: IntArray
    documents: NDArray[np.int64]


def segment_null(pool: Pool, number: int, n_segments: int) -> Null:
    """Draw segments from the pool and exchange the outputs of each with probability 1/2."""
    rng = np.random.default_rng((1, number))
    drawn = rng.choice(pool.n_segments, n_segments, replace=False)
    return _exchanged(pool, drawn, rng.random(n_segments) < 0.5, rng)


def document_null(pool: Pool, number: int, n_documents: int) -> Null:
    """Draw whole documents from the pool and exchange the outputs of each as a whole."""
    rng = np.random.default_rng((2, number))
    known = np.unique(pool.documents[pool.documents >= 0])
    chosen = rng.choice(known, n_documents, replace=False)
    drawn = np.flatnonzero(np.isin(pool.documents, chosen))
    swapped = chosen[rng.random(n_documents) < 0.5]
    return _exchanged(pool, drawn, np.isin(pool.documents[drawn], swapped), rng)


def family_null(pool: Pool, number: int, n_segments: int) -> list[IntArray]:
    """Draw segments, and for each of six systems the output of any of the real ones.

    Their statistics have shape (n_segments, n_statistics).
    """
    rng = np.random.default_rng((3, number))
    drawn = rng.choice(pool.n_segments, n_segments, replace=False)
    authors = rng.integers(0, len(pool.statistics), (FAMILY, n_segments))
    return [pool.statistics[author, drawn] for author in authors]


def segment_verdicts(null: Null, number: int) -> Verdicts:
    """Return what the tests that take segments as independent conclude."""
    options = {"n_resamples": N_RESAMPLES, "rng": number}
    permutation = tercel.paired_test(null.a, null.b, BLEU, **options)
    koehn = tercel.paired_test(null.a, null.b, BLEU, method="koehn", **options)
    return {
        "permutation": permutation.p_value <= LEVEL,
        "bootstrap p": koehn.p_value <= LEVEL,
        "percentile interval": koehn.low > 0 or koehn.high < 0,
        "Koehn's win rate, either way": max(koehn.wins, koehn.losses) >= 0.95 * N_RESAMPLES,
    }


def document_verdicts(null: Null, number: int) -> Verdicts:
    """Return what tests by document conclude, and by segment all the same."""
    options = {"n_resamples": N_RESAMPLES, "rng": number}
    by_document = options | {"clusters": null.documents}
    verdicts = {}
    for unit, chosen in (("segment", options), ("document", by_document)):
        permutation = tercel.paired_test(null.a, null.b, BLEU, **chosen)
        bootstrap = tercel.paired_test(null.a, null.b, BLEU, method="bootstrap", **chosen)
        verdicts[f"permutation by {unit}"] = permutation.p_value <= LEVEL
        verdicts[f"bootstrap p by {unit}"] = bootstrap.p_value <= LEVEL
        verdicts[f"percentile interval by {unit}"] = bootstrap.low > 0 or bootstrap.high < 0
    delta = tercel.difference_interval(
        null.a, null.b, BLEU, method="delta", clusters=null.documents
    )
    verdicts["delta interval by document"] = delta.low > 0 or delta.high < 0
    return verdicts


def family_verdicts(systems: Sequence[IntArray], number: int) -> Verdicts:
    """Return whether any pair of the systems is told apart, with and without a correction."""
    intervals = [
        tercel.confidence_interval(s, BLEU, n_resamples=N_RESAMPLES, rng=number) for s in systems
    ]
    first, second = np.triu_indices(len(systems), 1)
    scores = np.array([interval.score for interval in intervals])
    # The same seed draws the same segments for all systems.
    replicates = np.stack([interval.replicates for interval in intervals], axis=1)
    effects = scores[first] - scores[second]
    drawn = replicates[:, first] - replicates[:, second]
    alone = [tercel.max_t_p([e], drawn[:, [i]])[0] for i, e in enumerate(effects)]
    return {
        "bootstrap p, uncorrected": min(alone) <= LEVEL,
        "Holm": tercel.adjust_p(alone, "holm").min() <= LEVEL,
        "max-T": tercel.max_t_p(effects, drawn).min() <= LEVEL,
    }


def count(
    test: Callable[[int], Verdicts], numbers: Sequence[int], workers: int
) -> dict[str, float]:
    """Return in what percent of nulls each test found a difference."""
    with ThreadPoolExecutor(workers) as threads:
        found = list(threads.map(test, numbers))
    return {name: 100 * sum(f[name] for f in found) / len(found) for name in found[0]}


def _exchanged(
    pool: Pool, drawn: NDArray[np.int64], swap: NDArray[np.bool_], rng: np.random.Generator
) -> Null:
    first, second = pool.statistics[rng.choice(len(pool.statistics), 2, replace=False)][:, drawn]
    a, b = (
        np.where(s[:, None], x, y) for s, x, y in ((swap, second, first), (swap, first, second))
    )
    return Null(a, b, pool.documents[drawn])
