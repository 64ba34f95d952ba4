"""BM25 against its twin, analysis, the index on disk, queries as files."""

import random
from pathlib import Path

import numpy as np
import pytest
from reference.retrieval import bm25

from tercel.retrieval import (
    Analyzer,
    BM25Index,
    Concept,
    StructuredQuery,
    WeightedQuery,
    read_queries,
    write_queries,
)


def collection(rng: random.Random, n: int) -> dict[str, list[str]]:
    words = [f"w{i}" for i in range(12)]
    return {f"d{i}": rng.choices(words, k=rng.randrange(0, 15)) for i in range(n)}


def structured(rng: random.Random) -> StructuredQuery:
    concepts = []
    for c in range(rng.randrange(1, 4)):
        found = rng.sample([f"w{i}" for i in range(14)], rng.randrange(1, 5))
        p = sorted((rng.choice([0.5, 0.25, 0.1, 0.05]) for _ in found), reverse=True)
        pairs = sorted(zip(p, found, strict=True), key=lambda pair: (-pair[0], pair[1]))
        words = tuple(w for _, w in pairs)
        concepts.append(Concept(f"c{c}", rng.choice([1.0, 2.0]), words, tuple(x for x, _ in pairs)))
    return StructuredQuery(tuple(concepts))


@pytest.mark.parametrize("seed", range(40))
def test_search_equals_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    documents = collection(rng, rng.randrange(1, 30))
    index = BM25Index(documents.items())
    weights = {f"w{i}": rng.choice([0.1, 1.0, 2.5]) for i in rng.sample(range(14), 5)}
    k1, b = rng.choice([(1.2, 0.75), (0.0, 0.0), (2.0, 1.0)])
    for query in (WeightedQuery.from_weights(weights), structured(rng)):
        run = index.search({"q": query}, k1=k1, b=b)["q"]
        concepts = [
            (c.weight, dict(zip(c.translations, c.probabilities, strict=True)))
            for c in query.concepts
        ]
        expected = bm25(documents, concepts, k1, b)
        assert set(run) == set(expected)
        for name, score in run.items():
            assert score == pytest.approx(expected[name], rel=2e-7)
        order = sorted(run.items(), key=lambda item: (item[1], item[0]), reverse=True)
        assert list(run.items()) == order
        assert list(index.search({"q": query}, k1=k1, b=b, n_documents=3)["q"].items()) == order[:3]


@pytest.mark.parametrize("seed", range(5))
def test_plain_queries_score_as_in_bm25s(seed: int) -> None:
    bm25s = pytest.importorskip("bm25s")
    rng = random.Random(seed)
    documents = [rng.choices("abcdefghij", k=rng.randrange(1, 30)) for _ in range(40)]
    peer = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    peer.index(documents, show_progress=False)
    index = BM25Index((f"{i:02}", words) for i, words in enumerate(documents))
    words = rng.sample("abcdefghij", 3)
    ours = index.search({"q": WeightedQuery.of(words)})["q"]
    # Lucene leaves out the factor k1 + 1, which is the same for all documents.
    theirs = 2.2 * peer.get_scores(words)
    assert len(ours) == (theirs > 0).sum()
    for name, score in ours.items():
        assert score == pytest.approx(theirs[int(name)], rel=1e-5)


def test_threads_and_the_order_of_documents_change_nothing() -> None:
    rng = random.Random(7)
    documents = list(collection(rng, 200).items())
    queries = {f"q{i}": structured(rng) for i in range(50)}
    run = BM25Index(documents).search(queries)
    rng.shuffle(documents)
    again = BM25Index(documents)
    for workers in (1, 2, 5):
        assert again.search(queries, workers=workers) == run


def test_equal_scores_stand_with_the_greater_id_first() -> None:
    index = BM25Index([(name, ["a"]) for name in ("b", "a", "d", "c")])
    assert list(index.search({"q": WeightedQuery.of(["a"])})["q"]) == ["d", "c", "b", "a"]


def test_idf_is_1_for_one_document_and_0_for_all() -> None:
    index = BM25Index([("1", ["a", "b"]), ("2", ["a"]), ("3", ["a"]), ("4", ["a"])])
    assert [index.idf(word) for word in "abx"] == [0.0, 1.0, 1.0]
    assert [index.document_frequency(word) for word in "abx"] == [4, 1, 0]


def test_unknown_words_find_nothing() -> None:
    index = BM25Index([("1", ["a"]), ("2", [])])
    assert index.search({"q": WeightedQuery.of(["x"]), "none": WeightedQuery((), ())}) == {
        "q": {},
        "none": {},
    }


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ([], "documents is empty"),
        ([("a", []), ("a", [])], "'a' is there twice"),
        ([("a b", [])], "'a b' is empty or has white space"),
    ],
)
def test_bad_documents(documents: list[tuple[str, list[str]]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BM25Index(documents)


def test_a_text_is_not_a_list_of_words() -> None:
    with pytest.raises(TypeError, match="document 'a' is one str, expected a list of words"):
        BM25Index([("a", "some text")])


@pytest.mark.parametrize(
    "options", [{"n_documents": 0}, {"k1": -1.0}, {"b": 1.5}, {"k1": float("nan")}, {"workers": 0}]
)
def test_bad_options(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(options))} is"):
        BM25Index([("a", ["a"])]).search({}, **options)  # type: ignore[arg-type]


def test_an_index_comes_back_from_disk(tmp_path: Path) -> None:
    rng = random.Random(1)
    index = BM25Index(collection(rng, 30).items())
    path = tmp_path / "x.index"
    index.save(path)
    assert [p.name for p in tmp_path.iterdir()] == ["x.index"]
    queries = {"q": structured(rng)}
    assert BM25Index.load(path).search(queries) == index.search(queries)


def test_no_index_is_said_so(tmp_path: Path) -> None:
    index = BM25Index([("a", ["x"]), ("b", ["x", "y"])])
    path = tmp_path / "x.index"
    index.save(path)
    data = path.read_bytes()
    for broken in (b"", b"text", data[: len(data) // 2]):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match=r"x\.index"):
            BM25Index.load(path)
    good = index._arrays
    for name, values, message in (
        ("documents", [0, 9, 1], "documents holds 9, expected less than 2"),
        ("starts", [0, 4, 3], "starts are not rows of the 3 entries"),
        ("starts", [1, 2, 3], "starts are not rows of the 3 entries"),
    ):
        index._arrays = {**good, name: np.array(values, dtype=good[name].dtype)}
        index.save(path)
        with pytest.raises(ValueError, match=message):
            BM25Index.load(path)
    np.savez_compressed(path.with_suffix(".npz"), header=np.zeros(3))
    with pytest.raises(ValueError, match="compressed"):
        BM25Index.load(path.with_suffix(".npz"))
    with pytest.raises(ValueError, match="No such file"):
        BM25Index.load(tmp_path / "none")


def test_a_flipped_bit_is_one_clear_error_or_changes_nothing(tmp_path: Path) -> None:
    index = BM25Index([("a", ["x"]), ("b", ["x", "y"])])
    path = tmp_path / "x.index"
    index.save(path)
    data = path.read_bytes()
    query = {"q": WeightedQuery.of(["x", "y"])}
    n_refused = 0
    for position in range(len(data)):
        flipped = bytearray(data)
        flipped[position] ^= 1 << position % 8
        path.write_bytes(flipped)
        try:
            found = BM25Index.load(path).search(query)
        except ValueError as error:
            assert "x.index" in str(error)
            n_refused += 1
        else:
            assert found == index.search(query)
    assert n_refused > len(data) / 2


def test_queries_come_back_to_the_last_bit(tmp_path: Path) -> None:
    rng = random.Random(3)
    for queries in (
        {"1": WeightedQuery.from_weights({"é": 1 / 3, "b": 0.1 + 0.2}), "2": WeightedQuery.of("a")},
        {str(i): structured(rng) for i in range(5)},
    ):
        path = tmp_path / "q.tsv.gz"
        write_queries(path, queries)
        assert read_queries(path) == queries


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: found an empty file"),
        ("a\tb\n", "line 1: found 'a"),
        ("query\tword\tweight\nq\ta\n", "line 2: found 2 columns, expected 3"),
        ("query\tword\tweight\nq\ta\t1\nq\tb\t-1\n", "line 3: found '-1', expected a number above"),
        ("query\tword\tweight\nq\ta\tx\n", "line 2: found 'x'"),
        ("query\tword\tweight\nq\ta\t1\nq\ta\t2\n", "query 'q': a word is there twice"),
    ],
)
def test_bad_query_files(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "q.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=rf"q\.tsv.*{message}"):
        read_queries(path)


def test_queries_refuse_what_would_not_be_one_query() -> None:
    with pytest.raises(ValueError, match="once each, by weight"):
        WeightedQuery(("a", "b"), (1.0, 2.0))
    with pytest.raises(ValueError, match="once each"):
        WeightedQuery(("a", "a"), (1.0, 1.0))
    with pytest.raises(ValueError, match="the weight of 'a' is nan"):
        WeightedQuery(("a",), (float("nan"),))
    with pytest.raises(ValueError, match="tab or line break"):
        write_queries("never", {"q\t": WeightedQuery.of("a")})
    assert not Path("never").exists()


def test_analysis() -> None:
    assert Analyzer(None)("L'E\u0301té, 3.5 e-mails_x") == ["l", "été", "3", "5", "e", "mails", "x"]
    pytest.importorskip("Stemmer")
    assert Analyzer("fr")("Les images") == Analyzer("french")("les image")
    with pytest.raises(ValueError, match="language is 'xx', expected None or one of"):
        Analyzer("xx")


def test_a_dictionary_goes_through_the_same_analysis() -> None:
    pytest.importorskip("Stemmer")
    entries = [
        ("pomme", ["apple", "the apples"]),
        ("de terre", ["x"]),
        ("!", ["y"]),
        ("vide", ["!"]),
        ("Farbprofil", ["colour profile", "colour profiles"]),
        ("cause", ["on account of"]),
        ("Cause", ["Causes"]),
    ]
    assert Analyzer(None).dictionary(entries, Analyzer("en")) == {
        "farbprofil": ["colour", "profil"],
        "cause": ["caus"],
        "pomme": ["appl"],
    }
