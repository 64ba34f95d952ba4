"""Features of candidates: formulas by hand, and the published columns of the real data."""

import gzip
import itertools
import json
import math
import re
import sys

import numpy as np
import pytest
from conftest import data_folder

from tercel.rerank import KenLM, NBest, features

NBEST = NBest.from_lists([["le chat", "un chat noir"], ["il pleut ici ."]])
SOURCES = ["the cat", "it rains"]


class Model1:
    """What a lexicon looks like from here."""

    def score(self, sources, targets):
        return [-float(len(s) + len(t)) for s, t in zip(sources, targets, strict=True)]


def test_all_parts_by_hand():
    found = features(
        SOURCES,
        NBEST,
        source_lm=lambda texts: [-3.0 * len(t.split()) - 3 for t in texts],
        target_lm=[[-4.0, 5.0], [-6.0, 7.0], [-8.0, 9.0]],
        translation=Model1(),
        inverse_translation=lambda s, t: [-1.0, -2.0, -3.0],
        back_translations=["the cat", "a black cat", "It rains here"],
        lowercase=True,
    )
    assert found.names == (
        "source_lm",
        "source_ppl",
        "target_lm",
        "target_ppl",
        "pseudo_source",
        "m1_target",
        "m1_source",
        "length_ratio",
        "target_length",
        "source_length",
    )
    ln1000 = math.log(1000.0)
    expected = [
        [-3, ln1000, -4 / 3, math.log(5), 1, -14 / 2, -0.5, 1, 2, 2],
        [-3, ln1000, -6 / 4, math.log(7), 0, -19 / 3, -1, 1.5, 3, 2],
        [-3, ln1000, -8 / 5, math.log(9), 0.5, -22 / 4, -1.5, 2, 4, 2],
    ]
    np.testing.assert_allclose(found.values, expected, rtol=1e-12)
    assert found.groups.tolist() == [0, 0, 1]
    assert repr(found).startswith("Features(n_candidates=3, names=['source_lm'")


def test_columns_of_the_lists():
    nbest = NBest(("a", "b"), [0, 2], [0], [0, 0], {"f": [1.0, 2.0], "gap": [1.0, np.nan]})
    found = features(["x"], nbest, columns=["f"])
    assert found.names == ("length_ratio", "target_length", "source_length", "f")
    assert found.values[:, 3].tolist() == [1, 2]
    with pytest.raises(ValueError, match=r"feature 'gap'\[1\] is nan"):
        features(["x"], nbest, columns=["gap"])
    with pytest.raises(ValueError, match="there is no feature 'g', found f, gap"):
        features(["x"], nbest, columns=["g"])


def test_empty_candidates_have_finite_features():
    nbest = NBest.from_lists([["", "a"], []])
    found = features(["x", "y"], nbest, translation=[-1, -2], target_lm=[-1, -2])
    assert np.isfinite(found.values).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"source_lm": [1.0]}, r"source_lm has shape \(1,\), expected \(2,\) or \(2, 2\)"),
        ({"target_lm": lambda t: [np.nan] * len(t)}, r"target_lm\[0\] is nan"),
        ({"target_lm": [[-1, 0.0]] * 3}, "target_lm has a perplexity that is not above 0"),
        ({"translation": [1.0]}, r"translation has shape \(1,\), expected \(3,\)"),
        ({"inverse_translation": [1, np.inf, 1]}, r"inverse_translation\[1\] is inf"),
        ({"back_translations": ["a"]}, "back_translations has 1 texts for 3 candidates"),
        ({"sources": ["a"]}, "sources has 1 texts for 2 lists"),
        ({"sources": ["a", " "]}, r"sources\[1\] has no words"),
        ({"tokenize": "x"}, "unknown tokenizer 'x'"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(ValueError, match=message):
        features(**{"sources": SOURCES, "nbest": NBEST, **options})


# Columns of ARPA are set apart by tabs.
ARPA = r"""\data\
ngram 1=4
ngram 2=1

\1-grams:
-1.0 <unk>
-99 <s> -0.5
-0.75 </s>
-0.5 le -0.25

\2-grams:
-0.125 <s>_le

\end\
"""


def test_kenlm(tmp_path):
    pytest.importorskip("kenlm", reason="the extra kenlm is not installed")
    path = tmp_path / "lm.arpa"
    path.write_text(ARPA.replace(" ", "\t").replace("ngram\t", "ngram ").replace("_", " "))
    # <s> le, then le chat backs off to an unknown word, then the end.
    scores = KenLM(path)(["le chat", ""])
    np.testing.assert_allclose(scores[0], [-0.125 - 0.25 - 1 - 0.75, 10 ** (2.125 / 3)], rtol=1e-6)
    np.testing.assert_allclose(scores[1], [-0.5 - 0.75, 10**1.25], rtol=1e-6)
    for bad in (tmp_path / "gone", tmp_path / "text"):
        (tmp_path / "text").write_text("no model\n")
        with pytest.raises(ValueError, match=f"{bad.name}: KenLM finds no language model"):
            KenLM(bad)


def test_kenlm_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "kenlm", None)
    with pytest.raises(ImportError, match=r"tercel\[kenlm\]"):
        KenLM("lm.arpa")


@pytest.mark.slow
def test_published_columns():
    """The 10 features that came with the real data, to their printed digits."""
    folder = data_folder("he2010")
    with gzip.open(folder / "he2010_like_enfr.jsonl.gz", "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in itertools.islice(file, 2000)]
    chosen = [[c for c in r["cands"] if c["o"] == "TM" or c["r"] <= 10] for r in records]
    candidates = [c for cands in chosen for c in cands]
    found = features(
        [r["src"] for r in records],
        NBest.from_lists([c["t"] for c in cands] for cands in chosen),
        source_lm=[r["slm"] for r in records],
        target_lm=[c["lm"] for c in candidates],
        back_translations=[c["ps"] for c in candidates],
        translation=[c["m1"][0] for c in candidates],
        inverse_translation=[c["m1"][1] for c in candidates],
        lowercase=True,
    )
    with gzip.open(folder / "he2010_features.svmlight.gz", "rt", encoding="utf-8") as file:
        lines = list(itertools.islice(file, len(candidates)))
    expected = [[float(v) for v in re.findall(r" \d+:(\S+)", line)] for line in lines]
    # Half a unit of the fourth digit, and what rounding of the inputs adds.
    np.testing.assert_allclose(found.values, expected, rtol=0, atol=1.1e-4)
    assert np.mean(np.abs(found.values - expected) <= 5.001e-5) > 0.999
