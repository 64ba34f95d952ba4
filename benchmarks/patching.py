"""sacreBLEU patched by `tercel.compat.patch` against itself: its own test suite, then the time.

The suite comes from sacreBLEU's source distribution: from the file that SACREBLEU_SDIST names, else
from the package index. Nothing of it stays. Tests that download fail offline, patched or not.
"""

import os
import re
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

from sacrebleu.metrics import BLEU, CHRF, TER

from benchmarks.measure import Race
from benchmarks.texts import fresh, texts
from tercel.compat import patch

VERSION = "2.6.0"
RUNNER = ["-m", "tercel.run"]
SEGMENTS = 500


def run() -> None:
    print("\nsacreBLEU's own tests")
    with tempfile.TemporaryDirectory() as folder:
        own_suite(Path(folder))
    corpus_scores()


def own_suite(folder: Path) -> None:
    unpack_tests(sdist(folder), folder)
    passed = {}
    for label, runner in (("unpatched", []), ("patched", RUNNER)):
        report = folder / f"{label}.xml"
        command = [*runner, "-m", "pytest", "test", "-q", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [sys.executable, *command, f"--junitxml={report}"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if not report.exists():
            raise SystemExit(f"pytest did not run: {done.stderr or done.stdout}")
        cases = list(ElementTree.parse(report).iter("testcase"))
        good = [c for c in cases if not {"failure", "error", "skipped"} & {part.tag for part in c}]
        passed[label] = {(case.get("classname"), case.get("name")) for case in good}
        print(f"  {label:>10}  {len(good)} of {len(cases)} pass")
    lost = passed["unpatched"] - passed["patched"]
    if lost:
        raise SystemExit(f"patched, these fail: {sorted(lost)}")


def sdist(folder: Path) -> Path:
    given = os.environ.get("SACREBLEU_SDIST")
    if given:
        return Path(given)
    wanted = ["--no-deps", "--no-binary", ":all:", f"sacrebleu=={VERSION}", "-d", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", *wanted], check=True)
    return folder / f"sacrebleu-{VERSION}.tar.gz"


def unpack_tests(archive: Path, folder: Path) -> None:
    """Copy the tests alone, so that they import the installed package."""
    prefix = f"sacrebleu-{VERSION}/"
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            if member.name.startswith(f"{prefix}test/") and member.isfile():
                member.name = member.name.removeprefix(prefix)
                tar.extract(member, folder, filter="data")


def corpus_scores() -> None:
    label, hypotheses, _, reference = texts()
    race = Race(f"corpus scores of {SEGMENTS} segments, {label} (new metric, CPU time)", "ms", 1e3)
    hypotheses, references = hypotheses[:SEGMENTS], [reference[:SEGMENTS]]

    for kind in (BLEU, CHRF, TER):

        def unpatched(kind=kind):
            return kind().corpus_score(fresh(hypotheses), references)

        def patched(unpatched=unpatched):
            with patch():
                return unpatched()

        assert vars(patched()) == vars(unpatched())
        race.run(kind.__name__, patched, {"unpatched": unpatched}, rounds=3)


def timed(command: list[str]) -> tuple[bytes, float, float]:
    """Return output, CPU seconds and wall seconds of a Python process, its start included."""
    start = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *command], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    wall = time.perf_counter() - start
    return re.sub(rb"\x1b\[[0-9;]*m", b"", done.stdout), seconds, wall
