"""BLEU equals sacreBLEU: statistics to the integer, scores to 1e-9."""

import random
import warnings

import numpy as np
import pytest
import sacrebleu
from generated import corpus
from sacrebleu.metrics.bleu import BLEU as Peer

import tercel
from tercel.tokenizers import CORE_TOKENIZERS

TOKENIZERS = CORE_TOKENIZERS


def peer_statistics(hypotheses, references, **options):
    peer = Peer(**options)
    return np.array(peer._extract_corpus_statistics(hypotheses, references))


@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize("tokenize", TOKENIZERS)
@pytest.mark.parametrize("n_references", [1, 2, 4])
def test_statistics_on_generated_text(tokenize, lowercase, n_references):
    hypotheses, references = corpus(400, n_references, seed=n_references)
    ours = tercel.BLEU(tokenize=tokenize, lowercase=lowercase)
    expected = peer_statistics(hypotheses, references, tokenize=tokenize, lowercase=lowercase)
    np.testing.assert_array_equal(ours.statistics(hypotheses, references), expected)


@pytest.mark.slow
@pytest.mark.parametrize("tokenize", TOKENIZERS)
def test_statistics_on_more_generated_text(tokenize):
    """A sample; ``python -m benchmarks generated`` goes through 200,000 segments a tokenizer."""
    for seed in range(8):
        n_references, lowercase = 1 + seed % 4, seed >= 4
        hypotheses, references = corpus(2500, n_references, seed=1000 + seed)
        ours = tercel.BLEU(tokenize=tokenize, lowercase=lowercase)
        expected = peer_statistics(hypotheses, references, tokenize=tokenize, lowercase=lowercase)
        np.testing.assert_array_equal(ours.statistics(hypotheses, references), expected)


def test_statistics_of_long_segments():
    rng = random.Random(5)
    words = [f"w{i}" for i in range(50)]
    hypothesis, reference = (" ".join(rng.choices(words, k=10_000)) for _ in range(2))
    np.testing.assert_array_equal(
        tercel.BLEU().statistics([hypothesis], [reference]),
        peer_statistics([hypothesis], [[reference]]),
    )


@pytest.mark.parametrize("max_ngram_order", [1, 2, 3, 5, 9])
def test_statistics_of_other_orders(max_ngram_order):
    hypotheses, references = corpus(200, 2, seed=7)
    np.testing.assert_array_equal(
        tercel.BLEU(max_ngram_order=max_ngram_order).statistics(hypotheses, references),
        peer_statistics(hypotheses, references, max_ngram_order=max_ngram_order),
    )


def test_missing_references():
    hypotheses, (first, second) = corpus(300, 2, seed=11)
    rng = random.Random(3)
    for i in range(300):
        gap = rng.randrange(3)
        if gap == 1:
            first[i] = None
        elif gap == 2:
            second[i] = None
    np.testing.assert_array_equal(
        tercel.BLEU().statistics(hypotheses, [first, second]),
        peer_statistics(hypotheses, [first, second]),
    )


def test_ties_in_length_take_the_shorter_reference():
    statistics = tercel.BLEU(tokenize="none").statistics(
        ["a b c"], [["a b c d"], ["a b"], ["a b c d e"]]
    )
    assert statistics[0, :2].tolist() == [3, 2]


SCORINGS = [
    {},
    {"smooth_method": "none"},
    {"smooth_method": "floor"},
    {"smooth_method": "floor", "smooth_value": 0.0},
    {"smooth_method": "floor", "smooth_value": 0.5},
    {"smooth_method": "add-k"},
    {"smooth_method": "add-k", "smooth_value": 0.3},
    {"effective_order": True},
    {"effective_order": True, "smooth_method": "none"},
    {"effective_order": True, "smooth_method": "add-k", "smooth_value": 2},
    {"max_ngram_order": 2},
    {"max_ngram_order": 6, "effective_order": True},
]


@pytest.mark.parametrize("options", SCORINGS)
def test_sentence_scores(options):
    hypotheses, references = corpus(300, 1, seed=13)
    scores = tercel.BLEU(**options).sentence_scores(hypotheses, references)
    peer = Peer(**{"effective_order": False, **options})
    statistics = peer._extract_corpus_statistics(hypotheses, references)
    expected = [peer._compute_score_from_stats(list(row)).score for row in statistics]
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("options", SCORINGS)
def test_corpus_score_with_all_its_parts(options):
    hypotheses, references = corpus(100, 2, seed=17)
    ours = tercel.BLEU(**options).corpus_score(hypotheses, references)
    peer = Peer(**options).corpus_score(hypotheses, references)
    assert ours.score == pytest.approx(peer.score, rel=0, abs=1e-9)
    assert ours.precisions == pytest.approx(peer.precisions, rel=0, abs=1e-9)
    assert ours.brevity_penalty == pytest.approx(peer.bp, rel=0, abs=1e-12)
    assert (ours.hyp_len, ours.ref_len) == (peer.sys_len, peer.ref_len)
    assert ours.format() == peer.format(width=2)


def test_aggregate_equals_the_score_of_each_row():
    rng = np.random.default_rng(0)
    bleu = tercel.BLEU()
    matches = rng.integers(0, 50, (2, 30, 4))
    lengths = rng.integers(0, 300, (2, 30, 2))
    totals = np.concatenate([lengths, matches, matches + rng.integers(0, 9, (2, 30, 4))], axis=-1)
    scores = bleu.aggregate(totals)
    assert scores.shape == (2, 30)
    for index in np.ndindex(scores.shape):
        assert scores[index] == bleu.score(totals[index]).score
        row = totals[index].tolist()
        expected = Peer.compute_bleu(row[2:6], row[6:], row[0], row[1], "exp").score
        assert scores[index] == pytest.approx(expected, rel=1e-12, abs=1e-9)


def test_many_orders_stay_in_range():
    text = " ".join(str(i) for i in range(200))
    bleu = tercel.BLEU(max_ngram_order=100, tokenize="none")
    assert bleu.corpus_score([text], [text]).score == pytest.approx(100, abs=1e-9)


def test_sentence_score_of_several_references():
    ours = tercel.BLEU(effective_order=True).sentence_score("a b c d", ["a b c", "b c d e"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = sacrebleu.sentence_bleu("a b c d", ["a b c", "b c d e"])
    assert ours.score == pytest.approx(peer.score, abs=1e-9)


def test_empty_hypothesis_is_a_segment_of_length_zero():
    assert tercel.BLEU().statistics([""], ["a b"])[0].tolist() == [0, 2, *[0] * 8]
    assert tercel.BLEU().sentence_score("", "a b").score == 0.0


def test_workers_do_not_change_a_number():
    hypotheses, references = corpus(1000, 2, seed=23)
    bleu = tercel.BLEU()
    expected = bleu.statistics(hypotheses, references)
    for workers in (2, 3, 8):
        result = bleu.statistics(hypotheses, references, workers=workers)
        np.testing.assert_array_equal(result, expected)


def test_signature_names_every_option():
    bleu = tercel.BLEU(
        lowercase=True,
        tokenize="intl",
        smooth_method="floor",
        effective_order=True,
        max_ngram_order=2,
    )
    version = tercel.__version__
    assert bleu.signature == (
        f"case:lc|eff:yes|tok:intl|smooth:floor[0.10]|order:2|version:tercel-{version}"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tokenize": "13b"}, "unknown tokenizer '13b', expected one of none, 13a, intl, char, zh"),
        ({"smooth_method": "lin"}, "unknown smooth_method 'lin', expected one of none, floor"),
        ({"smooth_method": "floor", "smooth_value": -1}, "smooth_value is -1, expected a finite"),
        ({"smooth_method": "add-k", "smooth_value": float("nan")}, "smooth_value is nan"),
        ({"smooth_value": 1.0}, "smooth_method 'exp' takes none"),
        ({"max_ngram_order": 0}, "max_ngram_order is 0"),
        ({"max_ngram_order": 2.0}, "max_ngram_order is 2.0"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        tercel.BLEU(**options)


def test_bad_totals():
    with pytest.raises(ValueError, match=r"totals has shape \(3, 9\), expected \(..., 10\)"):
        tercel.BLEU().aggregate(np.zeros((3, 9), dtype=np.int64))
    with pytest.raises(TypeError, match="dtype float64, expected integers"):
        tercel.BLEU().aggregate(np.zeros((3, 10)))
