"""Comparisons: rows, verdicts, and the same numbers as the single functions."""

import json

import pytest
from generated import corpus

import tercel

TEXTS, REFERENCES = corpus(320, 1, seed=1)
SYSTEMS = {"A": TEXTS, "B": [t + " and more" for t in TEXTS], "C": list(REFERENCES[0])}


@pytest.fixture(scope="module")
def comparison():
    return tercel.compare(SYSTEMS, REFERENCES, rng=12345)


def test_rows(comparison):
    assert [row.system for row in comparison.systems] == ["A", "B", "C"]
    assert [(row.system, row.baseline) for row in comparison.comparisons] == [
        ("B", "A"),
        ("C", "A"),
    ]
    assert comparison.n_segments == 320
    assert comparison.doubts == ()


def test_numbers_are_those_of_the_single_functions(comparison):
    bleu = tercel.BLEU()
    a, b = (bleu.statistics(SYSTEMS[name], REFERENCES) for name in "AB")
    row = comparison.systems[1]
    assert row.score == bleu.corpus_score(SYSTEMS["B"], REFERENCES)
    assert row.interval == tercel.confidence_interval(b, bleu, rng=12345)
    pair = comparison.comparisons[0]
    assert pair.test == tercel.paired_test(b, a, bleu, rng=12345)
    drawn = tercel.paired_test(b, a, bleu, method="bootstrap", n_resamples=1000, rng=12345)
    assert pair.bootstrap == drawn
    assert (pair.low, pair.high, pair.win_rate) == (drawn.low, drawn.high, drawn.wins / 1000)


def test_verdicts(comparison):
    worse, better = comparison.comparisons
    assert worse.verdict == "A is better than B at the 0.1 % level (2 comparisons, Holm)"
    assert better.verdict == "C is better than A at the 0.1 % level (2 comparisons, Holm)"
    same = tercel.compare({"x": TEXTS, "y": TEXTS}, REFERENCES).comparisons[0]
    assert same.verdict == "this test set cannot tell y and x apart"
    assert (same.better, same.p_value, same.win_rate) == (None, 1.0, 0.0)


def test_baseline():
    comparison = tercel.compare(SYSTEMS, REFERENCES, baseline="C", n_resamples=100)
    assert [row.system for row in comparison.systems] == ["C", "A", "B"]
    with pytest.raises(ValueError, match="unknown baseline 'D', expected one of A, B, C"):
        tercel.compare(SYSTEMS, REFERENCES, baseline="D")


def test_bootstrap_as_the_test():
    comparison = tercel.compare(SYSTEMS, REFERENCES, method="bootstrap", n_resamples=500, rng=1)
    pair = comparison.comparisons[0]
    assert pair.test is pair.bootstrap
    assert pair.test.n_resamples == 500


def test_the_signature_says_what_a_paper_must_report(comparison):
    assert comparison.signature == (
        "nrefs:1|segments:320|test:permutation[10000]|pairs:baseline[2]|correction:holm|"
        "interval:percentile-koehn[1000]|level:0.95|seed:12345"
    )


def test_it_becomes_json(comparison):
    document = json.loads(json.dumps(comparison.to_dict()))
    assert document["schema"] == "tercel.comparison/1"
    assert document["comparisons"][0]["p_value"] == comparison.comparisons[0].p_value


def test_several_metrics_see_the_same_draws():
    metrics = [tercel.BLEU(), tercel.BLEU(tokenize="char")]
    comparison = tercel.compare(SYSTEMS, REFERENCES, metrics, rng=3, n_resamples=200)
    alone = tercel.compare(SYSTEMS, REFERENCES, metrics[1], rng=3, n_resamples=200)
    assert comparison.systems[3:] == alone.systems
    assert comparison.comparisons[2:] == alone.comparisons


def test_few_segments_warn_and_are_noted():
    with pytest.warns(tercel.SmallTestSetWarning, match="2 segments"):
        comparison = tercel.compare({"x": ["a b", "c"], "y": ["a", "c"]}, ["a b", "c"])
    assert comparison.doubts[0].startswith("2 segments: with fewer than 300")


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ({"A": ["a"]}, "systems has 1, expected at least two"),
        ({"A": ["a"], "B": ["a", "b"]}, "system 'A' has 1 segments, but system 'B' has 2"),
        ({"A": ["a"], "B": []}, "system 'B' is empty"),
    ],
)
def test_bad_systems(systems, message):
    with pytest.raises(ValueError, match=message):
        tercel.compare(systems, ["a"])
