"""The drop-in for sacreBLEU against sacreBLEU: its test suite, command lines, corpora.

The suite comes from sacreBLEU's source distribution: from the file that SACREBLEU_SDIST names, else
from the package index. Nothing of it stays. Tests that download fail offline for both.
"""

import logging
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.patching import sdist, unpack_tests
from benchmarks.texts import texts

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from compat import answers, command_lines, corpora, written

N_CORPORA = 2000
N_COMMAND_LINES = 300
# Of real texts sacreBLEU scores so many in a second or so.
N_SEGMENTS = 100
DROP_IN = "tercel.compat.sacrebleu"


def run() -> None:
    # What sacreBLEU and we log of doubtful input is not what is compared.
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        own_suite(Path(folder))
    random_corpora()
    lines_of_commands()


def own_suite(folder: Path) -> None:
    print("\nsacreBLEU's own tests")
    unpack_tests(sdist(folder), folder)
    passed = {"sacreBLEU": passes(folder)}
    for path in (folder / "test").glob("*.py"):
        path.write_text(with_drop_in(path.read_text("utf-8")), "utf-8")
    passed["tercel.compat.sacrebleu"] = passes(folder)
    for label, (good, n_tests) in passed.items():
        print(f"  {label:>24}  {len(good)} of {n_tests} pass")
    lost = passed["sacreBLEU"][0] - passed["tercel.compat.sacrebleu"][0]
    if lost:
        raise SystemExit(f"these fail with the drop-in only: {sorted(lost)}")


def with_drop_in(source: str) -> str:
    """Return a test with another import, and nothing else."""
    source = re.sub(r"(?m)^(\s*)from sacrebleu\b", rf"\1from {DROP_IN}", source)
    source = re.sub(r"(?m)^(\s*)import sacrebleu\.", rf"\1import {DROP_IN}.", source)
    return re.sub(
        r"(?m)^(\s*)import sacrebleu\b(?!\.)", rf"\1import {DROP_IN} as sacrebleu", source
    )


def passes(folder: Path) -> tuple[set[tuple[str | None, str | None]], int]:
    report = folder / "report.xml"
    report.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, *"-m pytest test -q -p no:cacheprovider".split(), f"--junitxml={report}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if not report.exists():
        raise SystemExit(f"pytest did not run: {done.stderr or done.stdout}")
    cases = list(ElementTree.parse(report).iter("testcase"))
    bad = {"failure", "error", "skipped"}
    good = [case for case in cases if not bad & {part.tag for part in case}]
    return {(case.get("classname"), case.get("name")) for case in good}, len(cases)


def random_corpora() -> None:
    print("\nrandom small corpora, options and seeds: every number of every result, and its type")
    crashes = sum(corpora.check(corpora.random_case(seed)) for seed in range(N_CORPORA))
    print(f"  {N_CORPORA} equal, but for {crashes} of whose intervals sacreBLEU fails")


def lines_of_commands() -> None:
    print("\ncommand lines: standard output byte for byte, and exit codes; see also compat_wmt23")
    _, first, second, reference = texts()
    real = [reference[:N_SEGMENTS], second[:N_SEGMENTS]], [first[:N_SEGMENTS], second[:N_SEGMENTS]]
    for label, (references, systems) in (
        ("bundled example", written.texts_of_examples()),
        ("real texts, if there", real),
    ):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            files = written.write_files(folder, references, systems)
            lines = command_lines.command_lines(files, N_COMMAND_LINES)
            reasons = Counter(answers.check(line, folder) for line in lines)
        print(f"  {label:>24}  {reasons.pop(None)} of {N_COMMAND_LINES} equal; what differs:")
        for reason, n in sorted(reasons.items()):
            print(f"  {n:>28}  {reason}")
