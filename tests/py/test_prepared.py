"""Prepared references give the metric's own numbers."""

import numpy as np
import pytest
from generated import corpus

import tercel

METRICS = [
    tercel.BLEU(),
    tercel.BLEU(tokenize="intl", lowercase=True, max_ngram_order=2),
    tercel.CHRF(),
    tercel.CHRF(word_order=2, whitespace=True, lowercase=True),
    tercel.CHRF(char_order=0, word_order=1),
    tercel.TER(),
    tercel.TER(normalized=True, no_punct=True),
    tercel.WER(),
    tercel.CER(),
    tercel.ExactMatch(),
    tercel.NgramF(order=2),
]


@pytest.mark.parametrize("n_references", [1, 3])
@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_the_numbers_are_those_of_the_metric(metric, n_references):
    hypotheses, references = corpus(200, n_references, seed=61)
    others, _ = corpus(200, 1, seed=67)
    if n_references > 1:
        references[0][::5] = [None] * 40
    prepared = metric.prepare(references)
    for texts in (hypotheses, others):
        expected = metric.statistics(texts, references)
        for workers in (1, 3):
            np.testing.assert_array_equal(prepared.statistics(texts, workers=workers), expected)
        np.testing.assert_array_equal(prepared.sentence_scores(texts), metric.aggregate(expected))
        assert prepared.corpus_score(texts) == metric.corpus_score(texts, references)
        some = np.random.default_rng(5).permutation(200)[:70]
        rows = prepared.statistics([texts[i] for i in some], segments=some, workers=2)
        np.testing.assert_array_equal(rows, expected[some])


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_bad_input(metric):
    prepared = metric.prepare(["a", "b"])
    with pytest.raises(ValueError, match="hypotheses has 3 segments, but the prepared"):
        prepared.statistics(["a", "b", "c"])
    with pytest.raises(TypeError, match=r"hypotheses\[1\] is int"):
        prepared.statistics(["a", 1])
    with pytest.raises(ValueError, match="segment 1 has no reference"):
        metric.prepare([["a", None], ["b", None]])
    with pytest.raises(ValueError, match=r"references is empty"):
        metric.prepare([])
    with pytest.raises(IndexError, match=r"segments\[1\] is 2, expected a number from 0 to 1"):
        prepared.statistics(["a", "b"], segments=[0, 2])
    with pytest.raises(IndexError, match=r"segments\[0\] is -1"):
        prepared.statistics(["a"], segments=[-1])
    with pytest.raises(
        ValueError, match=r"segments has shape \(1,\), expected one number for each"
    ):
        prepared.statistics(["a", "b"], segments=[0])
    with pytest.raises(TypeError, match="segments has dtype float64"):
        prepared.statistics(["a"], segments=[0.0])
