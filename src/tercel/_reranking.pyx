# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: freethreading_compatible=True
"""Expected utilities of a user's own function, called with blocks of pairs."""

import numpy as np

from libc.math cimport isfinite


def expected_utilities(
    texts,
    const long long[::1] offsets not None,
    references,
    const long long[::1] ref_offsets not None,
    const double[::1] weights not None,
    utility,
    Py_ssize_t block_size,
    progress,
):
    """Add up weighted utilities, asking for at most `block_size` pairs at a time.

    Parameters
    ----------
    texts, references : sequence of str
        List l has texts[offsets[l]:offsets[l + 1]] and references likewise.
    offsets, ref_offsets : ndarray of int64, shape (n_lists + 1,)
    weights : ndarray of float64, shape (n_references,)
    utility : callable
        Two lists of str to one finite number a pair.
    block_size : int
    progress : callable or None

    Returns
    -------
    ndarray of float64, shape (n_texts,)
    """
    expected = np.zeros(len(texts))
    cdef double[::1] sums = expected
    cdef Py_ssize_t l, i, j, done = 0, n_lists = offsets.shape[0] - 1
    hypotheses, others, pairs = [], [], []
    for l in range(n_lists):
        for i in range(offsets[l], offsets[l + 1]):
            for j in range(ref_offsets[l], ref_offsets[l + 1]):
                hypotheses.append(texts[i])
                others.append(references[j])
                pairs.append((i, j))
                if len(pairs) == block_size:
                    _add_block(hypotheses, others, pairs, weights, utility, sums)
                    hypotheses, others, pairs = [], [], []
        done += 1
        if progress is not None:
            progress(done, n_lists)
    if pairs:
        _add_block(hypotheses, others, pairs, weights, utility, sums)
    return expected


cdef _add_block(hypotheses, others, pairs, const double[::1] weights, utility, double[::1] sums):
    values = np.ascontiguousarray(utility(hypotheses, others), dtype=np.float64)
    if values.shape != (len(pairs),):
        raise ValueError(
            f"utility returned an array of shape {values.shape} for {len(pairs)} pairs, expected "
            "one number a pair"
        )
    indices = np.array(pairs, dtype=np.int64)
    cdef const double[::1] scores = values
    cdef const long long[:, ::1] places = indices
    cdef Py_ssize_t k, bad = -1
    with nogil:
        for k in range(scores.shape[0]):
            if not isfinite(scores[k]):
                bad = k
                break
            sums[places[k, 0]] += weights[places[k, 1]] * scores[k]
    if bad >= 0:
        raise ValueError(
            f"utility returned {values[bad]} for candidate {pairs[bad][0]} against reference "
            f"{pairs[bad][1]}, expected a finite number"
        )
