"""``tercel query`` and ``tercel retrieval``: from topics to a judged run, and bad input."""

import json
from pathlib import Path

import pytest

from tercel.cli import main
from tercel.lexicon import LexicalModel
from tercel.retrieval import (
    BM25Index,
    WeightedQuery,
    read_qrels,
    read_queries,
    read_run,
    read_topics,
)

DOCUMENTS = {
    "d1": "The red apple.",
    "d2": "A green apple and a green pear.",
    "d3": "The sky is blue.",
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [json.dumps({"id": name, "text": text}) for name, text in DOCUMENTS.items()]
    Path("docs.jsonl").write_text("\n".join(lines), encoding="utf-8")
    Path("topics.tsv").write_text("1\tpomme verte\n2\tciel\n", encoding="utf-8")
    Path("english.tsv").write_text("1\tgreen apple\n2\tsky\n", encoding="utf-8")
    Path("qrels").write_text("1 0 d2 1\n2 0 d3 1\n", encoding="utf-8")
    entries = [("pomme", "apple", 0.75), ("verte", "green", 0.5), ("ciel", "apple", 0.25)]
    LexicalModel.from_entries(entries).save("fr-en.lexicon")
    back = [("apple", "pomme", 0.5), ("green", "verte", 0.5)]
    LexicalModel.from_entries(back).save("en-fr.lexicon")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def error_of(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("tercel: error: ").removesuffix("\n")


def test_from_topics_to_a_judged_run(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "retrieval", "index", "docs.jsonl", "--into", "x.index")
    assert said == "x.index: 3 documents, 10 words\n"
    run(capsys, "query", "topics.tsv", "--model", "fr-en.lexicon", "--output", "q.tsv")
    assert read_queries("q.tsv")["1"].to_dict() == {
        "words": ["apple", "green"],
        "weights": [0.75, 0.5],
    }
    run(capsys, "retrieval", "run", "x.index", "q.tsv", "--output", "fr.run")
    assert list(read_run("fr.run")["1"]) == ["d2", "d1"]
    run(capsys, "retrieval", "run", "x.index", "english.tsv", "--topics", "--output", "en.run")
    out = run(capsys, "retrieval", "evaluate", "qrels", "en.run", "fr.run", "-m", "map", "P_1")
    assert out.splitlines() == [
        "Run     Measure    Mean  Queries  Difference       p",
        "en.run  map      1.0000        2",
        "fr.run  map      0.5000        2     -0.5000  1.0000",
        "en.run  P_1      1.0000        2",
        "fr.run  P_1      0.5000        2     -0.5000  1.0000",
    ]
    report = json.loads(
        run(capsys, "retrieval", "evaluate", "qrels", "en.run", "fr.run", "--format", "json")
    )
    assert report["schema"] == "tercel.retrieval-report/1"
    assert report["rows"][1]["test"]["effect"] == -0.5
    out = run(capsys, "retrieval", "evaluate", "qrels", "fr.run", "--format", "csv")
    assert out.splitlines()[:2] == [
        "run,measure,mean,n_queries,effect,p_value",
        "fr.run,map,0.5,2,,",
    ]


def test_structured_and_both_directions(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "query", "topics.tsv", "--model", "fr-en.lexicon", "--structured")
    assert out.splitlines()[:3] == [
        "query\tconcept\tweight\tword\tprobability",
        "1\tpomme\t1.0\tapple\t0.75",
        "1\tverte\t1.0\tgreen\t0.5",
    ]
    both = ["--model", "fr-en.lexicon", "--reverse-model", "en-fr.lexicon", "--min-weight", "0.3"]
    assert run(capsys, "query", "topics.tsv", *both).splitlines()[1:] == ["1\tapple\t0.375"]


def test_a_dictionary_by_idf(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "retrieval", "index", "docs.jsonl", "--into", "x.index")
    entry = (
        "<entry><form><orth>{}</orth></form>"
        "<sense><cit type='trans'><quote>{}</quote></cit></sense></entry>"
    )
    body = entry.format("ciel", "sky") + entry.format("pomme", "apple")
    Path("d.tei").write_text(
        f'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>{body}</body></text></TEI>',
        encoding="utf-8",
    )
    options = ["--dictionary", "d.tei", "--dictionary-weight", "idf", "--index", "x.index"]
    out = run(capsys, "query", "topics.tsv", *options)
    assert out.splitlines()[1].startswith("1\tapple\t0.369")
    assert out.splitlines()[2] == "2\tsky\t1.0"


@pytest.mark.parametrize(
    ("code", "arguments", "message"),
    [
        (2, ["query", "topics.tsv"], "expected --model or --dictionary"),
        (2, ["query", "topics.tsv", "--reverse-model", "x", "--dictionary", "x"], "needs --model"),
        (
            2,
            ["query", "topics.tsv", "--model", "x", "--dictionary-weight", "idf"],
            "--dictionary-weight idf needs --dictionary and --index",
        ),
        (2, ["query", "topics.tsv", "--model", "x", "--index", "x"], "--index is for"),
        (
            2,
            ["query", "topics.tsv", "--model", "x", "--target-language", "en"],
            "--target-language",
        ),
        (1, ["query", "topics.tsv", "--model", "none"], "none: No such file or directory"),
        (1, ["query", "topics.tsv", "--model", "qrels"], "qrels"),
        (1, ["query", "topics.tsv", "--model", "cut.lexicon"], "cut.lexicon: cut off: "),
        (1, ["query", "topics.tsv", "--dictionary", "latin.tei"], "latin.tei: not well-formed XML"),
        (1, ["query", "topics.tsv", "--dictionary", "latin.index"], "latin.index: not UTF-8 at"),
        (1, ["query", "latin.tsv", "--model", "fr-en.lexicon"], "latin.tsv, line 1: not UTF-8"),
        (1, ["query", "none.tsv", "--model", "fr-en.lexicon"], "none.tsv: No such file"),
        (
            1,
            ["query", "qrels", "--model", "fr-en.lexicon"],
            "qrels, line 1: found '1 0 d2 1' outside",
        ),
        (1, ["retrieval", "index", "qrels", "--into", "x"], "qrels, line 1: found '1 0 d2 1', exp"),
        (
            1,
            ["retrieval", "index", "twice", "--into", "x"],
            "twice: document id 'a' is there twice",
        ),
        (1, ["retrieval", "index", "half", "--into", "x"], "half, line 1: found"),
        (1, ["retrieval", "index", "twice", "--into", "no/x"], "no/x: no such folder"),
        (2, ["retrieval", "index", "twice", "--into", "twice"], "twice would be overwritten"),
        (2, ["retrieval", "run", "x.index", "q.tsv", "--k1", "-1"], "k1 is -1.0"),
        (2, ["retrieval", "run", "x.index", "q.tsv", "--n-documents", "0"], "n_documents is 0"),
        (2, ["retrieval", "run", "x.index", "q.tsv", "--tag", "a b"], "--tag: 'a b', expected"),
        (2, ["retrieval", "evaluate", "qrels", "a", "-m", "ndcg"], "--measures: measure is 'ndcg'"),
        (2, ["query", "topics.tsv", "--model", "fr-en.lexicon", "--n-words", "0"], "n_words is 0"),
        (
            2,
            ["query", "topics.tsv", "--model", "x", "--dictionary-weight", "much"],
            "argument --dictionary-weight: 'much', expected a number or idf",
        ),
        (1, ["retrieval", "run", "qrels", "qrels"], "qrels is not an index of tercel"),
        (
            1,
            ["retrieval", "evaluate", "qrels", "qrels"],
            "qrels, line 1: found 4 columns, expected 6",
        ),
        (2, ["retrieval", "evaluate", "qrels", "a", "a"], "a run is given twice"),
        (2, ["retrieval", "evaluate", "qrels", "a", "b", "--missing", "skip"], "--missing skip is"),
        (2, ["retrieval", "run", "x", "y", "--language", "xx"], "--language: "),
        (2, ["retrieval", "run", "x", "y", "--workers", "0"], "workers is 0"),
    ],
)
def test_errors_are_one_line(
    code: int, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("cut.lexicon").write_bytes(Path("fr-en.lexicon").read_bytes()[:-10])
    Path("latin.tei").write_bytes("<TEI>é</TEI>".encode("latin-1"))
    Path("latin.index").write_bytes("é\tA\tB\n".encode("latin-1"))
    Path("latin.dict").write_bytes(b"x")
    BM25Index([("d1", ["sky"])]).save("x.index")
    Path("twice").write_text('{"id": "a", "text": "x"}\n' * 2)
    Path("half").write_text('{"id": "a", "text": "\\ud800"}\n')
    Path("q.tsv").write_text("query\tword\tweight\n1\tsky\t1.0\n")
    Path("latin.tsv").write_bytes("1\té\n".encode("latin-1"))
    assert message in error_of(capsys, code, *arguments)
    assert not Path("x").exists()


def test_options_reach_the_translator(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "retrieval", "index", "docs.jsonl", "--into", "x.index")
    Path("topics.tsv").write_text("1\tpomme verte inconnue\n", encoding="utf-8")
    Path("d.index").write_text("ciel\tA\tJ\npomme\tJ\tL\n")
    Path("d.dict").write_text("ciel\nsky\npomme\npear\n")

    def weights(*options: str) -> dict[str, float]:
        out = run(capsys, "query", "topics.tsv", *options)
        rows = (line.split("\t") for line in out.splitlines()[1:])
        return {word: float(weight) for _, word, weight in rows}

    model = ["--model", "fr-en.lexicon"]
    assert weights(*model) == {"apple": 0.75, "green": 0.5}
    assert weights(*model, "--n-words", "1") == {"apple": 0.75}
    assert weights(*model, "--threshold", "0.6") == {"apple": 0.75}
    assert weights(*model, "--copy-unknown") == {"apple": 0.75, "green": 0.5, "inconnue": 1.0}
    dictionary = ["--dictionary", "d.index"]
    assert weights(*dictionary) == {"pear": 0.001}
    assert weights(*dictionary, "--dictionary-weight", "0.5") == {"pear": 0.5}
    idf = [*dictionary, "--dictionary-weight", "idf", "--index", "x.index"]
    assert weights(*idf) == {"pear": 1.0}
    assert weights(*idf, "--dictionary-scale", "0.25") == {"pear": 0.25}


def test_options_reach_search_and_judgement(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "retrieval", "index", "docs.jsonl", "--into", "x.index")
    search = ["retrieval", "run", "x.index", "english.tsv", "--topics"]
    queries = {
        name: WeightedQuery.of(t.title.split()) for name, t in read_topics("english.tsv").items()
    }
    index = BM25Index.load("x.index")
    results = set()
    for arguments, options in (
        ([], {}),
        (["--k1", "0.5"], {"k1": 0.5}),
        (["--b", "0.1"], {"b": 0.1}),
        (["--n-documents", "1"], {"n_documents": 1}),
    ):
        out = run(capsys, *search, *arguments, "--tag", "me")
        Path("r").write_text(out)
        assert read_run("r") == index.search(queries, **options)  # type: ignore[arg-type]
        assert all(line.endswith(" me") for line in out.splitlines())
        results.add(out)
    assert len(results) == 4
    Path("graded").write_text("1 0 d1 1\n1 0 d2 2\n3 0 d3 1\n")
    Path("r").write_text("1 Q0 d1 1 2 t\n1 Q0 d2 2 1 t\n")
    judge = ["retrieval", "evaluate", "graded", "r", "-m", "map", "--format", "csv"]
    for arguments, value in (
        ([], "0.5,2"),
        (["--missing", "skip"], "1.0,1"),
        (["--relevance-level", "2"], "0.25,2"),
    ):
        assert run(capsys, *judge, *arguments).splitlines()[1] == f"r,map,{value},,"


def test_the_judgements_are_read_as_written() -> None:
    assert read_qrels("qrels") == {"1": {"d2": 1}, "2": {"d3": 1}}
