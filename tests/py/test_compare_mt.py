"""compare-mt's scorers: its numbers, for the corpus and for resamples of it."""

import random

import numpy as np
import pytest

import tercel
from tercel.integrations import compare_mt as ours


def token_corpus(n=80, seed=5):
    rng = random.Random(seed)
    words = ["a", "b", "c", "D", "d", "e.", "'f", "5.5", "é"]
    return [[rng.choice(words) for _ in range(rng.randrange(0, 12))] for _ in range(n)]


REF, OUT = token_corpus(seed=5), token_corpus(seed=6)
MADE = [
    ("BleuScorer", {}),
    ("BleuScorer", {"weights": (0.5, 0.5), "case_insensitive": True}),
    ("SacreBleuScorer", {}),
    ("SacreBleuScorer", {"case_insensitive": True, "smooth_method": "add-k", "smooth_value": 2}),
    ("SacreBleuScorer", {"smooth_method": "floor", "smooth_value": 0.5, "effective_order": True}),
    ("WERScorer", {"case_insensitive": True}),
    ("WERScorer", {}),
]


@pytest.fixture(scope="module")
def theirs():
    return pytest.importorskip(
        "compare_mt.scorers", reason="compare-mt is not installed", exc_type=ImportError
    )


@pytest.mark.parametrize(("name", "options"), MADE)
def test_equal_to_compare_mt(name, options, theirs):
    mine, peer = getattr(ours, name)(**options), getattr(theirs, name)(**options)
    assert (mine.name(), mine.idstr(), mine.scale) == (peer.name(), peer.idstr(), peer.scale)
    assert mine.score_corpus(REF, OUT)[0] == pytest.approx(peer.score_corpus(REF, OUT)[0], abs=1e-9)
    kept, kept_there = mine.cache_stats(REF, OUT), peer.cache_stats(REF, OUT)
    rng = np.random.default_rng(1)
    for size in (1, 2, 40, 80):
        for _ in range(20):
            ids = rng.integers(0, 80, size=size)
            expected = peer.score_cached_corpus(ids, kept_there)
            found = mine.score_cached_corpus(ids, kept)
            assert found == (pytest.approx(expected[0], abs=1e-9), expected[1])
    assert mine.score_cached_corpus([], mine.cache_stats([], [])) == (0.0, None)


def test_inside_compare_mt(theirs, monkeypatch):
    pytest.importorskip("compare_mt.sign_utils", exc_type=ImportError)
    from compare_mt import sign_utils

    def results(scorer):
        np.random.seed(1)  # noqa: NPY002 (compare-mt draws from it)
        outs = [OUT, REF[::-1]]
        return sign_utils.eval_with_paired_bootstrap(REF, outs, None, scorer, num_samples=100)

    expected = results(theirs.create_scorer_from_profile("bleu"))
    monkeypatch.setattr(theirs, "BleuScorer", ours.BleuScorer)
    scorer = theirs.create_scorer_from_profile("bleu")
    assert isinstance(scorer, ours.BleuScorer)
    (wins, statistics), (wins_there, statistics_there) = results(scorer), expected
    np.testing.assert_array_equal(wins, wins_there)
    for found, wanted in zip(statistics, statistics_there, strict=True):
        assert found == pytest.approx(wanted)


def test_numbers_are_those_of_the_metrics():
    texts = [" ".join(tokens) for tokens in REF], [" ".join(tokens) for tokens in OUT]
    chrf = ours.ChrFScorer()
    assert chrf.score_corpus(REF, OUT) == (
        tercel.CHRF().corpus_score(texts[1], texts[0]).score,
        None,
    )
    wer = ours.WERScorer().score_corpus(REF, OUT)[0]
    assert wer == pytest.approx(tercel.WER().corpus_score(texts[1], texts[0]).score)
    assert ours.WERScorer().score_sentence(["a", "b"], ["a", "c"]) == (50.0, None)


def test_what_is_refused():
    for scorer in (ours.BleuScorer(), ours.SacreBleuScorer()):
        with pytest.raises(NotImplementedError, match="corpora only"):
            scorer.score_sentence(["a"], ["a"])
    with pytest.raises(ValueError, match="expected 1: no other is known"):
        ours.WERScorer(sub_pen=2.0)
