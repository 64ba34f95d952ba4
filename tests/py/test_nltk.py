"""The functions of NLTK's bleu_score: equal to NLTK's own."""

import random
import warnings

import pytest

from tercel.integrations import nltk as ours

theirs = pytest.importorskip("nltk.translate.bleu_score", reason="NLTK is not installed")

TOKENS = ["a", "b", "a b", "", " ", "é", 1, 1.0, True, 2, (1, "x"), None, frozenset({1}), b"a"]
WEIGHTS = [(0.25,) * 4, (0.5, 0.5), (1.0,), (0.1, 0.2, 0.3, 0.2, 0.2), [(0.5, 0.5), (0.25,) * 4]]


def segments(rng, n, longest=9):
    """Hypotheses, and 1 to 4 references each, of any tokens."""

    def text(shortest=0):
        return rng.choices(TOKENS[: rng.choice([3, 14])], k=rng.randrange(shortest, longest))

    return [text() for _ in range(n)], [
        [text() for _ in range(rng.randrange(1, 5))] for _ in range(n)
    ]


def close(a, b):
    return a == pytest.approx(b, rel=1e-12, abs=1e-300)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("method", [None, *range(8)])
def test_equal_to_nltk(method):
    rng = random.Random(method)
    function = None if method is None else getattr(ours.SmoothingFunction(), f"method{method}")
    compared = 0
    for k in range(400):
        n = 1 if k % 3 == 0 else rng.randrange(1, 12)
        hypotheses, references = segments(rng, n)
        arguments = (references, hypotheses, rng.choice(WEIGHTS), function, rng.random() < 0.5)
        try:
            expected = theirs.corpus_bleu(*arguments)
        except Exception as error:
            with pytest.raises(type(error)):
                ours.corpus_bleu(*arguments)
            continue
        assert close(ours.corpus_bleu(*arguments), expected)
        compared += expected not in (0, [0, 0])
        if n == 1:
            (refs,), (hypothesis,) = references, hypotheses
            assert close(ours.sentence_bleu(refs, hypothesis, *arguments[2:]), expected)
    assert compared > 50


def test_precisions_and_lengths():
    rng = random.Random(1)
    for _ in range(300):
        (hypothesis,), (references,) = segments(rng, 1)
        for n in (1, 2, 3, 5):
            expected = theirs.modified_precision(references, hypothesis, n)
            found = ours.modified_precision(references, hypothesis, n)
            assert (found.numerator, found.denominator) == (
                expected.numerator,
                expected.denominator,
            )
            assert float(found) == float(expected)
        length = len(hypothesis)
        closest = ours.closest_ref_length(references, length)
        assert closest == theirs.closest_ref_length(references, length)
        assert ours.brevity_penalty(closest, length) == theirs.brevity_penalty(closest, length)


def test_strings_are_sequences_of_characters():
    assert close(
        ours.sentence_bleu(["abc d", "xab"], "abc dd"),
        theirs.sentence_bleu(["abc d", "xab"], "abc dd"),
    )


def test_nothing_matches():
    with pytest.warns(UserWarning, match="no 2-gram matches, so that BLEU is 0") as found:
        score = ours.sentence_bleu([["a", "b"]], ["b", "a"], (0.5, 0.5))
    assert score < 1e-100
    assert found[0].filename == __file__
    assert ours.sentence_bleu([["a"]], ["b"]) == 0
    assert ours.corpus_bleu([[["a"]]], [["b"]], [(0.5, 0.5), (1.0,)]) == [0, 0]


def test_bad_input():
    with pytest.raises(AssertionError, match="2 hypotheses, but references of 1 segments"):
        ours.corpus_bleu([[["a"]]], [["a"], ["b"]])
    with warnings.catch_warnings(), pytest.raises(ValueError, match="reference"):
        ours.sentence_bleu([], ["a"])
    with pytest.raises(ValueError, match="segment 1 has no reference"):
        ours.corpus_bleu([[["a"]], []], [["a"], ["b"]])
    with pytest.raises(ValueError, match="segment 0 has no reference"):
        ours.corpus_bleu([[]], [["a"]])
    with pytest.raises(ValueError, match="weights is empty"):
        ours.sentence_bleu([["a"]], ["a"], weights=())
    with pytest.raises(TypeError, match="unhashable"):
        ours.sentence_bleu([[["a"]]], [["a"]])
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        ours.nothing  # noqa: B018
