"""The C++ examples, built by the compiler at hand: their numbers are Python's, to the bit."""

import math
import shutil
import subprocess

import pytest
from conftest import ROOT

import tercel

pytestmark = pytest.mark.slow

REFERENCES = ["the cat sat on the mat .", "a dog barked , loudly", ""]
SECOND = ["the cat is on the mat .", "one dog barked", "nothing"]
LISTS = {
    0: [("the cat sat on a mat .", -1.5), ("mat the on sat cat the", -2.25), ("", -9.0)],
    2: [("nothing at all", 0.125), ("été", -0.5)],
}


def compiled(name, folder):
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    program = folder / name
    source = ROOT / "csrc" / "examples" / f"{name}.cpp"
    flags = ["-std=c++17", "-O1", "-ffp-contract=off", "-pthread", "-Wall", "-Wextra", "-Wpedantic"]
    strict = ["-Wshadow", "-Wconversion", "-Werror"]
    include = ["-I", ROOT / "csrc" / "include"]
    subprocess.run([compiler, *flags, *strict, *include, source, "-o", program], check=True)
    return program


@pytest.fixture(scope="module")
def score_nbest(tmp_path_factory):
    return compiled("score_nbest", tmp_path_factory.mktemp("examples"))


@pytest.fixture
def files(tmp_path):
    lines = [f"{i} ||| {t} ||| LM= 0 ||| {s}\n" for i, row in LISTS.items() for t, s in row]
    contents = ["".join(lines), *("\n".join(x) + "\n" for x in (REFERENCES, SECOND))]
    paths = [tmp_path / name for name in ("lists", "reference-1", "reference-2")]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(content, encoding="utf-8", newline="\n")
    return paths


def expected_rows():
    bleu, ter = tercel.BLEU(effective_order=True), tercel.TER()
    for i, candidates in LISTS.items():
        references = [REFERENCES[i], SECOND[i]]
        best = max(score for _, score in candidates)
        powers = [math.exp(score - best) for _, score in candidates]
        total = expected = 0.0
        for power in powers:
            total += power
        shares = [power / total for power in powers]
        scores = [bleu.sentence_score(text, references).score for text, _ in candidates]
        for share, score in zip(shares, scores, strict=True):
            expected += share * score
        for (text, _), share, score in zip(candidates, shares, scores, strict=True):
            rate = ter.sentence_score(text, references).score
            yield [i, score, rate, share, expected, share * (score - expected)]


def test_scores_of_candidates_are_those_of_python(score_nbest, files):
    done = subprocess.run([score_nbest, *files], capture_output=True, text=True, check=True)
    rows = [[float(x) for x in line.split("\t")] for line in done.stdout.splitlines()[1:]]
    assert rows == list(expected_rows())
    assert "candidates a second" in done.stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 ||| a ||| b", "lists:6: found 3 fields"),
        ("3 ||| a ||| ||| 0", "lists:6: id is 3"),
        ("1 ||| a ||| ||| 0", "lists:6: id 1 stands behind"),
        ("2 ||| a ||| ||| x", "lists:6: score is 'x'"),
        ("2 ||| a ||| ||| inf", "lists:6: score is 'inf'"),
    ],
)
def test_bad_lines_are_named(score_nbest, files, line, message):
    with files[0].open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    done = subprocess.run([score_nbest, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert message in done.stderr
    assert not done.stdout


def test_references_of_different_lengths_are_refused(score_nbest, files):
    files[2].write_text("one\n", encoding="utf-8")
    done = subprocess.run([score_nbest, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "reference-2:1: the last line" in done.stderr


def run_cmake(*arguments):
    cmake = shutil.which("cmake")
    if cmake is None:
        pytest.skip("no CMake")
    done = subprocess.run([cmake, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def built_by_cmake(folder, option):
    source = ROOT / "csrc" / "examples" / "score_nbest.cpp"
    consumer = ROOT / "wheels" / "consumer"
    run_cmake("-S", consumer, "-B", folder, option, f"-DCONSUMER_SOURCES={source}")
    run_cmake("--build", folder)
    return folder / "consumer"


@pytest.fixture(params=["installed", "subdirectory"])
def consumer(request, tmp_path):
    option = f"-DTERCEL_SOURCE_DIR={ROOT / 'csrc'}"
    if request.param == "installed":
        prefix, build = tmp_path / "prefix", tmp_path / "build"
        without = ["-DTERCEL_BUILD_TESTS=OFF", "-DTERCEL_BUILD_EXAMPLES=OFF"]
        run_cmake("-S", ROOT / "csrc", "-B", build, *without)
        run_cmake("--install", build, "--prefix", prefix)
        option = f"-Dtercel_DIR={prefix / 'share' / 'cmake' / 'tercel'}"
        assert "Version: " + tercel.__version__ in (
            prefix / "share" / "pkgconfig" / "tercel.pc"
        ).read_text(encoding="utf-8")
    return built_by_cmake(tmp_path / "consumer", option)


def test_consumers_that_cmake_builds_print_the_same(consumer, files):
    done = subprocess.run([consumer, *files], capture_output=True, text=True, check=True)
    rows = [[float(x) for x in line.split("\t")] for line in done.stdout.splitlines()[1:]]
    assert rows == list(expected_rows())


def test_corpus_scores_are_those_of_python(tmp_path, files):
    program = compiled("score_corpus", tmp_path)
    hypotheses = ["the cat sat on a mat .", "one dog barked loudly", "nothing at all"]
    system = tmp_path / "system"
    system.write_text("\n".join(hypotheses) + "\n", encoding="utf-8", newline="\n")
    command = [program, system, *files[1:]]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = dict(line.split("\t") for line in done.stdout.splitlines())
    for metric in (tercel.BLEU(), tercel.CHRF(), tercel.TER()):
        score = metric.corpus_score(hypotheses, [REFERENCES, SECOND]).score
        assert float(found.pop(metric.name)) == score
    assert not found
    system.write_text("one\n", encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "system:1: the last line; " in done.stderr
