"""Means of segment scores: exact sums, exact ties, clear refusals."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tercel

METRIC = tercel.SegmentMean("COMET")


@given(st.lists(st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-2), min_size=1))
def test_the_mean_is_correctly_rounded(scores):
    exact = sum(map(Fraction, scores)) / len(scores)
    assert METRIC.corpus_score(scores).score == pytest.approx(float(exact), rel=1e-15, abs=1e-17)


def test_the_order_of_segments_does_not_matter_to_the_last_bit():
    rng = np.random.default_rng(0)
    scores = rng.normal(0.8, 0.1, 1000)
    mean = METRIC.corpus_score(scores).score
    for _ in range(10):
        assert METRIC.corpus_score(rng.permutation(scores)).score == mean


def test_small_and_negative_scores():
    assert METRIC.corpus_score([1e-12, 3e-12]).score == pytest.approx(2e-12, abs=1e-18)
    assert METRIC.corpus_score([-0.5, -0.25]).score == -0.375


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([0.1, float("nan"), 0.2], r"COMET\[1\] is nan, expected a finite number"),
        ([0.1, 0.2, float("inf")], r"COMET\[2\] is inf"),
        ([], r"COMET has shape \(0,\), expected one number per segment"),
        ([[0.1]], r"COMET has shape \(1, 1\)"),
        ([1e13], "their sum does not fit"),
    ],
)
def test_bad_scores(scores, message):
    with pytest.raises(ValueError, match=message):
        METRIC.statistics(scores)
