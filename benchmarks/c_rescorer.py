"""The library for C, called by ctypes: a list of candidates a call."""

import ctypes
import subprocess
import time
from collections.abc import Iterator
from ctypes import POINTER, byref, c_double, c_size_t, c_void_p
from pathlib import Path

CAPI = Path(__file__).parents[1] / "csrc" / "capi"


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("size", c_size_t)]


class BleuOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("tokenizer", ctypes.c_char_p),
        ("smooth_method", ctypes.c_char_p),
        ("smooth_value", c_double),
        ("lowercase", ctypes.c_int),
        ("max_ngram_order", ctypes.c_int),
        ("effective_order", ctypes.c_int),
    ]


def texts_of(strings: list[str]) -> ctypes.Array[Text]:
    encoded = [s.encode() for s in strings]
    return (Text * len(encoded))(*((e, len(e)) for e in encoded))


def build_library(compiler: list[str | Path], folder: Path) -> ctypes.CDLL:
    path = folder / "libtercel.so"
    command = [*compiler, "-shared", "-fPIC", "-fvisibility=hidden", "-I", CAPI]
    subprocess.run([*command, CAPI / "tercel.cpp", "-o", path], check=True)
    library = ctypes.CDLL(str(path))
    library.tercel_rescorer_scores.argtypes = [
        *(c_void_p, c_size_t, POINTER(Text), c_size_t),
        *(c_void_p, c_size_t, POINTER(c_double)),
    ]
    return library


def make_rescorer(library: ctypes.CDLL, name: str, references: list[str]) -> c_void_p:
    options = BleuOptions(ctypes.sizeof(BleuOptions), b"13a", b"exp", 0.0, 0, 4, 1)
    metric, rescorer = c_void_p(), c_void_p()
    create = getattr(library, f"tercel_metric_create_{name.lower()}")
    assert create(byref(options) if name == "BLEU" else None, byref(metric)) == 0
    refs = texts_of(references)
    sizes = c_size_t(len(references)), c_size_t(1)
    assert library.tercel_rescorer_create(metric, refs, *sizes, byref(rescorer)) == 0
    library.tercel_metric_free(metric)
    return rescorer


def rescored(
    library: ctypes.CDLL, rows: list[list[str]], references: list[str], repeat: int = 100
) -> Iterator[tuple[str, float, list[float]]]:
    """Yield each metric's name, least time a candidate, and scores of all candidates."""
    lists = [texts_of(row) for row in rows]
    scores = [(c_double * len(row))() for row in rows]
    for name in ("BLEU", "chrF", "TER"):
        rescorer = make_rescorer(library, name, references)
        best = float("inf")
        for _ in range(repeat):
            start = time.process_time()
            for i, (texts, out) in enumerate(zip(lists, scores, strict=True)):
                assert not library.tercel_rescorer_scores(
                    rescorer, i, texts, len(texts), None, 0, out
                )
            best = min(best, time.process_time() - start)
        library.tercel_rescorer_free(rescorer)
        yield name, best / sum(map(len, rows)), [score for out in scores for score in out]
