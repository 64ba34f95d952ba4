"""What a ranking is worth, in the numbers and with the conventions of trec_eval."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np


def ranked(scores: Mapping[str, float]) -> list[str]:
    """Return documents in the order in which trec_eval judges them.

    Parameters
    ----------
    scores : mapping of str to float
        By document id.

    Returns
    -------
    list of str
        By score in single precision, the highest first; equal ones by the bytes of the id, the
        highest first. The order and ranks of a file play no part.
    """
    singles = np.array(list(scores.values()), dtype=np.float32).tolist()
    # Code points have the order of UTF-8's bytes.
    pairs = sorted(zip(singles, scores, strict=True), reverse=True)
    return [document for _, document in pairs]


def average_precision(ranking: Sequence[str], relevant: Collection[str]) -> float:
    """Return the mean of the precision at each relevant document, 0 for those not retrieved.

    Parameters
    ----------
    ranking : sequence of str
        Document ids, each once, best first.
    relevant : collection of str
        All relevant documents, retrieved or not.

    Returns
    -------
    float
        From 0 to 1; 0 if nothing is relevant.

    Examples
    --------
    >>> from tercel.retrieval import average_precision
    >>> average_precision(["a", "b", "c"], {"a", "c", "d"})
    0.5555555555555555
    """
    found = 0
    total = 0.0
    wanted = set(relevant)
    for rank, document in enumerate(ranking, 1):
        if document in wanted:
            found += 1
            total += found / rank
    return total / len(wanted) if wanted else 0.0


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str]) -> float:
    """Return 1 / rank of the first relevant document, 0 if there is none.

    Parameters as for `average_precision`.
    """
    wanted = set(relevant)
    for rank, document in enumerate(ranking, 1):
        if document in wanted:
            return 1 / rank
    return 0.0


def precision_at_k(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Return the share of relevant ones among the first k, also where fewer were retrieved.

    Parameters as for `average_precision`; k above 0.
    """
    return _found(ranking, set(relevant), k) / k


def recall_at_k(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Return the share of the relevant documents that is among the first k; 0 if there is none.

    Parameters as for `average_precision`; k above 0.
    """
    wanted = set(relevant)
    return _found(ranking, wanted, k) / len(wanted) if wanted else 0.0


def _found(ranking: Sequence[str], wanted: set[str], k: int) -> int:
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise ValueError(f"k is {k!r}, expected a whole number above 0")
    return sum(document in wanted for document in ranking[:k])
