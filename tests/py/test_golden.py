"""This build gives the bits of the golden files, with every instruction set and with threads."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from golden import __main__ as golden
from golden import line

from tercel import _core

ROOT = Path(__file__).parents[2]
# Of the C library, and not rounded correctly: their last digits are those of the library.
INEXACT = (
    "exp|exp2|expm1|log|log2|log10|log1p|pow|sin|cos|tan|tanh|erf|erfc|cbrt|lgamma|tgamma|hypot"
)


@pytest.mark.parametrize("isa", _core.available_isas())
def test_the_same_bits(isa):
    # The instruction set is chosen when tercel is imported.
    paths = [str(ROOT / "tests"), *sys.path]
    environment = {**os.environ, "TERCEL_ISA": isa, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "golden", "--workers", "1", "2", "3"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "all golden files: the same bits"), done


@pytest.mark.parametrize("option", ["--help", "--write"])
def test_the_writer_says_its_own_name_and_writes_nothing_then(option):
    paths = os.pathsep.join(sys.path)
    environment = {**os.environ, "PYTHON": sys.executable, "PYTHONPATH": paths}
    before = {path: path.stat().st_mtime_ns for path in golden.FOLDER.glob("*.txt")}
    done = subprocess.run(
        [ROOT / "tools" / "write-golden", option],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (0 if option == "--help" else 2)
    assert (done.stdout + done.stderr).startswith("usage: tools/write-golden [-h]")
    assert before == {path: path.stat().st_mtime_ns for path in golden.FOLDER.glob("*.txt")}


def test_a_single_bit_is_seen(monkeypatch):
    lines = list(golden.SECTIONS["facade"](1))
    number = next(i for i, text in enumerate(lines) if text.startswith("interval/bca/linear "))
    words = lines[number].split()
    low = float.fromhex(words[2])
    # A double's last bit, and nothing else.
    changed = line(words[0], float.fromhex(words[1]), low + abs(low) * 2**-52)
    lines[number] = " ".join([changed, *words[3:]])
    monkeypatch.setitem(golden.SECTIONS, "facade", lambda workers: iter(lines))
    (found,) = golden.differences("facade", 1)
    assert found.startswith(f"facade.txt:{number + 1}: interval/bca/linear: expected {words[2]}")


def test_a_missing_line_is_seen(monkeypatch):
    monkeypatch.setitem(golden.SECTIONS, "lexicon", lambda workers: iter(["model1 1"]))
    assert "expected 56 lines, found 1" in next(golden.differences("lexicon", 1))


def test_the_core_calls_no_function_whose_last_digits_differ():
    pattern = re.compile(rf"\bstd::({INEXACT})\(|\blong double\b|\bstd::fma\(")
    headers = [*ROOT.glob("csrc/include/**/*.hpp"), *ROOT.glob("csrc/capi/*.hpp")]
    assert len(headers) > 100
    found = [
        f"{path.name}: {match.group()}"
        for path in headers
        for match in pattern.finditer(re.sub(r"//.*", "", path.read_text(encoding="utf-8")))
    ]
    assert not found
