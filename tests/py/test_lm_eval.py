"""lm-evaluation-harness: its scores and standard errors, and its own draws."""

import random

import numpy as np
import pytest
import sacrebleu
from generated import corpus

from tercel.integrations import lm_eval as ours

PREDICTIONS, (REFERENCE,) = corpus(60, 1, seed=83)
ITEMS = list(zip(REFERENCE, PREDICTIONS, strict=True))
PEERS = {
    "bleu": sacrebleu.corpus_bleu,
    "chrf": sacrebleu.corpus_chrf,
    "chrfpp": lambda p, r: sacrebleu.corpus_chrf(p, r, word_order=2),
    "ter": sacrebleu.corpus_ter,
}


@pytest.fixture
def harness(monkeypatch):
    monkeypatch.setenv("DISABLE_MULTIPROC", "1")
    return pytest.importorskip(
        "lm_eval.api.metrics", reason="lm-evaluation-harness is not installed", exc_type=ImportError
    )


@pytest.mark.parametrize("name", PEERS)
def test_scores(name):
    function = getattr(ours, name)
    expected = PEERS[name](PREDICTIONS, [REFERENCE]).score
    assert function(ITEMS) == pytest.approx(expected, abs=1e-9)
    nested = [([reference], [prediction]) for reference, prediction in ITEMS]
    assert function(nested) == function(ITEMS)
    two = [([r, r + " x"], p) for r, p in ITEMS]
    expected = PEERS[name](PREDICTIONS, [REFERENCE, [r + " x" for r in REFERENCE]]).score
    assert function(two) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", PEERS)
def test_standard_errors_are_those_of_scoring_each_resample(name):
    function = getattr(ours, name)
    scores = []
    generator = random.Random(0)
    for _ in range(30):
        scores.append(function(generator.choices(ITEMS, k=len(ITEMS))))
    assert ours.bootstrap_stderr(function, ITEMS, 30) == pytest.approx(np.std(scores, ddof=1))


@pytest.mark.parametrize("n", [1, 2, 7, 1000])
def test_draws_are_those_of_python(n):
    for seed in (0, 1, 12345):
        generator = random.Random(seed)
        for drawn in ours._draws(seed, 5, n):
            assert drawn.tolist() == generator.choices(range(n), k=n)


def test_chunks_and_other_functions():
    values = [1.0, 2.0, 4.0, 8.0]

    def mean(xs):
        return sum(xs) / len(xs)

    expected = []
    for seed in (0, 1):
        generator = random.Random(seed)
        expected += [mean(generator.choices(values, k=4)) for _ in range(1000)]
    found = ours.bootstrap_stderr(mean, values, 2500)
    assert found == pytest.approx(np.std(expected, ddof=1))


@pytest.mark.parametrize("name", PEERS)
def test_inside_the_harness(name, harness, monkeypatch, capsys):
    theirs = getattr(harness, name)
    assert getattr(ours, name)(ITEMS) == pytest.approx(theirs(ITEMS), abs=1e-9)
    expected = harness.stderr_for_metric(theirs, 20)(ITEMS)
    monkeypatch.setattr(harness, "bootstrap_stderr", ours.bootstrap_stderr)
    monkeypatch.setattr(sacrebleu, "corpus_bleu", None)
    assert harness.stderr_for_metric(theirs, 20)(ITEMS) == pytest.approx(expected, abs=1e-9)


def test_bad_input():
    with pytest.raises(ValueError, match="found 2 predictions for a segment, expected one"):
        ours.bleu([("a", ["b", "c"])])
    with pytest.raises(ValueError, match="segment 1 has no reference"):
        ours.bleu([("a", "b"), ([], "b")])
    for n in (-5, 0, 1):
        with pytest.raises(ValueError, match=f"iters is {n}, expected at least 2 resamples"):
            ours.bootstrap_stderr(ours.bleu, [("a", "b")], n)
    for function in (ours.bleu, max):
        with pytest.raises(ValueError, match="xs is empty, expected at least one item"):
            ours.bootstrap_stderr(function, [], 10)
