"""PREC@k and HIT@k by an explicit loop over lists."""

import numpy as np
import pytest

from tercel.rerank import hit_at_k, precision_at_k


def test_equal_to_a_loop():
    rng = np.random.default_rng(0)
    groups = rng.integers(30, size=200)
    scores = rng.integers(5, size=200).astype(float)
    relevant = rng.random(200) < 0.3
    for k in (1, 3, 10):
        precisions, hits = [], []
        for group in dict.fromkeys(groups.tolist()):
            inside = [i for i in range(200) if groups[i] == group]
            first = sorted(inside, key=lambda i: -scores[i])[:k]
            precisions.append(sum(relevant[i] for i in first) / len(first))
            hits.append(float(any(relevant[i] for i in first)))
        found = precision_at_k(scores, relevant, groups=groups, k=k)
        np.testing.assert_allclose(found, precisions, rtol=1e-15)
        assert hit_at_k(scores, relevant, groups=groups, k=k).tolist() == hits


@pytest.mark.parametrize(
    ("scores", "relevant", "k", "message"),
    [
        ([1, 2], [1], 1, "scores has shape"),
        ([np.nan], [1], 1, r"scores\[0\] is nan"),
        ([1], [1], 0, "k is 0"),
    ],
)
def test_bad_input(scores, relevant, k, message):
    with pytest.raises(ValueError, match=message):
        precision_at_k(scores, relevant, k=k)
