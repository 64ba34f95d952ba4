"""Minimum Bayes risk on lists of 100 candidates, and fuzzy matches, against the peers."""

import gzip
import json
import time

import fastchrf
import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist
from sacrebleu.metrics.bleu import BLEU as BLEUPeer
from sacrebleu.metrics.chrf import CHRF as CHRFPeer
from sacrebleu.metrics.ter import TER as TERPeer

import tercel
from benchmarks.candidate_lists import SIZE, he2010, lists
from benchmarks.measure import Race
from tercel.rerank import NBest, TranslationMemory, mbr, pairwise_utilities


def parts(rows: list[list[str]]) -> list[list[str]]:
    """Return what the slow peers see: every ninth candidate of every tenth list."""
    return [row[::9] for row in rows[::10]]


def check(rows: list[list[str]]) -> None:
    """Scores equal the peers', and choices those of a loop over the peers' scores."""
    bleu, ter = BLEUPeer(effective_order=True), TERPeer()
    for name, peer, sign in (("bleu", bleu, 1), ("chrf", CHRFPeer(), 1), ("ter", ter, -1)):
        for part in parts(rows):
            expected = [[sign * peer.sentence_score(h, [r]).score for r in part] for h in part]
            np.testing.assert_allclose(pairwise_utilities(part, utility=name), expected, atol=1e-9)
    ours = mbr(NBest.from_lists(rows), "chrf")
    for k, row in enumerate(rows):
        (scores,) = np.asarray(fastchrf.pairwise_chrf([row], [row]))
        np.testing.assert_allclose(
            pairwise_utilities(row, utility="chrf"), scores, rtol=0, atol=1e-9
        )
        expected = scores.mean(axis=1)
        assert expected[ours.choice[k] - SIZE * k] >= expected.max() - 1e-9


def race_pairs(label: str, rows: list[list[str]]) -> None:
    nbest = NBest.from_lists(rows)
    n_pairs, n_part = (sum(len(row) ** 2 for row in x) for x in (rows, parts(rows)))
    print(f"\n{len(rows)} lists of {SIZE} ({label}, one thread, CPU time)")
    race = Race("minimum Bayes risk, exact", "us/pair", 1e6)
    peers = {
        "bleu": BLEUPeer(effective_order=True),
        "chrf": CHRFPeer(),
        "chrf++": CHRFPeer(word_order=2),
        "ter": TERPeer(),
    }
    for name, peer in peers.items():
        # A peer's time is multiplied to all pairs, so that one unit serves both columns.
        race.per_call = 1e6 / n_pairs
        others = {
            "sacrebleu": lambda peer=peer: [
                peer.sentence_score(h, [r]) for part in parts(rows) for h in part for r in part
            ]
        }
        print_race(race, name, nbest, others, n_pairs / n_part)
        if name == "chrf":
            race.run(
                "chrf",
                lambda: mbr(nbest, "chrf"),
                {"fastchrf pairwise": lambda: fastchrf.pairwise_chrf(rows, rows)},
                rounds=3,
            )
    for name in ("bleu", "chrf"):
        race.run(
            f"{name}, aggregated",
            lambda name=name: mbr(nbest, name, aggregate=True),
            {"exact": lambda name=name: mbr(nbest, name)}
            | ({"fastchrf": lambda: fastchrf.aggregate_chrf(rows, rows)} if name == "chrf" else {}),
            rounds=3,
        )


def print_race(race: Race, name: str, nbest: NBest, peers: dict, factor: float) -> None:
    start = time.process_time()
    mbr(nbest, name)
    ours = time.process_time() - start
    for peer, call in peers.items():
        start = time.process_time()
        call()
        theirs = (time.process_time() - start) * factor
        print(
            f"  {name:>24}  tercel {ours * race.per_call:.4g} us/pair   "
            f"{peer} {theirs * race.per_call:.4g} us/pair   {theirs / ours:.3g} x {peer}",
            flush=True,
        )


def race_fuzzy() -> None:
    folder = he2010()
    if not folder.is_dir():
        return
    sides = []
    for language in ("en", "fr"):
        with gzip.open(
            folder / f"train.{language}.gz", "rt", encoding="utf-8", newline="\n"
        ) as file:
            sides.append(file.read().removesuffix("\n").split("\n"))
    with gzip.open(folder / "he2010_like_enfr.jsonl.gz", "rt", encoding="utf-8") as file:
        sources = [json.loads(line)["src_raw"] for line in file]
    memory = TranslationMemory(*sides, tokenize="13a")
    words = tercel.tokenize(list(memory.sources))
    part = sources[:200]
    queries = tercel.tokenize(part)
    found = memory.match(part, 10)
    distances = cdist(queries, words, scorer=Levenshtein.distance)
    for i, row in enumerate(distances):
        ranked = np.lexsort((np.arange(len(row)), np.minimum(row, len(queries[i]))))[:10]
        np.testing.assert_array_equal(
            found.entries[found.offsets[i] : found.offsets[i + 1]], ranked
        )
    race = Race(
        f"10 best of {len(memory)} entries for {len(sources)} sources (he2010, exact)",
        "s",
        1.0,
    )
    start = time.process_time()
    memory.match(sources, 10)
    ours = time.process_time() - start
    start = time.process_time()
    cdist(queries, words, scorer=Levenshtein.distance)
    theirs = (time.process_time() - start) * len(sources) / len(part)
    print(
        f"  tercel {ours:.3g} {race.unit} of CPU   rapidfuzz, all distances, {theirs:.3g} s "
        f"({theirs / ours:.3g} x)"
    )


def run() -> None:
    label, rows = lists()
    check(rows)
    race_pairs(label, rows)
    race_fuzzy()
