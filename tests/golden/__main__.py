"""Compare with the golden files, which tools/write-golden writes."""

import argparse
import sys
from collections.abc import Callable, Iterator

from golden import FOLDER, facade, lexicon, metrics, ranking, resampling

SECTIONS: dict[str, Callable[[int], Iterator[str]]] = {
    "metrics": metrics.lines,
    "resampling": resampling.lines,
    "lexicon": lexicon.lines,
    "ranking": ranking.lines,
    "facade": facade.lines,
}


def differences(section: str, workers: int) -> Iterator[str]:
    """Yield what is not as the golden file has it, a line each."""
    expected = (FOLDER / f"{section}.txt").read_text(encoding="utf-8").splitlines()
    found = list(SECTIONS[section](workers))
    if len(found) != len(expected):
        yield f"{section}.txt: expected {len(expected)} lines, found {len(found)}"
    for number, (want, have) in enumerate(zip(expected, found, strict=False), start=1):
        if want == have:
            continue
        pairs = zip(want.split(), have.split(), strict=False)
        first = next((pair for pair in pairs if pair[0] != pair[1]), (want, have))
        name = want.split(" ", 1)[0]
        yield f"{section}.txt:{number}: {name}: expected {first[0]}, found {first[1]}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m golden", description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 3])
    arguments = parser.parse_args()
    found = [
        f"{difference} (workers: {workers})"
        for workers in arguments.workers
        for section in SECTIONS
        for difference in differences(section, workers)
    ]
    print("\n".join(found) if found else "all golden files: the same bits")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
