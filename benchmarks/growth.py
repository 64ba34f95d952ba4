"""Time against the number of segments and against their length, as tables and plots."""

import random
import resource
import time
from collections.abc import Callable
from pathlib import Path

import tercel

METRICS = {"BLEU": tercel.BLEU(), "chrF": tercel.CHRF(), "TER": tercel.TER()}
PLOT = Path(__file__).parent / "cache" / "growth.png"


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of the fastest of three calls."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def made_up(n: int, length: int, seed: int) -> tuple[list[str], list[str]]:
    """Return n references of a length and hypotheses with every fifth word changed, and a shift."""
    rng = random.Random(seed)
    words = [f"word{i}" for i in range(2000)]
    references, hypotheses = [], []
    for _ in range(n):
        reference = rng.choices(words, k=length)
        hypothesis = [rng.choice(words) if rng.random() < 0.2 else word for word in reference]
        cut = rng.randrange(length)
        references.append(" ".join(reference))
        hypotheses.append(" ".join(hypothesis[cut:] + hypothesis[:cut]))
    return hypotheses, references


def measure(sizes: list[tuple[int, int]]) -> dict[str, list[float]]:
    """Return seconds by metric for (number, length) of segments."""
    table: dict[str, list[float]] = {name: [] for name in METRICS}
    for n, length in sizes:
        # A million different lines would measure the making of them.
        hypotheses, references = made_up(min(n, 1000), length, n)
        times = -(-n // 1000)
        hypotheses, references = (hypotheses * times)[:n], (references * times)[:n]
        cells = []
        for name, metric in METRICS.items():
            taken = seconds(lambda m=metric, h=hypotheses, r=references: m.statistics(h, r))
            table[name].append(taken)
            cells.append(f"{name} {taken:.4g} s ({1e6 * taken / n:.3g} us/segment)")
        print(f"  {n:>9} segments of {length:>4} words  " + "   ".join(cells), flush=True)
    return table


def plot(by_number: dict[str, list[float]], by_length: dict[str, list[float]]) -> None:
    try:
        from matplotlib import pyplot
    except ImportError:
        print("  no plot: matplotlib (the extra `plot`) is not installed")
        return
    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4))
    for axis, table, values, label in (
        (axes[0], by_number, NUMBERS, "segments of 20 words"),
        (axes[1], by_length, LENGTHS, "words a segment (1,000 segments)"),
    ):
        for name, times in table.items():
            axis.loglog(values, times, marker="o", label=name)
        axis.set_xlabel(label)
        axis.set_ylabel("CPU seconds")
        axis.legend()
    PLOT.parent.mkdir(exist_ok=True)
    figure.tight_layout()
    figure.savefig(PLOT)
    print(f"  plot: {PLOT}")


NUMBERS = [1000, 10_000, 100_000, 1_000_000]
LENGTHS = [10, 30, 100, 300, 1000]


def run() -> None:
    print("\ngrowth (made-up text, one thread, CPU time)")
    by_number = measure([(n, 20) for n in NUMBERS])
    by_length = measure([(1000, length) for length in LENGTHS])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"  peak memory of this process: {peak / 1024:.0f} MB")
    plot(by_number, by_length)
