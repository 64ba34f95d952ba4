"""The drop-in's errors and test sets."""

import sys

import pytest
import sacrebleu as peer
import sacrebleu.significance as peer_significance
from compat.corpora import described

import tercel.compat.sacrebleu as ours
from tercel.compat.sacrebleu import significance

HYPOTHESES = ["the cat sat on the mat .", "It rained, today: 3.5 mm", "a b c d e", "Straße ΑΣ"]
REFERENCES = [
    ["the cat is on the mat .", "today it rained 3.5 mm", "a b d c e", "straße ας"],
    ["a cat sat there .", None, "a b c", ""],
]


def test_the_public_names_are_the_same():
    assert ours.__all__ == peer.__all__
    assert all(hasattr(ours, name) for name in peer.__all__)
    assert ours.__version__ == peer.__version__
    assert ours.DATASETS is peer.DATASETS
    assert ours.BLEU.SMOOTH_DEFAULTS == peer.BLEU.SMOOTH_DEFAULTS
    assert list(ours.BLEU.TOKENIZERS) == list(peer.BLEU.TOKENIZERS)
    assert list(ours.metrics.METRICS) == list(peer.metrics.METRICS)


def paired(module, kind, hypotheses):
    tests = significance if module is ours else peer_significance
    systems = [("a", ["a b", "b"]), ("b", hypotheses)]
    return tests.PairedTest(systems, {"m": module.TER()}, [["a b", "c"]], kind, 9)()


BAD_CALLS = {
    "no hypotheses": lambda m: m.CHRF().corpus_score([], [[]]),
    "a generator": lambda m: m.CHRF().corpus_score((x for x in "ab"), [["a"]]),
    "a number": lambda m: m.CHRF().corpus_score([1], [["a"]]),
    "a number later": lambda m: m.BLEU().corpus_score(["a", 1], [["a", "b"]]),
    "None": lambda m: m.BLEU().corpus_score(["a", None], [["a", "b"]]),
    "references a number": lambda m: m.TER().corpus_score(["a"], 5),
    "references numbers": lambda m: m.TER().corpus_score(["a"], [[5]]),
    "a reference stream a number": lambda m: m.TER().corpus_score(["a"], [5]),
    "references one flat list of None": lambda m: m.TER().corpus_score(["a"], [None]),
    "number among references": lambda m: m.BLEU(references=[["a", 5]]),
    "no references": lambda m: m.BLEU().corpus_score(["a"], None),
    "empty references": lambda m: m.BLEU(references=[]).corpus_score(["a"], None),
    "no reference of a segment, BLEU": lambda m: m.BLEU().corpus_score(["a", "b"], [["a", None]]),
    "no reference of a segment, chrF": lambda m: m.CHRF().corpus_score(["a", "b"], [["a", None]]),
    "no reference of a segment, TER": lambda m: m.TER().corpus_score(["a", "b"], [["a", None]]),
    "sentence: a list": lambda m: m.BLEU().sentence_score(["a"], ["a"]),
    "sentence: one string": lambda m: m.BLEU().sentence_score("a", "a"),
    "sentence: numbers": lambda m: m.BLEU().sentence_score("a", [1]),
    "unknown tokenizer": lambda m: m.BLEU(tokenize="13b"),
    "unknown smoothing": lambda m: m.BLEU(smooth_method="extra"),
    "signature too early": lambda m: m.BLEU().get_signature(),
    "unknown test": lambda m: __import__(f"{m.__name__}.significance", fromlist=[""]).PairedTest(
        [("a", ["a"])], {}, None, "xx"
    ),
    "systems of different lengths, ar": lambda m: paired(m, "ar", ["a"]),
    "a longer system, bs": lambda m: paired(m, "bs", ["a", "b", "c"]),
    # These are no errors there, and so none here.
    "a shorter system, bs": lambda m: paired(m, "bs", ["a"]),
    "lengths that differ": lambda m: m.BLEU().corpus_score(["a", "b"], [["a"]]),
    "a string for a list": lambda m: m.CHRF().corpus_score("ab", ["ac"]),
    "empty and None": lambda m: m.TER().corpus_score([""], [[""]]),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_bad_calls_end_as_in_sacrebleu(name):
    def outcome(module):
        try:
            return described(BAD_CALLS[name](module))
        except Exception as error:
            assert module is peer or str(error)
            return type(error)

    assert outcome(ours) == outcome(peer)


def test_what_an_error_says():
    with pytest.raises(TypeError, match=r"CHRF: expected hyps\[0\] to be a str, found int"):
        ours.CHRF().corpus_score([1], [["a"]])
    with pytest.raises(AssertionError, match="smooth_method is 'x', expected one of none, floor"):
        ours.BLEU(smooth_method="x")
    with pytest.raises(ValueError, match="statistics is 'other', expected one of sacrebleu"):
        ours.BLEU().corpus_score(["a"], [["a"]], n_bootstrap=2, statistics="other")


def test_test_sets_say_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu.dataset", None)
    monkeypatch.setitem(sys.modules, "sacrebleu.utils", None)
    for call in (lambda: ours.DATASETS, ours.get_available_testsets):
        with pytest.raises(ImportError, match=r"pip install 'tercel\[sacrebleu\]'"):
            call()


def test_test_sets_are_the_installed_ones():
    assert ours.get_available_testsets() == peer.get_available_testsets()
    assert ours.get_langpairs_for_testset("wmt23") == peer.get_langpairs_for_testset("wmt23")
    assert ours.dataset.SUBSETS is peer.dataset.SUBSETS


def test_a_missing_model_is_named(monkeypatch, tmp_path):
    from tercel.compat.sacrebleu.tokenizers import tokenizer_spm

    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="flores200sacrebleuspm"):
        ours.BLEU(tokenize="flores200")
