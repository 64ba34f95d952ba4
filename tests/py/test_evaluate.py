"""Hugging Face's evaluate: the published keys, and sacreBLEU's numbers."""

import math
from collections import Counter

import pytest
import sacrebleu
from generated import corpus

pytest.importorskip("evaluate", reason="evaluate is not installed")
import evaluate

from tercel.integrations.evaluate import load

PREDICTIONS, STREAMS = corpus(40, 2, seed=89)
# Arrow, in which evaluate keeps texts, has no lone surrogates; and evaluate's bleu does not strip.
CLEAN = [
    [text.encode("utf-8", "replace").decode().rstrip() for text in stream]
    for stream in (PREDICTIONS, *STREAMS)
]
PREDICTIONS, STREAMS = CLEAN[0], CLEAN[1:]
REFERENCES = [list(refs) for refs in zip(*STREAMS, strict=True)]


def compute(name, *, predictions=PREDICTIONS, references=REFERENCES, **options):
    return load(name, keep_in_memory=True).compute(
        predictions=predictions, references=references, **options
    )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"smooth_method": "add-k", "smooth_value": 2, "lowercase": True, "force": True},
        {"tokenize": "intl", "use_effective_order": True},
    ],
)
def test_sacrebleu(options):
    given = {"tokenize": "13a", **options}
    expected = sacrebleu.corpus_bleu(PREDICTIONS, STREAMS, **given)
    found = compute("sacrebleu", **options)
    assert list(found) == ["score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len"]
    assert found["score"] == pytest.approx(expected.score, abs=1e-9)
    assert found["precisions"] == pytest.approx(expected.precisions, abs=1e-9)
    for key in ("counts", "totals", "sys_len", "ref_len"):
        assert found[key] == getattr(expected, key)
    assert found["bp"] == pytest.approx(expected.bp)


@pytest.mark.parametrize("options", [{}, {"word_order": 2, "lowercase": True}, {"beta": 1}])
def test_chrf(options):
    found = compute("chrf", **options)
    assert list(found) == ["score", "char_order", "word_order", "beta"]
    expected = sacrebleu.CHRF(**options).corpus_score(PREDICTIONS, STREAMS)
    assert found["score"] == pytest.approx(expected.score, abs=1e-9)


@pytest.mark.parametrize("options", [{}, {"normalized": True, "case_sensitive": True}])
def test_ter(options):
    found = compute("ter", **options)
    assert list(found) == ["score", "num_edits", "ref_length"]
    expected = sacrebleu.TER(**options).corpus_score(PREDICTIONS, STREAMS)
    assert found["score"] == pytest.approx(expected.score, abs=1e-9)
    assert found["num_edits"] == expected.num_edits
    assert found["ref_length"] == expected.ref_length


def slow_bleu(predictions, references, order, smooth):
    """A twin of what evaluate publishes as bleu, on tokens."""
    matches, possible = [0] * order, [0] * order
    for tokens, texts in zip(predictions, references, strict=True):
        for n in range(1, order + 1):
            counted = Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))
            best = Counter()
            for text in texts:
                best |= Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))
            matches[n - 1] += sum((counted & best).values())
            possible[n - 1] += sum(counted.values())
    add = int(smooth)
    precisions = [
        (m + add) / (p + add) if p + add else 0.0 for m, p in zip(matches, possible, strict=True)
    ]
    length = sum(map(len, predictions))
    ref_length = sum(min(map(len, texts)) for texts in references)
    mean = math.prod(precisions) ** (1 / order)
    penalty = 1.0 if length > ref_length else math.exp(1 - ref_length / length)
    return [mean * penalty, precisions, penalty, length / ref_length, length, ref_length]


@pytest.mark.parametrize("smooth", [False, True])
@pytest.mark.parametrize("order", [1, 4])
def test_bleu(order, smooth):
    keys = [
        "bleu",
        "precisions",
        "brevity_penalty",
        "length_ratio",
        "translation_length",
        "reference_length",
    ]
    tokenize = sacrebleu.metrics.bleu._get_tokenizer("13a")()
    for tokenizer, split in ((None, lambda t: tokenize(t).split()), (list, list)):
        options = {} if tokenizer is None else {"tokenizer": tokenizer}
        found = compute("bleu", max_order=order, smooth=smooth, **options)
        expected = slow_bleu(
            [split(p) for p in PREDICTIONS],
            [[split(r) for r in t] for t in REFERENCES],
            order,
            smooth,
        )
        assert list(found) == keys
        for value, wanted in zip(found.values(), expected, strict=True):
            assert value == pytest.approx(wanted)


def test_one_reference_and_batches():
    metric = load("sacrebleu", keep_in_memory=True)
    assert isinstance(metric, evaluate.Metric)
    for prediction, reference in zip(PREDICTIONS, STREAMS[0], strict=True):
        metric.add(prediction=prediction, reference=reference)
    assert metric.compute() == compute("sacrebleu", references=STREAMS[0])
    both = evaluate.combine(
        [load("chrf", keep_in_memory=True), load("sacrebleu", keep_in_memory=True)]
    )
    found = both.compute(predictions=PREDICTIONS, references=REFERENCES)
    assert found["chrf_score"] == compute("chrf")["score"]


def test_segments_may_have_different_numbers_of_references_for_bleu_only():
    uneven = [["a b", "c"], ["a"]]
    found = compute("bleu", predictions=["a b", "a"], references=uneven, max_order=1)
    assert (found["bleu"], found["reference_length"]) == (1.0, 2)
    for name in ("sacrebleu", "chrf", "ter"):
        with pytest.raises(ValueError, match="segment 1 has 1 references, but segment 0 has 2"):
            compute(name, predictions=["a b", "a"], references=uneven)


def test_bad_input():
    with pytest.raises(ValueError, match="unknown metric 'bleurt', expected one of sacrebleu"):
        load("bleurt")
    with pytest.raises(ValueError, match="the shortest references have no token at all"):
        compute("bleu", predictions=["a"], references=[["", "b"]])
    for name in ("sacrebleu", "chrf", "ter", "bleu"):
        with pytest.raises(ValueError, match=r"segment 1 has (no|0) reference"):
            compute(name, predictions=["a", "b"], references=[["a"], []])
        with pytest.raises(ValueError, match="segment 0 has no reference"):
            compute(name, predictions=["a", "b"], references=[[], []])
    assert compute("bleu", predictions=[""], references=[["b"]])["bleu"] == 0.0
