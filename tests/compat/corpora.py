"""Random small corpora with random options, scored by sacreBLEU and by the drop-in."""

import os
import random
import sys
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sacrebleu as peer
from sacrebleu import significance as peer_significance

import tercel.compat.sacrebleu as ours
from tercel.compat.sacrebleu import significance as our_significance

sys.path.insert(0, str(Path(__file__).parents[1] / "py"))
from generated import segment, similar

WORDS = ("the", "cat", "sat", "on", "a", "mat", ",", ".", "it", "'s", "3.5", "5-6", "(so)", "Said")


@dataclass(frozen=True)
class Case:
    """What is scored and how."""

    kind: str
    options: dict[str, Any]
    systems: list[list[str]]
    references: list[list[str | None]]
    n_samples: int
    n_ar_confidence: int
    seed: str


def random_case(seed: int) -> Case:
    rng = random.Random(seed)
    n = rng.choice([1, 1, 2, 3, 5, 8, 13])
    text = plain if rng.random() < 0.6 else segment
    first = [text(rng) for _ in range(n)]
    references = [
        first,
        *([similar(x, rng) for x in first] for _ in range(rng.choice([0, 0, 1, 2]))),
    ]
    if len(references) > 1 and rng.random() < 0.3:
        for stream in references[1:]:
            stream[rng.randrange(n)] = rng.choice([None, ""])
    systems = [[similar(x, rng) for x in first] for _ in range(rng.choice([2, 2, 3]))]
    if rng.random() < 0.1:
        systems[1] = list(systems[0])
    if rng.random() < 0.05:
        systems[0] = [""] * n
    kind = rng.choice(["BLEU", "CHRF", "TER"])
    return Case(
        kind,
        OPTIONS[kind](rng),
        systems,
        references,
        rng.choice([2, 10, 40, 79, 120]),
        rng.choice([-1, -1, 7, 40]),
        str(rng.choice([1, 7, 12345, 2**31, 2**40])),
    )


def plain(rng: random.Random) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randrange(1, 12)))


def _bleu(rng: random.Random) -> dict[str, Any]:
    method = rng.choice(["exp", "exp", "floor", "add-k", "none"])
    options: dict[str, Any] = {
        "lowercase": rng.random() < 0.3,
        "tokenize": rng.choice(["13a", "13a", "intl", "zh", "char", "none", None]),
        "smooth_method": method,
        "effective_order": rng.random() < 0.3,
        "max_ngram_order": rng.choice([4, 4, 4, 2, 6]),
    }
    if method in ("floor", "add-k") and rng.random() < 0.5:
        options["smooth_value"] = rng.choice([0.5, 1, 2, 1.5, 0.01])
    return options


def _chrf(rng: random.Random) -> dict[str, Any]:
    return {
        "char_order": rng.choice([6, 6, 1, 4]),
        "word_order": rng.choice([0, 0, 2, 1]),
        "beta": rng.choice([2, 2, 1, 3]),
        "lowercase": rng.random() < 0.3,
        "whitespace": rng.random() < 0.2,
        "eps_smoothing": rng.random() < 0.3,
    }


def _ter(rng: random.Random) -> dict[str, Any]:
    names = ("normalized", "no_punct", "asian_support", "case_sensitive")
    return {name: rng.random() < 0.3 for name in names}


OPTIONS = {"BLEU": _bleu, "CHRF": _chrf, "TER": _ter}


def check(case: Case) -> int:
    """Compare every call of a case; return how many differ as documented: sacreBLEU fails."""
    with seeded(case.seed):
        pairs = [
            (name, outcome(call, peer, peer_significance), outcome(call, ours, our_significance))
            for name, call in calls(case)
        ]
    n_crashes = 0
    for name, expected, found in pairs:
        if expected == found:
            continue
        # Python floats and float32 in one mean, under NumPy 2.
        if name == "intervals" and expected == ("raises", "TypeError") and found[0] == "returns":
            n_crashes += 1
            continue
        raise AssertionError(f"{name} of {case}:\nexpected {expected}\nfound    {found}")
    return n_crashes


def calls(case: Case) -> list[tuple[str, Callable[..., Any]]]:
    hypotheses, references = case.systems[0], case.references

    def metric(module: Any, **more: Any) -> Any:
        return getattr(module.metrics, case.kind)(**case.options, **more)

    def given(module: Any, _: Any) -> Any:
        each = metric(module)
        score = each.corpus_score(hypotheses, references)
        return score, each.get_signature(), *formats(score, each.get_signature())

    def kept(module: Any, _: Any) -> Any:
        each = metric(module, references=references)
        return [each.corpus_score(system, None) for system in case.systems], each.num_refs

    def statistics(module: Any, _: Any) -> Any:
        return metric(module)._extract_corpus_statistics(hypotheses, references)

    def sentences(module: Any, _: Any) -> Any:
        each = metric(module)
        streams = zip(*references, strict=True)
        scores = [each.sentence_score(x, r) for x, r in zip(hypotheses, streams, strict=True)]
        return scores, each.get_signature()

    def intervals(module: Any, _: Any) -> Any:
        each = metric(module, references=references)
        score = each.corpus_score(hypotheses, None, n_bootstrap=case.n_samples)
        return score, each.get_signature(), *formats(score, each.get_signature())

    def paired(kind: str) -> Callable[..., Any]:
        def call(module: Any, significance: Any) -> Any:
            systems = [(f"system {i}", texts) for i, texts in enumerate(case.systems)]
            metrics = {case.kind: metric(module, references=references)}
            rest = (kind, case.n_samples, case.n_ar_confidence)
            signatures, columns = significance.PairedTest(systems, metrics, None, *rest)()
            return signatures, columns, repr(columns)

        return call

    return [
        ("corpus_score", given),
        ("references kept", kept),
        ("statistics", statistics),
        ("sentence_score", sentences),
        ("intervals", intervals),
        ("paired bs", paired("bs")),
        ("paired ar", paired("ar")),
    ]


def formats(score: Any, signature: Any) -> list[str]:
    text = signature.format()
    return [
        repr(score),
        signature.format(short=True),
        score.format(1, signature=text),
        score.format(3, score_only=True),
        score.format(2, signature=text, is_json=True),
    ]


def outcome(call: Callable[..., Any], *arguments: Any) -> tuple[str, Any]:
    try:
        return "returns", described(call(*arguments))
    except Exception as error:
        return "raises", type(error).__name__


def described(value: Any) -> Any:
    """Return a value so that == compares every number to the last bit, and its type."""
    if isinstance(value, dict):
        return {key: described(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [described(each) for each in value]
    if hasattr(value, "_abbr"):
        return "signature", dict(value.info)
    if hasattr(value, "__dict__"):
        return type(value).__name__, described(vars(value))
    return type(value).__name__, repr(value)


@contextmanager
def seeded(seed: str):
    before = os.environ.get("SACREBLEU_SEED")
    os.environ["SACREBLEU_SEED"] = seed
    try:
        yield
    finally:
        if before is None:
            del os.environ["SACREBLEU_SEED"]
        else:
            os.environ["SACREBLEU_SEED"] = before
