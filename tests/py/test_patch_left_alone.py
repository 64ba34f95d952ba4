"""What a patched sacreBLEU leaves to its own code, with its own results."""

import functools
import warnings

import pytest
from patched import REFERENCES, TEXTS, numbers

from tercel.compat import UnpatchedWarning, _peer_counting, patch
from tercel.compat._peer import installed

pytest.importorskip("sacrebleu")

from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.metrics.lib_ter import translation_edit_rate
from sacrebleu.significance import PairedTest

pytestmark = [
    pytest.mark.usefixtures("never_left_patched"),
    pytest.mark.filterwarnings("ignore::tercel.compat.UnpatchedWarning"),
]


class Shouting(BLEU):
    def _preprocess_segment(self, sent):
        return super()._preprocess_segment(sent.upper())


class Generous(CHRF):
    def _compute_f_score(self, statistics):
        return super()._compute_f_score(statistics) / 2


class Doubled(TER):
    def _compute_score_from_stats(self, stats):
        score = super()._compute_score_from_stats(stats)
        score.score *= 2
        return score


class Strange(BLEU):
    @staticmethod
    def compute_bleu(*args, **kwargs):
        score = BLEU.compute_bleu(*args, **kwargs)
        score.score += 1
        return score


class Renamed(BLEU):
    """Changes nothing that matters."""


@pytest.mark.parametrize("kind", [Shouting, Generous, Doubled, Strange, Renamed])
@pytest.mark.parametrize("cached", [False, True])
def test_subclasses(kind, cached):
    def run():
        metric = kind(references=REFERENCES if cached else None)
        given = None if cached else REFERENCES
        score = metric.corpus_score(TEXTS, given, n_bootstrap=40)
        test = PairedTest([("a", TEXTS), ("b", REFERENCES[0])], {"m": metric}, given, "bs", 40)
        return numbers(score), repr(test()[1])

    expected = run()
    with patch():
        assert run() == expected


@pytest.mark.parametrize("base", [BLEU, CHRF, TER])
@pytest.mark.parametrize("method", ["_preprocess_segment", "_compute_score_from_stats"])
def test_a_subclass_is_warned_of_once(base, method):
    def own(self, *arguments):
        return getattr(base, method)(self, *arguments)

    kind = type("Mine", (base,), {method: own, "__module__": "theirs"})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        kind().corpus_score(TEXTS, REFERENCES, n_bootstrap=9)
        assert not caught
        with patch():
            for _ in range(2):
                kind().corpus_score(TEXTS, REFERENCES, n_bootstrap=9)
                PairedTest([("a", TEXTS), ("b", TEXTS)], {"m": kind()}, REFERENCES, "bs", 9)()
    (warning,) = caught
    assert warning.category is UnpatchedWarning
    assert warning.filename == __file__
    assert str(warning.message).startswith(f"theirs.Mine has its own {method}: ")


def test_sacrebleus_own_classes_are_not_warned_of():
    with warnings.catch_warnings(), patch():
        warnings.simplefilter("error")
        for kind in (BLEU, CHRF, TER, Renamed):
            kind().corpus_score(TEXTS, REFERENCES, n_bootstrap=9)


def test_a_subclass_that_changes_nothing_is_fast(counted):
    with patch():
        Renamed().corpus_score(TEXTS, REFERENCES)
    assert counted


@pytest.mark.parametrize("name", ["_preprocess_segment", "_get_closest_ref_len"])
def test_methods_of_one_object(name, counted):
    def run():
        metric = BLEU()
        own = {"_preprocess_segment": str.upper, "_get_closest_ref_len": lambda *_: 77}
        setattr(metric, name, own[name])
        return numbers(metric.corpus_score(TEXTS, REFERENCES))

    expected = run()
    with patch():
        assert run() == expected
    assert not counted


def test_a_tokenizer_of_ones_own(counted):
    class Letters:
        def signature(self):
            return "letters"

        def __call__(self, line):
            return " ".join(line)

    def run():
        metric = BLEU()
        metric.tokenizer = Letters()
        return numbers(metric.corpus_score(TEXTS, REFERENCES))

    expected = run()
    with patch():
        assert run() == expected
    assert not counted


def wrapped_call(kind, monkeypatch):
    original = kind.__call__

    @functools.wraps(original)
    def call(self, line):
        return original(self, line.swapcase() + " x")

    monkeypatch.setattr(kind, "__call__", call)


def other_patterns(tokenizer):
    tokenizer._post_tokenizer._re = tokenizer._post_tokenizer._re[:1]


@pytest.mark.parametrize("kind", [BLEU, TER])
def test_wrapped_tokenizers(kind, monkeypatch, counted):
    wrapped_call(type(kind().tokenizer), monkeypatch)
    expected = numbers(kind().corpus_score(TEXTS, REFERENCES))
    with patch():
        assert numbers(kind().corpus_score(TEXTS, REFERENCES)) == expected
    # TER's search still goes through the core, on the words of that tokenizer.
    assert set(counted) == (set() if kind is BLEU else {_peer_counting.words_counting()})


def test_other_patterns(counted):
    def run():
        metric = BLEU()
        other_patterns(metric.tokenizer)
        return numbers(metric.corpus_score(TEXTS, REFERENCES))

    expected = run()
    with patch():
        assert run() == expected
        assert not counted
        BLEU().corpus_score(TEXTS, REFERENCES)
    assert counted


def test_other_limits_of_ters_search(monkeypatch, counted):
    monkeypatch.setattr(installed().lib_ter, "_MAX_SHIFT_DIST", 0)
    far = ["x y z a b c d"], [["a b c d x y z"]]
    expected = numbers(TER().corpus_score(*far))
    with patch():
        assert numbers(TER().corpus_score(*far)) == expected
    assert not counted


@pytest.mark.parametrize("hypotheses", [[], ["a", None], ["a", 3], "ab", ("a b", "c"), [b"a"]])
@pytest.mark.parametrize("references", [None, [], [[]], [["a b", None]], [["a"], ["b"]], "ab", [3]])
@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
def test_bad_input_fails_as_before(kind, hypotheses, references):
    def run():
        try:
            return numbers(kind().corpus_score(hypotheses, references))
        except Exception as error:
            return type(error), str(error)

    expected = run()
    with patch():
        assert run() == expected


def test_tokenized_texts_are_warned_of(caplog):
    texts = ["the cat sat ."] * 120

    def warned(force):
        caplog.clear()
        BLEU(force=force).corpus_score(texts, [texts])
        return [(record.levelname, record.getMessage()) for record in caplog.records]

    expected, none = warned(False), warned(True)
    assert len(expected) == 3 and not none
    with patch():
        assert warned(False) == expected
        assert warned(True) == none


def test_one_segment_of_ter():
    words = [["a", "b"], ["c", "a"]]
    lists = [words, [["a b", ""], ["a"]], [("a", "b")], [["b a c"]], [["b", " a", "c"]]]
    odd = [{"ref_words": of_one} for of_one in lists]
    expected = [TER()._compute_segment_statistics("b a c", kwargs) for kwargs in odd]
    with patch():
        assert [TER()._compute_segment_statistics("b a c", kwargs) for kwargs in odd] == expected
        assert translation_edit_rate(["a"], ["b"]) == (1, 1)
