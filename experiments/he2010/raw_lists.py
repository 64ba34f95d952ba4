"""Everything from the texts: our own TER, fuzzy matches and Model 1.

Language model scores stay the data's: a language model is no part of this library.
"""

import gzip
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tercel
from experiments.he2010.data import Candidates, folder, kept
from tercel.lexicon import IBM1, LexicalModel, word_tokens
from tercel.rerank import NBest, features, fuzzy_scores

FloatArray = NDArray[np.float64]
N_ITERATIONS = 5


@dataclass(frozen=True)
class Model1:
    """Log10 probabilities of targets, for `tercel.rerank.features`."""

    model: LexicalModel
    workers: int

    def score(self, sources: list[str], targets: list[str]) -> FloatArray:
        """Return log10 p(target | source) of each pair."""
        words = word_tokens(sources), word_tokens(targets)
        return self.model.scores(*words, workers=self.workers) / math.log(10)


def train_model1(workers: int) -> tuple[Model1, Model1]:
    """Return the models into French and into English, of the memory's pairs."""
    sides = []
    for name in ("train.en.gz", "train.fr.gz"):
        with gzip.open(folder() / name, "rt", encoding="utf-8", newline="\n") as file:
            sides.append(word_tokens(file.read().removesuffix("\n").split("\n")))
    english, french = sides
    ibm1 = IBM1(n_iter=N_ITERATIONS, workers=workers)
    into_french, into_english = ibm1.fit(english, french), ibm1.fit(french, english)
    return Model1(into_french, workers), Model1(into_english, workers)


def candidates_from_texts(
    records: Sequence[dict[str, Any]], models: tuple[Model1, Model1], workers: int, n_each: int = 5
) -> Candidates:
    """Return the first of each list with edits and features of our own."""
    lists = [kept(record, n_each) for record in records]
    items = [item for part in lists for item in part]
    groups = np.repeat(np.arange(len(lists)), [len(part) for part in lists])
    nbest = NBest.from_lists([[item["t"] for item in part] for part in lists])
    sources = [record["src"] for record in records]
    references = [records[group]["ref"] for group in groups]
    ter = tercel.TER()
    edits = ter.edits(nbest.texts, references, workers=workers)
    lengths = ter.statistics(nbest.texts, references, workers=workers)[:, 1]
    found = features(
        sources,
        nbest,
        source_lm=[record["slm"] for record in records],
        target_lm=[item["lm"] for item in items],
        translation=models[0],
        inverse_translation=models[1],
        back_translations=[item["ps"] for item in items],
        lowercase=True,
    )
    return Candidates(
        found.values,
        edits,
        lengths,
        np.array([records[group]["id"] for group in groups]),
        np.array([item["o"] == "MT" for item in items]),
        np.array([item["r"] for item in items]),
        _best_match(records)[groups],
    )


def _best_match(records: Sequence[dict[str, Any]]) -> FloatArray:
    """Return the fuzzy match of each source's first hit."""
    firsts = [
        next(item["tms"] for item in record["cands"] if (item["o"], item["r"]) == ("TM", 1))
        for record in records
    ]
    return fuzzy_scores([record["src"] for record in records], firsts, lowercase=True)
