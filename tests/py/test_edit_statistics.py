"""Edit statistics and composition of the gold standard by explicit loops."""

from fractions import Fraction

import numpy as np
import pytest

import tercel
from tercel.rerank import edit_statistics, gold_composition

KINDS = ("insertions", "deletions", "substitutions", "shifts")


@pytest.fixture(scope="module")
def lists():
    """Interleaved lists of 1 to 10 candidates with many equal scores and edits."""
    rng = np.random.default_rng(6)
    groups = rng.permutation(np.repeat(np.arange(60), rng.integers(1, 11, size=60)))
    n = len(groups)
    lengths = rng.integers(3, 20, size=60)[groups]
    return {
        "groups": groups,
        "scores": rng.integers(4, size=n).astype(float),
        "edits": rng.integers(3, size=(n, 4)),
        "lengths": lengths,
    }


def members_of(lists, scores):
    """Yield the members of each list in the order of falling scores."""
    for group in dict.fromkeys(lists["groups"].tolist()):
        inside = np.flatnonzero(lists["groups"] == group).tolist()
        yield sorted(inside, key=lambda i: -scores[i])


@pytest.mark.parametrize("k", [1, 3, 5, 7])
def test_equal_to_a_loop(lists, k):
    best, mean = [], []
    for members in members_of(lists, lists["scores"]):
        first = members[:k]
        best.append(lists["edits"][min(first, key=lambda i: lists["edits"][i].sum())].tolist())
        sums = lists["edits"][first].sum(axis=0).tolist()
        mean.append([Fraction(total, len(first)) for total in sums])
    words = sum(int(lists["lengths"][members[0]]) for members in members_of(lists, lists["scores"]))
    found = edit_statistics(
        lists["scores"], lists["edits"], lists["lengths"], groups=lists["groups"], k=k
    )
    assert found.n_lists == len(best)
    for rates, expected in ((found.best, best), (found.mean, mean)):
        for j, kind in enumerate(KINDS):
            value = float(Fraction(sum(row[j] for row in expected)) / len(expected))
            assert getattr(rates, kind).value == pytest.approx(value, rel=1e-15)
        total = Fraction(sum(sum(row) for row in expected))
        assert rates.edits.value == pytest.approx(float(total / len(expected)), rel=1e-15)
        assert rates.ter.value == pytest.approx(float(total / words), rel=1e-15)
        assert rates.ter.low <= rates.ter.value <= rates.ter.high
        assert rates.ter.test is None


def test_the_test_is_that_of_error_rates(lists):
    """For the first candidate the rate is TER, and so must the bootstrap of it be."""
    other = -lists["scores"]
    found = edit_statistics(
        lists["scores"],
        lists["edits"],
        lists["lengths"],
        groups=lists["groups"],
        k=1,
        baseline=other,
        rng=3,
    )
    ours, theirs = (
        np.array(
            [[lists["edits"][m[0]].sum(), lists["lengths"][m[0]]] for m in members_of(lists, by)]
        )
        for by in (lists["scores"], other)
    )
    with pytest.warns(tercel.SmallTestSetWarning):
        expected = tercel.paired_test(
            ours, theirs, tercel.TER(), method="bootstrap", n_resamples=1000, rng=3
        )
    test = found.best.ter.test
    assert test.p_value == expected.p_value
    assert test.effect == pytest.approx(expected.effect / 100, rel=1e-12)
    assert (test.low, test.high) == pytest.approx((expected.low / 100, expected.high / 100))
    assert found.to_dict()["best"]["ter"]["test"]["p_value"] == expected.p_value
    assert found.best.ter == found.mean.ter


def test_composition_equal_to_a_loop(lists):
    quality = -lists["edits"].sum(axis=1).astype(float)
    origins = ["TM" if i % 3 == 0 else "MT" for i in range(len(quality))]
    bands = [f"band {group % 2}" for group in lists["groups"].tolist()]
    found = gold_composition(quality, origins, groups=lists["groups"], k=[1, 4], bands=bands)
    assert {(part.band, part.k) for part in found} == {
        (f"band {band}", k) for band in (0, 1) for k in (1, 4)
    }
    for part in found:
        share, low, high, n_places, n_lists = Fraction(0), 0, 0, 0, 0
        for members in members_of(lists, quality):
            if bands[members[0]] != part.band:
                continue
            n_lists += 1
            places = min(part.k, len(members))
            n_places += places
            bound = quality[members[places - 1]]
            above = [i for i in members if quality[i] > bound]
            equal = [i for i in members if quality[i] == bound]
            left = places - len(above)
            sure = sum(origins[i] == "TM" for i in above)
            of_equal = sum(origins[i] == "TM" for i in equal)
            share += sure + Fraction(left * of_equal, len(equal))
            low += sure + max(0, left - (len(equal) - of_equal))
            high += sure + min(left, of_equal)
        tm = part.shares["TM"]
        assert part.n_lists == n_lists
        assert tm.share == pytest.approx(float(share / n_places), rel=1e-12)
        assert (tm.low, tm.high) == pytest.approx((low / n_places, high / n_places))
        assert tm.share + part.shares["MT"].share == pytest.approx(1)


@pytest.mark.parametrize(
    ("change", "kind", "message"),
    [
        ({"k": 0}, ValueError, "k is 0"),
        ({"k": 21}, ValueError, "k is 21, expected a whole number from 1 to 20"),
        ({"edits": [[1, 2, 3]]}, ValueError, r"edits has shape \(1, 3\)"),
        ({"edits": np.empty((0, 4), int)}, ValueError, r"edits has shape \(0, 4\)"),
        ({"edits": [[0.5, 0, 0, 0]]}, TypeError, "edits has dtype float64"),
        ({"edits": [[-1, 0, 0, 0]]}, ValueError, "edits holds -1 to 0"),
        ({"lengths": [1, 2]}, ValueError, "reference_lengths has shape"),
        ({"lengths": [0]}, ValueError, "reference_lengths are all 0"),
        ({"scores": [np.nan]}, ValueError, r"scores\[0\] is nan"),
        ({"baseline": [1, 2]}, ValueError, "baseline has shape"),
    ],
)
def test_bad_input(change, kind, message):
    given = {"scores": [1.0], "edits": [[1, 0, 0, 0]], "lengths": [4]} | change
    positional = [given.pop(name) for name in ("scores", "edits", "lengths")]
    with pytest.raises(kind, match=message):
        edit_statistics(*positional, **given)


def test_a_list_has_one_reference():
    with pytest.raises(ValueError, match=r"reference_lengths\[0\] is 5, but another"):
        edit_statistics([1, 2], [[0] * 4] * 2, [5, 6])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": [0]}, "k holds 0"),
        ({"bands": ["a"]}, "bands has 1 labels for 2"),
        ({"bands": ["a", "b"]}, r"bands\[1\] is 'b'"),
    ],
)
def test_bad_composition(options, message):
    with pytest.raises(ValueError, match=message):
        gold_composition([1, 2], ["MT", "TM"], **options)
