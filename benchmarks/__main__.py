"""``python -m benchmarks [NAME ...]``: print the tables of all benchmarks, or of those named."""

import sys

from benchmarks import bleu, generated, growth, integrations, metrics, resampling, threads, wmt23
from benchmarks.measure import machine

BENCHMARKS = {
    "bleu": bleu.run,
    "metrics": metrics.run,
    "resampling": resampling.run,
    "threads": threads.run,
    "growth": growth.run,
}
# Only when they are named: they take up to an hour each, or need what is seldom installed.
LONG = {"integrations": integrations.run, "wmt23": wmt23.run, "generated": generated.run}


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
