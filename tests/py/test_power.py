"""Power: closed forms of a mean, the slow twin of the influence, and what simulation counts."""

import json
import math

import numpy as np
import pytest
from reference import inference
from reference import power as power_twin
from scipy.stats import norm
from simulated import BLEU, bleu_rows, exchanged, score

import tercel
from tercel._design_effect import design_effect, effect_influences, standard_deviation

RATING = tercel.SegmentMean("rating")


def ratings(differences):
    """Return the statistics of two systems whose ratings differ by so much."""
    base = np.random.default_rng(0).integers(0, 5, len(differences))
    return RATING.statistics(base + np.asarray(differences)), RATING.statistics(base)


def test_by_hand():
    """Differences 3 and -1: mean 1, variance 4 * 400 / 399; (1.95996 + 0.84162)^2 = 7.8489."""
    plan = tercel.power(*ratings([3, -1] * 200), RATING, n_segments=[400, 32, 400])
    assert plan.effect == plan.difference == 1.0
    assert plan.standard_deviation == pytest.approx(2 * math.sqrt(400 / 399))
    assert plan.minimum_difference == pytest.approx(2.80158 * 0.100125, abs=1e-5)
    assert plan.segments_needed == math.ceil(7.8489 * 4 * 400 / 399) == 32
    assert [point.n_segments for point in plan.curve] == [32, 400]
    assert plan.curve[1].minimum_difference == plan.minimum_difference
    assert (plan.design_effect, plan.n_clusters, plan.rng) == (None, None, None)


@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.2])
@pytest.mark.parametrize("power", [0.8, 0.9, 0.5])
def test_power_is_that_of_the_z_test(alpha, power):
    d = np.random.default_rng(5).normal(0.3, 2.0, 500)
    plan = tercel.power(*ratings(d), RATING, difference=0.25, alpha=alpha, power=power)
    z, error = norm.ppf(1 - alpha / 2), d.std(ddof=1)
    assert plan.standard_deviation == pytest.approx(error, rel=1e-9)
    expected = (z + norm.ppf(power)) * error / math.sqrt(500)
    assert plan.minimum_difference == pytest.approx(expected, rel=1e-9)
    for point in plan.curve:
        shift = 0.25 * math.sqrt(point.n_segments) / error
        expected = norm.sf(z - shift) + norm.cdf(-z - shift)
        assert point.power == pytest.approx(expected, rel=1e-9)
        assert point.simulation is None


def test_segments_needed_are_enough_and_not_too_many():
    a, b = ratings(np.random.default_rng(6).normal(0.3, 2.0, 500))
    needed = tercel.power(a, b, RATING, difference=0.3).segments_needed
    before, enough = tercel.power(
        a, b, RATING, difference=0.3, n_segments=[needed - 1, needed]
    ).curve
    assert before.power < 0.8 <= enough.power
    assert enough.minimum_difference <= 0.3 < before.minimum_difference


def test_influence_equals_its_twin():
    rng = np.random.default_rng(1)
    a, b = bleu_rows(60, rng), bleu_rows(60, rng)
    moved = effect_influences(a, b, BLEU)
    expected = np.array(power_twin.influences(a, b, score))
    np.testing.assert_allclose(moved, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("metric", [BLEU, tercel.BLEU(smooth_method="none")])
def test_standard_error_is_that_of_the_bootstrap(metric):
    rng = np.random.default_rng(2)
    a, b = bleu_rows(1000, rng), bleu_rows(1000, rng)
    moved = effect_influences(a, b, metric)
    indices = rng.integers(0, 1000, (2000, 1000))
    effects = inference.bootstrap_effects(a, b, lambda t: float(metric.aggregate(t)), indices)
    error = standard_deviation(moved) / math.sqrt(1000)
    assert error == pytest.approx(np.std(effects, ddof=1), rel=0.06)


def test_systems_exchanged():
    rng = np.random.default_rng(3)
    a, b = bleu_rows(400, rng), bleu_rows(400, rng, 0.5)
    one = tercel.power(a, b, BLEU, n_simulations=20, n_resamples=100, rng=1)
    other = tercel.power(b, a, BLEU, n_simulations=20, n_resamples=100, rng=1)
    assert other.effect == -one.effect
    assert other.to_dict() | {"effect": one.effect} == one.to_dict()
    assert one.difference == abs(one.effect)


def test_design_effect_of_documents():
    """Documents of g copies of a segment: g n_documents / (n_documents - 1) (n - 1) / n."""
    moved = np.random.default_rng(4).normal(size=50)
    moved -= moved.mean()
    assert design_effect(moved, np.arange(50)) == pytest.approx(1.0)
    copies = np.repeat(moved, 4)
    expected = 4 * 50 / 49 * 199 / 200
    assert design_effect(copies, np.repeat(np.arange(50), 4)) == pytest.approx(expected)
    assert design_effect(np.zeros(4), np.array([0, 0, 1, 1])) == 1.0


def test_documents_make_the_error_larger():
    d = np.repeat(np.random.default_rng(4).normal(1, 2, 50), 4)
    names = np.repeat([f"doc {i}" for i in range(50)], 4)
    plain = tercel.power(*ratings(d), RATING, difference=1)
    plan = tercel.power(*ratings(d), RATING, difference=1, clusters=names)
    assert plan.n_clusters == 50
    assert plan.design_effect == pytest.approx(4 * 50 / 49 * 199 / 200)
    root = math.sqrt(plan.design_effect)
    assert plan.standard_deviation == pytest.approx(plain.standard_deviation * root)
    assert plan.minimum_difference == pytest.approx(plain.minimum_difference * root)


def test_simulation_counts_what_the_formula_says():
    """1,000 trials: within 4 points, three binomial sigma."""
    d = np.random.default_rng(7).normal(0.3, 2.0, 400)
    plan = tercel.power(
        *ratings(d), RATING, n_segments=[100, 400, 800], n_simulations=1000, n_resamples=500, rng=3
    )
    for point in plan.curve:
        found = point.simulation
        assert found.n_simulations == 1000
        assert found.right + found.wrong == pytest.approx(point.power, abs=0.045)
        assert found.wrong <= 0.01
    assert plan.rng == "seed:3"


def test_simulation_by_document():
    """Whole documents are drawn: power is that of the inflated error, not of the segments."""
    d = np.repeat(np.random.default_rng(8).normal(0.8, 2.0, 60), 5)
    names = np.repeat(np.arange(60), 5)
    plan = tercel.power(
        *ratings(d),
        RATING,
        n_segments=300,
        clusters=names,
        n_simulations=1000,
        n_resamples=500,
        rng=3,
    )
    (point,) = plan.curve
    assert point.simulation.right == pytest.approx(point.power, abs=0.05)


def test_true_nulls_are_seldom_detected():
    rng = np.random.default_rng(9)
    a, b = exchanged(bleu_rows(500, rng), bleu_rows(500, rng), rng)
    point = tercel.power(a, b, BLEU, n_segments=200, n_simulations=300, n_resamples=200).curve[0]
    assert point.simulation.wrong < point.simulation.right + 0.05 < 0.3


def test_simulation_depends_on_the_seed_alone():
    rng = np.random.default_rng(10)
    a, b = bleu_rows(300, rng), bleu_rows(300, rng, 0.56)
    options = {"n_segments": [50, 300], "n_simulations": 60, "n_resamples": 100}
    one = tercel.power(a, b, BLEU, rng=0, **options)
    assert tercel.power(a, b, BLEU, rng=0, workers=3, **options) == one
    assert tercel.power(a, b, BLEU, rng=1, **options) != one
    unnamed = tercel.power(a, b, BLEU, **options)
    seed = int(unnamed.rng.removeprefix("seed:"))
    assert tercel.power(a, b, BLEU, rng=seed, **options) == unnamed
    generator = tercel.power(a, b, BLEU, rng=np.random.default_rng(1), **options)
    assert generator.rng.startswith("seed:")


def test_no_effect_needs_no_number():
    plan = tercel.power(*ratings([1, -1] * 50), RATING, n_segments=100)
    assert (plan.effect, plan.segments_needed) == (0.0, None)
    assert plan.curve[0].power == pytest.approx(0.05)


@pytest.mark.filterwarnings("ignore::tercel.DoubtfulStatisticsWarning")
def test_no_variation():
    zero = np.tile([5, 5, 0, 0, 0, 0, 5, 4, 3, 2], (30, 1))
    other = np.tile([6, 5, 0, 0, 0, 0, 6, 5, 4, 3], (30, 1))
    plan = tercel.power(zero, other, BLEU, n_segments=30)
    assert (plan.standard_deviation, plan.minimum_difference) == (0.0, 0.0)
    assert plan.curve[0].power == 0.05
    plan = tercel.power(zero, other, BLEU, n_segments=30, difference=1, clusters=[0, 1] * 15)
    assert (plan.segments_needed, plan.curve[0].power, plan.design_effect) == (1, 1.0, 1.0)


def test_to_dict_is_plain():
    plan = tercel.power(*ratings([3, -1] * 10), RATING, n_simulations=2, n_resamples=10, rng=0)
    read = json.loads(json.dumps(plan.to_dict()))
    assert read == plan.to_dict()
    assert read["schema"] == "tercel.power/1"
    assert read["curve"][0]["simulation"]["n_simulations"] == 2


def test_few_documents_warn():
    with pytest.warns(tercel.DoubtfulStatisticsWarning, match="10 documents"):
        tercel.power(*ratings([3, -1] * 10), RATING, clusters=[i // 2 for i in range(20)])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 0}, "alpha is 0, expected between 0 and 1"),
        ({"alpha": math.nan}, "alpha is nan"),
        ({"power": 0.05}, r"power is 0.05, expected between alpha, 0.05, and 1"),
        ({"power": 1.0}, "power is 1.0, expected between alpha"),
        ({"difference": 0}, "difference is 0, expected a finite number above 0"),
        ({"difference": -1.0}, "difference is -1.0, expected"),
        ({"difference": math.inf}, "difference is inf, expected"),
        ({"n_segments": 0}, "n_segments is 0, expected a whole number of at least 1"),
        ({"n_segments": [100, 2.5]}, "n_segments is 2.5, expected"),
        ({"n_simulations": -1}, "n_simulations is -1, expected"),
        ({"n_resamples": 0}, "n_resamples is 0, expected"),
        ({"workers": 0}, "workers is 0, expected"),
        ({"clusters": [1] * 20}, "at least 2"),
        ({"clusters": [1, 2]}, "clusters has 2 ids, but there are 20 segments"),
        ({"n_simulations": 1, "rng": -1}, "rng is -1, expected a seed"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(ValueError, match=message):
        tercel.power(*ratings([3, -1] * 10), RATING, **options)


@pytest.mark.parametrize("n_differing", [0, 1])
def test_systems_that_do_not_differ(n_differing):
    with pytest.raises(ValueError, match="fewer than 2 segments differ"):
        tercel.power(*ratings([1] * n_differing + [0] * 20), RATING)


def test_lengths_that_differ():
    a, b = ratings([3, -1] * 10)
    with pytest.raises(ValueError, match="20 segments, but statistics_b has 19"):
        tercel.power(a, b[1:], RATING)
