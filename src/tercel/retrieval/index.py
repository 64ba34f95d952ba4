"""A collection that can be searched with weighted and structured queries, by BM25."""

import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from os import fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel import _core
from tercel._execution import ISA, check_workers, current_progress
from tercel._files import AnyPath, written_beside
from tercel.retrieval.queries import Query

Run = dict[str, dict[str, float]]

_FORMAT = "tercel.bm25-index/1"
_ARRAYS = {
    "starts": np.dtype(np.int64),
    "documents": np.dtype(np.uint32),
    "counts": np.dtype(np.uint32),
    "lengths": np.dtype(np.uint32),
}


class BM25Index:
    """Which document has which word how often.

    Parameters
    ----------
    documents : iterable of (str, sequence of str)
        The id of each document and its words, as an `Analyzer` gives them; it is read once.

    Raises
    ------
    TypeError
        If a document is one string.
    ValueError
        If there is no document, or an id is there twice or is empty or has white space (run files
        could not hold it).

    Notes
    -----
    Building takes O(words log words) time and 16 bytes a word beside the index, which has 8 bytes
    for each word of each document. Documents and words are kept in the order of their code points,
    so that the order in which they come changes nothing.

    Examples
    --------
    >>> from tercel.retrieval import BM25Index, WeightedQuery
    >>> index = BM25Index([("d1", ["red", "car"]), ("d2", ["red", "red", "sky"])])
    >>> run = index.search({"q": WeightedQuery.of(["red", "sky"])})
    >>> list(run["q"])
    ['d2', 'd1']
    """

    def __init__(self, documents: Iterable[tuple[str, Sequence[str]]]) -> None:
        ids, numbers, lengths, words = _numbered(documents)
        _check_ids(ids)
        by_id = np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.int64)
        rank = np.empty(len(ids), dtype=np.int64)
        rank[by_id] = np.arange(len(ids))
        by_word = np.array(sorted(range(len(words)), key=words.__getitem__), dtype=np.int64)
        word_rank = np.empty(len(words), dtype=np.int64)
        word_rank[by_word] = np.arange(len(words))
        keys = word_rank[numbers] * len(ids) + np.repeat(rank, lengths)
        pairs, counts = np.unique(keys, return_counts=True)
        self._document_ids = tuple(ids[i] for i in by_id)
        self._words = tuple(words[i] for i in by_word)
        self._arrays: dict[str, Any] = {
            "starts": np.searchsorted(pairs, np.arange(len(words) + 1) * len(ids)).astype(np.int64),
            "documents": (pairs % len(ids)).astype(np.uint32),
            "counts": counts.astype(np.uint32),
            "lengths": lengths[by_id].astype(np.uint32),
        }
        self._number_words()

    def __repr__(self) -> str:
        return f"BM25Index({len(self._document_ids)} documents, {len(self._words)} words)"

    @property
    def document_ids(self) -> tuple[str, ...]:
        """The ids in the order of their code points."""
        return self._document_ids

    @property
    def words(self) -> tuple[str, ...]:
        """The words in the order of their code points."""
        return self._words

    def document_frequency(self, word: str) -> int:
        """Return the number of documents that have a word."""
        number = self._number_of.get(word)
        if number is None:
            return 0
        starts = self._arrays["starts"]
        return int(starts[number + 1] - starts[number])

    def idf(self, word: str) -> float:
        """Return how rare a word is, from 0 (in every document) to 1 (in one, or none).

        This is ln(N / n) / ln(N) for a word in n of N documents, and 1 if N is 1.
        """
        n_total = len(self._document_ids)
        if n_total == 1:
            return 1.0
        n_with = max(self.document_frequency(word), 1)
        return _core.fixed_log(n_total / n_with) / _core.fixed_log(n_total)

    def search(
        self,
        queries: Mapping[str, Query],
        *,
        n_documents: int = 1000,
        k1: float = 1.2,
        b: float = 0.75,
        workers: int = 1,
    ) -> Run:
        """Rank the documents for each query.

        Parameters
        ----------
        queries : mapping of str to WeightedQuery or StructuredQuery
            By query id.
        n_documents : int
            The most to return for a query.
        k1, b : float
            How fast counts saturate (at least 0), and how much lengths count (0 to 1).
        workers : int
            Threads; the result does not depend on it.

        Returns
        -------
        dict of str to dict of str to float
            For each query the documents with any of its words, the best first, and their scores.
            Scores are of single precision, and equal ones stand with the greater id first: that is
            how evaluation programs read and order them. Words that no document has are ignored.

        Raises
        ------
        ValueError
            If an option is out of range.

        Notes
        -----
        The score is the sum over the query's words (or concepts) of
        weight * idf * f * (k1 + 1) / (f + k1 * (1 - b + b * length / mean length)), where f is how
        often the document has the word and idf = ln(1 + (N - n + .5) / (n + .5)) [1]_. For a
        concept f is the sum over its translations of probability * count, and n that of
        probability * documents [2]_. Takes O(documents + occurrences of its words) for a query.

        References
        ----------
        .. [1] S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
           Foundations and Trends in Information Retrieval 3 (2009), section 3.
        .. [2] K. Darwish, D. W. Oard, "Probabilistic structured query methods", SIGIR 2003,
           section 3.
        """
        if isinstance(n_documents, bool) or not isinstance(n_documents, int) or n_documents < 1:
            raise ValueError(f"n_documents is {n_documents!r}, expected a whole number above 0")
        if not (np.isfinite(k1) and k1 >= 0 and 0 <= b <= 1):
            raise ValueError(f"k1 is {k1!r} and b is {b!r}, expected k1 >= 0 and 0 <= b <= 1")
        width = min(n_documents, len(self._document_ids))
        best = np.zeros((len(queries), width), dtype=np.uint32)
        scores = np.zeros((len(queries), width), dtype=np.float32)
        n_found = np.zeros(len(queries), dtype=np.uint32)
        _core.bm25_rank(
            **self._arrays,
            **self._flatten(queries.values()),
            k1=k1,
            b=b,
            best_documents=best,
            scores=scores,
            n_found=n_found,
            workers=check_workers(workers),
            isa=ISA,
            progress=current_progress(),
        )
        return {
            query_id: {
                self._document_ids[d]: float(score)
                for d, score in zip(best[i, :n].tolist(), scores[i, :n].tolist(), strict=True)
            }
            for i, (query_id, n) in enumerate(zip(queries, n_found.tolist(), strict=True))
        }

    def save(self, path: AnyPath) -> None:
        """Write the index to a file; see `load`.

        Raises
        ------
        ValueError
            If it cannot be written.
        """
        header = {"format": _FORMAT, "document_ids": self._document_ids, "words": self._words}
        text = np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), dtype=np.uint8)
        with written_beside(path) as file:
            np.savez(file, header=text, **self._arrays)

    @classmethod
    def load(cls, path: AnyPath) -> "BM25Index":
        """Read an index that `save` wrote: an uncompressed zip file of NumPy's arrays, no pickle.

        Raises
        ------
        ValueError
            If the file cannot be read or is no such index.
        """
        header, arrays = _read(path)
        index = cls.__new__(cls)
        index._document_ids = tuple(header["document_ids"])
        index._words = tuple(header["words"])
        index._arrays = arrays
        index._number_words()
        index._check(path)
        return index

    def _number_words(self) -> None:
        self._number_of = {word: i for i, word in enumerate(self._words)}

    def _check(self, path: AnyPath) -> None:
        found = {name: array.shape for name, array in self._arrays.items()}
        n_pairs = self._arrays["documents"].shape
        expected = {
            "starts": (len(self._words) + 1,),
            "documents": n_pairs,
            "counts": n_pairs,
            "lengths": (len(self._document_ids),),
        }
        if found != expected or len(n_pairs) != 1 or not self._document_ids:
            raise ValueError(f"{fspath(path)}: arrays of shapes {found}, expected {expected}")
        starts, documents = self._arrays["starts"], self._arrays["documents"]
        if starts[0] != 0 or starts[-1] != len(documents) or (np.diff(starts) < 0).any():
            raise ValueError(f"{fspath(path)}: starts are not rows of the {len(documents)} entries")
        if len(documents) and documents.max() >= len(self._document_ids):
            raise ValueError(
                f"{fspath(path)}: documents holds {documents.max()}, expected less than "
                f"{len(self._document_ids)}"
            )

    def _flatten(self, queries: Iterable[Query]) -> dict[str, Any]:
        """Return queries as the arrays that the core takes."""
        query_starts, concept_starts = [0], [0]
        weights: list[float] = []
        words: list[int] = []
        probabilities: list[float] = []
        for query in queries:
            for concept in query.concepts:
                pairs = zip(concept.translations, concept.probabilities, strict=True)
                known = [(self._number_of[t], p) for t, p in pairs if t in self._number_of]
                words += [number for number, _ in known]
                probabilities += [p for _, p in known]
                weights.append(concept.weight)
                concept_starts.append(len(words))
            query_starts.append(len(weights))
        return {
            "query_starts": np.array(query_starts, dtype=np.int64),
            "weights": np.array(weights, dtype=np.float64),
            "concept_starts": np.array(concept_starts, dtype=np.int64),
            "words": np.array(words, dtype=np.uint32),
            "probabilities": np.array(probabilities, dtype=np.float64),
        }


def _numbered(
    documents: Iterable[tuple[str, Sequence[str]]],
) -> tuple[list[str], NDArray[np.int64], NDArray[np.int64], list[str]]:
    """Return ids, a number for each word of the collection, lengths, and the words by number."""
    number_of: dict[str, int] = {}
    ids: list[str] = []
    parts: list[NDArray[np.int64]] = []
    for document_id, words in documents:
        if isinstance(words, str):
            raise TypeError(f"document {document_id!r} is one str, expected a list of words")
        ids.append(document_id)
        numbers = [number_of.setdefault(word, len(number_of)) for word in words]
        parts.append(np.array(numbers, dtype=np.int64))
    lengths = np.array([len(part) for part in parts], dtype=np.int64)
    numbers_of_all = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
    return ids, numbers_of_all, lengths, list(number_of)


def _check_ids(ids: Sequence[str]) -> None:
    if not ids:
        raise ValueError("documents is empty, expected at least one")
    seen: set[str] = set()
    for document_id in ids:
        if document_id.split() != [document_id]:
            raise ValueError(f"document id {document_id!r} is empty or has white space")
        if document_id in seen:
            raise ValueError(f"document id {document_id!r} is there twice")
        seen.add(document_id)


def _read(path: AnyPath) -> tuple[dict[str, list[str]], dict[str, Any]]:
    name = fspath(path)
    try:
        with zipfile.ZipFile(path) as archive:
            # Stored, not compressed: what is read is as large as the file, never more.
            stored = all(item.compress_type == zipfile.ZIP_STORED for item in archive.infolist())
        if not stored:
            raise ValueError("it is compressed")
        with np.load(path, allow_pickle=False) as file:
            header = json.loads(file["header"].tobytes().decode())
            arrays = {key: file[key] for key in _ARRAYS}
    except OSError as error:
        raise ValueError(f"{name}: {error.strerror or error}") from None
    except (ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile) as error:
        # RuntimeError, of which NotImplementedError is one: a damaged header asks for a password,
        # or for what no zip file has.
        raise ValueError(f"{name} is not an index of tercel: {error}") from None
    if not isinstance(header, dict) or header.get("format") != _FORMAT:
        raise ValueError(f"{name} is not an index of tercel of format {_FORMAT}")
    if not all(_are_strings(header.get(key)) for key in ("document_ids", "words")):
        raise ValueError(f"{name} is not an index of tercel: ids or words are missing")
    for key, dtype in _ARRAYS.items():
        if arrays[key].dtype != dtype:
            raise ValueError(f"{name}: {key} has dtype {arrays[key].dtype}, expected {dtype}")
    return header, arrays


def _are_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
