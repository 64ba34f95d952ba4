"""A patched sacreBLEU gives what it gives unpatched: every number of every result, and its type."""

import random

import pytest
from generated import corpus

from tercel.compat import patch

sacrebleu = pytest.importorskip("sacrebleu")

from sacrebleu.metrics import BLEU, CHRF, TER  # noqa: E402
from sacrebleu.significance import PairedTest  # noqa: E402

pytestmark = pytest.mark.usefixtures("never_left_patched")

CASES = range(300)


def bleu_options(rng: random.Random) -> dict:
    return {
        "lowercase": rng.random() < 0.3,
        "force": rng.random() < 0.5,
        "tokenize": rng.choice([None, "13a", "intl", "zh", "char", "none"]),
        "smooth_method": (method := rng.choice(["exp", "floor", "add-k", "none"])),
        "smooth_value": rng.choice([None, 0.5, 1, 2]) if method in ("floor", "add-k") else None,
        "max_ngram_order": rng.choice([1, 2, 4, 4, 4, 6]),
        "effective_order": rng.random() < 0.4,
    }


def chrf_options(rng: random.Random) -> dict:
    return {
        "char_order": rng.choice([1, 2, 6, 6]),
        "word_order": rng.choice([0, 0, 2]),
        "beta": rng.choice([1, 2, 2, 3, 0.5, 0.7]),
        "lowercase": rng.random() < 0.3,
        "whitespace": rng.random() < 0.3,
        "eps_smoothing": rng.random() < 0.3,
    }


def ter_options(rng: random.Random) -> dict:
    names = ("normalized", "no_punct", "asian_support", "case_sensitive")
    return {name: rng.random() < 0.4 for name in names}


OPTIONS = {BLEU: bleu_options, CHRF: chrf_options, TER: ter_options}


def shown(value):
    """A value down to its numbers, each with its type."""
    if isinstance(value, dict):
        return {key: shown(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [shown(item) for item in value]
    if hasattr(value, "__dict__") and not isinstance(value, type):
        return type(value).__name__, shown(vars(value))
    return type(value).__name__, repr(value)


def outcome(function):
    """What a call gives or raises; a warning of NumPy's would count as raised."""
    try:
        return shown(function())
    except (TypeError, ValueError, ZeroDivisionError, IndexError, KeyError, RuntimeError) as error:
        return type(error).__name__, str(error)


def some_texts(rng: random.Random) -> tuple[list[list[str]], list[list[str | None]]]:
    """Two or three systems and one to three reference streams, with holes."""
    n_streams = rng.choice([1, 1, 2, 3])
    n = rng.choice([1, 2, 5, 9])
    seed = rng.randrange(10**9)
    first, references = corpus(n, n_streams, seed)
    systems = [first, list(rng.choice(references)), [rng.choice(first) for _ in first]]
    if n_streams > 1 and rng.random() < 0.5:
        k = rng.randrange(n_streams)
        references[k] = [t if rng.random() < 0.6 else None for t in references[k]]
    if rng.random() < 0.1:
        references = [stream[:-1] or stream for stream in references]
    return systems[: rng.choice([2, 3])], references


def corpus_case(kind, rng: random.Random):
    options, (systems, references) = OPTIONS[kind](rng), some_texts(rng)
    cached, n_bootstrap = rng.random() < 0.4, rng.choice([1, 1, 2, 45])

    def run():
        metric = kind(**options, references=references if cached else None)
        scores = [
            metric.corpus_score(system, None if cached else references, n_bootstrap)
            for system in systems
        ]
        signature = metric.get_signature()
        lines = [score.format(is_json=True, signature=str(signature)) for score in scores]
        return scores, str(signature), signature.format(True), lines, metric.num_refs

    return run


def sentence_case(kind, rng: random.Random):
    options, (systems, references) = OPTIONS[kind](rng), some_texts(rng)
    rows = list(zip(systems[0], zip(*references, strict=True), strict=False))

    def run():
        metric = kind(**options)
        return [metric.sentence_score(text, list(of_text)) for text, of_text in rows]

    return run


def paired_case(rng: random.Random):
    systems, references = some_texts(rng)
    made = [(kind, OPTIONS[kind](rng)) for kind in rng.sample(list(OPTIONS), rng.choice([1, 2, 3]))]
    cached, test_type = rng.random() < 0.5, rng.choice(["bs", "ar"])
    numbers = {"n_samples": rng.choice([1, 30, 41]), "n_ar_confidence": rng.choice([-1, -1, 39])}
    # sacreBLEU loses a hypothesis without a reference, and then the test fails: equally.
    named = [(f"system {i}", system) for i, system in enumerate(systems)]

    def run():
        metrics = {
            kind.__name__: kind(**options, references=references if cached else None)
            for kind, options in made
        }
        of_test = None if cached else references
        test = PairedTest(named, metrics, of_test, test_type, **numbers)
        before = test._fn.__name__, test.n_samples, test.n_ar_confidence, test.test_type
        signatures, results = test()
        return before, {k: (str(v), v.format(True)) for k, v in signatures.items()}, results

    return run


@pytest.mark.filterwarnings("ignore:.*encountered in:RuntimeWarning")
@pytest.mark.parametrize("case", CASES)
def test_same_results(case, monkeypatch):
    rng = random.Random(case)
    monkeypatch.setenv("SACREBLEU_SEED", str(rng.choice([1, 12345, 99])))
    kinds = [lambda: corpus_case(kind, rng), lambda: sentence_case(kind, rng)]
    kind = rng.choice(list(OPTIONS))
    run = (kinds[case % 3] if case % 3 < 2 else lambda: paired_case(rng))()
    expected = outcome(run)
    with patch():
        found = outcome(run)
    assert found == expected
    assert outcome(run) == expected


@pytest.mark.slow
@pytest.mark.parametrize("test_type", ["bs", "ar"])
def test_real_texts(he_en, test_type):
    """Two systems of WMT 2023 by all metrics, as many replicates as sacreBLEU takes by default."""
    n = 600
    references = [he_en["reference"][:n]]
    systems = [(name, he_en[name][:n]) for name in ("ONLINE-A", "GPT4-5shot")]

    def run():
        metrics = {kind.__name__: kind(references=references) for kind in OPTIONS}
        signatures, results = PairedTest(systems, metrics, None, test_type, n_ar_confidence=0)()
        return {name: str(found) for name, found in signatures.items()}, results

    expected = outcome(run)
    with patch():
        assert outcome(run) == expected
