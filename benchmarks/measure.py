"""Timing two things in turn, and printing what came out."""

import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import tercel


def machine() -> str:
    """Return the machine and the versions in one line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text().splitlines()
        model = next((x.split(":")[1].strip() for x in lines if x.startswith("model name")), model)
    config = tercel.show_config()
    return (
        f"{model}, {config['instruction_set']}, {config['compiler']}, "
        f"Python {platform.python_version()}, numpy {np.__version__}, "
        f"tercel {tercel.__version__}"
    )


def seconds(function: Callable[..., object], clock: Callable[[], float], *arguments: Any) -> float:
    """Return how long one call takes."""
    start = clock()
    function(*arguments)
    return clock() - start


class Race:
    """Ours against peers: each round runs all of them in turn, so that drift hits all alike."""

    def __init__(self, title: str, unit: str, per_call: float) -> None:
        self.unit, self.per_call = unit, per_call
        print(f"\n{title}")

    def run(
        self,
        label: str,
        ours: Callable[..., object],
        peers: dict[str, Callable[..., object]],
        *,
        arguments: Callable[[], tuple[Any, ...]] = tuple,
        rounds: int = 5,
    ) -> None:
        """Print the median CPU time of each and the median of the ratios to ours.

        ``arguments()`` makes what a call gets, anew for every call and outside the time.
        """
        clock = time.process_time
        times: dict[str, list[float]] = {"tercel": [], **{name: [] for name in peers}}
        for _ in range(rounds):
            # Ours is short: the mean of as many calls as fit in a twentieth of a second.
            n_calls = max(1, int(0.05 / max(seconds(ours, clock, *arguments()), 1e-6)))
            taken = [seconds(ours, clock, *arguments()) for _ in range(n_calls)]
            times["tercel"].append(statistics.fmean(taken))
            for name, peer in peers.items():
                times[name].append(seconds(peer, clock, *arguments()))
        cells = [
            f"{name} {statistics.median(t) * self.per_call:.4g} {self.unit}"
            for name, t in times.items()
        ]
        for name in peers:
            pairs = zip(times[name], times["tercel"], strict=True)
            ratio = statistics.median(p / o for p, o in pairs)
            cells.append(f"{ratio:.3g} x {name}")
        print(f"  {label:>24}  " + "   ".join(cells), flush=True)
