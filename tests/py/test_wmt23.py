"""Real output: every system of WMT 2023, against sacreBLEU and the organisers' own numbers."""

import csv
from collections import defaultdict

import numpy as np
import pytest
from conftest import read_lines
from sacrebleu.metrics.bleu import BLEU as Peer

import tercel

TOKENIZER_OF = {"zh": "zh", "ja": "char"}


def tokenizer_of(pair):
    return TOKENIZER_OF.get(pair.split("-")[1], "13a")


def systems_of(wmt23, pair):
    target = pair.split("-")[1]
    prefix, suffix = f"generaltest2023.{pair}.hyp.", f".{target}"
    for path in sorted((wmt23 / "system-outputs").glob(f"{prefix}*{suffix}")):
        yield path.name.removeprefix(prefix).removesuffix(suffix), read_lines(path)


def reference_of(wmt23, pair):
    target = pair.split("-")[1]
    return read_lines(wmt23 / "references" / f"generaltest2023.{pair}.ref.refA.{target}")


PAIRS = (
    *("cs-uk", "de-en", "en-cs", "en-de", "en-he", "en-ja", "en-ru"),
    *("en-uk", "en-zh", "he-en", "ja-en", "ru-en", "uk-en", "zh-en"),
)


def test_known_score(he_en):
    score = tercel.BLEU().corpus_score(he_en["ONLINE-A"], he_en["reference"])
    assert score.score == pytest.approx(53.86159421081311, rel=0, abs=1e-9)
    assert score.format(2) == (
        "BLEU = 53.86 78.8/60.6/48.8/39.8 "
        "(BP = 0.976 ratio = 0.977 hyp_len = 44439 ref_len = 45502)"
    )


def test_every_system_scores_as_the_organisers_published(wmt23):
    published = defaultdict(dict)
    with (wmt23 / "automatic-scores.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["metric"] == "bleu-refA":
                published[row["pair"]][row["system"]] = float(row["score"])
    n_compared = 0
    for pair in PAIRS:
        bleu = tercel.BLEU(tokenize=tokenizer_of(pair))
        reference = reference_of(wmt23, pair)
        for name, hypotheses in systems_of(wmt23, pair):
            if name not in published[pair]:
                continue
            score = bleu.corpus_score(hypotheses, reference).score
            assert score == pytest.approx(published[pair][name], rel=0, abs=1e-9), (pair, name)
            n_compared += 1
    assert n_compared > 100


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_statistics_of_every_system(wmt23, pair):
    tokenize = tokenizer_of(pair)
    reference = reference_of(wmt23, pair)
    peer, ours = Peer(tokenize=tokenize), tercel.BLEU(tokenize=tokenize)
    for name, hypotheses in systems_of(wmt23, pair):
        expected = peer._extract_corpus_statistics(hypotheses, [reference])
        statistics = ours.statistics(hypotheses, reference)
        np.testing.assert_array_equal(statistics, np.array(expected), err_msg=name)
        assert ours.score(statistics.sum(axis=0)).score == pytest.approx(
            peer._aggregate_and_compute(expected).score, rel=0, abs=1e-9
        )
