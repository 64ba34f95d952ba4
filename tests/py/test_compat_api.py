"""The drop-in's names, signatures, hooks, errors and switches."""

import copy
import inspect
import logging
import pickle
import random
import sys

import numpy as np
import pytest
import sacrebleu as peer
import sacrebleu.significance as peer_significance
from compat.corpora import described, seeded
from generated import segment
from sacrebleu.metrics import base as peer_base
from sacrebleu.metrics import helpers as peer_helpers
from sacrebleu.metrics import lib_ter as peer_lib_ter

import tercel
import tercel.compat.sacrebleu as ours
from tercel.compat.sacrebleu import significance
from tercel.compat.sacrebleu.metrics import base, helpers, lib_ter

HYPOTHESES = ["the cat sat on the mat .", "It rained, today: 3.5 mm", "a b c d e", "Straße ΑΣ"]
REFERENCES = [
    ["the cat is on the mat .", "today it rained 3.5 mm", "a b d c e", "straße ας"],
    ["a cat sat there .", None, "a b c", ""],
]
KINDS = ("BLEU", "CHRF", "TER")

# What programs import, apart from the classes; their methods are compared one by one below.
FUNCTIONS = [
    (ours, peer, [name for name in peer.__all__ if inspect.isfunction(getattr(peer, name))]),
    (
        ours.utils,
        peer.utils,
        [
            "args_to_dict",
            "filter_subset",
            "get_available_origlangs",
            "get_available_subsets",
            "get_available_testsets_for_langpair",
            "get_files",
            "my_log",
            "print_results_table",
            "print_single_results",
            "print_subset_results",
            "print_test_set",
            "sanity_check_lengths",
            "smart_open",
            "sum_of_lists",
        ],
    ),
    (helpers, peer_helpers, ["extract_all_char_ngrams", "extract_all_word_ngrams"]),
    (lib_ter, peer_lib_ter, ["translation_edit_rate"]),
    (significance, peer_significance, ["estimate_ci", "_bootstrap_resample", "_compute_p_value"]),
]
CLASSES = [
    *((getattr(ours.metrics, k), getattr(peer.metrics, k)) for k in KINDS),
    *((getattr(ours.metrics, f"{k}Score"), getattr(peer.metrics, f"{k}Score")) for k in KINDS),
    *((getattr(base, k), getattr(peer_base, k)) for k in ("Metric", "Score", "Signature")),
    (significance.PairedTest, peer_significance.PairedTest),
    (significance.Result, peer_significance.Result),
]


def parameters(function) -> list[tuple]:
    listed = inspect.signature(function).parameters.values()
    # The one option that sacreBLEU does not have.
    return [
        (p.name, p.kind, p.default)
        for p in listed
        if p.name != "statistics" or p.kind is not p.KEYWORD_ONLY
    ]


def test_the_public_names_are_the_same():
    assert ours.__all__ == peer.__all__
    assert all(hasattr(ours, name) for name in peer.__all__)
    assert ours.__version__ == peer.__version__
    assert ours.DATASETS is peer.DATASETS
    assert ours.BLEU.SMOOTH_DEFAULTS == peer.BLEU.SMOOTH_DEFAULTS
    assert list(ours.BLEU.TOKENIZERS) == list(peer.BLEU.TOKENIZERS)
    assert list(ours.metrics.METRICS) == list(peer.metrics.METRICS)


@pytest.mark.parametrize(
    ("module", "original", "name"),
    [(module, original, name) for module, original, names in FUNCTIONS for name in names],
)
def test_functions_take_the_same_parameters(module, original, name):
    assert parameters(getattr(module, name)) == parameters(getattr(original, name))


@pytest.mark.parametrize(("kind", "original"), CLASSES)
def test_methods_take_the_same_parameters(kind, original):
    methods = {
        name: each
        for name, each in vars(original).items()
        if callable(each) or isinstance(each, staticmethod)
    }
    assert "__init__" in methods or kind is base.Metric
    for name in methods:
        if name not in ("__doc__", "__abstractmethods__"):
            assert parameters(getattr(kind, name)) == parameters(getattr(original, name)), name


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
        module_metric.tokenizer = lambda line: " ".join(line)
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
    # These are no errors there, and so none here.
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


def test_a_seed_of_zero_is_a_seed():
    systems = [("a", HYPOTHESES), ("b", REFERENCES[0])]
    with seeded("0"):
        runs = [
            described(significance.PairedTest(systems, {"m": ours.CHRF()}, REFERENCES, "bs", 60)())
            for _ in range(2)
        ]
    assert runs[0] == runs[1]


def test_no_seed_draws_anew():
    def interval():
        return ours.CHRF().corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=50)._ci

    with seeded("None"):
        assert len({float(interval()) for _ in range(5)}) > 1
    metric = ours.CHRF()
    with seeded("None"):
        metric.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=50)
    assert "seed:none" in str(metric.get_signature())


@pytest.mark.parametrize(
    ("kind", "options"),
    [("BLEU", {"effective_order": True}), ("CHRF", {"word_order": 2}), ("TER", {})],
)
def test_statistics_of_tercel(kind, options):
    """The switch gives the p of `paired_test` and the interval of `confidence_interval`."""
    a, b = HYPOTHESES * 90, (HYPOTHESES[1:] + HYPOTHESES[:1]) * 90
    references = [REFERENCES[0] * 90, REFERENCES[1] * 90]
    metric = getattr(tercel, kind)(**options)
    rows = [metric.statistics(x, references) for x in (a, b)]
    systems = [("a", a), ("b", b)]
    for test_type, method in (("ar", "permutation"), ("bs", "bootstrap")):
        _, scores = significance.PairedTest(
            systems,
            {"m": getattr(ours, kind)(**options)},
            references,
            test_type,
            200,
            100,
            statistics="tercel",
        )()
        baseline, result = next(value for key, value in scores.items() if key != "System")
        expected = tercel.paired_test(*rows, metric, method=method, n_resamples=200, rng=12345)
        assert result.p_value == expected.p_value
        n = 100 if test_type == "ar" else 200
        for one, each in ((baseline, rows[0]), (result, rows[1])):
            interval = tercel.confidence_interval(each, metric, n_resamples=n, rng=12345)
            assert one.mean - one.ci == pytest.approx(interval.low)
            assert one.mean + one.ci == pytest.approx(interval.high)
    score = getattr(ours, kind)(**options).corpus_score(
        a, references, n_bootstrap=200, statistics="tercel"
    )
    interval = tercel.confidence_interval(rows[0], metric, n_resamples=200, rng=12345)
    assert (score._mean - score._ci, score._mean + score._ci) == pytest.approx(
        (interval.low, interval.high)
    )


def test_identical_systems_under_both():
    systems = [("a", HYPOTHESES * 90), ("b", HYPOTHESES * 90)]
    for statistics, p_value in (("sacrebleu", 1 / 101), ("tercel", 1.0)):
        test = significance.PairedTest(
            systems, {"m": ours.BLEU()}, [REFERENCES[0] * 90], "ar", 100, statistics=statistics
        )
        assert test()[1]["BLEU"][1].p_value == p_value


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


@pytest.fixture(autouse=True)
def _log(caplog):
    caplog.set_level(logging.WARNING, "sacrebleu")
