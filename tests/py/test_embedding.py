"""The C++ examples, built by the compiler at hand: their numbers are Python's, to the bit."""

import math
import shlex
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT

import tercel

pytestmark = pytest.mark.slow

REFERENCES = ["the cat sat on the mat .", "a dog barked , loudly", ""]
SECOND = ["the cat is on the mat .", "one dog barked", "nothing"]
STRICT = [
    *("-I", ROOT / "csrc" / "include", "-ffp-contract=off", "-pthread"),
    *("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"),
]
LISTS = {
    0: [("the cat sat on a mat .", -1.5), ("mat the on sat cat the", -2.25), ("", -9.0)],
    2: [("nothing at all", 0.125), ("été", -0.5)],
}


def printed_by_tercel(option):
    command = [sys.executable, "-m", "tercel", option]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def compiled(name, folder, cflags=STRICT):
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    program = folder / name
    source = ROOT / "csrc" / "examples" / f"{name}.cpp"
    command = [compiler, "-std=c++17", "-O1", *cflags, source, "-o", program]
    subprocess.run(command, check=True)
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
    bleu, chrf, ter = tercel.BLEU(effective_order=True), tercel.CHRF(), tercel.TER()
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
            others = [m.sentence_score(text, references).score for m in (chrf, ter)]
            yield [i, score, *others, share, expected, share * (score - expected)]


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


@pytest.mark.parametrize("repeat", ["0", "-1", "two", "2x", ""])
def test_a_number_of_repeats_that_is_none_shows_the_usage(score_nbest, files, repeat):
    command = [score_nbest, "--repeat", repeat, *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: score_nbest")


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
    return done.stdout


def built_by_cmake(folder, option):
    source = ROOT / "csrc" / "examples" / "score_nbest.cpp"
    consumer = ROOT / "wheels" / "consumer"
    run_cmake("-S", consumer, "-B", folder, option, f"-DCONSUMER_SOURCES={source}")
    run_cmake("--build", folder)
    return folder / "consumer"


@pytest.fixture(params=["installed", "subdirectory", "package", "plain"])
def consumer(request, tmp_path):
    if request.param == "plain":
        return compiled("score_nbest", tmp_path, shlex.split(printed_by_tercel("--cflags")))
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
    if request.param == "package":
        assert printed_by_tercel("--cmakedir") == tercel.get_cmake_dir()
        option = f"-Dtercel_DIR={tercel.get_cmake_dir()}"
    return built_by_cmake(tmp_path / "consumer", option)


def test_an_editable_installation_answers_with_its_source_tree(tmp_path):
    """As ``pip install -e`` leaves it: the environment knows the folder, and copies nothing."""
    source = ROOT / "src"
    if not list(source.glob("tercel/_core*.so")):
        pytest.skip("no extensions built in src/, as an editable installation has them")
    venv.create(tmp_path / "env", with_pip=False)
    (packages,) = (tmp_path / "env").glob("lib/python*/site-packages")
    numpy = Path(np.__file__).parents[1]
    (packages / "editable.pth").write_text(f"{source}\n{numpy}\n", encoding="utf-8")
    python = tmp_path / "env" / "bin" / "python"

    def answer(option):
        command = [python, "-I", "-m", "tercel", option]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.strip()

    assert answer("--cmakedir") == str(ROOT / "csrc" / "cmake")
    assert shlex.split(answer("--includes")) == [f"-I{ROOT / 'csrc' / 'include'}"]
    compiled("score_corpus", tmp_path, shlex.split(answer("--cflags")))
    built_by_cmake(tmp_path / "consumer", f"-Dtercel_DIR={answer('--cmakedir')}")


def test_all_consumers_print_the_same(consumer, files):
    done = subprocess.run([consumer, *files], capture_output=True, text=True, check=True)
    rows = [[float(x) for x in line.split("\t")] for line in done.stdout.splitlines()[1:]]
    assert rows == list(expected_rows())


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", True),
        ("0.1", True),
        ("0.1.0 EXACT", True),
        ("0.1.1", False),
        ("0.2", False),
        ("1", False),
    ],
)
def test_the_package_knows_its_version(tmp_path, asked, found):
    script = f"""cmake_minimum_required(VERSION 3.21)
        project(asks LANGUAGES CXX)
        find_package(tercel {asked} CONFIG QUIET)
        message(STATUS "found: ${{tercel_FOUND}} ${{tercel_VERSION}}")"""
    (tmp_path / "CMakeLists.txt").write_text(script, encoding="utf-8")
    folder = f"-Dtercel_DIR={tercel.get_cmake_dir()}"
    printed = run_cmake("-S", tmp_path, "-B", tmp_path / "build", folder)
    assert (f"found: 1 {tercel.__version__}" in printed) == found


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
