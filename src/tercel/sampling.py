"""Smaller test sets from a large corpus: broad, consecutive and random samples of its segments."""

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]

# So that i * n_total fits into 63 bits.
_MOST_SEGMENTS = 2**31


def broad_sample(n_total: int, n: int, k: int = 0) -> IntArray:
    """Return the segments of a broad sample: evenly spread over the whole corpus.

    Parameters
    ----------
    n_total : int
        Segments of the corpus, N.
    n : int
        Segments of the sample, from 1 to N.
    k : int
        Which of the floor(N / n) samples, counted from 0. No two of them share a segment.

    Returns
    -------
    ndarray of int64, shape (n,)
        Ascending, counted from 0.

    Raises
    ------
    ValueError
        If a number is out of range; the message says the range.

    Notes
    -----
    Element i is k + floor(i N / n). Where N / n is whole this is the rule of [1]_: sample k takes
    segments k, k + N/n, k + 2 N/n, … Where it is not, the stride is N / n on average and alternates
    between the two whole numbers beside it, so that the sample still reaches the end of the corpus;
    the N - n floor(N / n) segments in no sample are spread over the corpus as well.

    References
    ----------
    .. [1] P. Koehn, "Statistical Significance Tests for Machine Translation Evaluation",
       EMNLP 2004, section 3.3.

    Examples
    --------
    >>> import tercel
    >>> tercel.broad_sample(30_000, 300, 7)[:3]
    array([  7, 107, 207])
    >>> tercel.broad_sample(10, 4)
    array([0, 2, 5, 7])
    """
    _check(n_total, n, k)
    return k + np.arange(n, dtype=np.int64) * n_total // n


def consecutive_sample(n_total: int, n: int, k: int = 0) -> IntArray:
    """Return the segments of a consecutive block: k n, k n + 1, … k n + n - 1.

    Its segments often come from one document or domain, so its score says less about the corpus
    than that of a broad sample of the same size.

    Parameters
    ----------
    n_total, n, k : int
        As for `broad_sample`.

    Returns
    -------
    ndarray of int64, shape (n,)

    Raises
    ------
    ValueError
        If a number is out of range; the message says the range.

    Examples
    --------
    >>> import tercel
    >>> tercel.consecutive_sample(30_000, 300, 7)[:3]
    array([2100, 2101, 2102])
    """
    _check(n_total, n, k)
    return np.arange(k * n, (k + 1) * n, dtype=np.int64)


def random_sample(
    n_total: int, n: int, *, rng: int | np.random.Generator | None = None
) -> IntArray:
    """Return segments drawn at random without replacement.

    Parameters
    ----------
    n_total, n : int
        As for `broad_sample`.
    rng : int, numpy.random.Generator or None
        A seed, a generator whose 64-bit words are taken, or None for a seed from the system.

    Returns
    -------
    ndarray of int64, shape (n,)
        Ascending, counted from 0.

    Raises
    ------
    ValueError
        If a number is out of range; the message says the range.

    Notes
    -----
    Every segment gets a random key of 64 bits, and the n smallest keys are taken: every set of n
    segments is equally likely. The keys are raw words of PCG64, which NumPy never changes.

    Examples
    --------
    >>> import tercel
    >>> sorted(tercel.random_sample(5, 5, rng=1).tolist())
    [0, 1, 2, 3, 4]
    """
    _check(n_total, n, 0)
    words = rng.bit_generator if isinstance(rng, np.random.Generator) else np.random.PCG64(rng)
    keys = words.random_raw(n_total)
    return np.sort(np.argsort(keys, kind="stable")[:n]).astype(np.int64, copy=False)


def _check(n_total: int, n: int, k: int) -> None:
    _check_whole(n_total, 1, _MOST_SEGMENTS, "n_total")
    _check_whole(n, 1, n_total, "n")
    _check_whole(k, 0, n_total // n - 1, "k")


def _check_whole(value: int, low: int, high: int, name: str) -> None:
    is_number = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:
        raise ValueError(f"{name} is {value!r}, expected a whole number from {low} to {high}")
