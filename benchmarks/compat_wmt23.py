"""300 command lines of sacreBLEU on whole test sets of WMT 2023: standard output byte for byte.

``-t wmt23`` finds the test sets as well: they are written where sacreBLEU keeps what it has
downloaded, in a temporary folder. It takes some minutes, nearly all of them sacreBLEU's.
"""

import logging
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from compat.command_lines import CommandLine

ROOT = Path(__file__).parents[1]
N_COMMAND_LINES = 300
N_SYSTEMS = 3
# For the TER of one system sacreBLEU needs a twentieth of a second where words are not separated by
# spaces, some seconds in these directions, up to minutes in the others.
TER_OF_PAIR = {"en-ja": 1.0, "en-zh": 1.0, "cs-uk": 0.3, "en-uk": 0.3, "en-cs": 0.3, "uk-en": 0.3}
ARCHIVE = "wmt23.v.0.1.tar.gz"


def run() -> None:
    base = Path(os.environ.get("TERCEL_DATA", ROOT.parent / "shared" / "data")) / "wmt23"
    print(
        "\ncommand lines on whole test sets of WMT 2023: standard output byte for byte, exit codes"
    )
    if not base.is_dir():
        print(f"  no real data: {base} is not there (set TERCEL_DATA)")
        return
    with tempfile.TemporaryDirectory() as folder:
        # Read when sacreBLEU is imported, so in a process that has not done so yet.
        environment = {**os.environ, "SACREBLEU": f"{folder}/sacrebleu"}
        command = [sys.executable, "-m", "benchmarks.compat_wmt23", str(base), folder]
        sys.stdout.flush()
        status = subprocess.run(command, env=environment, check=False).returncode
    if status:
        raise SystemExit(status)


def compare(base: Path, folder: Path) -> None:
    """Compare all answers, and print the table of what differs."""
    sys.path.insert(0, str(ROOT / "tests"))
    # Here, for they import sacreBLEU; and both programs, so that no forked process has to.
    import sacrebleu.sacrebleu  # noqa: F401
    from compat import answers

    import tercel.cli.sacrebleu  # noqa: F401

    logging.disable(logging.CRITICAL)
    differing = defaultdict(list)
    seconds = {answers.peer_main: 0.0, answers.our_main: 0.0}
    n_refused = 0
    for place, line in lines_on_pairs(base, folder):
        answered = []
        for program in seconds:
            start = time.perf_counter()
            answered.append(answers.answer(program, line, place))
            seconds[program] += time.perf_counter() - start
        n_refused += answered[0][1] != 0
        try:
            reason = answers.difference(line, *answered)
        except AssertionError as error:
            reason = f"UNEXPECTED: {error}"
        if reason:
            differing[reason].append(f"{line} ({place.name})")
    report(differing, n_refused)
    peer, ours = seconds.values()
    print(f"  sacreBLEU took {peer:.0f} s, tercel {ours:.0f} s (wall, without the start of Python)")
    if any(reason.startswith("UNEXPECTED") for reason in differing):
        raise SystemExit("something else differs")


def report(differing: dict[str, list[str]], n_refused: int) -> None:
    n_equal = N_COMMAND_LINES - sum(map(len, differing.values()))
    print(f"  {n_equal} of {N_COMMAND_LINES} equal (sacreBLEU ends {n_refused} with an error code)")
    print(f"  {N_COMMAND_LINES - n_equal} differ:")
    for reason, lines in sorted(differing.items()):
        print(f"  {len(lines):>5}  {reason}\n         first: {lines[0]}")


def lines_on_pairs(base: Path, folder: Path) -> Iterator[tuple[Path, "CommandLine"]]:
    """Yield folders and command lines to answer there, one of each direction in turn."""
    from compat import command_lines, written

    pairs = sorted({path.name.split(".")[1] for path in (base / "sources").iterdir()})
    of_pairs = []
    for k, pair in enumerate(pairs):
        place = folder / pair
        place.mkdir()
        references = [lines_of(path) for path in files_of(base, "references", pair)]
        systems = [lines_of(path) for path in files_of(base, "system-outputs", pair)[:N_SYSTEMS]]
        write_test_set(base, folder / "sacrebleu", pair, references)
        files = replace(
            written.write_files(place, references, systems),
            pair=pair,
            ter=TER_OF_PAIR.get(pair, 0.0),
        )
        lines = command_lines.command_lines(files, 1 + N_COMMAND_LINES // len(pairs), seed=k)
        of_pairs.append([(place, line) for line in lines])
    yield from islice(chain.from_iterable(zip(*of_pairs, strict=True)), N_COMMAND_LINES)


def files_of(base: Path, kind: str, pair: str) -> list[Path]:
    return sorted((base / kind).glob(f"generaltest2023.{pair}.*"))


def write_test_set(base: Path, folder: Path, pair: str, references: list[list[str]]) -> None:
    """Write a test set as sacreBLEU finds it after a download."""
    raw = folder / "wmt23" / "raw"
    path = raw / "wmt23-news-systems-v.0.1" / "xml" / f"wmttest2023.{pair}.all.xml"
    path.parent.mkdir(parents=True, exist_ok=True)
    (raw / ARCHIVE).write_bytes(b"has been unpacked")
    (source,) = (lines_of(file) for file in files_of(base, "sources", pair))
    documents = base / f"documents.{pair}.tsv"
    if documents.exists():
        names = [line.split("\t") for line in lines_of(documents)[1:]]
    else:
        # Made up: only that there are some matters.
        names = [[str(i // 10), "news" if i % 30 < 10 else "speech"] for i in range(len(source))]
    texts = zip(source, *references, strict=True)
    with path.open("w", encoding="utf-8") as file:
        file.write("<dataset>\n")
        rows = zip(names, texts, strict=True)
        for k, (name, group) in enumerate(groupby(rows, key=lambda row: row[0])):
            file.write(document(f"{k} {name[0]}", name[1], pair, [row[1] for row in group]))
        file.write("</dataset>\n")


def document(name: str, domain: str, pair: str, rows: list[tuple[str, ...]]) -> str:
    """Return a document in WMT's XML."""
    language, target = pair.split("-")
    source, *references = (
        "".join(f'<seg id="{i}">{escape(text)}</seg>\n' for i, text in enumerate(column, 1))
        for column in zip(*rows, strict=True)
    )
    parts = [f'<src lang="{language}">{source}</src>']
    for letter, reference in zip("AB", references, strict=False):
        parts.append(f'<ref lang="{target}" translator="ref{letter}">{reference}</ref>')
    names = f"id={quoteattr(name)} domain={quoteattr(domain)}"
    return f'<doc {names} origlang="{language}">{"".join(parts)}</doc>\n'


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")


if __name__ == "__main__":
    compare(Path(sys.argv[1]), Path(sys.argv[2]))
