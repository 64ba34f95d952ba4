"""What Python adds to the core: other intervals and tests, power, search, alignment by words."""

import warnings
from collections.abc import Iterator

import numpy as np

import tercel
from golden import SEED, line, texts
from tercel.lexicon import realign_documents
from tercel.retrieval import BM25Index, WeightedQuery

OPTIONS = {"n_resamples": 500, "rng": SEED}


def lines(workers: int) -> Iterator[str]:
    """Yield the lines of facade.txt."""
    bleu = tercel.BLEU()
    a, b = (bleu.statistics(texts(f"system-{s}"), texts("reference")) for s in "ab")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tercel.DoubtfulStatisticsWarning)
        yield from _intervals(a, b, bleu, workers)
        yield from _tests(a, b, bleu, workers)
    yield from _retrieval(workers)
    yield from _words(workers)


def _intervals(a: np.ndarray, b: np.ndarray, metric: tercel.Metric, workers: int) -> Iterator[str]:
    documents = np.arange(len(a)) // 4
    for method in ("percentile", "basic", "bca", "studentized", "delta"):
        for convention in ("koehn", "linear"):
            found = tercel.difference_interval(
                a, b, metric, method=method, convention=convention, workers=workers, **OPTIONS
            )
            ends = (found.score, found.low, found.high, found.standard_error)
            yield line(f"interval/{method}/{convention}", *ends)
    for blocks in ("moving", "circular", "stationary"):
        found = tercel.confidence_interval(a, metric, blocks=blocks, workers=workers, **OPTIONS)
        yield line(f"interval/{blocks}", found.low, found.high, found.standard_error)
    found = tercel.confidence_interval(a, metric, clusters=documents, workers=workers, **OPTIONS)
    yield line("interval/documents", found.low, found.high, found.standard_error)


def _tests(a: np.ndarray, b: np.ndarray, metric: tercel.Metric, workers: int) -> Iterator[str]:
    for method in ("permutation", "bootstrap", "koehn"):
        test = tercel.paired_test(a, b, metric, method=method, workers=workers, **OPTIONS)
        yield line(f"test/{method}", test.p_value, test.monte_carlo_interval)
    generator = {"n_resamples": 500, "rng": np.random.default_rng(SEED)}
    test = tercel.paired_test(a, b, metric, method="bootstrap", workers=workers, **generator)
    yield line("test/numpy", test.p_value, test.low, test.high)
    found = tercel.power(a, b, metric, difference=5.0, rng=SEED, workers=workers)
    yield line("power/minimum", found.minimum_difference, found.standard_deviation)
    yield line("power/curve", [point.power for point in found.curve])


def _retrieval(workers: int) -> Iterator[str]:
    documents = {f"{i:02}": text.lower().split() for i, text in enumerate(texts("reference"))}
    index = BM25Index(documents.items())
    queries = {
        str(i): WeightedQuery.of(text.lower().split())
        for i, text in enumerate(texts("system-a")[:8])
    }
    run = index.search(queries, n_documents=10, workers=workers)
    for query, found in run.items():
        yield line(f"bm25/{query}", " ".join(found), [float(score) for score in found.values()])
    yield line("idf", [index.idf(word) for word in ("the", "falcon", "and", "card")])


def _words(workers: int) -> Iterator[str]:
    document = texts("document.source"), texts("document.target")
    found = realign_documents([document], n_iter=3, workers=workers)[0]
    yield line("alignment/words/beads", found.beads)
    yield line("alignment/words/costs", found.costs)
