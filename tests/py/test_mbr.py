"""Minimum Bayes risk: equal to a loop over pairs, whatever the list is made of."""

import gzip
import itertools
import json
import random

import numpy as np
import pytest
from conftest import data_folder
from generated import segment, similar
from hypothesis import given
from hypothesis import strategies as st
from reference import mbr as twin

import tercel
from tercel.rerank import NBest, mbr, pairwise_utilities

METRICS = {
    "bleu": tercel.BLEU(effective_order=True),
    "chrf": tercel.CHRF(),
    "chrf++": tercel.CHRF(word_order=2),
    "ter": tercel.TER(),
}
OTHERS = [
    tercel.BLEU(smooth_method="add-k", effective_order=True, tokenize="none", lowercase=True),
    tercel.BLEU(smooth_method="floor", max_ngram_order=2),
    tercel.CHRF(char_order=0, word_order=2),
    tercel.CHRF(eps_smoothing=True, whitespace=True),
    tercel.TER(normalized=True, no_punct=True),
    tercel.WER(),
]


def lists(n_lists, size, seed):
    rng = random.Random(seed)
    rows = []
    for _ in range(n_lists):
        first = segment(rng)
        rows.append([similar(first, rng) for _ in range(rng.randrange(1, size))])
    return rows


def utility_of(metric):
    sign = 1.0 if metric.higher_is_better else -1.0
    return lambda hyp, ref: sign * metric.sentence_score(hyp, ref).score


def check_against_twin(rows, references, utility, metric):
    nbest = NBest.from_lists(rows)
    others = None if references is None else NBest.from_lists(references)
    result = mbr(nbest, utility, references=others)
    for k, row in enumerate(rows):
        refs = row if references is None else references[k]
        weights = [1 / len(refs)] * len(refs)
        expected = twin.expected_utilities(row, refs, weights, utility_of(metric))
        begin, end = nbest.offsets[k : k + 2]
        assert result.expected_utilities[begin:end].tolist() == expected
        assert (result.order[begin:end] - begin).tolist() == twin.choose(row, expected)
        assert result.choice[k] == result.order[begin]


@pytest.mark.parametrize("name", METRICS)
def test_equal_to_a_loop_over_pairs(name):
    check_against_twin(lists(12, 7, seed=1), None, name, METRICS[name])
    check_against_twin(lists(8, 5, seed=2), lists(8, 6, seed=3), name, METRICS[name])


@pytest.mark.parametrize("metric", OTHERS, ids=repr)
def test_options_of_metrics(metric):
    check_against_twin(lists(8, 6, seed=4), None, metric, metric)


@given(st.lists(st.text("ab .c", max_size=6), min_size=1, max_size=5))
def test_small_alphabets_where_all_ties_are(row):
    for name, metric in METRICS.items():
        check_against_twin([row], None, name, metric)


def test_pairwise_is_the_sentence_score():
    (row,) = lists(1, 8, seed=6)
    others = ["the cat", "", "naïve Straße"]
    for name, metric in METRICS.items():
        score = utility_of(metric)
        expected = [[score(hyp, ref) for ref in others] for hyp in row]
        np.testing.assert_array_equal(pairwise_utilities(row, others, name), expected)
        expected = [[score(hyp, ref) for ref in row] for hyp in row]
        np.testing.assert_array_equal(pairwise_utilities(row, utility=name), expected)


def test_weights():
    rows = [["a b c", "a b d", "x y z"], ["one two", "one"]]
    nbest = NBest.from_lists(rows, scores=[[-1.0, -2.0, -3.0], [0.0, 0.5]])
    result = mbr(nbest, "chrf", weights=[1, 0, 7, 2, 2])
    expected = twin.expected_utilities(
        rows[0], rows[0], [1 / 8, 0, 7 / 8], utility_of(METRICS["chrf"])
    )
    assert result.expected_utilities[:3].tolist() == expected
    assert result.choice[0] == 2
    posterior = np.exp(2 * nbest.scores)
    shares = np.concatenate(
        [posterior[:3] / posterior[:3].sum(), posterior[3:] / posterior[3:].sum()]
    )
    np.testing.assert_allclose(
        mbr(nbest, "bleu", weights="posterior", scale=2.0).expected_utilities,
        mbr(nbest, "bleu", weights=shares).expected_utilities,
        rtol=1e-14,
    )


def test_aggregated_chrf_is_the_score_of_expectations():
    rows = [[text for text in row if text.isascii()] or ["a"] for row in lists(10, 8, seed=8)]
    nbest = NBest.from_lists(rows)
    found = mbr(nbest, "chrf", aggregate=True).expected_utilities
    expected = [
        twin.expected_chrf(text, row, [1 / len(row)] * len(row)) for row in rows for text in row
    ]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++"])
def test_aggregated_is_exact_for_one_reference(name):
    rows, references = lists(20, 5, seed=9), [[t] for (t, *_) in lists(20, 2, seed=10)]
    nbest, others = NBest.from_lists(rows), NBest.from_lists(references)
    np.testing.assert_allclose(
        mbr(nbest, name, references=others, aggregate=True).expected_utilities,
        mbr(nbest, name, references=others).expected_utilities,
        rtol=0,
        atol=1e-9,
    )


def test_callable_in_blocks(monkeypatch):
    rows = lists(6, 8, seed=11)
    calls = []

    def overlap(hypotheses, references):
        calls.append(len(hypotheses))
        return [len(set(h) & set(r)) for h, r in zip(hypotheses, references, strict=True)]

    monkeypatch.setattr("tercel.rerank.bayes_risk._BLOCK_PAIRS", 5)
    result = mbr(NBest.from_lists(rows), overlap)
    n_pairs = sum(len(row) ** 2 for row in rows)
    assert calls == [5] * (n_pairs // 5) + [n_pairs % 5] * (n_pairs % 5 > 0)
    expected = []
    for row in rows:
        weights = [1 / len(row)] * len(row)
        expected += twin.expected_utilities(row, row, weights, lambda h, r: len(set(h) & set(r)))
    assert result.expected_utilities.tolist() == expected
    assert result.utility == "callable overlap"


def test_an_empty_candidate_never_wins_by_accident():
    # TER of nothing against nothing is 0, the best there is; against words it is 100.
    nbest = NBest.from_lists([["", " ", "", "a b c d", "e f g h i j"], ["", "\u3000"]])
    for name in METRICS:
        result = mbr(nbest, name)
        assert result.choice.tolist()[0] in (3, 4), name
        assert result.choice.tolist()[1] == 5, name
    assert mbr(nbest, lambda h, r: [-len(x) for x in h]).choice[0] == 3


def test_edges():
    nbest = NBest.from_lists([[], ["only one"], ["same", "same", "same"]])
    result = mbr(nbest, "bleu")
    assert result.choice.tolist() == [-1, 0, 1]
    assert result.order.tolist() == [0, 1, 2, 3]
    assert repr(result).startswith("MBRResult(n_lists=3, n_candidates=4, utility='BLEU|case:mixed")
    assert set(result.to_dict()) == {"choice", "expected_utilities", "order", "utility"}
    assert mbr(NBest.from_lists([]), "chrf").choice.tolist() == []


def test_workers_do_not_change_a_bit():
    nbest = NBest.from_lists(lists(40, 9, seed=12))
    for name in METRICS:
        for aggregate in (False, True) if name != "ter" else (False,):
            one = mbr(nbest, name, aggregate=aggregate)
            three = mbr(nbest, name, aggregate=aggregate, workers=3)
            np.testing.assert_array_equal(one.expected_utilities, three.expected_utilities)


def test_progress_and_interruption():
    nbest = NBest.from_lists(
        [*lists(3, 4, seed=1), ["a b c d e f g h " * 60 + str(i) for i in range(60)]]
    )

    def stop(done, total):
        raise KeyboardInterrupt

    with tercel.reporting_to(stop), pytest.raises(KeyboardInterrupt):
        mbr(nbest, "ter")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"utility": "comet"}, "utility is 'comet', expected one of bleu, chrf"),
        ({"weights": [1, 2]}, r"weights has shape \(2,\), expected \(3,\)"),
        ({"weights": [1, -1, 1]}, r"weights\[1\] is -1.0, expected a number of at least 0"),
        ({"weights": [1, 1, float("nan")]}, r"weights\[2\] is nan"),
        ({"weights": [0, 0, 1]}, "weights of list 0 must have a finite sum above 0"),
        ({"weights": "softmax"}, "weights is 'softmax'"),
        ({"weights": "posterior"}, r"scores\[0\] is nan"),
        ({"utility": "ter", "aggregate": True}, "TER has no aggregated form"),
        ({"utility": len, "aggregate": True}, "a callable utility has no aggregated form"),
        ({"utility": lambda h, r: [1.0]}, r"shape \(1,\) for 5 pairs"),
        ({"utility": lambda h, r: [float("nan")] * len(h)}, "returned nan for candidate 0"),
        ({"references": NBest.from_lists([["a"]])}, "references has other ids"),
        ({"references": NBest.from_lists([["a"], []])}, "references: list 1 has none"),
        ({"workers": 0}, "workers is 0"),
    ],
)
def test_bad_input(options, message):
    nbest = NBest.from_lists([["a b", "a c"], ["d"]])
    with pytest.raises(ValueError, match=message):
        mbr(nbest, **{"utility": "bleu", **options})


def test_posterior_refuses_mixed_origins():
    nbest = NBest.from_lists([["a"]], scores=[[1.0]])
    merged = nbest.merge(NBest.from_lists([["b"]], scores=[[0.5]], origin="TM"))
    with pytest.raises(ValueError, match=r"scores of different origins \(MT, TM\)"):
        mbr(merged, "bleu", weights="posterior")


def test_wrong_types():
    with pytest.raises(TypeError, match="nbest is list, expected NBest"):
        mbr([["a"]])


@pytest.mark.slow
def test_choices_on_real_lists():
    """100 lists of 100, every pair scored by the metric and added up in the order of the list."""
    path = data_folder("he2010") / "he2010_like_enfr.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = (json.loads(line)["cands"] for line in itertools.islice(file, 600))
        halves = [[c["t"] for c in cands[:50]] for cands in rows if len(cands) >= 50]
    lists = [a + b for a, b in zip(halves[:200:2], halves[1:200:2], strict=True)]
    assert len(lists) == 100
    nbest = NBest.from_lists(lists)
    for name, metric in METRICS.items():
        result = mbr(nbest, name)
        sign = 1.0 if metric.higher_is_better else -1.0
        for k, row in enumerate(lists):
            pairs = [(hyp, ref) for hyp in row for ref in row]
            scores = sign * metric.sentence_scores(*map(list, zip(*pairs, strict=True)))
            weighted = 0.01 * scores.reshape(100, 100)
            expected = np.cumsum(weighted, axis=1)[:, -1].tolist()
            part = slice(100 * k, 100 * (k + 1))
            assert result.expected_utilities[part].tolist() == expected
            assert result.choice[k] - 100 * k == twin.choose(row, expected)[0]
