"""``python -m benchmarks [NAME ...]``: print the tables of all benchmarks, or of those named."""

import sys
from importlib import import_module

from benchmarks.measure import machine

BENCHMARKS = (
    *("bleu", "metrics", "resampling", "many", "threads", "growth", "memory"),
    *("alignment", "lexicon"),
)
# Only when they are named: they take minutes, or an hour, or peers that are not in the extras.
LONG = (
    "alignment_quality",
    "wmt23",
    "generated",
    "patching",
    "compat",
    "compat_wmt23",
    "drop_in",
    "embedding",
    "integrations",
    "lexicon_growth",
    "mbr",
    "ranking",
    "ranking_long",
    "retrieval",
)


def main(names: list[str]) -> int:
    known = (*BENCHMARKS, *LONG)
    unknown = sorted(set(names) - set(known))
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}")
        return 2
    print(machine())
    for name in names or BENCHMARKS:
        # Each needs other peers: only those asked for are imported.
        import_module(f"benchmarks.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
