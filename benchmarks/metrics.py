"""chrF, TER, error rates and prepared references against the peers that do part of it."""

import os
import random
from pathlib import Path

import nltk.translate.chrf_score
import numpy as np
from rapidfuzz.distance import Levenshtein
from sacrebleu.metrics.chrf import CHRF as CHRFPeer
from sacrebleu.metrics.ter import TER as TERPeer

import tercel
from benchmarks.measure import Race
from benchmarks.texts import fresh, texts


def long_texts() -> tuple[str, list[str], list[str]]:
    """Return a label, hypotheses and references with long segments."""
    base = Path(os.environ.get("TERCEL_DATA", Path(__file__).parents[2] / "shared" / "data"))
    folder = base / "wmt23"
    if folder.is_dir():
        names = (
            "system-outputs/generaltest2023.en-de.hyp.ONLINE-A.de",
            "references/generaltest2023.en-de.ref.refA.de",
        )
        hypotheses, reference = (
            (folder / name).read_text("utf-8").removesuffix("\n").split("\n") for name in names
        )
        return "WMT 2023 en-de, first 60", hypotheses[:60], reference[:60]
    rng = random.Random(1)
    reference = [" ".join(rng.choices([f"w{i}" for i in range(300)], k=120)) for _ in range(20)]
    hypotheses = [" ".join(rng.sample(line.split(), 120)) for line in reference]
    return "made-up long text", hypotheses, reference


def race_chrf(hypotheses: list[str], reference: list[str], label: str) -> None:
    race = Race(f"chrF statistics ({label}, one thread, CPU time)", "us/segment", 1e6)
    race.per_call /= len(hypotheses)
    for word_order in (0, 2):
        ours, peer = tercel.CHRF(word_order=word_order), CHRFPeer(word_order=word_order)
        expected = peer._extract_corpus_statistics(hypotheses, [reference])
        np.testing.assert_array_equal(ours.statistics(hypotheses, reference), expected)
        peers = {"sacrebleu": lambda h, r, p=peer: p._extract_corpus_statistics(h, [r])}
        if word_order == 0:
            peers["nltk"] = lambda h, r: nltk.translate.chrf_score.corpus_chrf(r, h)
        race.run(
            ours.name,
            ours.statistics,
            peers,
            arguments=lambda: (fresh(hypotheses), fresh(reference)),
            rounds=3,
        )


def race_ter(hypotheses: list[str], reference: list[str], label: str) -> None:
    expected = TERPeer()._extract_corpus_statistics(hypotheses, [reference])
    np.testing.assert_array_equal(tercel.TER().statistics(hypotheses, reference), expected)
    race = Race(f"TER statistics ({label}, one thread, CPU time)", "us/segment", 1e6)
    race.per_call /= len(hypotheses)
    race.run(
        "TER",
        tercel.TER().statistics,
        {"sacrebleu": lambda h, r: TERPeer()._extract_corpus_statistics(h, [r])},
        arguments=lambda: (fresh(hypotheses), fresh(reference)),
        rounds=1,
    )


def race_edit_distance(hypotheses: list[str], reference: list[str], label: str) -> None:
    def peer() -> list[int]:
        return [Levenshtein.distance(h, r) for h, r in zip(hypotheses, reference, strict=True)]

    cer = tercel.CER()
    np.testing.assert_array_equal(cer.statistics(hypotheses, reference)[:, 0], peer())
    race = Race(f"character edit distance ({label}, one thread, CPU time)", "us/segment", 1e6)
    race.per_call /= len(hypotheses)
    race.run("CER", lambda: cer.statistics(hypotheses, reference), {"rapidfuzz": peer})


def race_prepared(hypotheses: list[str], reference: list[str], label: str) -> None:
    race = Race(f"prepared references ({label}, one thread, CPU time)", "us/segment", 1e6)
    race.per_call /= len(hypotheses)
    for metric in (tercel.BLEU(), tercel.CHRF(), tercel.TER()):
        prepared = metric.prepare(reference)
        race.run(
            metric.name,
            lambda prepared=prepared: prepared.statistics(hypotheses),
            {"not prepared": lambda metric=metric: metric.statistics(hypotheses, reference)},
        )


def run() -> None:
    label, hypotheses, _, reference = texts()
    race_chrf(hypotheses, reference, label)
    race_edit_distance(hypotheses, reference, label)
    race_prepared(hypotheses, reference, label)
    race_ter(hypotheses, reference, label)
    long_label, long_hypotheses, long_reference = long_texts()
    race_ter(long_hypotheses, long_reference, long_label)
