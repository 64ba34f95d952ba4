"""Comparisons of more than two systems: corrections, ranks, segment scores, documents, reports."""

import csv
import json
import warnings

import numpy as np
import pytest
from generated import corpus

import tercel
from tercel.report import comparison_report

N = 320
TEXTS, REFERENCES = corpus(N, 1, seed=1)
GOOD = list(REFERENCES[0])
SYSTEMS = {
    "plain": TEXTS,
    "twin": list(TEXTS),
    "long": [f"{text} and more" for text in TEXTS],
    "good": [
        good if i % 8 else text for i, (good, text) in enumerate(zip(GOOD, TEXTS, strict=True))
    ],
}
FAST = {"rng": 12345, "n_resamples": 999, "n_bootstrap": 200}


@pytest.fixture(scope="module")
def ranked():
    return tercel.compare(SYSTEMS, REFERENCES, pairs="all", **FAST)


def test_all_pairs_are_tested_once(ranked):
    pairs = [(pair.system, pair.baseline) for pair in ranked.comparisons]
    names = list(SYSTEMS)
    assert pairs == [(b, a) for i, a in enumerate(names) for b in names[i + 1 :]]
    assert {pair.n_comparisons for pair in ranked.comparisons} == {6}
    assert "pairs:all[6]|correction:holm|" in ranked.signature


def test_the_tests_are_those_of_the_single_functions(ranked):
    bleu = tercel.BLEU()
    tables = {name: bleu.statistics(texts, REFERENCES) for name, texts in SYSTEMS.items()}
    for pair in ranked.comparisons:
        a, b = tables[pair.system], tables[pair.baseline]
        assert pair.test == tercel.paired_test(a, b, bleu, n_resamples=999, rng=12345)
        drawn = tercel.paired_test(a, b, bleu, method="bootstrap", n_resamples=200, rng=12345)
        assert pair.bootstrap == drawn


@pytest.mark.parametrize("correction", ["holm", "bh", "by"])
def test_adjusted_p_are_those_of_all_pairs_by_a_metric(correction):
    metrics = [tercel.BLEU(), tercel.CHRF()]
    result = tercel.compare(
        SYSTEMS, REFERENCES, metrics, pairs="all", correction=correction, **FAST
    )
    for _, pairs in result.by_metric():
        p = [pair.p_value for pair in pairs]
        assert [pair.adjusted_p for pair in pairs] == tercel.adjust_p(p, correction).tolist()


def test_max_t_is_that_of_the_same_draws():
    result = tercel.compare(SYSTEMS, REFERENCES, pairs="all", correction="max-t", **FAST)
    assert "test:bootstrap[999]|pairs:all[6]|correction:max-t" in result.signature
    replicates = {row.system: row.interval.replicates for row in result.systems}
    effects = [pair.effect for pair in result.comparisons]
    drawn = [replicates[pair.system] - replicates[pair.baseline] for pair in result.comparisons]
    expected = tercel.max_t_p(effects, np.stack(drawn, axis=1))
    assert [pair.adjusted_p for pair in result.comparisons] == expected.tolist()
    assert all(pair.adjusted_p >= pair.p_value for pair in result.comparisons)
    assert result.comparisons[0].adjusted_p == 1.0  # the twins


def test_verdicts_go_by_the_adjusted_p():
    """With p between .05 / 3 and .05 a pair is told apart alone, but not among three."""
    rng = np.random.default_rng(15)
    ratings = rng.normal(70, 10, N)
    shifts = {"a": 0, "b": 0, "c": 0, "d": 1}
    scores = {name: ratings + rng.normal(shift, 10, N) for name, shift in shifts.items()}
    texts = dict.fromkeys("abcd", GOOD)
    results = {
        correction: tercel.compare(
            texts, REFERENCES, [], segment_scores={"r": scores}, correction=correction, **FAST
        )
        for correction in ("none", "holm")
    }
    plain, holm = (result.comparisons for result in results.values())
    for alone, among in zip(plain, holm, strict=True):
        assert alone.p_value == alone.adjusted_p == among.p_value
        assert (alone.better is None) == (alone.p_value >= 0.05)
        assert (among.better is None) == (among.adjusted_p >= 0.05)
    assert [pair.better for pair in plain] == [None, None, "d"]
    assert [pair.better for pair in holm] == [None, None, None]
    assert "3 comparisons without a correction" in results["none"].doubts[0]
    assert results["holm"].doubts == ()


def test_ranks_hold_what_the_verdicts_say(ranked):
    ranks = {row.system: row.rank for row in ranked.systems}
    assert ranks["good"].low == ranks["good"].high == ranks["good"].cluster == 1
    assert ranks["good"].probabilities[0] == 1.0
    assert ranks["plain"] == ranks["twin"]
    assert (ranks["plain"].low, ranks["plain"].high) == (2, 3)
    assert (ranks["long"].low, ranks["long"].cluster) == (4, 3)


def test_identical_systems_share_all_ranks():
    result = tercel.compare(dict.fromkeys("abc", TEXTS), REFERENCES, pairs="all", **FAST)
    assert {(row.rank.low, row.rank.high, row.rank.cluster) for row in result.systems} == {
        (1, 3, 1)
    }
    assert {pair.adjusted_p for pair in result.comparisons} == {1.0}


def test_error_rates_rank_downwards():
    result = tercel.compare(SYSTEMS, REFERENCES, tercel.TER(), pairs="all", **FAST)
    ranks = {row.system: row.rank.low for row in result.systems}
    assert ranks["good"] == 1
    assert ranks["long"] == 4


def test_no_ranks_against_a_baseline():
    result = tercel.compare(SYSTEMS, REFERENCES, baseline="good", **FAST)
    assert {row.rank for row in result.systems} == {None}
    assert {pair.baseline for pair in result.comparisons} == {"good"}
    two = tercel.compare({"a": TEXTS, "b": GOOD}, REFERENCES, **FAST)
    assert [row.rank.low for row in two.systems] == [2, 1]  # one pair is all pairs


def test_one_pair_needs_no_correction():
    two = tercel.compare({"a": TEXTS, "b": GOOD}, REFERENCES, correction="by", **FAST)
    assert two.comparisons[0].adjusted_p == two.comparisons[0].p_value
    assert "correction" not in two.signature


def test_too_few_resamples_for_the_correction_are_noted():
    result = tercel.compare(SYSTEMS, REFERENCES, pairs="all", rng=1, n_resamples=99)
    assert "Holm's correction" in result.doubts[0]
    assert "0.0600" in result.doubts[0]


def test_threads_do_not_show():
    for correction in ("holm", "max-t"):
        options = {"pairs": "all", "correction": correction, **FAST}
        one = tercel.compare(SYSTEMS, REFERENCES, **options)
        assert tercel.compare(SYSTEMS, REFERENCES, workers=3, **options) == one


def test_segment_scores_stand_beside_text_metrics():
    rng = np.random.default_rng(3)
    scores = {name: rng.normal(0.8, 0.1, N) for name in SYSTEMS}
    errors = tercel.SegmentMean("errors", higher_is_better=False)
    result = tercel.compare(
        SYSTEMS, REFERENCES, segment_scores={"COMET": scores, errors: scores}, **FAST
    )
    assert [row.metric for row in result.systems] == ["BLEU"] * 4 + ["COMET"] * 4 + ["errors"] * 4
    comet = tercel.SegmentMean("COMET")
    a, b = (comet.statistics(scores[name]) for name in ("twin", "plain"))
    test = tercel.paired_test(a, b, comet, n_resamples=999, rng=12345)
    assert result.comparisons[3].test == test
    assert result.systems[4].score.score == pytest.approx(scores["plain"].mean(), rel=1e-12)
    alone = tercel.compare(SYSTEMS, REFERENCES, **FAST)
    assert result.systems[:4] == alone.systems
    better = {pair.metric: pair.effect > 0 for pair in result.comparisons[3::3]}
    assert better["COMET"] == better["errors"]


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ({"a": [1.0, 2.0]}, "segment_scores of M are missing for system 'b'"),
        ({"a": [1.0, 2.0], "c": [1.0, 2.0]}, "given for 'c', which is no system, expected a, b"),
        ({"a": [1.0, 2.0], "b": [1.0]}, "M has 1 scores of system 'b', expected .* 2 segments"),
        ({"a": [1.0, float("nan")], "b": [1.0, 2.0]}, r"system 'a': M\[1\] is nan"),
        ({"a": ["x", "y"], "b": [1.0, 2.0]}, "system 'a': could not convert"),
    ],
)
def test_bad_segment_scores(scores, message):
    texts = {"a": ["x", "y"], "b": ["x", "y"]}
    with (
        warnings.catch_warnings(),
        pytest.raises(ValueError, match=message),
    ):
        warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
        tercel.compare(texts, ["x", "y"], segment_scores={"M": scores})


DOCUMENTS = [f"doc{i // 8}" for i in range(N)]


@pytest.mark.parametrize("correction", ["holm", "max-t"])
def test_documents_are_drawn_and_swapped_whole(correction):
    rng = np.random.default_rng(4)
    scores = {name: rng.normal(70, 10, N) + np.repeat(rng.normal(0, 9, 40), 8) for name in "abc"}
    result = tercel.compare(
        *(dict.fromkeys("abc", TEXTS), REFERENCES, []),
        segment_scores={"rating": scores},
        pairs="all",
        documents=DOCUMENTS,
        correction=correction,
        **FAST,
    )
    assert "documents:40|" in result.signature
    assert result.n_segments == N
    rating = tercel.SegmentMean("rating")
    # Rows add up: a test set of 40 segments that are the documents is drawn and swapped likewise.
    sums = {
        name: rating.statistics(values).reshape(40, 8, -1).sum(axis=1)
        for name, values in scores.items()
    }
    method, n = ("permutation", 200) if correction == "holm" else ("bootstrap", 999)
    for pair in result.comparisons:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
            test = tercel.paired_test(
                *(sums[pair.system], sums[pair.baseline], rating),
                method=method,
                n_resamples=999,
                rng=12345,
            )
        assert pair.test.p_value == test.p_value
        assert 0.02 < test.p_value < 1
        assert (pair.test.n_segments, pair.test.plan) == (N, "documents:40")
    drawn = tercel.confidence_interval(sums["a"], rating, n_resamples=n, rng=12345)
    assert result.systems[0].interval.replicates.tolist() == drawn.replicates.tolist()


def test_strata_are_drawn_by_themselves():
    strata = ["news" if i % 3 else "chat" for i in range(N)]
    result = tercel.compare(SYSTEMS, REFERENCES, strata=strata, **FAST)
    assert "|strata:2|level" in result.signature
    bleu = tercel.BLEU()
    rows = bleu.statistics(SYSTEMS["plain"], REFERENCES)
    expected = tercel.confidence_interval(rows, bleu, n_resamples=200, strata=strata, rng=12345)
    assert result.systems[0].interval == expected


def test_bad_documents():
    with pytest.raises(ValueError, match="3 ids, but there are 320 segments"):
        tercel.compare(SYSTEMS, REFERENCES, documents=["a", "b", "c"])
    with pytest.raises(ValueError, match="at least 2 are needed"):
        tercel.compare(SYSTEMS, REFERENCES, documents=["a"] * N)
    with pytest.warns(tercel.FewDocumentsWarning):
        result = tercel.compare(SYSTEMS, REFERENCES, documents=["a", "b"] * (N // 2), **FAST)
    assert "2 documents" in result.doubts[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pairs": "some"}, "unknown pairs 'some', expected one of baseline, all"),
        (
            {"correction": "sidak"},
            "unknown correction 'sidak', expected one of holm, bh, by, max-t",
        ),
        ({"method": "t"}, "unknown method 't'"),
        ({"method": "permutation", "correction": "max-t"}, "takes its p from the bootstrap"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        tercel.compare(SYSTEMS, REFERENCES, **options)


def test_the_ranking_as_text(ranked):
    lines = str(ranked).splitlines()
    assert lines[0].startswith("BLEU  case:mixed|")
    words = [line.split() for line in lines[1:8]]
    assert [row[2] for row in words[1:] if len(row) > 1] == ["good", "plain", "twin", "long"]
    # Lines between 1 and 2, and between 3 and 4; the twins are not parted.
    assert [k for k, row in enumerate(words) if len(row) == 1] == [2, 5]
    assert words[1][-3:] == ["**", "**", "**"]
    assert words[3][-2:] == ["-", "**"]
    assert lines[-1] == ranked.signature
    assert "(6 comparisons, Holm)" in lines[-2]


def test_the_baseline_table_as_text():
    lines = str(tercel.compare(SYSTEMS, REFERENCES, **FAST)).splitlines()
    assert [line.split()[0] for line in lines[2:6]] == ["good", "plain", "twin", "long"]
    assert "adjusted p" in lines[1]
    assert lines[2].endswith("better at the 1 % level")
    assert lines[3].endswith("baseline")
    assert lines[4].endswith("not told apart")
    assert lines[5].endswith("worse at the 1 % level")
    plain = tercel.compare(SYSTEMS, REFERENCES, correction="none", **FAST)
    assert "adjusted p" not in str(plain)


def test_every_format_has_ranks_and_adjusted_p(ranked):
    parsed = json.loads(comparison_report(ranked, "json"))
    assert parsed == json.loads(json.dumps(ranked.to_dict()))
    assert parsed["systems"][3]["rank"]["cluster"] == 1
    rows = list(csv.DictReader(comparison_report(ranked, "csv").splitlines()))
    assert [(row["rank_low"], row["rank_high"], row["cluster"]) for row in rows[:4]] == [
        *(("2", "3", "2"), ("2", "3", "2"), ("4", "4", "3"), ("1", "1", "1"))
    ]
    assert float(rows[4]["adjusted_p"]) == ranked.comparisons[0].adjusted_p
    for name in ("markdown", "latex", "html"):
        report = comparison_report(ranked, name)
        for text in ("Rank", "Cluster", "2-3", "Adjusted p", "twin - plain"):
            assert text in report
    assert comparison_report(ranked, "latex").count("\\hline") == 3 + 2 + 3


def test_two_metrics_of_one_name_are_kept_apart():
    metrics = [tercel.BLEU(), tercel.BLEU(tokenize="char")]
    result = tercel.compare(SYSTEMS, REFERENCES, metrics, **FAST)
    table = comparison_report(result, "markdown", width=6)
    for pair in result.comparisons:
        assert f"{pair.effect:+.6f}" in table
