"""Samples of a corpus: Koehn's rule word for word, and what must hold for every size."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

import tercel


def test_broad_samples_are_those_of_the_paper():
    """Section 3.3: {k, k + 100, …, k + 29,900} for N = 30,000 and n = 300."""
    for k in (0, 1, 57, 99):
        sample = tercel.broad_sample(30_000, 300, k)
        assert sample.dtype == np.int64
        assert sample.tolist() == list(range(k, 30_000, 100))


def test_consecutive_blocks():
    blocks = [tercel.consecutive_sample(10, 3, k).tolist() for k in range(3)]
    assert blocks == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert tercel.consecutive_sample(10, 3).dtype == np.int64


@pytest.mark.parametrize("sample", [tercel.broad_sample, tercel.consecutive_sample])
def test_samples_of_every_small_corpus_are_disjoint_and_inside(sample):
    for n_total in range(1, 41):
        for n in range(1, n_total + 1):
            drawn = [sample(n_total, n, k) for k in range(n_total // n)]
            together = np.concatenate(drawn)
            assert len(np.unique(together)) == n * (n_total // n)
            assert together.min() >= 0
            assert together.max() < n_total
            assert all((np.diff(segments) > 0).all() for segments in drawn)


def test_broad_samples_reach_from_end_to_end_where_the_stride_is_not_whole():
    assert tercel.broad_sample(10, 4, 0).tolist() == [0, 2, 5, 7]
    assert tercel.broad_sample(10, 4, 1).tolist() == [1, 3, 6, 8]
    for n_total in range(1, 41):
        for n in range(1, n_total + 1):
            steps = np.diff([*tercel.broad_sample(n_total, n), n_total])
            assert set(steps) <= {n_total // n, -(-n_total // n)}


def test_random_samples_are_distinct_ascending_and_repeatable():
    sample = tercel.random_sample(1000, 300, rng=0)
    assert sample.dtype == np.int64
    assert (np.diff(sample) > 0).all()
    assert sample.tolist() == tercel.random_sample(1000, 300, rng=0).tolist()
    assert sample.tolist() != tercel.random_sample(1000, 300, rng=1).tolist()
    assert tercel.random_sample(1000, 300, rng=np.random.default_rng(0)).tolist() == sample.tolist()
    assert len(tercel.random_sample(1000, 300)) == 300


def test_random_sample_is_frozen():
    assert tercel.random_sample(10, 4, rng=12345).tolist() == [0, 1, 5, 7]


def test_every_set_is_equally_likely():
    """10 sets of 2 of 5, 4,000 draws: chi-square with 9 degrees of freedom, 99.9 % at 27.9."""
    rng = np.random.default_rng(3)
    counts = Counter(tuple(tercel.random_sample(5, 2, rng=rng).tolist()) for _ in range(4000))
    assert set(counts) == set(combinations(range(5), 2))
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < 27.9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 1), "n_total is 0, expected a whole number from 1"),
        ((10, 0), "n is 0, expected a whole number from 1 to 10"),
        ((10, 11), "n is 11, expected a whole number from 1 to 10"),
        ((10, 2.5), "n is 2.5, expected"),
        ((10, True), "n is True, expected"),
        ((10, 4, 2), "k is 2, expected a whole number from 0 to 1"),
        ((10, 4, -1), "k is -1, expected"),
    ],
)
@pytest.mark.parametrize("sample", [tercel.broad_sample, tercel.consecutive_sample])
def test_numbers_out_of_range(sample, arguments, message):
    with pytest.raises(ValueError, match=message):
        sample(*arguments)


def test_random_sample_checks_too():
    with pytest.raises(ValueError, match="n is 11, expected a whole number from 1 to 10"):
        tercel.random_sample(10, 11)
