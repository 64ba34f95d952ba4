"""BLEU statistics from text: a fresh metric object and fresh strings each time."""

import bleuscore
import numpy as np
from sacrebleu.metrics.bleu import BLEU as Peer

import tercel
from benchmarks.measure import Race
from benchmarks.texts import fresh, texts


def run() -> None:
    label, hypotheses, _, reference = texts()
    bleu = tercel.BLEU()
    ours = bleu.statistics(hypotheses, reference)
    np.testing.assert_array_equal(
        ours, Peer()._extract_corpus_statistics(hypotheses, [reference]), "statistics differ"
    )
    nested = [[line] for line in reference]
    theirs = bleuscore.compute(nested, hypotheses, ref_len_method="closest")["bleu"]
    assert abs(100 * theirs - bleu.score(ours.sum(axis=0)).score) < 1e-6, "bleuscore differs"

    race = Race(f"BLEU statistics from text ({label}, one thread, CPU time)", "us/segment", 1e6)
    race.per_call /= len(hypotheses)
    for tokenize in ("13a", "intl", "zh", "char", "none"):
        peers = {
            "sacrebleu": lambda h, r, tokenize=tokenize: Peer(
                tokenize=tokenize
            )._extract_corpus_statistics(h, [r])
        }
        if tokenize == "13a":
            peers["bleuscore"] = lambda h, r: bleuscore.compute([[line] for line in r], h)
        race.run(
            tokenize,
            lambda h, r, tokenize=tokenize: tercel.BLEU(tokenize=tokenize).statistics(h, r),
            peers,
            arguments=lambda: (fresh(hypotheses), fresh(reference)),
        )
