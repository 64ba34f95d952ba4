"""Fuzzy matches: what a translation memory finds, and the score of one pair of texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tercel.metrics import WER

if TYPE_CHECKING:
    from tercel.rerank.memory import TranslationMemory


@dataclass(frozen=True, eq=False, repr=False)
class FuzzyMatches:
    """The best matches of each source.

    Attributes
    ----------
    offsets : ndarray of int64, shape (n_sources + 1,)
        Source i has the matches ``offsets[i]`` to ``offsets[i + 1]``, best first.
    entries : ndarray of int64, shape (n_matches,)
        Numbers of memory entries.
    scores : ndarray of float64, shape (n_matches,)
        1 - distance / words of the source, at least 0.
    distances : ndarray of int64, shape (n_matches,)
        Word edit distances.
    """

    offsets: NDArray[np.int64]
    entries: NDArray[np.int64]
    scores: NDArray[np.float64]
    distances: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        return f"FuzzyMatches(n_sources={len(self)}, n_matches={len(self.entries)})"

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "offsets": self.offsets.tolist(),
            "entries": self.entries.tolist(),
            "scores": self.scores.tolist(),
            "distances": self.distances.tolist(),
        }


def fuzzy_match(
    memory: "TranslationMemory", sources: Sequence[str], k: int = 10, **options: Any
) -> FuzzyMatches:
    """Find the k best matches of each source; see `TranslationMemory.match`."""
    return memory.match(sources, k, **options)


def fuzzy_scores(
    sources: Sequence[str],
    others: Sequence[str],
    *,
    tokenize: str = "none",
    lowercase: bool = False,
) -> NDArray[np.float64]:
    """Score each source against one other text, as `TranslationMemory.match` scores entries.

    Parameters
    ----------
    sources, others : sequence of str, shape (n,)
    tokenize, lowercase
        As for `TranslationMemory`.

    Returns
    -------
    ndarray of float64, shape (n,)
        0 for a source without words.

    Examples
    --------
    >>> from tercel.rerank import fuzzy_scores
    >>> fuzzy_scores(["open the file"], ["open a file"]).round(3)
    array([0.667])
    """
    counts = WER(tokenize=tokenize, lowercase=lowercase).statistics(others, sources)
    edits, words = counts[:, 0], counts[:, 1]
    scores: NDArray[np.float64] = np.maximum(0.0, 1.0 - edits / np.maximum(words, 1))
    return np.where(words == 0, 0.0, scores)
