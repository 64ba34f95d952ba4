"""Measures against trec_eval's own code, TREC's files, and paired tests of runs."""

import random
from pathlib import Path

import pytest

import tercel
from tercel.retrieval import (
    Topic,
    average_precision,
    compare_runs,
    evaluate_run,
    precision_at_k,
    ranked,
    read_qrels,
    read_run,
    read_topics,
    reciprocal_rank,
    write_qrels,
    write_run,
    write_topics,
)

pytestmark = pytest.mark.filterwarnings("ignore::tercel.DoubtfulStatisticsWarning")

MEASURES = ("map", "recip_rank", "P_1", "P_5", "P_10", "recall_5", "recall_100")


def made_up(rng: random.Random) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, int]]]:
    """Few scores, so that ties are many; some differ in double precision only."""
    run, qrels = {}, {}
    for q in range(12):
        documents = [f"d{i}" for i in rng.sample(range(40), rng.randrange(1, 30))]
        run[f"q{q}"] = {
            d: rng.choice([1.0, 2.0, 0.1, 0.1 + 1e-12, 16777217.0, 16777216.0]) for d in documents
        }
        judged = rng.sample(range(40), rng.randrange(1, 10))
        qrels[f"q{q}"] = {f"d{i}": rng.choice([-1, 0, 1, 2]) for i in judged}
    return run, qrels


@pytest.mark.parametrize("seed", range(25))
def test_measures_are_those_of_trec_eval(seed: int) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    run, qrels = made_up(random.Random(seed))
    judge = pytrec_eval.RelevanceEvaluator(qrels, {"map", "recip_rank", "P.1,5,10", "recall.5,100"})
    theirs = judge.evaluate(run)
    ours = evaluate_run(run, qrels, MEASURES, missing="skip")
    assert set(ours.query_ids) == set(theirs)
    for name in MEASURES:
        for query_id, value in zip(ours.query_ids, ours.values[name], strict=True):
            assert value == pytest.approx(theirs[query_id][name], abs=1e-6), (query_id, name)


def test_ties_are_ordered_by_the_id_downwards_in_single_precision() -> None:
    assert ranked({"a": 1.0, "b": 1.0 + 1e-12, "c": 2.0}) == ["c", "b", "a"]
    assert ranked({"b": 1.0, "a": 1.0 + 1e-12}) == ["b", "a"]


def test_missing_queries_count_0_unless_skipped() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 1}}
    run = {"1": {"a": 1.0}, "other": {"a": 1.0}}
    assert evaluate_run(run, qrels).mean("map") == 0.5
    assert evaluate_run(run, qrels, missing="skip").mean("map") == 1.0
    with pytest.raises(ValueError, match="no query"):
        evaluate_run({}, qrels, missing="skip")


def test_graded_judgements_by_level() -> None:
    qrels = {"1": {"a": 1, "b": 3}}
    assert evaluate_run({"1": {"b": 1.0}}, qrels, ["recall_1"]).mean("recall_1") == 0.5
    of_three = evaluate_run({"1": {"b": 1.0}}, qrels, ["recall_1"], relevance_level=3)
    assert of_three.mean("recall_1") == 1.0


def test_a_ranking_by_hand() -> None:
    ranking = ["x", "a", "y", "b"]
    assert average_precision(ranking, {"a", "b", "c"}) == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert reciprocal_rank(ranking, {"b"}) == 0.25
    assert reciprocal_rank(ranking, {"c"}) == 0.0
    assert precision_at_k(ranking, {"a", "b"}, 10) == 0.2
    assert average_precision(ranking, set()) == 0.0


def test_runs_are_compared_query_by_query() -> None:
    qrels = {str(i): {"a": 1} for i in range(30)}
    good = evaluate_run({q: {"a": 2.0, "b": 1.0} for q in qrels}, qrels)
    bad = evaluate_run({q: {"a": 1.0, "b": 2.0} for q in qrels if q != "3"}, qrels)
    test = compare_runs(good, bad, rng=0)
    assert test.effect == pytest.approx(1 - 0.5 * 29 / 30)
    mean = tercel.SegmentMean("map")
    same = tercel.paired_test(
        mean.statistics(good.values["map"]), mean.statistics(bad.values["map"]), mean, rng=0
    )
    assert test.p_value == same.p_value < 1e-4
    with pytest.raises(ValueError, match="different queries, such as '0'"):
        compare_runs(good, evaluate_run({"3": {}}, qrels, missing="skip"))


@pytest.mark.parametrize("name", ["ndcg", "P_0", "P", "recall_x"])
def test_unknown_measures(name: str) -> None:
    with pytest.raises(ValueError, match=f"measure is '{name}'"):
        evaluate_run({"1": {}}, {"1": {"a": 1}}, [name])


def test_files_come_back(tmp_path: Path) -> None:
    run = {"1": {"b": 0.1 + 0.2, "a": 7.0}, "2": {"c": -1.0}}
    write_run(tmp_path / "run.gz", run, tag="me")
    assert read_run(tmp_path / "run.gz") == run
    write_run(tmp_path / "run", run, tag="me")
    assert (tmp_path / "run").read_text().splitlines()[0] == "1 Q0 a 1 7.0 me"
    qrels = {"1": {"a": 1, "b": 0}, "2": {"c": 3}}
    write_qrels(tmp_path / "qrels", qrels)
    assert read_qrels(tmp_path / "qrels") == qrels
    topics = {"301": Topic("A & B <c>", "Some words.", "Many."), "302": Topic("x")}
    write_topics(tmp_path / "topics", topics)
    assert read_topics(tmp_path / "topics") == topics


def test_odd_topics_come_back(tmp_path: Path) -> None:
    topics = {
        "é1": Topic("Topic: a", "Description: b", "Narrative: c"),
        "2": Topic("<title> </title>", "</desc> <num>", "</top>"),
        "Number:": Topic("&amp;&lt;", "<top>", "a &"),
    }
    write_topics(tmp_path / "topics", topics)
    assert read_topics(tmp_path / "topics") == topics
    with pytest.raises(ValueError, match="topic '1' has no title"):
        write_topics(tmp_path / "new", {"1": Topic(" \n", "what")})
    assert not (tmp_path / "new").exists()


def test_topics_as_trec_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "topics"
    path.write_text(
        "<top>\n<num> Number: 301\n<title> International\n Crime\n\n<desc> Description:\nWhich?\n"
        "</top>\n\n<top>\n<num>C041</num>\n<title>Pesticide</title>\n</top>\n"
        "<TOP>\n<NUM> 7\n<Title>Sun</TITLE>\n</TOP>\n",
        encoding="utf-8",
    )
    assert read_topics(path) == {
        "301": Topic("International Crime", "Which?"),
        "C041": Topic("Pesticide"),
        "7": Topic("Sun"),
    }
    table = tmp_path / "t.tsv"
    table.write_text("a/b\tTitre\tTitle\n", encoding="utf-8")
    assert read_topics(table) == {"a/b": Topic("Titre")}


@pytest.mark.parametrize(
    ("read", "name", "text", "message"),
    [
        (read_run, "r", "1 Q0 d 1 2.0\n", "line 1: found 5 columns, expected 6"),
        (read_run, "r", "1 Q0 d 1 x t\n", "line 1: found score 'x'"),
        (read_run, "r", "1 Q0 d 1 nan t\n", "line 1: found score 'nan'"),
        (read_run, "r", "1 Q0 d 1 2 t\n\n1 Q0 d 2 1 t\n", "line 3: topic '1' has 'd' twice"),
        (read_run, "r", "", "no line"),
        (read_qrels, "q", "1 0 d 1\n1 0 d 0\n", "line 2: topic '1' judges 'd' twice"),
        (read_qrels, "q", "1 0 d high\n", "line 1: found relevance 'high'"),
        (read_qrels, "q", "1 0 d 1_0\n", "line 1: found relevance '1_0'"),
        (read_topics, "t", "<top>\n<num> 1\n", "line 2: the file ends inside <top>"),
        (read_topics, "t", "<top>\n<num> 1\n</top>\n", "line 1: a topic without <num> or <title>"),
        (read_topics, "t", "hello\n", "line 1: found 'hello' outside"),
        (read_topics, "t.tsv", "1\ta\n1\tb\n", "line 2: topic '1' is there twice"),
        (read_topics, "t.tsv", "1\n", "line 1: found '1', expected an id, a tab and a title"),
        (read_topics, "t", "", "no topic"),
    ],
)
def test_bad_files(read, name: str, text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=rf"{path}.*{message}"):
        read(path)


def test_text_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "r.gz"
    path.write_bytes(b"1 Q0 d 1 2 t\n")
    with pytest.raises(ValueError, match="damaged gzip file"):
        read_run(path)
    latin = tmp_path / "r"
    latin.write_bytes(b"1 Q0 d 1 2 t\n1 Q0 \xe9 2 1 t\n")
    with pytest.raises(ValueError, match="line 2: not UTF-8 at byte offset 18"):
        read_run(latin)
    with pytest.raises(ValueError, match="No such file"):
        read_run(tmp_path / "none")


def test_a_run_is_never_half_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="white space"):
        write_run(tmp_path / "r", {"1": {"a b": 1.0}})
    with pytest.raises(ValueError, match="topic '1': the score of 'a' is nan"):
        write_run(tmp_path / "r", {"1": {"a": float("nan")}})
    assert list(tmp_path.iterdir()) == []
