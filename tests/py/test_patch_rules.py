"""When sacreBLEU is patched, by whom, how far, and what is left alone."""

import copy
import functools
import multiprocessing
import pickle
import threading
import warnings

import pytest

from tercel.compat import UnpatchedWarning, _peer_counting, _peer_tests, patch, unpatch
from tercel.compat._peer import installed
from tercel.compat._peer_references import CachedReferences

sacrebleu = pytest.importorskip("sacrebleu")

from sacrebleu.metrics import BLEU, CHRF, TER  # noqa: E402
from sacrebleu.metrics.base import Metric  # noqa: E402
from sacrebleu.metrics.lib_ter import translation_edit_rate  # noqa: E402
from sacrebleu.significance import PairedTest  # noqa: E402

TEXTS = ["the cat sat on the mat .", "It rained, today: 3.5 mm", "a b c d e", "Straße ΑΣ"]
REFERENCES = [["the cat is on the mat .", "today it rained 3.5 mm", "a b d c e", "straße ας"]]
CLASSES = (Metric, BLEU, CHRF, TER, PairedTest)


@pytest.fixture(autouse=True)
def never_left_patched():
    unpatch()
    yield
    unpatch()


def all_methods() -> dict:
    return {(kind, name): value for kind in CLASSES for name, value in vars(kind).items()}


def numbers(metric_or_score) -> dict:
    return {key: repr(value) for key, value in vars(metric_or_score).items()}


@pytest.fixture
def counted(monkeypatch):
    """How often the core has counted, so that a test knows which way was taken."""
    calls = []
    for name in ("count", "count_prepared"):
        method = getattr(_peer_counting.Counting, name)

        def counting(self, *arguments, method=method):
            calls.append(self)
            return method(self, *arguments)

        monkeypatch.setattr(_peer_counting.Counting, name, counting)
    return calls


def test_the_very_same_functions_come_back():
    before = all_methods()
    patch()
    patched = all_methods()
    replaced = {key for key in before if before[key] is not patched[key]}
    assert {name for _, name in replaced} == {
        "_cache_references",
        "_extract_corpus_statistics",
        "corpus_score",
        "_aggregate_and_compute",
        "_compute_segment_statistics",
        "__init__",
        "__call__",
    }
    unpatch()
    after = all_methods()
    assert after.keys() == before.keys()
    assert all(after[key] is before[key] for key in before)


def test_twice_is_once():
    before = all_methods()
    patch()
    once = all_methods()
    patch()
    assert all(value is once[key] for key, value in all_methods().items())
    for _ in range(2):
        unpatch()
        assert all(value is before[key] for key, value in all_methods().items())


def test_blocks_nest():
    with patch() as outer:
        with patch():
            assert outer.active
        assert outer.active
    assert not outer.active


def test_a_block_within_a_lasting_patch_changes_nothing():
    lasting = patch()
    with patch():
        pass
    assert lasting.active


def test_a_lasting_patch_within_a_block_lasts():
    with patch():
        lasting = patch()
    assert lasting.active


def test_unpatch_within_a_block():
    with patch() as inside:
        unpatch()
        assert not inside.active
    assert not inside.active


def test_a_block_ends_with_an_error():
    with pytest.raises(KeyError), patch() as inside:
        raise KeyError
    assert not inside.active


def test_the_same_patch_for_two_blocks():
    one = patch()
    for _ in range(2):
        with one:
            assert one.active
        assert not one.active


def test_names_bound_before_are_fast(counted):
    score = sacrebleu.corpus_bleu
    with patch():
        score(TEXTS, REFERENCES)
    assert len(counted) == 1


def test_unknown_version(monkeypatch):
    before = all_methods()
    monkeypatch.setattr(sacrebleu, "__version__", "2.7.0")
    with pytest.warns(UnpatchedWarning, match=r"2\.7\.0") as caught:
        made = patch()
    assert caught[0].filename == __file__
    assert not made.active
    assert all(value is before[key] for key, value in all_methods().items())


def test_somebody_was_here_before(monkeypatch):
    installed.cache_clear()

    @functools.wraps(BLEU._preprocess_segment)
    def other(self, sent):
        return "x"

    monkeypatch.setattr(BLEU, "_preprocess_segment", other)
    with pytest.warns(UnpatchedWarning, match=r"BLEU\._preprocess_segment"):
        assert not patch().active
    monkeypatch.undo()
    assert patch().active


def test_somebody_came_later(counted, monkeypatch):
    patch()
    monkeypatch.setattr(BLEU, "_preprocess_segment", lambda self, sent: "x")
    assert BLEU().corpus_score(TEXTS, REFERENCES).sys_len == len(TEXTS)
    assert not counted


def test_somebody_put_something_on_top():
    original = CHRF._aggregate_and_compute
    patch()
    ours = CHRF._aggregate_and_compute

    def theirs(self, stats):
        return ours(self, stats)

    CHRF._aggregate_and_compute = theirs
    try:
        unpatch()
        assert CHRF._aggregate_and_compute is theirs
        CHRF().corpus_score(TEXTS, REFERENCES)
    finally:
        CHRF._aggregate_and_compute = original


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


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
def test_options_that_change_after_the_references(kind):
    """References keep the options of their time, hypotheses get the new ones."""

    def run():
        metric = kind(references=REFERENCES)
        metric.lowercase = True
        if kind is TER:
            metric.tokenizer._case_sensitive = True
        return numbers(metric.corpus_score([text.upper() for text in TEXTS], None))

    expected = run()
    with patch():
        assert run() == expected


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
@pytest.mark.parametrize("cached", [False, True])
@pytest.mark.parametrize("n_hypotheses", [1, 3, 6])
@pytest.mark.parametrize("n_others", [2, 4])
def test_lengths_that_differ(kind, cached, n_hypotheses, n_others, counted):
    """sacreBLEU counts as many segments as the shortest of all has."""
    references = [REFERENCES[0], TEXTS[::-1][:n_others]]

    def run():
        metric = kind(references=references if cached else None)
        score = metric.corpus_score((TEXTS * 2)[:n_hypotheses], None if cached else references)
        return numbers(score), metric.num_refs

    expected = run()
    with patch():
        assert run() == expected
    assert counted


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
def test_references_are_those_of_their_time(kind):
    references = copy.deepcopy(REFERENCES)
    with patch():
        metric = kind(references=references)
        expected = numbers(metric.corpus_score(TEXTS, None))
        references[0][0] = "something else"
        references[0].pop()
        assert numbers(metric.corpus_score(TEXTS, None)) == expected


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
def test_cached_references_are_sacrebleus_list_when_looked_at(kind):
    own = kind(references=REFERENCES)
    with patch():
        metric = kind(references=REFERENCES)
    assert isinstance(metric._ref_cache, CachedReferences)
    assert metric._ref_cache == own._ref_cache
    assert list(metric._ref_cache) == own._ref_cache
    assert metric._ref_cache[-1] == own._ref_cache[-1]
    assert len(metric._ref_cache) == len(own._ref_cache)
    assert numbers(metric.corpus_score(TEXTS, None)) == numbers(own.corpus_score(TEXTS, None))


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_metrics_with_references_can_be_copied(kind, again, counted):
    with patch():
        metric = kind(references=REFERENCES)
        expected = numbers(metric.corpus_score(TEXTS, None))
        other = again(metric)
        other = pickle.loads(other) if isinstance(other, bytes) else other
        assert numbers(other.corpus_score(TEXTS, None)) == expected
    assert len(counted) == 2
    assert numbers(other.corpus_score(TEXTS, None)) == expected


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


def results_of_a_test(test_type, n_jobs=1):
    metrics = {"BLEU": BLEU(references=REFERENCES), "TER": TER(references=REFERENCES)}
    systems = [("a", TEXTS), ("b", REFERENCES[0]), ("c", TEXTS[::-1])]
    return repr(PairedTest(systems, metrics, None, test_type, 50, n_jobs=n_jobs)()[1])


@pytest.mark.parametrize("test_type", ["bs", "ar"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_worker_processes_of_a_test(test_type):
    expected = results_of_a_test(test_type)
    with patch():
        assert results_of_a_test(test_type, n_jobs=2) == expected


@pytest.mark.parametrize("seed", ["none", "0"])
@pytest.mark.parametrize("test_type", ["bs", "ar"])
def test_seeds_that_are_no_seeds(seed, test_type, monkeypatch):
    """ "none" draws anew, and so does 0 for the systems, but not for the baseline: as sacreBLEU."""
    monkeypatch.setenv("SACREBLEU_SEED", seed)

    def run():
        metrics = {"BLEU": BLEU(), "TER": TER()}
        systems = [("a", TEXTS), ("b", [*TEXTS[:2], *REFERENCES[0][2:]])]
        signatures, results = PairedTest(systems, metrics, REFERENCES, test_type, 200, 300)()
        return {key: str(value) for key, value in signatures.items()}, results

    expected_signatures, expected = run()
    with patch():
        signatures, results = run()
        _, again = run()
    assert signatures == expected_signatures
    for name in ("BLEU", "TER"):
        assert [r.score for r in results[name]] == [r.score for r in expected[name]]
    bases = [repr(found["BLEU"][0]) for found in (results, again, expected)]
    assert (len(set(bases)) == 1) == (seed == "0")
    assert results["BLEU"][1].mean != again["BLEU"][1].mean


@pytest.mark.parametrize("test_type", ["bs", "ar"])
def test_default_numbers(test_type):
    def run():
        test = PairedTest(
            [("a", TEXTS), ("b", TEXTS[::-1])], {"TER": TER()}, REFERENCES, test_type, 0, 0
        )
        return test.n_samples, test.n_ar_confidence, repr(test()[1])

    expected = run()
    with patch():
        assert run() == expected


@pytest.mark.parametrize(("seed", "n_draws"), [("none", 2), ("5", 1)])
def test_only_a_seed_gives_two_metrics_the_same_draws(seed, n_draws, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    drawn, draw = [], _peer_tests.bootstrap_draws
    monkeypatch.setattr(
        _peer_tests, "bootstrap_draws", lambda *numbers: drawn.append(numbers) or draw(*numbers)
    )
    with patch():
        PairedTest([("a", TEXTS)], {"BLEU": BLEU(), "TER": TER()}, REFERENCES, "bs", 10)
    assert len(drawn) == n_draws


def test_a_test_from_before():
    """Made unpatched and run patched, and the other way round."""
    systems = [("a", TEXTS), ("b", REFERENCES[0])]

    def make():
        return PairedTest(systems, {"BLEU": BLEU()}, REFERENCES, "bs", 50)

    test = make()
    expected, function = repr(test()[1]), test._fn
    with patch():
        assert repr(test()[1]) == expected
        assert test._fn is function
        other = make()
    assert repr(other()[1]) == expected


def score_in_worker(queue):
    queue.put((patch().active, numbers(BLEU().corpus_score(TEXTS, REFERENCES, n_bootstrap=50))))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_forked_worker():
    expected = numbers(BLEU().corpus_score(TEXTS, REFERENCES, n_bootstrap=50))
    with patch():
        context = multiprocessing.get_context("fork")
        queue = context.Queue()
        worker = context.Process(target=score_in_worker, args=(queue,))
        worker.start()
        assert queue.get(timeout=30) == (True, expected)
        worker.join(30)
        assert worker.exitcode == 0


def test_threads():
    """Two threads score one shared metric while two others patch and unpatch."""
    expected = numbers(BLEU(references=REFERENCES).corpus_score(TEXTS, None, n_bootstrap=20))
    shared = BLEU(references=REFERENCES)
    wrong, stop = [], threading.Event()

    def score():
        try:
            while not stop.is_set():
                for metric in (shared, BLEU(references=REFERENCES)):
                    found = numbers(metric.corpus_score(TEXTS, None, n_bootstrap=20))
                    if found != expected:
                        wrong.append(found)
        except Exception as error:
            wrong.append(error)

    def change():
        for _ in range(60):
            with patch() as inside:
                if not inside.active:
                    wrong.append("not active in its block")
                BLEU().corpus_score(TEXTS, REFERENCES)

    scorers = [threading.Thread(target=score) for _ in range(2)]
    changers = [threading.Thread(target=change) for _ in range(2)]
    for thread in scorers + changers:
        thread.start()
    for thread in changers:
        thread.join()
    stop.set()
    for thread in scorers:
        thread.join()
    assert not wrong


def test_no_sacrebleu(monkeypatch):
    import builtins

    real = builtins.__import__

    def absent(name, *arguments, **keywords):
        if name == "sacrebleu":
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(ImportError, match=r"pip install 'sacrebleu==2\.6\.0'"):
        patch()


def test_no_warning_when_it_works():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        patch()
