"""Reproduce the paper's tables: ``python -m experiments.koehn2004``."""

import argparse
import sys
import time
import warnings
from pathlib import Path

import tercel
from experiments.koehn2004.planning import plan_all, planning_lines
from experiments.koehn2004.pool import load_pool
from experiments.koehn2004.report import (
    calibration_lines,
    power_lines,
    requirements,
    sample_lines,
)
from experiments.koehn2004.runs import run_all
from experiments.koehn2004.samples import sample_all
from experiments.koehn2004.tables import calibration, power_table
from experiments.options import add_common


def main() -> int:
    """Print the tables, draw them, and return 0 if all requirements hold."""
    options = _options()
    # Small samples are what this is about.
    warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
    begin = time.perf_counter()
    try:
        pool = load_pool()
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    broad = sample_all(pool, tercel.broad_sample, options.workers)
    consecutive = sample_all(pool, tercel.consecutive_sample, options.workers)
    print("\n".join(sample_lines(pool, broad, consecutive)), flush=True)
    runs = run_all(pool, options.workers)
    bins = calibration(runs.for_calibration)
    mixed, real = power_table(runs.mixed), power_table(runs.real)
    print("", *calibration_lines(bins), "", *power_lines(mixed, real), "", sep="\n")
    print(*planning_lines(plan_all(pool), real), "", sep="\n")
    must_hold = requirements(broad, bins, (mixed, real))
    for words, holds in must_hold:
        print(f"{'holds' if holds else 'FAILS'}: {words}")
    _draw(options.pictures, (broad, consecutive), bins, mixed)
    print(f"{time.perf_counter() - begin:.0f} s with {options.workers} threads")
    return 0 if all(holds for _, holds in must_hold) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m experiments.koehn2004", description=__doc__)
    add_common(parser)
    return parser.parse_args()


def _draw(folder: Path, *tables: object) -> None:
    try:
        from experiments.koehn2004.pictures import draw_all  # noqa: PLC0415 (an extra)
    except ImportError:
        print("no pictures: they need matplotlib, the extra `plot`")
        return
    for path in draw_all(folder, *tables):
        print(f"drawn: {path.name}")


if __name__ == "__main__":
    sys.exit(main())
