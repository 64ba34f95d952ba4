"""Translated queries against a twin, ties, and the same bits in every process."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from reference.retrieval import translate

from tercel.lexicon import (
    Dictionary,
    LexicalModel,
    QueryTranslator,
    structured_query,
    translate_query,
)
from tercel.retrieval import BM25Index

TABLE = {("a", "x"): 0.5, ("a", "y"): 0.25, ("a", "z"): 0.25, ("b", "y"): 0.5, ("b", "v"): 0.25}


def model_of(table: dict[tuple[str, str], float]) -> LexicalModel:
    return LexicalModel.from_entries((s, t, p) for (s, t), p in table.items())


def random_table(rng: random.Random, sources: str, targets: str) -> dict[tuple[str, str], float]:
    # Few values, so that ties are many; all exact in float32.
    return {
        (s, t): rng.choice([0.5, 0.25, 0.125, 0.0078125])
        for s in sources
        for t in targets
        if rng.random() < 0.6
    } or {(sources[0], targets[0]): 0.5}


@pytest.mark.parametrize("seed", range(60))
def test_translation_equals_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    table = random_table(rng, "abcd", "stuvwxyz")
    reverse = random_table(rng, "xwvutsqr", "dcba")
    query = rng.choices("abcde", k=rng.randrange(0, 6))
    n_words = rng.randrange(1, 9)
    threshold = rng.choice([0.0, 0.125, 0.2])
    for back in (None, reverse):
        found = translate_query(
            query,
            model_of(table),
            n_words=n_words,
            threshold=threshold,
            reverse_model=None if back is None else model_of(back),
            min_weight=0.02,
        )
        expected = translate(query, table, n_words, threshold, reverse=back, min_weight=0.02)
        assert dict(zip(found.words, found.weights, strict=True)) == expected
        assert list(found.words) == list(expected)


def test_ties_at_the_cut_are_broken_by_the_word() -> None:
    model = model_of({("a", word): 0.125 for word in "hgfedcb"})
    assert translate_query("a", model, n_words=3).words == ("b", "c", "d")


def test_weights_of_a_repeated_word_add_up() -> None:
    found = translate_query("a b a", model_of(TABLE))
    assert dict(zip(found.words, found.weights, strict=True)) == {
        "x": 1.0,
        "y": 1.0,
        "z": 0.5,
        "v": 0.25,
    }


def test_a_threshold_keeps_what_the_table_rounds_to_it() -> None:
    model = model_of({("a", "x"): 0.7, ("a", "y"): 0.0999})  # the table has .69999999
    assert translate_query("a", model, threshold=0.7).words == ("x",)


@pytest.mark.parametrize(
    "wrap", [dict, lambda d: Dictionary.from_pairs((a, b) for a in d for b in d[a])]
)
def test_a_dictionary_adds_after_the_cut(wrap) -> None:
    words = wrap({"a": ["x", "new"]})
    found = translate_query("a", model_of(TABLE), n_words=1, dictionary=words)
    assert found.to_dict() == {"words": ["x", "new"], "weights": [0.501, 0.001]}
    alone = translate_query("a a", None, dictionary=words, dictionary_weight=0.5)
    assert alone.to_dict() == {"words": ["new", "x"], "weights": [1.0, 1.0]}


def test_dictionary_words_by_their_idf() -> None:
    index = BM25Index([("1", ["x", "new"]), ("2", ["x"])])
    options = {"dictionary": {"a": ["x", "new"]}, "dictionary_weight": "idf"}
    found = translate_query("a", None, idf=index, dictionary_scale=0.5, **options)
    assert found.to_dict() == {"words": ["new"], "weights": [0.5]}  # x is everywhere
    numbers = translate_query("a", None, idf={"x": 2.0}, dictionary_scale=0.25, **options)
    assert numbers.to_dict() == {"words": ["x"], "weights": [0.5]}


def test_unknown_words_are_copied_only_if_asked() -> None:
    model = model_of(TABLE)
    assert translate_query("GIMP", model).words == ()
    assert translate_query("GIMP", model, copy_unknown=True).words == ("GIMP",)
    assert structured_query("GIMP a", model, copy_unknown=True).concepts[0].translations == (
        "GIMP",
    )


def test_a_dictionary_beside_a_model_only_adds() -> None:
    options = {"dictionary": {"GIMP": ["gimp"], "a": ["x"]}, "copy_unknown": True}
    found = translate_query("GIMP", model_of(TABLE), **options)
    assert dict(zip(found.words, found.weights, strict=True)) == {"GIMP": 1.0, "gimp": 0.001}
    assert translate_query("GIMP", None, **options).words == ("gimp",)
    concepts = structured_query("GIMP", model_of(TABLE), **options).concepts
    assert [concept.translations for concept in concepts] == [("gimp",)]


def test_a_word_that_a_cut_left_without_entries_is_not_unknown() -> None:
    model = model_of({("the", "le"): 0.4, ("cat", "chat"): 0.9})
    for options in ({"model": model.prune(size=1)}, {"model": model, "threshold": 0.5}):
        assert translate_query("the cat", copy_unknown=True, **options).words == ("chat",)
        assert translate_query("x the", copy_unknown=True, **options).words == ("x",)


def test_concepts_keep_the_query_apart() -> None:
    found = structured_query("b a b ?", model_of(TABLE), threshold=0.3)
    assert found.to_dict()["concepts"] == (
        {"word": "b", "weight": 2.0, "translations": ("y",), "probabilities": (0.5,)},
        {"word": "a", "weight": 1.0, "translations": ("x",), "probabilities": (0.5,)},
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_words": 0}, "n_words is 0"),
        ({"threshold": 1.5}, "threshold is 1.5, expected 0 to 1"),
        ({"min_weight": -1}, "min_weight is -1"),
        ({"dictionary": {}, "dictionary_weight": "tf"}, "dictionary_weight is 'tf'"),
        ({"dictionary": {}, "dictionary_weight": "idf"}, "but idf is None"),
        ({"dictionary": {}, "dictionary_weight": 0.0}, "dictionary_weight is 0.0"),
        ({"dictionary": {}, "dictionary_scale": 2.0}, "need dictionary_weight='idf'"),
        ({"dictionary_weight": "idf", "idf": {}}, "dictionary is None"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        QueryTranslator(model_of(TABLE), **options)  # type: ignore[arg-type]


def test_bad_queries_and_no_knowledge() -> None:
    with pytest.raises(TypeError, match="dictionary has one str for 'a', expected a list"):
        QueryTranslator(None, dictionary={"a": "xyz"})
    with pytest.raises(ValueError, match="both None"):
        translate_query("a", None)
    with pytest.raises(TypeError, match=r"query\[1\] is int, expected str"):
        translate_query(["a", 1], model_of(TABLE))  # type: ignore[list-item]


SCRIPT = """
import random
from tercel.lexicon import LexicalModel, translate_query
rng = random.Random(5)
entries = {
    (f"s{rng.randrange(5)}", f"t{rng.randrange(400)}"): rng.choice([.1, .3]) for _ in range(900)
}
back = {(t, s): .3 for s, t in set(entries)}
model, reverse = (
    LexicalModel.from_entries((a, b, p) for (a, b), p in table.items())
    for table in (entries, back)
)
for reverse_model in (None, reverse):
    found = translate_query("s0 s1 s2 s3 s4", model, reverse_model=reverse_model,
                            dictionary={"s0": set("abc")})
    print([(w, x.hex()) for w, x in zip(found.words, found.weights)])
"""


def test_the_same_bits_whatever_the_hash_seed_is() -> None:
    source = Path(sys.modules["tercel"].__file__ or "").parents[1]
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(source)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count("0x") > 60
