"""WER, CER, exact match, n-gram F and n-gram counts."""

from collections import Counter

import numpy as np
import pytest
from generated import corpus

import tercel


def distance(a, b):
    """The definition, a row at a time."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


def test_wer():
    hypotheses, (references,) = corpus(300, 1, seed=1)
    statistics = tercel.WER().statistics(hypotheses, references)
    for row, hyp, ref in zip(statistics, hypotheses, references, strict=True):
        assert row.tolist() == [distance(hyp.split(), ref.split()), len(ref.split())]


@pytest.mark.parametrize("whitespace", [True, False])
def test_cer(whitespace):
    hypotheses, (references,) = corpus(200, 1, seed=2)
    statistics = tercel.CER(whitespace=whitespace, lowercase=True).statistics(
        hypotheses, references
    )
    for row, hyp, ref in zip(statistics, hypotheses, references, strict=True):
        pair = [t.lower() if whitespace else "".join(t.lower().split()) for t in (hyp, ref)]
        assert row.tolist() == [distance(*pair), len(pair[1])]


def test_several_references_count_as_in_ter():
    assert tercel.WER().statistics(["a b"], [["a b c"], ["a b"]]).tolist() == [[0, 5]]
    assert tercel.WER().statistics(["a b"], [["a b c"], [None]]).tolist() == [[2, 6]]


def test_empty_references():
    assert tercel.WER().corpus_score(["a"], [""]).score == 100.0
    assert tercel.CER().corpus_score([""], [""]).score == 0.0


def test_exact_match():
    match = tercel.ExactMatch(lowercase=True)
    statistics = match.statistics(["Yes ", "no", "x"], [["yes", "yes", None], ["no", "No", "y"]])
    assert statistics.tolist() == [[1, 1], [1, 1], [0, 1]]
    assert match.score(statistics.sum(axis=0)).score == pytest.approx(200 / 3)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_ngram_f(order):
    hypotheses, (references,) = corpus(200, 1, seed=3)
    metric = tercel.NgramF(order=order, beta=2)
    statistics = metric.statistics(hypotheses, references)
    for row, hyp, ref in zip(statistics, hypotheses, references, strict=True):
        of_hyp, of_ref = (
            Counter({g: n for g, n in tercel.ngrams(t, order).items() if len(g) == order})
            for t in (hyp, ref)
        )
        expected = [of_hyp.total(), of_ref.total(), (of_hyp & of_ref).total()]
        assert row.tolist() == expected
    totals = statistics.sum(axis=0)
    precision, recall = metric.precision(totals), metric.recall(totals)
    assert metric.score(totals).score == pytest.approx(
        5 * precision * recall / (4 * precision + recall)
    )


def test_ngram_f_of_nothing_is_zero():
    assert tercel.NgramF(order=3).corpus_score(["a"], ["b"]).score == 0.0


def test_ngrams():
    assert tercel.ngrams("A a a.", 2, lowercase=True) == {
        ("a",): 3,
        (".",): 1,
        ("a", "a"): 2,
        ("a", "."): 1,
    }


def test_error_rates_are_better_when_lower():
    systems = {"x": ["a b c"] * 400, "y": ["a b d", "a b c"] * 200}
    comparison = tercel.compare(systems, ["a b c"] * 400, tercel.WER(), rng=1, n_resamples=200)
    pair = comparison.comparisons[0]
    assert pair.effect > 0
    assert pair.better == "x"
    assert pair.win_rate == 0.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: tercel.WER(tokenize="x"), "unknown tokenizer 'x'"),
        (lambda: tercel.NgramF(order=0), "order is 0, expected a whole number from 1 to 100"),
        (lambda: tercel.NgramF(beta=-1), "beta is -1"),
        (lambda: tercel.ngrams("a", 0), "max_order is 0"),
        (lambda: tercel.TER().aggregate(np.zeros((2, 3), dtype=int)), r"expected \(..., 2\)"),
    ],
)
def test_bad_input(make, message):
    with pytest.raises(ValueError, match=message):
        make()
