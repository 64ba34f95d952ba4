"""TER equals sacreBLEU edit for edit; its tokenizer token by token."""

import random
from itertools import product
from math import lcm

import numpy as np
import pytest
from generated import corpus, segment
from reference import ter as twin
from sacrebleu.metrics.lib_ter import translation_edit_rate
from sacrebleu.metrics.ter import TER as Peer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

import tercel

FLAGS = ("normalized", "no_punct", "asian_support", "case_sensitive")
OPTIONS = [dict(zip(FLAGS, values, strict=True)) for values in product([False, True], repeat=4)]


def check(hypotheses, references, **options):
    peer = Peer(**options)
    expected = np.array(peer._extract_corpus_statistics(hypotheses, references), dtype=float)
    unit = lcm(*range(1, len(references) + 1))
    statistics = tercel.TER(**options).statistics(hypotheses, references)
    np.testing.assert_array_equal(statistics[:, 0], expected[:, 0] * unit)
    np.testing.assert_allclose(statistics[:, 1], expected[:, 1] * unit, rtol=1e-15)
    score = peer._aggregate_and_compute(expected.tolist())
    ours = tercel.TER(**options).score(statistics.sum(axis=0))
    assert ours.score == pytest.approx(score.score, rel=0, abs=1e-9)
    assert ours.format() == score.format(width=2)


def shifted(rng, size, alphabet):
    """A pair that shifts matter to: blocks moved, halves exchanged, tokens repeated or replaced."""
    words = [f"w{rng.randrange(alphabet)}" for _ in range(size)]
    other = list(words)
    for _ in range(rng.randrange(1, 5)):
        i, j = sorted((rng.randrange(size), rng.randrange(size)))
        kind = rng.randrange(4)
        if kind == 0:
            other = other[j:] + other[i:j] + other[:i]
        elif kind == 1:
            other[i:j] = reversed(other[i:j])
        elif kind == 2 and len(other) > i:
            other[i] = "x"
        else:
            other = other[:i] + other[j:] + other[i:j]
    return " ".join(other), " ".join(words)


@pytest.mark.parametrize("options", OPTIONS)
def test_generated_text_with_every_option(options):
    check(*corpus(150, 1, seed=41), **options)
    check(*corpus(60, 3, seed=43), **options)


@pytest.mark.parametrize("options", OPTIONS)
def test_tokens(options):
    rng = random.Random(7)
    lines = [segment(rng) for _ in range(1500)]
    lines += [
        "S's,",
        "it's",
        "it's.",
        "'s",
        "x's y's",
        "a\n-b",
        "かな",
        "カナ",
        "中's",
        "a's!",
        "5's-5",
    ]
    peer = TercomTokenizer(**options)
    ours = tercel.TER(**options).tokens(lines)
    for line, tokens in zip(lines, ours, strict=True):
        assert tokens == peer(line.rstrip()).split(), ascii(line)


def test_references_are_tokenized_twice_as_the_reference_implementation_does():
    check(["S's,", "s's"], [["S's,", "S's."]], normalized=True)


def test_shifts():
    rng = random.Random(11)
    pairs = [shifted(rng, rng.randrange(2, 25), rng.choice([3, 8, 1000])) for _ in range(400)]
    hypotheses, references = map(list, zip(*pairs, strict=True))
    check(hypotheses, [references])


@pytest.mark.slow
def test_more_generated_text():
    """A sample; ``python -m benchmarks generated`` goes through 100,000 segments."""
    check(*corpus(3000, 1, seed=5000))
    rng = random.Random(13)
    pairs = [shifted(rng, rng.randrange(2, 16), rng.choice([2, 5, 1000])) for _ in range(4000)]
    hypotheses, references = map(list, zip(*pairs, strict=True))
    check(hypotheses, [references])


@pytest.mark.slow
@pytest.mark.parametrize("alphabet", [2, 20, 400])
def test_long_segments(alphabet):
    """The beam and the limit of 1,000 shifts bind here."""
    rng = random.Random(alphabet)
    for size in (60, 100, 150):
        hypothesis, reference = shifted(rng, size, alphabet)
        check([hypothesis], [[reference]])


@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [
        ("", ""),
        ("a", ""),
        ("", "a"),
        ("a b", "b a"),
        ("a", "a"),
        (" ", "a b"),
        ("a " * 60, "a"),
        ("a", "b " * 120),
        ("a b c d e f " * 9, "f e d c b a " * 9),
    ],
)
def test_edges(hypothesis, reference):
    check([hypothesis], [[reference]])


def test_missing_references():
    hypotheses, (first, second) = corpus(100, 2, seed=5)
    first[::3] = [None] * len(first[::3])
    second[1::3] = [None] * len(second[1::3])
    check(hypotheses, [first, second])


def test_edits_by_kind_add_up_and_belong_to_the_best_reference():
    hypotheses, references = corpus(300, 2, seed=17)
    ter = tercel.TER()
    edits = ter.edits(hypotheses, references)
    np.testing.assert_array_equal(
        edits.sum(axis=1) * 2, ter.statistics(hypotheses, references)[:, 0]
    )


def test_the_alignment_turns_one_text_into_the_other():
    rng = random.Random(19)
    ter = tercel.TER()
    for _ in range(300):
        hypothesis, reference = shifted(rng, rng.randrange(2, 20), 6)
        alignment = ter.alignment(hypothesis, reference)
        words = list(range(len(hypothesis.split())))
        for shift in alignment.shifts:
            words[shift.begin : shift.end] = (
                words[shift.middle : shift.end] + words[shift.begin : shift.middle]
            )
        assert [s.hypothesis_index for s in alignment.operations if s.hypothesis] == words
        assert [s.reference for s in alignment.operations if s.reference] == reference.split()
        for step in alignment.operations:
            assert (step.kind == "match") == (step.hypothesis == step.reference)
        assert alignment.n_edits == ter.statistics([hypothesis], [reference])[0, 0]


def test_the_twin_agrees_with_the_reference_implementation():
    """The twin is what a reader checks by eye, so it must say what the peer says."""
    rng = random.Random(23)
    for _ in range(60):
        hypothesis, reference = (text.split() for text in shifted(rng, rng.randrange(2, 12), 5))
        edits, _ = translation_edit_rate(hypothesis, reference)
        assert twin.edits(hypothesis, reference) == edits


def test_exact_is_the_same_where_the_beam_cannot_bind():
    rng = random.Random(29)
    pairs = [shifted(rng, rng.randrange(2, 25), 8) for _ in range(200)]
    hypotheses, references = map(list, zip(*pairs, strict=True))
    exact = tercel.TER(exact=True)
    np.testing.assert_array_equal(
        exact.statistics(hypotheses, references), tercel.TER().statistics(hypotheses, references)
    )
    assert "search:exact" in exact.signature


def test_workers_do_not_change_a_number():
    hypotheses, references = corpus(600, 2, seed=9)
    expected = tercel.TER().statistics(hypotheses, references)
    for workers in (2, 3, 8):
        np.testing.assert_array_equal(
            tercel.TER().statistics(hypotheses, references, workers=workers), expected
        )


def test_more_than_20_references_are_refused():
    with pytest.raises(ValueError, match="21 reference streams, at most 20"):
        tercel.TER().statistics(["a"], [["a"]] * 21)


def test_the_report_of_an_alignment_is_readable():
    text = str(tercel.TER().alignment("today it rains in Paris", "it rains in London today"))
    assert text.splitlines() == [
        "hypothesis  it rains in paris  today",
        "reference   it rains in london today",
        "edit                    S (1 shifted)",
    ]
