"""Real output: every system of WMT 2023, against sacreBLEU and the organisers' own numbers."""

import csv
from collections import defaultdict

import numpy as np
import pytest
from conftest import read_lines
from sacrebleu.metrics.bleu import BLEU as Peer
from sacrebleu.metrics.chrf import CHRF as CHRFPeer
from sacrebleu.metrics.ter import TER as TERPeer

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


def test_known_scores_of_the_other_metrics(he_en):
    texts = he_en["ONLINE-A"], he_en["reference"]
    for metric, expected in (
        (tercel.CHRF(), 73.30219930759433),
        (tercel.CHRF(word_order=2), 71.96077643260071),
        (tercel.TER(), 32.484029484029485),
    ):
        assert metric.corpus_score(*texts).score == pytest.approx(expected, rel=0, abs=1e-9)


def published_scores(wmt23, metric):
    published = defaultdict(dict)
    with (wmt23 / "automatic-scores.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["metric"] == f"{metric}-refA":
                published[row["pair"]][row["system"]] = float(row["score"])
    return published


@pytest.mark.parametrize("name", ["bleu", "chrf"])
def test_every_system_scores_as_the_organisers_published(wmt23, name):
    published = published_scores(wmt23, name)
    n_compared = 0
    for pair in PAIRS:
        metric = tercel.BLEU(tokenize=tokenizer_of(pair)) if name == "bleu" else tercel.CHRF()
        prepared = metric.prepare(reference_of(wmt23, pair))
        for system, hypotheses in systems_of(wmt23, pair):
            if system not in published[pair]:
                continue
            score = prepared.corpus_score(hypotheses).score
            assert score == pytest.approx(published[pair][system], rel=0, abs=1e-9), (pair, system)
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


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_chrf_statistics(wmt23, pair):
    """chrF++ holds the statistics of chrF. A sample of each system, since the peer is slow; the
    benchmark ``wmt23`` goes through everything."""
    reference = reference_of(wmt23, pair)
    peer, ours = CHRFPeer(word_order=2), tercel.CHRF(word_order=2)
    for i, (name, hypotheses) in enumerate(systems_of(wmt23, pair)):
        step = slice(i % 16, None, 16) if i else slice(0, None, 4)
        expected = peer._extract_corpus_statistics(hypotheses[step], [reference[step]])
        statistics = ours.statistics(hypotheses[step], reference[step])
        np.testing.assert_array_equal(statistics, np.array(expected), err_msg=name)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_ter_statistics(wmt23, pair):
    """The peer is slow: a sample here, everything in the benchmark `wmt23`."""
    reference = reference_of(wmt23, pair)
    step = 8 if pair in ("he-en", "ru-en", "uk-en", "ja-en", "cs-uk") else 200
    for i, (name, hypotheses) in enumerate(systems_of(wmt23, pair)):
        part = slice(i, None, step * (1 if i == 0 else 8))
        expected = TERPeer()._extract_corpus_statistics(hypotheses[part], [reference[part]])
        statistics = tercel.TER().statistics(hypotheses[part], reference[part])
        np.testing.assert_array_equal(statistics, np.array(expected), err_msg=name)
