"""Test of an installed wheel, in seconds, with nothing but numpy: python wheels/test_wheel.py.

The scores are those of sacreBLEU 2.6.0; all else is compared with the golden files, whose bits
every build has to give.
"""

import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np

import tercel

ROOT = Path(__file__).resolve().parent.parent
SCORES = {
    "BLEU": (43.82016123707646, 67.4652685280908),
    "CHRF": (66.66150283843109, 82.03058748610442),
    "TER": (40.41916167664671, 19.91017964071856),
}


def equal(what: str, found: object, expected: object) -> None:
    """Unlike an assertion this also works under python -O."""
    if found != expected:
        sys.exit(f"{what}: expected {expected!r}, found {found!r}")


def lines(name: str) -> list[str]:
    return (ROOT / "examples" / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()


def test_scores(reference: list[str], systems: list[list[str]]) -> None:
    for name, expected in SCORES.items():
        metric = getattr(tercel, name)()
        for system, score in zip(systems, expected, strict=True):
            found = metric.corpus_score(system, reference).score
            equal(f"{name}, to 1e-9", round(found - score, 9), 0)


def test_golden_files() -> None:
    sys.path.insert(0, str(ROOT / "tests"))
    from golden.__main__ import SECTIONS, differences  # noqa: PLC0415 - beside us, not installed

    for workers in (1, 2):
        for section in SECTIONS:
            equal(f"{section}, golden file", list(differences(section, workers)), [])


def test_build_report() -> None:
    config = tercel.show_config()
    equal("version", config["version"], version("tercel"))
    equal("version of the core", config["core_version"], config["version"])
    equal("a debug build", config["assertions"], False)
    equal("a compiler is named", bool(config["compiler"]), True)
    equal("the scalar kernels are there", "scalar" in config["instruction_sets"], True)
    found = config["instruction_sets"]
    equal(
        "the instruction set is one that the processor has",
        config["instruction_set"] in found,
        True,
    )
    processor = Path("/proc/cpuinfo")
    if platform.machine() == "x86_64" and processor.exists():
        flags = set(processor.read_text(encoding="utf-8").split())
        equal("AVX2 is found", "avx2" in found, "avx2" in flags)
        equal("AVX-512 is found", "avx512" in found, {"avx512f", "avx512bw"} <= flags)


def test_every_instruction_set() -> None:
    """All of this again with each one; it is chosen when tercel is imported."""
    if "TERCEL_ISA" in os.environ:
        return
    for isa in tercel.show_config()["instruction_sets"]:
        command = [sys.executable, __file__]
        subprocess.run(command, env={**os.environ, "TERCEL_ISA": isa}, check=True)


def main() -> None:
    reference, *systems = map(lines, ("reference", "system-a", "system-b"))
    test_scores(reference, systems)
    test_golden_files()
    test_build_report()
    config = tercel.show_config()
    print(
        f"tercel {config['version']} works: CPython {platform.python_version()}, "
        f"numpy {np.__version__}, {config['compiler']}, {config['instruction_set']}",
        flush=True,
    )
    test_every_instruction_set()


if __name__ == "__main__":
    main()
