"""sacreBLEU's replicates, intervals and paired tests, against sacreBLEU itself to the last bit."""

import itertools
import random

import numpy as np
import pytest

from tercel.compat import _parts, resampling, scoring

sacrebleu = pytest.importorskip("sacrebleu")
significance = pytest.importorskip("sacrebleu.significance")

BLEU_OPTIONS = [
    {},
    {"smooth_method": "floor"},
    {"smooth_method": "floor", "smooth_value": 0.37},
    {"smooth_method": "add-k"},
    {"smooth_method": "add-k", "smooth_value": 0.3},
    {"smooth_method": "add-k", "smooth_value": 2},
    {"smooth_method": "none"},
    {"effective_order": True},
    {"effective_order": True, "smooth_method": "floor"},
    {"max_ngram_order": 2},
    {"max_ngram_order": 6, "effective_order": True, "smooth_method": "add-k"},
]
CHRF_OPTIONS = [
    {},
    {"word_order": 2},
    {"eps_smoothing": True},
    {"word_order": 2, "eps_smoothing": True, "beta": 3},
    {"beta": 1},
    {"beta": 0.7},
    {"char_order": 2, "beta": 0.1, "eps_smoothing": True},
]
METRICS = [
    *[("BLEU", options) for options in BLEU_OPTIONS],
    *[("CHRF", options) for options in CHRF_OPTIONS],
    ("TER", {}),
]


def made_metric(name: str, options: dict, statistics: list[list[float]]):
    """sacreBLEU's metric with statistics that are already there."""
    base = getattr(sacrebleu, name)

    class Given(base):
        def _extract_corpus_statistics(self, hypotheses, references):
            return statistics

    return Given(**options)


def score_of(name: str, options: dict) -> scoring.Score:
    if name == "TER":
        return scoring.TerScores()
    if name == "CHRF":
        kept = {key: value for key, value in options.items() if key in ("beta", "eps_smoothing")}
        return scoring.ChrfScores(**kept)
    method = options.get("smooth_method", "exp")
    default = sacrebleu.BLEU.SMOOTH_DEFAULTS[method]
    return scoring.BleuScores(**{"smooth_value": default or 0.0, **options})


def made_statistics(name: str, options: dict, n: int, rng: random.Random) -> list[list[float]]:
    """Statistics such as texts could have: often short, often without a match."""
    rate = rng.choice([0.0, 0.05, 0.3, 0.9])
    largest = rng.choice([2, 6, 30, 400])
    n_references = rng.choice([1, 2, 3])
    shape = (rate, largest, n_references)
    return [_row(name, options, shape, rng) for _ in range(n)]


def _row(name, options, shape, rng):
    rate, largest, n_references = shape
    hyp, ref = rng.randrange(largest), rng.randrange(largest)
    if name == "TER":
        lengths = sum(rng.randrange(largest) for _ in range(n_references))
        return [rng.randrange(largest) if rng.random() < rate + 0.1 else 0, lengths / n_references]
    if name == "BLEU":
        order = options.get("max_ngram_order", 4)
        totals = [max(0, hyp - i) for i in range(order)]
        return [hyp, ref, *(_below(total, rate, rng) for total in totals), *totals]
    row = []
    for i in range(options.get("char_order", 6) + options.get("word_order", 0)):
        h, r = max(0, hyp - i), max(0, ref - i)
        row += [h if r else 0, r, _below(min(h, r), rate, rng)]
    return row


def _below(total, rate, rng):
    return sum(rng.random() < rate for _ in range(min(total, 40)))


def exact(value):
    """A number with its type, so that float32 and float differ; NaN equals itself."""
    return type(value), repr(float(value))


CASES = [(name, options, seed) for name, options in METRICS for seed in range(8)]


@pytest.mark.parametrize(("name", "options", "seed"), CASES)
def test_bootstrap_of_a_score(name, options, seed, monkeypatch):
    rng = random.Random(f"{name}{options}{seed}")
    statistics = made_statistics(name, options, rng.choice([1, 2, 5, 40]), rng)
    metric = made_metric(name, options, statistics)
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    n_samples = rng.choice([2, 39, 41, 120])
    shown, scores = significance._bootstrap_resample(statistics, metric, n_samples)
    peer = sacrebleu.metrics.base.Score("x", 0.0)
    text, number = resampling.seed_of_environment()
    draws = resampling.bootstrap_draws(len(statistics), n_samples, number)
    ours = resampling.bootstrap_replicates(np.array(statistics), draws, score_of(name, options))
    assert text == shown
    assert list(map(exact, ours.scalars())) == [exact(score.score) for score in scores]
    try:
        peer.estimate_ci(scores)
    except TypeError:
        with pytest.raises(TypeError):
            resampling.interval_of_score(ours)
        return
    interval = resampling.interval_of_score(ours)
    assert exact(interval.mean) == exact(peer._mean)
    assert exact(interval.half_width) == exact(peer._ci)


@pytest.mark.parametrize("kind", ["bs", "ar"])
@pytest.mark.parametrize(("name", "options", "seed"), CASES)
def test_paired(kind, name, options, seed):
    rng = random.Random(f"{kind}{name}{options}{seed}")
    n, n_samples = rng.choice([2, 5, 64, 70]), rng.choice([1, 50, 80])
    a = made_statistics(name, options, n, rng)
    b = [row if rng.random() < 0.5 else other for row, other in zip(a, _other(a, rng), strict=True)]
    metric = made_metric(name, options, b)
    score_a = metric._aggregate_and_compute(a).score
    score_b = metric._aggregate_and_compute(b).score
    baseline = {"m": (a, significance.Result(score_a))}
    test = significance._paired_bs_test if kind == "bs" else significance._paired_ar_test
    confidence = rng.choice([-1, 60])
    _, results = test(baseline, "s", ["x"] * n, None, {"m": metric}, n_samples, confidence, seed)
    peer = results["m"]
    assert exact(point_score(b, score_of(name, options))) == exact(float(score_b))
    real_difference = abs(score_a - score_b)
    score = score_of(name, options)
    sizes = (n_samples, confidence)
    ours = our_test(kind, (a, b), score, sizes, seed=seed, real_difference=real_difference)
    assert exact(ours[0]) == exact(peer.p_value)
    if ours[1] is None:
        assert peer.mean is None and peer.ci is None
    else:
        assert exact(ours[1].mean) == exact(peer.mean)
        assert exact(ours[1].half_width) == exact(peer.ci)
    assert score_b == peer.score


def _other(rows, rng):
    return rng.sample(rows, len(rows))


def our_test(kind, pair, score, sizes, *, seed, real_difference):
    first, second = map(np.array, pair)
    n, (n_samples, confidence) = len(first), sizes
    if kind == "bs":
        draws = resampling.bootstrap_draws(n, n_samples, seed)
        found = resampling.paired_bootstrap(
            resampling.bootstrap_replicates(second, draws, score),
            resampling.bootstrap_replicates(first, draws, score),
            real_difference,
        )
        return found.p_value, found.interval
    rng = np.random.default_rng(seed)
    swaps = resampling.swap_draws(n, n_samples, rng)
    interval = None
    if confidence > 0:
        draws = resampling.bootstrap_draws(n, confidence, rng)
        interval = resampling.interval_of_test(
            resampling.bootstrap_replicates(second, draws, score)
        )
    totals = resampling.swapped_totals(first, second, swaps)
    return resampling.paired_randomisation(totals, score, real_difference), interval


def point_score(rows, score):
    """The corpus score: of Python numbers, added from the first row to the last."""
    total = rows[0]
    for row in rows[1:]:
        total = [x + y for x, y in zip(total, row, strict=True)]
    return float(score(np.array([total], dtype=np.float64)).scalars()[0])


@pytest.mark.parametrize("size", [2**22, 2**24, 2**26])
@pytest.mark.parametrize("n_references", [1, 2, 3])
def test_sums_that_float32_rounds(size, n_references):
    """Beyond 2**24 the order of additions shows, and so it does with thirds."""
    generator = np.random.default_rng(size + n_references)
    edits = generator.integers(size, size=(50, 1))
    lengths = generator.integers(size, size=(50, n_references)).sum(axis=1, keepdims=True)
    statistics = np.hstack([edits, lengths / n_references])
    draws = resampling.bootstrap_draws(50, 30, 1)
    singles = statistics.astype(np.float32)
    expected = np.array([rows.sum(0) for rows in singles[draws]])
    ours = resampling.single_totals(statistics, draws)
    assert ours.dtype == np.float32
    np.testing.assert_array_equal(ours, expected)
    swaps = resampling.swap_draws(50, 30, 1)
    other = statistics[::-1].copy()
    first, second = resampling.swapped_totals(statistics, other, swaps)
    np.testing.assert_array_equal(first, swaps @ statistics + ~swaps @ other)
    np.testing.assert_array_equal(second, ~swaps @ statistics + swaps @ other)


def test_rounding_happens_at_all():
    """The case above would prove nothing if float32 held all of these sums."""
    statistics = np.random.default_rng(0).integers(2**26, size=(50, 4))
    draws = resampling.bootstrap_draws(50, 30, 1)
    rounded = resampling.single_totals(statistics, draws).astype(np.float64)
    assert (rounded != statistics[draws].sum(axis=1)).any()


@pytest.mark.parametrize("options", CHRF_OPTIONS)
@pytest.mark.parametrize("dtype", [np.float32, np.int64])
def test_chrf_of_any_totals(options, dtype):
    """Also of totals that no text has: matches without n-grams show what stands for them."""
    metric = sacrebleu.CHRF(**options)
    rows = np.random.default_rng(4).integers(4, size=(400, 3 * metric.order))
    rows[::2] *= np.random.default_rng(5).integers(2, size=rows[::2].shape)
    rows = rows.astype(dtype)
    expected = [exact(metric._compute_f_score(row)) for row in rows]
    assert list(map(exact, score_of("CHRF", options)(rows).scalars())) == expected


@pytest.mark.parametrize("text", ["none", "None", "0", "77", None])
def test_seed(text, monkeypatch):
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    if text is not None:
        monkeypatch.setenv("SACREBLEU_SEED", text)
    shown, number = resampling.seed_of_environment()
    expected = {"none": None, "0": 0, "77": 77, "12345": 12345}
    assert shown == (text or "12345").lower()
    assert number == expected[shown]


@pytest.mark.parametrize("text", ["abc", "-4", "", "1.5"])
def test_a_bad_seed_is_an_error(text, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", text)
    with pytest.raises(ValueError, match=f"SACREBLEU_SEED is '{text}', expected none or a whole"):
        resampling.seed_of_environment()


def test_workers_change_nothing():
    statistics = np.random.default_rng(3).integers(100, size=(300, 10))
    draws = resampling.bootstrap_draws(300, 200, 5)
    one = resampling.single_totals(statistics, draws)
    np.testing.assert_array_equal(resampling.single_totals(statistics, draws, workers=2), one)


@pytest.mark.parametrize("at_once", [1, 7, 40, 1000, 2**20])
def test_draws_in_parts_are_those_of_one_call(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_parts, "_NUMBERS_AT_ONCE", at_once)
    for n, n_samples in itertools.product((1, 2, 3, 7, 33, 300), (1, 2, 31, 32, 33, 100)):
        ours, numpys = np.random.default_rng(n), np.random.default_rng(n)
        # One generator goes on: nothing may be left over or lost at the end of a call.
        for _ in range(2):
            drawn = numpys.choice(n, size=(n_samples, n), replace=True)
            np.testing.assert_array_equal(resampling.bootstrap_draws(n, n_samples, ours), drawn)
            swaps = numpys.integers(2, size=(n_samples, n), dtype=bool)
            np.testing.assert_array_equal(resampling.swap_draws(n, n_samples, ours), swaps)
        assert ours.bit_generator.state == numpys.bit_generator.state
