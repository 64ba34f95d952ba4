"""chrF equals sacreBLEU: statistics to the integer, scores to 1e-9."""

import numpy as np
import pytest
from generated import corpus
from sacrebleu.metrics.chrf import CHRF as Peer

import tercel

OPTIONS = [
    {},
    {"word_order": 1},
    {"word_order": 2},
    {"lowercase": True},
    {"whitespace": True},
    {"eps_smoothing": True, "word_order": 2},
    {"char_order": 3, "beta": 1},
    {"char_order": 10, "word_order": 3, "beta": 3},
    {"char_order": 0, "word_order": 2},
    {"lowercase": True, "whitespace": True, "word_order": 2, "eps_smoothing": True},
]


def check(hypotheses, references, options):
    ours, peer = tercel.CHRF(**options), Peer(**options)
    expected = peer._extract_corpus_statistics(hypotheses, references)
    statistics = ours.statistics(hypotheses, references)
    np.testing.assert_array_equal(statistics, np.array(expected))
    np.testing.assert_allclose(
        ours.aggregate(statistics),
        [peer._compute_f_score(row) for row in expected],
        rtol=0,
        atol=1e-9,
    )
    totals = statistics.sum(axis=0)
    score = peer._aggregate_and_compute(expected)
    assert ours.score(totals).score == pytest.approx(score.score, rel=0, abs=1e-9)
    assert ours.score(totals).format() == score.format(width=2)


@pytest.mark.parametrize("n_references", [1, 3])
@pytest.mark.parametrize("options", OPTIONS)
def test_generated_text(options, n_references):
    check(*corpus(300, n_references, seed=31 + n_references), options)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_more_generated_text(options):
    """A sample; ``python -m benchmarks generated`` goes through 100,000 segments."""
    for seed in range(3):
        check(*corpus(600, 1 + seed, seed=3000 + seed), options)


def test_missing_references():
    hypotheses, (first, second) = corpus(200, 2, seed=5)
    first[::3] = [None] * len(first[::3])
    second[1::3] = [None] * len(second[1::3])
    check(hypotheses, [first, second], {"word_order": 2})


def test_edges():
    texts = ["", " ", "a", "ab", "abcdef", "((", "(a)", "a.", ".", "中文。", "\ud800", "a b c"]
    check([t for t in texts for _ in texts], [texts * len(texts)], {"word_order": 2})


def test_workers_do_not_change_a_number():
    hypotheses, references = corpus(600, 2, seed=9)
    chrf = tercel.CHRF(word_order=2)
    expected = chrf.statistics(hypotheses, references)
    for workers in (2, 3, 8):
        np.testing.assert_array_equal(
            chrf.statistics(hypotheses, references, workers=workers), expected
        )


def test_signature():
    version = tercel.__version__
    assert tercel.CHRF(word_order=2, eps_smoothing=True).signature == (
        f"case:mixed|eff:no|nc:6|nw:2|space:no|version:tercel-{version}"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"char_order": -1}, "char_order is -1, expected a whole number from 0 to 100"),
        ({"word_order": 1.5}, "word_order is 1.5"),
        ({"char_order": 0}, "char_order and word_order are both 0"),
        ({"beta": 0}, "beta is 0, expected a finite number above 0"),
        ({"beta": float("nan")}, "beta is nan"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        tercel.CHRF(**options)
