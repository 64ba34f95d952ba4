"""The C ABI, built by the compiler at hand, called by ctypes: its numbers are tercel's."""

import ctypes
import shutil
import subprocess
import warnings
from ctypes import POINTER, byref, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p

import numpy as np
import pytest
from conftest import ROOT
from test_embedding import run_cmake

import tercel
from benchmarks.c_rescorer import BleuOptions, Text

pytestmark = pytest.mark.slow

OK, ARGUMENT, HANDLE, SIZE = range(4)
ALTERNATIVES = ("two-sided", "greater", "less")
CAPI = ROOT / "csrc" / "capi"
FLAGS = [
    *("-I", ROOT / "csrc" / "include", "-I", CAPI, "-ffp-contract=off", "-pthread"),
    *("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"),
]
METRICS = {
    "bleu": tercel.BLEU(),
    "bleu-lc": tercel.BLEU(
        lowercase=True, tokenize="intl", smooth_method="floor", smooth_value=0.5, max_ngram_order=3
    ),
    "bleu-sentence": tercel.BLEU(effective_order=True),
    "chrf": tercel.CHRF(),
    "chrf++": tercel.CHRF(word_order=2, beta=3, lowercase=True, eps_smoothing=True),
    "ter": tercel.TER(),
    "ter-normalized": tercel.TER(normalized=True, no_punct=True, case_sensitive=True),
}


class ChrfOptions(ctypes.Structure):
    NAMES = ("char_order", "word_order", "lowercase", "whitespace", "eps_smoothing")
    _fields_ = [("struct_size", c_size_t), ("beta", c_double), *((name, c_int) for name in NAMES)]


class TerOptions(ctypes.Structure):
    NAMES = ("normalized", "no_punct", "asian_support", "case_sensitive", "exact")
    _fields_ = [("struct_size", c_size_t), *((name, c_int) for name in NAMES)]


class Test(ctypes.Structure):
    __test__ = False
    _fields_ = [
        ("effect", c_double),
        ("p_value", c_double),
        *((name, c_uint64) for name in ("n_resamples", "n_differing", "wins", "losses", "ties")),
        ("exact", c_int),
    ]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    path = tmp_path_factory.mktemp("capi") / "libtercel.so"
    command = [compiler, "-std=c++17", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", *FLAGS]
    subprocess.run([*command, CAPI / "tercel.cpp", "-o", path], check=True)
    found = ctypes.CDLL(str(path))
    texts, rows, doubles = POINTER(Text), POINTER(c_int64), POINTER(c_double)
    found.tercel_version.restype = found.tercel_last_error.restype = ctypes.c_char_p
    found.tercel_metric_free.argtypes = [c_void_p]
    found.tercel_metric_n_statistics.argtypes = [c_void_p, POINTER(c_size_t)]
    of_texts = [c_void_p, texts, c_size_t, texts, c_size_t, c_int]
    found.tercel_statistics.argtypes = [*of_texts, rows, c_size_t]
    found.tercel_sentence_scores.argtypes = [*of_texts, doubles]
    found.tercel_nbest_scores.argtypes = [*of_texts, doubles]
    found.tercel_aggregate.argtypes = [c_void_p, rows, c_size_t, doubles, c_size_t]
    create = found.tercel_rescorer_create
    create.argtypes = [c_void_p, texts, c_size_t, c_size_t, POINTER(c_void_p)]
    found.tercel_rescorer_free.argtypes = [c_void_p]
    found.tercel_rescorer_scores.argtypes = [
        *(c_void_p, c_size_t, texts, c_size_t, rows, c_size_t, doubles)
    ]
    for test in (found.tercel_paired_bootstrap, found.tercel_paired_permutation):
        test.argtypes = [
            *(c_void_p, rows, rows, c_size_t, c_size_t, c_uint64, c_uint64, c_int, c_int),
            POINTER(Test),
        ]
    return found


def options_of(metric):
    if isinstance(metric, tercel.BLEU):
        names = metric.tokenize.encode(), metric.smooth_method.encode()
        flags = metric.lowercase, metric.max_ngram_order, metric.effective_order
        fields = (*names, metric.smooth_value or 0.0, *flags)
        return "bleu", BleuOptions(ctypes.sizeof(BleuOptions), *fields)
    if isinstance(metric, tercel.CHRF):
        values = [getattr(metric, name) for name in ChrfOptions.NAMES]
        return "chrf", ChrfOptions(ctypes.sizeof(ChrfOptions), metric.beta, *values)
    values = [getattr(metric, name) for name in TerOptions.NAMES]
    return "ter", TerOptions(ctypes.sizeof(TerOptions), *values)


class Handle:
    """A metric of the library, with the calls as Python would have them."""

    def __init__(self, library, metric):
        self.capi = library
        kind, options = options_of(metric)
        self.metric = c_void_p()
        create = getattr(library, f"tercel_metric_create_{kind}")
        self.check(create(byref(options), byref(self.metric)))
        n = c_size_t()
        self.check(library.tercel_metric_n_statistics(self.metric, byref(n)))
        self.n_columns = n.value

    def check(self, status):
        assert status == OK, self.capi.tercel_last_error()

    def close(self):
        self.check(self.capi.tercel_metric_free(self.metric))

    def statistics(self, hypotheses, streams, workers=1):
        out = np.empty((len(hypotheses), self.n_columns), dtype=np.int64)
        refs = texts_of([text for stream in streams for text in stream])
        self.check(
            self.capi.tercel_statistics(
                *(self.metric, texts_of(hypotheses), len(hypotheses), refs, len(streams), workers),
                *(pointer(out), out.size),
            )
        )
        return out

    def scores(self, function, hypotheses, references, n_streams):
        out = np.empty(len(hypotheses))
        arguments = (texts_of(hypotheses), len(hypotheses), texts_of(references), n_streams, 2)
        self.check(function(self.metric, *arguments, pointer(out)))
        return out

    def aggregate(self, totals):
        out = np.empty(len(totals))
        arguments = (pointer(totals), totals.size, pointer(out), len(out))
        self.check(self.capi.tercel_aggregate(self.metric, *arguments))
        return out

    def paired_test(self, method, a, b, *, n_resamples, seed, alternative, workers):
        result = Test()
        function = getattr(self.capi, f"tercel_paired_{method}")
        arguments = (a.size, len(a), n_resamples, seed, ALTERNATIVES.index(alternative), workers)
        self.check(function(self.metric, pointer(a), pointer(b), *arguments, byref(result)))
        return result


def texts_of(strings):
    encoded = [None if s is None else s.encode() for s in strings]
    return (Text * len(encoded))(*((e, 0 if e is None else len(e)) for e in encoded))


def pointer(array):
    kind = c_int64 if array.dtype == np.int64 else c_double
    return array.ctypes.data_as(POINTER(kind))


@pytest.fixture(params=METRICS)
def pair(request, library):
    """The same metric on both sides."""
    handle = Handle(library, METRICS[request.param])
    yield METRICS[request.param], handle
    handle.close()


def sentences(seed, n):
    rng = np.random.default_rng(seed)
    words = ["the", "Cat", "sat,", "on", "a", "mat.", "été", "中文", "it's", "&quot;", "𝄞"]
    return [" ".join(rng.choice(words, size=rng.integers(0, 12))) for _ in range(n)]


def test_texts_give_the_same_numbers(pair, library):
    metric, handle = pair
    hyps, first, second = sentences(1, 300), sentences(2, 300), list(sentences(3, 300))
    second[::3] = [None] * 100
    for streams in ([first], [first, second]):
        expected = metric.statistics(hyps, streams)
        for workers in (1, 3):
            assert (handle.statistics(hyps, streams, workers) == expected).all()
        assert (handle.aggregate(expected) == metric.aggregate(expected)).all()
        total = expected.sum(axis=0)
        assert handle.aggregate(total[None])[0] == metric.corpus_score(hyps, streams).score
        flat = [text for stream in streams for text in stream]
        scores = handle.scores(library.tercel_sentence_scores, hyps, flat, len(streams))
        assert (scores == metric.sentence_scores(hyps, streams)).all()


def test_candidates_have_their_sentence_scores(pair, library):
    metric, handle = pair
    candidates = sentences(4, 100)
    for references in (["the Cat sat, on a mat."], ["a mat.", "été on a mat. it's", "中文"]):
        scores = handle.scores(library.tercel_nbest_scores, candidates, references, len(references))
        expected = [metric.sentence_score(c, references).score for c in candidates]
        assert scores.tolist() == expected


def test_rescored_lists_have_python_s_statistics(pair, library):
    metric, handle = pair
    n = 20
    first, second = sentences(11, n), list(sentences(12, n))
    second[::3] = [None] * len(second[::3])
    rescorer = c_void_p()
    refs = texts_of([*first, *second])
    handle.check(library.tercel_rescorer_create(handle.metric, refs, n, 2, byref(rescorer)))
    for segment in (3, 0, 19, 3):
        candidates = sentences(20 + segment, 30)
        expected = metric.statistics(candidates, [[first[segment]] * 30, [second[segment]] * 30])
        rows, scores = np.empty_like(expected), np.empty(30)
        handle.check(
            library.tercel_rescorer_scores(
                *(rescorer, segment, texts_of(candidates), 30),
                *(pointer(rows), rows.size, pointer(scores)),
            )
        )
        assert (rows == expected).all()
        assert (scores == metric.aggregate(expected)).all()
    handle.check(library.tercel_rescorer_free(rescorer))


# Below 21 segments all swaps are enumerated; with one that differs the bootstrap knows nothing.
@pytest.mark.parametrize("n", [1, 2, 13, 20, 21, 150])
@pytest.mark.parametrize("method", ["bootstrap", "permutation"])
def test_paired_tests_are_those_of_tercel(pair, method, n):
    metric, handle = pair
    references = [sentences(6, n)]
    for i, alternative in enumerate(ALTERNATIVES):
        a = metric.statistics(sentences(7 + i, n), references)
        b = metric.statistics(sentences(17 + i, n), references)
        compare(metric, handle, method, (a, b), alternative)
    compare(metric, handle, method, (a, a.copy()), "two-sided")
    a[:], b[:] = a[0], a[0]
    b[-1] = metric.statistics(["the mat."], [["on a mat."]])[0]
    compare(metric, handle, method, (a, b), "two-sided")


def compare(metric, handle, method, systems, alternative):
    a, b = systems
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
        expected = tercel.paired_test(
            *(a, b, metric), method=method, alternative=alternative, n_resamples=2500, rng=5
        )
    for workers in (1, 3):
        found = handle.paired_test(
            method, a, b, n_resamples=2500, seed=5, alternative=alternative, workers=workers
        )
        assert found.p_value == expected.p_value
        assert found.effect == expected.effect
        assert found.n_resamples == expected.n_resamples
        assert found.n_differing == expected.n_differing
        assert bool(found.exact) == expected.exact
        if method == "bootstrap":
            wins = expected.wins, expected.losses, expected.ties
            assert (found.wins, found.losses, found.ties) == wins


# Sums of integers, of which those of more than 53 segments are rounded and whose chances are added
# up in pairs beyond 128; the last case is too long to be exact, and swaps are drawn.
@pytest.mark.parametrize(
    ("n", "largest"), [(25, 3), (60, 2), (200, 9), (900, 40), (3000, 30_000_000)]
)
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_exact_p_of_error_rates(library, n, largest, alternative):
    rng = np.random.default_rng(n)
    metric = tercel.TER()
    handle = Handle(library, metric)
    for better in (-1, 0, 1):
        a = np.column_stack([rng.integers(0, largest + 1, n), np.full(n, 20)])
        b = np.column_stack([rng.integers(0, largest + 1, n), np.full(n, 20)])
        if better != 0:
            (a if better > 0 else b)[: n // 3, 0] = 0
        compare(metric, handle, "permutation", (a, b), alternative)
    handle.close()


def test_errors_are_codes_with_a_text(library):
    options = BleuOptions(ctypes.sizeof(BleuOptions), b"13b", b"exp", 0.0, 0, 4, 0)
    metric = c_void_p()
    assert library.tercel_metric_create_bleu(byref(options), byref(metric)) == ARGUMENT
    assert b"options->tokenizer" in library.tercel_last_error()
    assert metric.value is None
    n = c_size_t()
    assert library.tercel_metric_n_statistics(None, byref(n)) == HANDLE
    handle = Handle(library, tercel.TER())
    out = np.zeros(2, dtype=np.int64)
    one = texts_of(["a"])
    arguments = (handle.metric, one, 1, one, 1, 1, pointer(out))
    assert library.tercel_statistics(*arguments, 3) == SIZE
    assert library.tercel_last_error() == b"out_size is 3, expected 2"
    handle.close()


def test_a_program_in_c_finds_the_installed_library(tmp_path):
    prefix, build = tmp_path / "prefix", tmp_path / "build"
    options = ("TESTS=OFF", "EXAMPLES=OFF", "CAPI=ON")
    run_cmake("-S", ROOT / "csrc", "-B", build, *(f"-DTERCEL_BUILD_{o}" for o in options))
    run_cmake("--build", build)
    run_cmake("--install", build, "--prefix", prefix)
    source = ROOT / "csrc" / "examples" / "capi_example.c"
    script = f"""cmake_minimum_required(VERSION 3.21)
        project(consumer LANGUAGES C)
        find_package(tercel 0.1 CONFIG REQUIRED COMPONENTS capi)
        add_executable(consumer {source})
        target_link_libraries(consumer PRIVATE tercel::capi)"""
    (tmp_path / "CMakeLists.txt").write_text(script, encoding="utf-8")
    consumer = tmp_path / "consumer"
    run_cmake("-S", tmp_path, "-B", consumer, f"-DCMAKE_PREFIX_PATH={prefix}")
    run_cmake("--build", consumer)
    command = [consumer / "consumer"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rates = [line for line in printed.splitlines() if line.startswith("TER")]
    assert len(rates) == 3
    for line in rates:
        rate, candidate = line.removeprefix("TER = ").split("\t")
        expected = tercel.TER().sentence_score(candidate, ["the cat sat on the mat"])
        assert float(rate) == expected.score


def test_versions(library):
    assert library.tercel_version().decode() == tercel.__version__
    assert f"#define TERCEL_ABI_VERSION {library.tercel_abi_version()}\n" in (
        CAPI / "tercel.h"
    ).read_text(encoding="utf-8")
    assert f"SOVERSION {library.tercel_abi_version()}\n" in (CAPI / "CMakeLists.txt").read_text(
        encoding="utf-8"
    )
