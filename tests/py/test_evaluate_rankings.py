"""The evaluation of orders equals its parts, and every report says the same numbers."""

import csv
import io
import json

import numpy as np
import pytest

import tercel
from tercel.report.reranking import COLUMNS, reranking_report
from tercel.rerank import (
    edit_statistics,
    evaluate_rankings,
    hit_at_k,
    kendall_tau,
    precision_at_k,
)


@pytest.fixture(scope="module")
def lists():
    rng = np.random.default_rng(7)
    groups = np.repeat(np.arange(40), 6)
    quality = rng.normal(size=240)
    quality[groups == 3] = 1.0
    return {
        "groups": groups,
        "quality": quality,
        "relevant": quality > 0.3,
        "edits": rng.integers(4, size=(240, 4)),
        "reference_lengths": np.repeat(rng.integers(5, 20, size=40), 6),
    }


@pytest.fixture(scope="module")
def orders(lists):
    rng = np.random.default_rng(8)
    return {
        "base": rng.normal(size=240),
        "better": lists["quality"] + 0.5 * rng.normal(size=240),
        "best": lists["quality"],
    }


@pytest.fixture(scope="module")
def found(lists, orders):
    return evaluate_rankings(orders, **lists, k=(1, 4), baseline="base", n_resamples=300, rng=5)


def test_equal_to_its_parts(lists, orders, found):
    assert (found.n_lists, found.n_candidates, found.baseline) == (40, 240, "base")
    for name, scores in orders.items():
        for k in (1, 4):
            for label, part in (("PREC", precision_at_k), ("HIT", hit_at_k)):
                values = part(scores, lists["relevant"], groups=lists["groups"], k=k)
                mean = found[name].mean(f"{label}@{k}")
                assert mean.value == pytest.approx(values.mean(), rel=1e-12)
                assert mean.n_lists == 40
        tau = kendall_tau(scores, lists["quality"], groups=lists["groups"])
        assert found[name].mean("tau").value == pytest.approx(np.nanmean(tau), rel=1e-12)
        assert found[name].mean("tau").n_lists == 39
        base = None if name == "base" else orders["base"]
        expected = tuple(
            edit_statistics(
                scores,
                lists["edits"],
                lists["reference_lengths"],
                groups=lists["groups"],
                k=k,
                baseline=base,
                n_resamples=300,
                rng=5,
            )
            for k in (1, 4)
        )
        assert found[name].edits == expected
    assert all(mean.test is None for mean in found["base"].means)


def test_intervals_and_tests_are_those_of_segment_means(lists, orders, found):
    metric = tercel.SegmentMean("PREC@1")
    rows = [
        metric.statistics(
            precision_at_k(orders[name], lists["relevant"], groups=lists["groups"], k=1)
        )
        for name in ("better", "base")
    ]
    mean = found["better"].mean("PREC@1")
    interval = tercel.confidence_interval(rows[0], metric, n_resamples=300, rng=5)
    assert (mean.low, mean.high) == (interval.low, interval.high)
    with pytest.warns(tercel.SmallTestSetWarning):
        test = tercel.paired_test(*rows, metric, method="bootstrap", n_resamples=300, rng=5)
    assert mean.test == test


def test_the_same_for_any_number_of_threads(lists, orders, found):
    again = evaluate_rankings(
        orders, **lists, k=(1, 4), baseline="base", n_resamples=300, rng=5, workers=3
    )
    assert again == found


def test_text(found):
    lines = reranking_report(found, width=3).splitlines()
    assert lines[0].split() == ["Ranking", "PREC@1", "PREC@4", "HIT@1", "HIT@4", "tau"]
    best = found["best"].mean("PREC@1")
    assert best.test.p_value < 0.01
    assert f"{best.value:.3f} ±{(best.high - best.low) / 2:.3f}**" in lines[3]
    assert "*" not in lines[1]
    assert sum(line.startswith("Top ") for line in lines) == 2
    assert "paired bootstrap against base" in lines[-2]
    # Of one candidate the best is the mean: one row an order.
    top = [line.split()[:2] for line in lines[5:9]]
    assert top == [["Top", "1"], ["base", "best"], ["better", "best"], ["best", "best"]]


def test_csv_and_json(found):
    rows = list(csv.reader(io.StringIO(reranking_report(found, "csv"))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 1 + 3 * (5 + 2 * 2 * 6)
    values = {(row[0], row[1]): row for row in rows[1:]}
    rate = found["better"].edits[1].mean.ter
    assert values["better", "ter, mean of 4"][2:] == [
        str(x) for x in (rate.value, rate.low, rate.high, rate.test.effect, rate.test.p_value)
    ]
    assert values["base", "tau"][5:] == ["", ""]
    report = json.loads(reranking_report(found, "json"))
    assert report.pop("schema") == "tercel.reranking-report/1"
    assert report == json.loads(json.dumps(found.to_dict()))


def test_markup(found):
    latex = reranking_report(found, "latex")
    assert latex.count("\\begin{tabular}") == latex.count("\\end{tabular}") == 3
    markdown = reranking_report(found, "markdown")
    assert markdown.count("| Of them |") == 2
    assert "40 lists, 240 candidates" in markdown
    with pytest.raises(ValueError, match="unknown format 'pdf'"):
        reranking_report(found, "pdf")


def test_without_edits_and_baseline(lists, orders):
    given = {name: lists[name] for name in ("groups", "quality", "relevant")}
    found = evaluate_rankings({"base": orders["base"]}, **given)
    assert found.results[0].edits == ()
    assert "Top" not in reranking_report(found)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rankings": {}}, "rankings is empty"),
        ({"baseline": "gone"}, "unknown baseline 'gone', expected one of a"),
        ({"edits": [[0] * 4] * 2}, "edits and reference_lengths go together"),
        ({"rankings": {"a": [1.0]}}, r"rankings\['a'\] has shape"),
        ({"quality": [1.0, np.nan]}, r"quality\[1\] is nan"),
        ({"k": [0]}, "k is 0"),
    ],
)
def test_bad_input(change, message):
    given = {"rankings": {"a": [1.0, 2.0]}, "quality": [1.0, 2.0], "relevant": [0, 1]} | change
    with pytest.raises(ValueError, match=message):
        evaluate_rankings(given.pop("rankings"), **given)


def test_lists_without_order_have_no_tau():
    found = evaluate_rankings({"a": [1.0, 2.0]}, quality=[1.0, 1.0], relevant=[1, 1])
    assert found["a"].mean("tau").n_lists == 0
    with pytest.raises(ValueError, match="unknown measure 'MAP'"):
        found["a"].mean("MAP")
