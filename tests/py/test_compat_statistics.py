"""Seeds, and the switch to tercel's own statistics."""

import pytest
from compat.corpora import described, seeded

import tercel
import tercel.compat.sacrebleu as ours
from tercel.compat.sacrebleu import significance

HYPOTHESES = ["the cat sat on the mat .", "It rained, today: 3.5 mm", "a b c d e", "Straße ΑΣ"]
REFERENCES = [
    ["the cat is on the mat .", "today it rained 3.5 mm", "a b d c e", "straße ας"],
    ["a cat sat there .", None, "a b c", ""],
]
KINDS = ("BLEU", "CHRF", "TER")


def test_a_seed_of_zero_is_a_seed():
    systems = [("a", HYPOTHESES), ("b", REFERENCES[0])]
    with seeded("0"):
        runs = [
            described(significance.PairedTest(systems, {"m": ours.CHRF()}, REFERENCES, "bs", 60)())
            for _ in range(2)
        ]
    assert runs[0] == runs[1]


def test_no_seed_draws_anew():
    def interval():
        return ours.CHRF().corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=50)._ci

    with seeded("None"):
        assert len({float(interval()) for _ in range(5)}) > 1
    metric = ours.CHRF()
    with seeded("None"):
        metric.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=50)
    assert "seed:none" in str(metric.get_signature())


@pytest.mark.parametrize(
    ("kind", "options"),
    [("BLEU", {"effective_order": True}), ("CHRF", {"word_order": 2}), ("TER", {})],
)
def test_statistics_of_tercel(kind, options):
    """The switch gives the p of `paired_test` and the interval of `confidence_interval`."""
    a, b = HYPOTHESES * 90, (HYPOTHESES[1:] + HYPOTHESES[:1]) * 90
    references = [REFERENCES[0] * 90, REFERENCES[1] * 90]
    metric = getattr(tercel, kind)(**options)
    rows = [metric.statistics(x, references) for x in (a, b)]
    systems = [("a", a), ("b", b)]
    for test_type, method in (("ar", "permutation"), ("bs", "bootstrap")):
        _, scores = significance.PairedTest(
            systems,
            {"m": getattr(ours, kind)(**options)},
            references,
            test_type,
            200,
            100,
            statistics="tercel",
        )()
        baseline, result = next(value for key, value in scores.items() if key != "System")
        expected = tercel.paired_test(*rows, metric, method=method, n_resamples=200, rng=12345)
        assert result.p_value == expected.p_value
        n = 100 if test_type == "ar" else 200
        for one, each in ((baseline, rows[0]), (result, rows[1])):
            interval = tercel.confidence_interval(each, metric, n_resamples=n, rng=12345)
            assert one.mean - one.ci == pytest.approx(interval.low)
            assert one.mean + one.ci == pytest.approx(interval.high)
    score = getattr(ours, kind)(**options).corpus_score(
        a, references, n_bootstrap=200, statistics="tercel"
    )
    interval = tercel.confidence_interval(rows[0], metric, n_resamples=200, rng=12345)
    assert (score._mean - score._ci, score._mean + score._ci) == pytest.approx(
        (interval.low, interval.high)
    )


def test_identical_systems_under_both():
    systems = [("a", HYPOTHESES * 90), ("b", HYPOTHESES * 90)]
    for statistics, p_value in (("sacrebleu", 1 / 101), ("tercel", 1.0)):
        test = significance.PairedTest(
            systems, {"m": ours.BLEU()}, [REFERENCES[0] * 90], "ar", 100, statistics=statistics
        )
        assert test()[1]["BLEU"][1].p_value == p_value
