"""``tercel rerank``: the functions' results, and one line for bad input."""

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from command_line import error, output

import tercel
from tercel.cli import main
from tercel.rerank import (
    FeatureScaler,
    NBest,
    RankingSVM,
    evaluate_rankings,
    grid_search,
    load_ranking_svm,
    read_nbest,
    write_nbest,
    write_svmlight,
)

WORDS = ["the", "cat", "sat", "on", "a", "mat", "while", "it", "rained", "in", "the", "town"]
N_LISTS = 30


@pytest.fixture
def lists(tmp_path, monkeypatch):
    """Lists whose quality is a bent function of two features, in all formats."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(4)
    references = [" ".join(rng.choice(WORDS, size=6)) for _ in range(N_LISTS)]
    texts = []
    for reference in references:
        words = reference.split()
        texts.append(
            [" ".join(rng.choice([w, "x"], p=[0.7, 0.3]) for w in words) for _ in range(4)]
        )
    made = NBest.from_lists(texts)
    n = made.n_candidates
    ter = tercel.TER().sentence_scores(made.texts, [references[g] for g in made.groups])
    values = {"near": -ter + rng.normal(size=n), "noise": rng.normal(size=n), "ter": ter}
    origins = tuple("TM" if i % 4 == 3 else "MT" for i in range(n))
    nbest = NBest(made.texts, made.offsets, made.ids, -np.arange(n) / 1, values, origins)
    for form in ("jsonl", "tsv"):
        write_nbest(f"lists.{form}", nbest)
    Path("references").write_text("\n".join(references) + "\n")
    table = np.column_stack([values["near"], values["noise"]])
    write_svmlight("lists.svmlight", table, -ter, groups=made.groups)
    return nbest


def trained(lists):
    table = np.column_stack([lists.features["near"], lists.features["noise"]])
    scaler = FeatureScaler().fit(table)
    model = RankingSVM(C=0.5, gamma=0.25)
    model.fit(scaler.transform(table), -lists.features["ter"], groups=lists.groups)
    return model.decision_function(scaler.transform(table))


OPTIONS = ("-C", "0.5", "--gamma", "0.25")


def test_train_and_apply(capsys, lists):
    said = output(
        capsys,
        *("rerank", "train", "lists.tsv", "model", "--quality", "ter", "--lower-is-better"),
        *OPTIONS,
    )
    assert said.startswith("model: 30 lists, 120 candidates, 2 features, ")
    assert load_ranking_svm("model").feature_names == ("near", "noise")
    expected = trained(lists)
    out = output(capsys, "rerank", "apply", "model", "lists.jsonl", "--format", "scores")
    np.testing.assert_array_equal([float(line) for line in out.split()], expected)
    best = [lists.texts[i + expected[i : i + 4].argmax()] for i in range(0, 120, 4)]
    assert output(capsys, "rerank", "apply", "model", "lists.tsv").splitlines() == best


def test_quality_from_references_and_from_svmlight(capsys, lists):
    for source in (
        ("lists.tsv", "--references", "references", "--features", "near,noise"),
        ("lists.svmlight", "--features", "near,noise"),
    ):
        output(capsys, "rerank", "train", source[0], "model", *source[1:], *OPTIONS)
        out = output(capsys, "rerank", "apply", "model", "lists.svmlight", "--format", "scores")
        np.testing.assert_allclose([float(x) for x in out.split()], trained(lists), atol=2e-2)


@pytest.mark.parametrize("form", ["jsonl", "tsv"])
def test_new_order(capsys, monkeypatch, lists, form):
    monkeypatch.setattr("tercel.cli.rerank_apply._LISTS_AT_A_TIME", 7)
    output(
        capsys, "rerank", "train", "lists.svmlight", "model", "--features", "near,noise", *OPTIONS
    )
    assert main(["rerank", "apply", "model", "lists.tsv", "--format", form, "--output", "new"]) == 0
    new = read_nbest("new", format=form)
    scores = new.features["rerank"].reshape(N_LISTS, 4)
    assert (np.diff(scores) <= 0).all()
    assert sorted(new.texts) == sorted(lists.texts)
    assert set(new.origins) == {"MT", "TM"}


def test_standard_input(capsys, monkeypatch, lists):
    data = Path("lists.tsv").read_bytes()
    output(
        capsys, "rerank", "train", "lists.svmlight", "model", "--features", "near,noise", *OPTIONS
    )
    expected = output(capsys, "rerank", "apply", "model", "lists.tsv")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    said = output(capsys, "rerank", "apply", "model", "-", "--input-format", "tsv")
    assert said == expected


def test_grid(capsys, lists):
    said = output(
        capsys,
        *("rerank", "train", "lists.svmlight", "model", "--grid", "--grid-C", "0.25,1"),
        *("--grid-gamma", "0.5", "--folds", "2", "--scorer", "hit@1", "--seed", "3"),
    )
    table = np.column_stack([lists.features["near"], lists.features["noise"]])
    search = grid_search(
        table,
        -lists.features["ter"],
        lists.groups,
        C=[0.25, 1],
        gamma=[0.5],
        n_folds=2,
        scorer="hit@1",
        rng=3,
    )
    assert f"best: C = {search.best_params['C']:g}, gamma = 0.5\n" in said
    assert load_ranking_svm("model").model.get_params()["C"] == search.best_params["C"]
    assert f"{search.best_score:.4f}" in said


def test_evaluate(capsys, lists):
    scores = trained(lists)
    Path("scores").write_text("".join(f"{x!r}\n" for x in scores.tolist()))
    arguments = ("rerank", "evaluate", "lists.tsv", "scores", "--references", "references")
    found = json.loads(
        output(capsys, *arguments, "--origin", "TM", "-k", "1,2", "--format", "json")
    )
    assert found["schema"] == "tercel.reranking-report/1"
    reference_lines = Path("references").read_text().splitlines()
    references = [reference_lines[g] for g in lists.groups]
    ter = tercel.TER()
    quality = -ter.sentence_scores(lists.texts, references)
    bound = np.repeat(quality[3::4], 4)
    expected = evaluate_rankings(
        {"as given": -np.arange(120.0), "scores": scores},
        quality=quality,
        relevant=quality >= bound,
        groups=lists.groups,
        edits=ter.edits(lists.texts, references),
        reference_lengths=ter.statistics(lists.texts, references)[:, 1],
        k=[1, 2],
        baseline="as given",
    )
    assert found == {"schema": found["schema"], **json.loads(json.dumps(expected.to_dict()))}
    text = output(capsys, *arguments)
    assert text.splitlines()[0].split()[:3] == ["Ranking", "PREC@1", "PREC@3"]
    for form in ("markdown", "latex", "csv"):
        assert "scores" in output(capsys, *arguments, "--format", form)


def test_relevant_without_origin_is_the_best(capsys, lists):
    arguments = ("rerank", "evaluate", "lists.svmlight", "-k", "1", "--format", "json")
    found = json.loads(output(capsys, *arguments))
    ter = lists.features["ter"].reshape(N_LISTS, 4)
    share = (ter[:, 0] == ter.min(axis=1)).mean()
    assert found["results"][0]["means"][0]["value"] == pytest.approx(share)


@pytest.mark.parametrize(
    ("code", "arguments", "message"),
    [
        (2, ["train", "lists.tsv", "m"], "--quality and --references"),
        (2, ["train", "lists.svmlight", "m", "--quality", "ter"], "for n-best lists"),
        (2, ["train", "lists.svmlight", "m", "-C", "0"], "'0' is no finite number above 0"),
        (2, ["train", "lists.svmlight", "m", "--gamma", "nan"], "'nan' is no finite"),
        (2, ["train", "lists.svmlight", "m", "--grid-C", "1"], "--grid-C is for --grid"),
        (2, ["train", "lists.svmlight", "m", "--kernel", "linear", "--gamma", "1"], "gamma is for"),
        (2, ["train", "lists.svmlight", "m", "--max-iter", "0"], "max_iter is 0"),
        (1, ["train", "none.svmlight", "m"], "none.svmlight: No such file"),
        (
            1,
            ["train", "lists.tsv", "m", "--quality", "bleu"],
            "no feature 'bleu', found",
        ),
        (1, ["train", "cut.tsv", "m", "--quality", "ter"], "cut.tsv, line 2: found 2 columns"),
        (1, ["train", "holes.tsv", "m", "--quality", "q"], "holes.tsv, list 0, candidate 2"),
        (1, ["train", "fields", "m", "--quality", "q"], "fields, line 1: found 3 fields"),
        (1, ["train", "cut.jsonl", "m", "--quality", "q"], "cut.jsonl, line 1: found"),
        (1, ["train", "lists.tsv", "m", "--references", "cut.tsv"], "cut.tsv has 2 lines"),
        (1, ["train", "lists.svmlight", "no/m"], "no/m: No such file"),
        (1, ["apply", "lists.tsv", "lists.tsv"], "lists.tsv: no Ranking SVM"),
        (2, ["apply", "model", "lists.svmlight"], "expected --format scores"),
        (1, ["apply", "model", "lists.tsv"], "model: has no names of features"),
        (1, ["apply", "named", "holes.tsv"], "holes.tsv: no feature 'near', found q"),
        (
            1,
            ["apply", "named", "narrow.svmlight", "--format", "scores"],
            "narrow.svmlight: f",
        ),
        (2, ["evaluate", "lists.svmlight", "-k", "0"], "found '0', expected different"),
        (2, ["evaluate", "lists.svmlight", "--origin", "TM"], "svmlight has neither"),
        (2, ["evaluate", "lists.svmlight", "s", "s"], "given twice"),
        (1, ["evaluate", "lists.svmlight", "holes.tsv:id"], "found 2 for 120"),
        (
            1,
            ["evaluate", "lists.tsv", "--quality", "ter", "--origin", "X"],
            "no candidate of origin 'X', found MT, TM",
        ),
    ],
)
def test_errors(capsys, lists, code, arguments, message):
    Path("cut.tsv").write_text("id\ttext\tter\n0\ta\n")
    Path("holes.tsv").write_text("id\ttext\tq\n0\ta\t1\n0\tb\t\n")
    Path("fields").write_text("0 ||| a ||| b\n")
    Path("cut.jsonl").write_text('{"id": 0, "candidates": [{"te\n')
    Path("narrow.svmlight").write_text("1 qid:1 1:1\n0 qid:1 1:2\n")
    Path("s").write_text("0\n" * 120)
    output(capsys, "rerank", "train", "lists.svmlight", "model")
    output(capsys, "rerank", "train", "lists.svmlight", "named", "--features", "near,noise")
    assert message in error(capsys, code, "rerank", *arguments)
    assert not Path("m").exists()


def test_interrupted(capsys, monkeypatch, lists):
    def stop(*_arguments, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(RankingSVM, "fit", stop)
    assert main(["rerank", "train", "lists.svmlight", "model"]) == 130
    assert not Path("model").exists()
