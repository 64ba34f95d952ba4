"""Random corpora, options and seeds: the drop-in's results are sacreBLEU's to the last bit."""

import logging
from dataclasses import replace

import pytest
from compat import corpora


@pytest.fixture(autouse=True)
def _silent():
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_every_number_is_equal():
    for seed in range(60):
        corpora.check(corpora.random_case(seed))


@pytest.mark.slow
def test_every_number_is_equal_in_many_cases():
    for seed in range(10_000, 10_300):
        corpora.check(corpora.random_case(seed))


def test_the_comparison_notices_a_difference(monkeypatch):
    case = replace(corpora.random_case(3), kind="TER", options={})
    monkeypatch.setattr(corpora.ours, "metrics", corpora.peer.metrics)
    corpora.check(case)
    kind = type("TER", (corpora.peer.TER,), {"_compute_segment_statistics": lambda *_: [1, 7.0]})
    monkeypatch.setattr(corpora.ours, "metrics", type("", (), {"TER": kind}))
    with pytest.raises(AssertionError, match="corpus_score of"):
        corpora.check(case)


def test_resamples_that_sacrebleu_cannot_average_have_an_interval(monkeypatch):
    """A resample without a match scores 0.0, a float, among the float32 of the others."""
    numpy = pytest.importorskip("numpy", minversion="2")
    case = corpora.Case("CHRF", {}, [["a", "b", "c"]] * 2, [["a", "x", "y"]], 40, -1, "7")
    assert corpora.check(case) == 1
    with corpora.seeded("7"):
        score = corpora.ours.CHRF().corpus_score(case.systems[0], case.references, n_bootstrap=40)
    assert numpy.isfinite(score._mean) and 0 < score._mean < 100
