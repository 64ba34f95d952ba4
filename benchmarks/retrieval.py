"""BM25 with weights of words: our kernel, SciPy's sparse product, NumPy and bm25s.

``python -m benchmarks retrieval`` makes a collection and queries of 50 weighted words.
"""

import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import bm25s
import numpy as np
import scipy.sparse

from tercel.retrieval import BM25Index, WeightedQuery

N_DOCUMENTS, N_WORDS, LENGTH, N_QUERIES, WIDTH = 10_000, 20_000, 200, 300, 50
TOP = 100


def run() -> None:
    rng = random.Random(1)
    names = [f"w{i}" for i in range(N_WORDS)]
    zipf = list(itertools.accumulate(1 / (i + 10) for i in range(N_WORDS)))
    documents = [rng.choices(names, cum_weights=zipf, k=LENGTH) for _ in range(N_DOCUMENTS)]
    index = BM25Index((f"{i:06}", words) for i, words in enumerate(documents))
    queries = {
        str(q): WeightedQuery.from_weights(
            {names[w]: rng.uniform(0.01, 1) for w in rng.sample(range(2000), WIDTH)}
        )
        for q in range(N_QUERIES)
    }
    matrix = _matrix(index)
    rows = _query_matrix(index, queries)
    plain = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    plain.index(documents, show_progress=False)
    texts = [list(query.words) for query in queries.values()]
    results = {
        "tercel": _timed(lambda: index.search(queries, n_documents=TOP)),
        "scipy": _timed(lambda: _top((rows @ matrix).toarray())),
        "numpy": _timed(lambda: _top(_numpy_scores(matrix, rows))),
        "bm25s without weights": _timed(
            lambda: plain.retrieve(texts, k=TOP, show_progress=False, n_threads=1)
        ),
    }
    ours = results["tercel"][1]
    scores = (rows @ matrix).toarray()
    for q, (name, found) in enumerate(ours.items()):
        best = np.sort(scores[q])[::-1][:TOP]
        assert np.allclose(best, list(found.values()), rtol=1e-5), name
    for name, (seconds, _) in results.items():
        print(f"{name:<22} {1000 * seconds / N_QUERIES:7.3f} CPU ms a query")


def _matrix(index: BM25Index) -> scipy.sparse.csr_matrix:
    """Return BM25's part of each word and document, a row a word."""
    starts, documents, counts, lengths = index._arrays.values()
    n = len(lengths)
    with_word = np.diff(starts)
    idf = np.log(1 + (n - with_word + 0.5) / (with_word + 0.5))
    norm = 1.2 * (0.25 + 0.75 * lengths / lengths.mean())
    parts = counts * 2.2 / (counts + norm[documents]) * np.repeat(idf, with_word)
    return scipy.sparse.csr_matrix((parts, documents, starts), shape=(len(with_word), n))


def _query_matrix(index: BM25Index, queries: dict[str, WeightedQuery]) -> scipy.sparse.csr_matrix:
    number = {word: i for i, word in enumerate(index.words)}
    cells = [
        (q, number[word], weight)
        for q, query in enumerate(queries.values())
        for word, weight in zip(query.words, query.weights, strict=True)
        if word in number
    ]
    row, column, data = zip(*cells, strict=True)
    return scipy.sparse.csr_matrix((data, (row, column)), shape=(len(queries), len(number)))


def _numpy_scores(matrix: scipy.sparse.csr_matrix, rows: scipy.sparse.csr_matrix) -> np.ndarray:
    scores = np.zeros((rows.shape[0], matrix.shape[1]))
    for q in range(rows.shape[0]):
        for j in range(rows.indptr[q], rows.indptr[q + 1]):
            word = rows.indices[j]
            entries = slice(matrix.indptr[word], matrix.indptr[word + 1])
            scores[q][matrix.indices[entries]] += rows.data[j] * matrix.data[entries]
    return scores


def _top(scores: np.ndarray) -> np.ndarray:
    best = np.argpartition(scores, -TOP, axis=1)[:, -TOP:]
    values = np.take_along_axis(scores, best, axis=1)
    return np.take_along_axis(best, np.argsort(-values, axis=1, kind="stable"), axis=1)


def _timed(function: Callable[[], Any]) -> tuple[float, Any]:
    seconds = []
    for _ in range(5):
        begin = time.process_time()
        result = function()
        seconds.append(time.process_time() - begin)
    return sorted(seconds)[2], result


if __name__ == "__main__":
    run()
