"""PREC@k and HIT@k by an explicit loop over lists, tau against scipy, intervals over lists."""

import numpy as np
import pytest
from scipy.stats import kendalltau

import tercel
from tercel.rerank import hit_at_k, interval_over_lists, kendall_tau, precision_at_k


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


@pytest.mark.parametrize("n_values", [2, 4, 1000])
def test_tau_is_that_of_scipy_list_by_list(n_values):
    rng = np.random.default_rng(n_values)
    groups = rng.integers(40, size=300)
    scores = rng.integers(n_values, size=300) / 7
    quality = rng.integers(n_values, size=300) * 1.0
    found = kendall_tau(scores, quality, groups=groups)
    for tau, group in zip(found, dict.fromkeys(groups.tolist()), strict=True):
        inside = groups == group
        # Of one candidate scipy warns.
        expected = np.nan
        if inside.sum() > 1:
            expected = kendalltau(scores[inside], quality[inside]).statistic
        assert tau == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_tau_of_a_long_list_and_of_lists_without_order():
    rng = np.random.default_rng(1)
    x, y = rng.integers(50, size=1500) * 1.0, rng.normal(size=1500)
    assert kendall_tau(x, y)[0] == pytest.approx(kendalltau(x, y).statistic, abs=1e-12)
    found = kendall_tau([1, 2, 2, 2, 1], [1, 1, 1, 2, 1], groups=[0, 1, 1, 2, 3])
    assert np.isnan(found).all()
    assert kendall_tau([1, 2], [2, 1]).tolist() == [-1]
    with pytest.raises(ValueError, match=r"quality\[1\] is nan"):
        kendall_tau([1, 2], [1, np.nan])
    with pytest.raises(ValueError, match="scores has shape"):
        kendall_tau([1], [1, 2])


def test_intervals_are_those_of_the_segment_mean():
    values = np.random.default_rng(2).integers(6, size=400) / 5
    interval = interval_over_lists(values, name="PREC@5", n_resamples=500, rng=3)
    mean = tercel.SegmentMean("PREC@5")
    expected = tercel.confidence_interval(mean.statistics(values), mean, n_resamples=500, rng=3)
    assert interval == expected
    assert interval.score == pytest.approx(values.mean())
    with pytest.raises(ValueError, match=r"tau\[1\] is nan"):
        interval_over_lists([0.5, np.nan], name="tau")
