"""The drop-in's metrics as programs use and change them; its tokenizers."""

import copy
import pickle
import random

import numpy as np
import pytest
import sacrebleu as peer
import sacrebleu.significance as peer_significance
from compat.corpora import described
from generated import segment
from sacrebleu.metrics import lib_ter as peer_lib_ter

import tercel.compat.sacrebleu as ours
from tercel.compat.sacrebleu import significance
from tercel.compat.sacrebleu.metrics import lib_ter

HYPOTHESES = ["the cat sat on the mat .", "It rained, today: 3.5 mm", "a b c d e", "Straße ΑΣ"]
REFERENCES = [
    ["the cat is on the mat .", "today it rained 3.5 mm", "a b d c e", "straße ας"],
    ["a cat sat there .", None, "a b c", ""],
]
KINDS = ("BLEU", "CHRF", "TER")


@pytest.mark.parametrize("kind", KINDS)
def test_compute_score_of_totals_of_any_type(kind):
    """Programs call it with lists and with arrays of several types."""
    ours_, peers = getattr(ours, kind)(), getattr(peer, kind)()
    stats = ours_._extract_corpus_statistics(HYPOTHESES, REFERENCES)
    for convert in (
        lambda x: x,
        lambda x: np.array(x)[:, :].astype(np.float32),
        lambda x: np.array(x)[None, 0],
    ):
        found, expected = (
            described(m._aggregate_and_compute(convert(copy.deepcopy(stats))))
            for m in (ours_, peers)
        )
        assert found == expected
    single = np.array(stats, dtype=np.float32).sum(0)
    assert described(ours_._compute_score_from_stats(single.copy())) == described(
        peers._compute_score_from_stats(single.copy())
    )


@pytest.mark.parametrize("kind", KINDS)
def test_hooks_of_subclasses_are_called(kind):
    def build(module, counted):
        parent = getattr(module, kind)

        class Reversed(parent):
            def _preprocess_segment(self, sent):
                counted.append(sent)
                return " ".join(reversed(super()._preprocess_segment(sent).split()))

        class Doubled(parent):
            def _compute_segment_statistics(self, hypothesis, ref_kwargs):
                counted.append(hypothesis)
                return [2 * x for x in super()._compute_segment_statistics(hypothesis, ref_kwargs)]

        return Reversed, Doubled

    counts = {}
    for module in (ours, peer):
        counted = counts[module] = []
        for cls in build(module, counted):
            metric = cls(references=REFERENCES)
            results = [
                metric.corpus_score(HYPOTHESES, REFERENCES),
                metric.corpus_score(HYPOTHESES[:3], None),
                metric.sentence_score(HYPOTHESES[0], [REFERENCES[0][0]]),
                significance._bootstrap_resample(
                    metric._extract_corpus_statistics(HYPOTHESES, None), metric, 3
                ),
            ]
            counts[module, cls.__name__] = described(results)
    for name in ("Reversed", "Doubled"):
        assert counts[ours, name] == counts[peer, name]
    assert set(counts[ours]) == set(counts[peer])


def test_a_tokenizer_of_ones_own():
    for module in (ours, peer):
        module_metric = module.BLEU(tokenize="none")
        module_metric.tokenizer = " ".join
        module_metric._ref_cache = module_metric._cache_references(REFERENCES)
        scores = (
            module_metric.corpus_score(HYPOTHESES, None),
            module_metric.corpus_score(HYPOTHESES, REFERENCES),
        )
        assert described(scores[0]) == described(scores[1])
        if module is ours:
            found = described(scores)
    assert found == described(scores)


def test_a_metric_of_ones_own_in_paired_tests():
    def build(module):
        class Lengths(module.metrics.base.Metric):
            def _preprocess_segment(self, sent):
                return sent

            def _extract_reference_info(self, refs):
                return {"length": len(refs[0])}

            def _compute_segment_statistics(self, hypothesis, ref_kwargs):
                return [len(hypothesis), ref_kwargs["length"]]

            def _aggregate_and_compute(self, stats):
                return self._compute_score_from_stats(module.utils.sum_of_lists(stats))

            def _compute_score_from_stats(self, stats):
                return module.metrics.base.Score("Lengths", 100 * stats[0] / stats[1])

        return Lengths()

    systems = [("a", HYPOTHESES), ("b", HYPOTHESES[::-1]), ("c", REFERENCES[0])]
    for kind in ("bs", "ar"):
        found, expected = (
            described(tests.PairedTest(systems, {"L": build(module)}, REFERENCES, kind, 30, 20)())
            for module, tests in ((ours, significance), (peer, peer_significance))
        )
        assert found == expected


@pytest.mark.parametrize("kind", KINDS)
def test_kept_references_survive_copies(kind):
    metric = getattr(ours, kind)(references=REFERENCES)
    expected = described(metric.corpus_score(HYPOTHESES, None))
    for other in (copy.deepcopy(metric), pickle.loads(pickle.dumps(metric))):
        assert described(other.corpus_score(HYPOTHESES, None)) == expected
    peers = getattr(peer, kind)(references=REFERENCES)
    assert len(metric._ref_cache) == len(peers._ref_cache)
    assert list(metric._ref_cache) == list(peers._ref_cache)
    assert metric._ref_cache[1:3] == peers._ref_cache[1:3]


def test_options_may_change_after_references_are_kept():
    metric = ours.CHRF(references=REFERENCES)
    metric.corpus_score(HYPOTHESES, None)
    metric.beta = 3
    assert metric.corpus_score(HYPOTHESES, None).score == pytest.approx(
        peer.CHRF(beta=3).corpus_score(HYPOTHESES, REFERENCES).score
    )


@pytest.mark.parametrize(
    "module_and_class",
    [
        ("tokenizer_13a", "Tokenizer13a"),
        ("tokenizer_intl", "TokenizerV14International"),
        ("tokenizer_zh", "TokenizerZh"),
        ("tokenizer_char", "TokenizerChar"),
        ("tokenizer_none", "NoneTokenizer"),
        ("tokenizer_re", "TokenizerRegexp"),
        ("tokenizer_ja_mecab", "TokenizerJaMecab"),
        ("tokenizer_ko_mecab", "TokenizerKoMecab"),
    ],
)
def test_tokenizers_by_themselves(module_and_class):
    module, name = module_and_class
    try:
        found, expected = (
            getattr(__import__(f"{p}.tokenizers.{module}", fromlist=[""]), name)()
            for p in ("tercel.compat.sacrebleu", "sacrebleu")
        )
    except RuntimeError as error:
        pytest.skip(str(error))
    assert found.signature() == expected.signature()
    rng = random.Random(5)
    external = "mecab" in module
    for _ in range(30 if external else 1500):
        line = "今日は 한국어 , 5." if external else segment(rng)
        for text in (line, f"{line} ", f"{line}-\n", f" {line}\n", f"{line}5.\u3000"):
            assert found(text) == expected(text), repr(text)


def test_the_tokenizer_of_ter_by_itself():
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer as Peer

    from tercel.compat.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    rng = random.Random(6)
    for _ in range(1500):
        options = [rng.random() < 0.5 for _ in range(4)]
        line = segment(rng)
        for text in (line, f"{line} ", f"{line}\n-", f"{line}'s\n"):
            assert TercomTokenizer(*options)(text) == Peer(*options)(text), (options, text)


def test_edits_of_any_hashables():
    rng = random.Random(2)
    for _ in range(200):
        a, b = ([rng.randrange(6) for _ in range(rng.randrange(12))] for _ in range(2))
        words = [list(map(str, x)) for x in (a, b)]
        assert lib_ter.translation_edit_rate(a, b) == peer_lib_ter.translation_edit_rate(*words)


def test_many_references():
    references = [[f"{i} b c"] for i in range(25)]
    assert described(ours.corpus_ter(["1 b d"], references)) == described(
        peer.corpus_ter(["1 b d"], references)
    )


def test_tokenized_text_is_warned_of(caplog):
    lines = ["a b ."] * 100
    ours.corpus_bleu(lines, [lines])
    assert "looks tokenized" in caplog.text
    caplog.clear()
    ours.corpus_bleu(lines, [lines], force=True)
    ours.corpus_bleu(lines[:99], [lines[:99]])
    ours.corpus_chrf(lines, [lines])
    assert not caplog.records


def test_the_tokenizer_of_a_language(caplog):
    pytest.importorskip("MeCab", reason="the extra ja")
    pytest.importorskip("mecab_ko", reason="the extra ko")
    for language in ("zh", "ja", "ko", "en", ""):
        for tokenize in (None, "13a", "zh"):
            found, expected = (
                module.BLEU(trg_lang=language, tokenize=tokenize).tokenizer_signature
                for module in (ours, peer)
            )
            assert found == expected
    caplog.clear()
    ours.BLEU(trg_lang="ja", tokenize="13a")
    assert "tokenizer '13a' is not made for Japanese, expected 'ja-mecab'" in caplog.text
    caplog.clear()
    ours.BLEU(trg_lang="ja", tokenize="ja-mecab")
    assert not caplog.records


def test_a_subclass_may_have_another_default_tokenizer():
    def build(module):
        return type("", (module.BLEU,), {"TOKENIZER_DEFAULT": "char"})()

    assert build(ours).tokenizer_signature == build(peer).tokenizer_signature == "char"
