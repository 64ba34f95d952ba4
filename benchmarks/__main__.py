"""``python -m benchmarks [NAME ...]``: print the tables of all benchmarks, or of those named."""

import sys

from benchmarks import bleu, resampling, threads
from benchmarks.measure import machine

BENCHMARKS = {"bleu": bleu.run, "resampling": resampling.run, "threads": threads.run}


def main(names: list[str]) -> int:
    unknown = sorted(set(names) - set(BENCHMARKS))
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
        return 2
    print(machine())
    for name in names or BENCHMARKS:
        BENCHMARKS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
