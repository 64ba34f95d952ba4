"""Random streams: ours are frozen and equal to a slow twin, NumPy's are NumPy's."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from reference import streams as twin
from simulated import BLEU, bleu_rows

import tercel
from tercel import _core
from tercel._streams import SwapBits, indices

ISAS = _core.available_isas()


def core_indices(n, seed, first, shape, isa):
    out = np.empty(shape, dtype=np.uint32)
    _core.bootstrap_indices(n, seed, first, out, isa)
    return out


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("n", [1, 2, 3, 7, 100, 1000, 4681, 65_535, 65_536, 65_537, 200_000])
def test_indices_equal_the_twins(n, isa):
    drawn = core_indices(n, 12345, 3, (2, 500), isa)
    for r in range(2):
        np.testing.assert_array_equal(drawn[r], twin.indices(12345, 3 + r, n, 500))


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("n", [1, 63, 64, 65, 600, 1500])
def test_swaps_equal_the_twins(n, isa):
    words = np.empty((2, (n + 63) // 64), dtype=np.uint64)
    _core.permutation_words(n, 0, 5, words, isa)
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    assert not bits[:, n:].any()
    for r in range(2):
        np.testing.assert_array_equal(bits[r, :n], twin.swaps(0, 5 + r, n))


def test_no_two_seeds_share_a_replicate():
    """Seed and replicate must not enter alike: 2 of seed 1 is not 1 of seed 2, nor s of any s."""
    seen = set()
    for seed in range(30):
        drawn = core_indices(2**16, seed, 0, (30, 8), "scalar")
        seen |= {tuple(row) for row in drawn.tolist()}
    assert len(seen) == 900


def test_streams_are_frozen():
    """A change of these numbers is a break of the interface."""
    frozen = json.loads((Path(__file__).parents[1] / "data" / "streams.json").read_text())
    for case in frozen["indices"]:
        drawn = core_indices(
            case["n"], case["seed"], case["replicate"], (1, len(case["draws"])), "scalar"
        )
        assert drawn[0].tolist() == case["draws"]
    for case in frozen["swaps"]:
        n = len(case["swaps"])
        words = np.empty((1, 1), dtype=np.uint64)
        _core.permutation_words(n, case["seed"], case["replicate"], words, "scalar")
        assert [int(words[0, 0]) >> i & 1 for i in range(n)] == case["swaps"]


@pytest.mark.parametrize("n", [1, 2, 3, 1000, 1910, 70_000])
@pytest.mark.parametrize("bits", [np.random.PCG64, np.random.Philox, np.random.MT19937])
def test_numpys_indices_are_those_of_choice(n, bits):
    ours, numpys = (np.random.Generator(bits(12345)) for _ in range(2))
    pieces = [np.empty((size, 101), dtype=np.uint32) for size in (1, 2, 4)]
    for piece in pieces:
        indices(ours.bit_generator, n, piece)
    np.testing.assert_array_equal(np.vstack(pieces), numpys.choice(n, (7, 101)))
    # Both generators stand at the same place afterwards.
    assert ours.integers(2**60) == numpys.integers(2**60)


@pytest.mark.parametrize("n", [1, 31, 32, 33, 64, 100, 1000])
def test_numpys_swaps_are_those_of_integers(n):
    ours, numpys = (np.random.default_rng(12345) for _ in range(2))
    expected = numpys.integers(2, size=(7, n), dtype=bool)
    stream = SwapBits(ours.bit_generator)
    rows = []
    for size in (1, 2, 4):
        words = np.empty((size, (n + 63) // 64), dtype=np.uint64)
        stream.fill(n, words)
        rows.append(np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[:, :n])
    np.testing.assert_array_equal(np.vstack(rows), expected)


def test_a_generators_bootstrap_is_that_of_choice():
    rows = bleu_rows(300, np.random.default_rng(0))
    interval = tercel.confidence_interval(
        rows, BLEU, n_resamples=100, rng=np.random.default_rng(12345)
    )
    drawn = np.random.default_rng(12345).choice(300, (100, 300))
    np.testing.assert_array_equal(interval.replicates, BLEU.aggregate(rows[drawn].sum(axis=1)))
    assert interval.rng == "rng:numpy-PCG64"


def test_a_generators_permutation_is_that_of_integers():
    rng = np.random.default_rng(1)
    a, b = bleu_rows(300, rng), bleu_rows(300, rng)
    test = tercel.paired_test(a, b, BLEU, n_resamples=200, rng=np.random.default_rng(7))
    swaps = np.random.default_rng(7).integers(2, size=(200, 300), dtype=bool)[..., None]
    effects = BLEU.aggregate(np.where(swaps, b, a).sum(axis=1)) - BLEU.aggregate(
        np.where(swaps, a, b).sum(axis=1)
    )
    count = (abs(effects) >= abs(test.effect)).sum()
    assert test.p_value == (count + 1) / 201


def test_no_bit_generator_is_refused():
    class Fake:
        capsule = object()

    with pytest.raises(ValueError, match="no valid BitGenerator capsule"):
        indices(Fake(), 5, np.empty((1, 1), dtype=np.uint32))


RESULT = """
import numpy as np
from simulated import BLEU, bleu_rows
import tercel
rng = np.random.default_rng(3)
a, b = bleu_rows(777, rng), bleu_rows(777, rng)
for method in ("permutation", "bootstrap"):
    t = tercel.paired_test(a, b, BLEU, method=method, n_resamples=500, rng=5)
    print(t.p_value.hex(), t.low and t.low.hex(), t.high and t.high.hex())
"""


@pytest.mark.parametrize("isa", ISAS)
def test_forcing_an_instruction_set_changes_no_bit(isa):
    assert _run(RESULT, TERCEL_ISA=isa) == _run(RESULT)
    assert isa in _run(
        "import tercel; print(tercel.show_config()['instruction_set'])", TERCEL_ISA=isa
    )


def test_an_instruction_set_that_is_not_there_is_refused():
    missing = "neon" if "neon" not in ISAS else "avx2"
    with pytest.raises(subprocess.CalledProcessError) as error:
        _run("import tercel", TERCEL_ISA=missing)
    assert f"TERCEL_ISA is '{missing}', but this processor" in error.value.stderr


def _run(code, **environment):
    path = os.pathsep.join(p for p in sys.path if p)
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
