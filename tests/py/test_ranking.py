"""Rank ranges and clusters, against a count by eye and properties that hold for any verdicts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tercel


def ranks(wins, scores, replicates=None):
    """Rank systems from the pairs (better, worse)."""
    beats = np.zeros((len(scores), len(scores)), dtype=bool)
    for better, worse in wins:
        beats[better, worse] = True
    return tercel.rank_systems(beats, scores, [scores] if replicates is None else replicates)


def test_ranges_and_clusters_by_hand():
    # System 2 beats all; 0 and 3 beat 4, but 1 is not told apart from anyone but 2.
    found = ranks([(2, 0), (2, 1), (2, 3), (2, 4), (0, 4), (3, 4)], [30, 29, 40, 31, 20])
    assert [(rank.low, rank.high) for rank in found] == [(2, 4), (2, 5), (1, 1), (2, 4), (4, 5)]
    assert [rank.cluster for rank in found] == [2, 2, 1, 2, 2]


def test_a_chain_that_is_told_apart_has_a_cluster_a_system():
    found = ranks([(0, 1), (0, 2), (1, 2)], [3.0, 2.0, 1.0])
    assert [(rank.low, rank.high, rank.cluster) for rank in found] == [
        *((1, 1, 1), (2, 2, 2), (3, 3, 3))
    ]


@pytest.mark.parametrize("n", [1, 2, 7])
def test_identical_systems_share_all_ranks(n):
    found = ranks([], [25.0] * n)
    assert {(rank.low, rank.high, rank.cluster) for rank in found} == {(1, n, 1)}
    assert found[0].probabilities == (1.0, *[0.0] * (n - 1))


def test_probabilities_by_hand():
    replicates = [[3, 2, 1], [3, 1, 2], [2, 3, 1], [5, 5, 1]]
    found = ranks([], [3.0, 2.0, 1.0], replicates)
    # In the last draw two systems share the first rank, and nobody is second.
    assert [rank.probabilities for rank in found] == [
        *((0.75, 0.25, 0.0), (0.5, 0.25, 0.25), (0.0, 0.25, 0.75))
    ]


@given(st.data())
def test_properties(data):
    scores = np.array(data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=8)), dtype=float)
    n = len(scores)
    drawn = data.draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    beats = np.array(drawn).reshape(n, n) & (scores[:, None] > scores)
    found = tercel.rank_systems(beats, scores, [scores, scores[::-1]])
    for i, one in enumerate(found):
        assert 1 <= one.low <= one.high <= n
        assert sum(one.probabilities) == pytest.approx(1)
        for j, other in enumerate(found):
            if one.cluster < other.cluster:
                assert beats[i, j]
                assert one.high < other.low
    assert sorted({rank.cluster for rank in found}) == list(
        range(1, max(rank.cluster for rank in found) + 1)
    )


@pytest.mark.parametrize(
    ("beats", "scores", "replicates", "message"),
    [
        ([[False]], [], [[]], r"scores has shape \(0,\)"),
        ([[False]], [1.0, 2.0], [[1.0, 2.0]], r"beats has shape \(1, 1\), expected \(2, 2\)"),
        ([[False]], [1.0], [1.0], r"replicates has shape \(1,\), expected \(n_resamples, 1\)"),
        ([[True]], [1.0], [[1.0]], r"beats\[0, 0\] is True"),
        ([[False, True], [False, False]], [1, 2], [[1, 2]], "only better scores beat"),
    ],
)
def test_bad_input(beats, scores, replicates, message):
    with pytest.raises(ValueError, match=message):
        tercel.rank_systems(beats, scores, replicates)
