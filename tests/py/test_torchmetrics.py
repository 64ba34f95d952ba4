"""torchmetrics: its numbers where it is right, states that merge, and where it is not right."""

import copy
import pickle
import random

import pytest

torch = pytest.importorskip("torch", reason="torchmetrics is not installed")
theirs = pytest.importorskip("torchmetrics.text", reason="torchmetrics is not installed")
from torchmetrics import MetricCollection  # noqa: E402

import tercel  # noqa: E402
from tercel.integrations import torchmetrics as ours  # noqa: E402

WORDS = ["the", "cat", "sat.", "on", "The", "mat,", "a", "dog", "(ran)", "5.5", "it's", "über"]
MADE = [
    ("BLEUScore", {}),
    ("BLEUScore", {"n_gram": 2, "smooth": True}),
    ("BLEUScore", {"n_gram": 3, "weights": [0.5, 0.3, 0.2]}),
    ("SacreBLEUScore", {}),
    ("SacreBLEUScore", {"tokenize": "char", "lowercase": True, "smooth": True}),
    ("SacreBLEUScore", {"tokenize": "intl", "n_gram": 2}),
    ("CHRFScore", {}),
    ("CHRFScore", {"n_word_order": 0, "beta": 1.0, "lowercase": True}),
    ("CHRFScore", {"n_char_order": 3, "whitespace": True}),
    ("TranslationEditRate", {}),
    ("TranslationEditRate", {"normalize": True, "no_punctuation": True, "lowercase": False}),
    ("WordErrorRate", {}),
    ("CharErrorRate", {}),
]


def batch(rng, n, one_reference):
    """Predictions, and references of which the first is like the prediction."""
    preds = [" ".join(rng.choices(WORDS, k=rng.randrange(4, 12))) for _ in range(n)]
    target = []
    for pred in preds:
        words = pred.split()
        words[rng.randrange(len(words))] = rng.choice(WORDS)
        others = [rng.choices(WORDS, k=len(words)) for _ in range(rng.randrange(3))]
        target.append([" ".join(text) for text in [words, *others]])
    return preds, [refs[0] for refs in target] if one_reference else target


@pytest.mark.parametrize(("name", "options"), MADE)
def test_equal_to_torchmetrics(name, options):
    rng = random.Random(1)
    one = name in ("WordErrorRate", "CharErrorRate", "TranslationEditRate")
    mine, peer = getattr(ours, name)(**options), getattr(theirs, name)(**options)
    assert mine.higher_is_better == peer.higher_is_better
    for n in (1, 5, 20):
        preds, target = batch(rng, n, one)
        torch.testing.assert_close(mine(preds, target), peer(preds, target), atol=2e-6, rtol=2e-6)
    torch.testing.assert_close(mine.compute(), peer.compute(), atol=2e-6, rtol=2e-6)
    mine.reset()
    mine.update(preds, target)
    again = getattr(ours, name)(**options)
    again.update(preds, target)
    assert mine.compute() == again.compute()


def test_sentence_scores():
    preds, target = batch(random.Random(2), 12, one_reference=True)
    target = [[text] for text in target]
    for name in ("CHRFScore", "TranslationEditRate"):
        mine = getattr(ours, name)(return_sentence_level_score=True)
        peer = getattr(theirs, name)(return_sentence_level_score=True)
        for k in (0, 5):
            mine.update(preds[k : k + 7], target[k : k + 7])
            peer.update(preds[k : k + 7], target[k : k + 7])
        for found, expected in zip(mine.compute(), peer.compute(), strict=True):
            torch.testing.assert_close(found, expected, atol=2e-6, rtol=2e-6)


@pytest.mark.filterwarnings("ignore:The ``compute`` method")  # merging is no update to it
@pytest.mark.parametrize(("name", "options"), MADE)
def test_states_add_up(name, options):
    """What processes do: each has a part, and the states are summed."""
    rng = random.Random(3)
    one = name in ("WordErrorRate", "CharErrorRate")
    parts = [batch(rng, n, one) for n in (7, 3, 11)]
    whole = getattr(ours, name)(**options)
    metrics = [getattr(ours, name)(**options) for _ in parts]
    for metric, part in zip(metrics, parts, strict=True):
        metric.update(*part)
        whole.update(*part)
    merged = getattr(ours, name)(**options)
    for metric in metrics:
        merged.merge_state(metric)
    assert torch.equal(merged.totals, whole.totals)
    assert merged.totals.dtype == torch.int64
    assert merged.compute() == whole.compute()
    restored = pickle.loads(pickle.dumps(copy.deepcopy(whole)))
    assert restored.compute() == whole.compute()


def test_in_a_collection():
    preds, target = batch(random.Random(4), 5, one_reference=False)
    collection = MetricCollection([ours.SacreBLEUScore(), ours.CHRFScore(), ours.BLEUScore()])
    values = collection.clone()(preds, target)
    assert set(values) == {"SacreBLEUScore", "CHRFScore", "BLEUScore"}


def test_batches_with_different_numbers_of_references():
    metric = ours.TranslationEditRate()
    metric.update(["a b c"], [["a b d", "a b"]])
    metric.update(["a b c"], [["x y z"]])
    assert metric.compute() == pytest.approx((1 + 3) / (2.5 + 3))


def test_where_torchmetrics_is_not_right():
    # Of two equally near references BLEU takes the shorter one; torchmetrics takes the first.
    preds, target = ["a b c d"], [["a b c d e", "a b c"]]
    assert theirs.BLEUScore(n_gram=1)(preds, target) < 1
    assert ours.BLEUScore(n_gram=1)(preds, target) == 1
    # A segment without a match adds no reference n-grams to torchmetrics' chrF.
    preds, target = ["abcdef", "x"], [["abcdef"], ["uvw uvw uvw"]]
    expected = tercel.CHRF(word_order=2, eps_smoothing=True).corpus_score(
        preds, [t[0] for t in target]
    )
    assert ours.CHRFScore()(preds, target) == pytest.approx(expected.score / 100)
    assert theirs.CHRFScore()(preds, target) > ours.CHRFScore()(preds, target) + 0.01
    # It edits the reference into the prediction, and an empty prediction costs nothing.
    assert theirs.TranslationEditRate()([""], [["a b"]]) == 0
    assert ours.TranslationEditRate()([""], [["a b"]]) == 1
    # float32 cannot count on beyond 2**24.
    assert theirs.CharErrorRate().total.dtype == torch.float32


def test_inputs():
    for metric in (ours.BLEUScore(n_gram=1), ours.CHRFScore(), ours.TranslationEditRate()):
        expected = metric(["a b"], [["a b", "c"]])
        assert metric(["a b"], ["a b", "c"]) == expected
        assert metric("a b", [["a b", "c"]]) == expected
        metric.update([], [])
        with pytest.raises(ValueError, match="different size: 2 predictions, but references of 1"):
            metric.update(["a", "b"], [["a"]])
        with pytest.raises(ValueError, match="segment 1 has no reference"):
            metric.update(["a", "b"], [["a"], []])
    assert torch.isnan(ours.WordErrorRate()([""], [""]))
    with pytest.raises(ValueError, match="weights has 2 numbers, but n_gram is 4"):
        ours.BLEUScore(weights=[0.5, 0.5])
    with pytest.raises(ValueError, match="Expected argument `lowercase` to be a bool, found 1"):
        ours.TranslationEditRate(lowercase=1)
    with pytest.raises(ValueError, match="unknown tokenize"):
        ours.SacreBLEUScore(tokenize="nothing")


@pytest.mark.parametrize("number", [0, -1, 2.5, "4"])
def test_orders_that_are_none(number):
    message = f"n_gram is {number!r}, expected a whole number above 0"
    for make in (ours.BLEUScore, ours.SacreBLEUScore):
        with pytest.raises(ValueError, match=message):
            make(n_gram=number)
    with pytest.raises(ValueError, match=f"n_char_order is {number!r}, expected a whole number"):
        ours.CHRFScore(n_char_order=number)
    with pytest.raises(ValueError, match="word_order is"):
        ours.CHRFScore(n_word_order=-1)


@pytest.mark.parametrize("make", [ours.WordErrorRate, ours.CharErrorRate])
def test_error_rates_have_one_reference(make):
    """Several would be counted in another unit than one, and batches could not be added."""
    metric = make()
    metric.update(["a b"], ["a c"])
    before = metric.compute()
    with pytest.raises(ValueError, match="found 2 references for a prediction, expected one"):
        metric.update(["a b"], [["a b", "a c"]])
    assert metric.compute() == before


@pytest.mark.parametrize("make", [ours.BLEUScore, ours.WordErrorRate, ours.TranslationEditRate])
def test_texts_of_other_types(make):
    with pytest.raises(TypeError, match=r"target\[1\] is int, expected str or a list of str"):
        make().update(["a", "b"], ["a", 1])
    with pytest.raises(TypeError, match=r"hypotheses\[1\] is int"):
        make().update(["a", 2], ["a", "b"])
    with pytest.raises(ValueError, match="segment 0 has no reference"):
        make().update(["a"], [[]])
