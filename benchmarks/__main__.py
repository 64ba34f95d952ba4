"""``python -m benchmarks [NAME ...]``: print the tables of all benchmarks, or of those named."""

import sys

from benchmarks import (
    bleu,
    compat,
    generated,
    growth,
    metrics,
    patching,
    resampling,
    threads,
    wmt23,
)
from benchmarks.measure import machine

BENCHMARKS = {
    "bleu": bleu.run,
    "metrics": metrics.run,
    "resampling": resampling.run,
    "threads": threads.run,
    "growth": growth.run,
}
# Only when they are named: they take an hour each, `patching` and `compat` some minutes.
LONG = {
    "wmt23": wmt23.run,
    "generated": generated.run,
    "patching": patching.run,
    "compat": compat.run,
}


def main(names: list[str]) -> int:
    known = BENCHMARKS | LONG
    unknown = sorted(set(names) - set(known))
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}")
        return 2
    print(machine())
    for name in names or BENCHMARKS:
        known[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
