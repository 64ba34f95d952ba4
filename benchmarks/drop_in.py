"""What tercel gains inside sacreBLEU, evaluate and torchmetrics: the README's table, in one run.

It takes some minutes, nearly all of them sacreBLEU's. What is not installed is left out.
"""

import importlib
import os
from pathlib import Path

from benchmarks.integrations import RACES
from benchmarks.measure import Race
from benchmarks.patching import RUNNER, corpus_scores, timed
from benchmarks.texts import texts

ROUNDS = 5


def run() -> None:
    base = Path(os.environ.get("TERCEL_DATA", Path(__file__).parents[2] / "shared" / "data"))
    whole_commands(base / "wmt23")
    corpus_scores()
    label, hypotheses, _, reference = texts()
    race = Race(f"toolkits with tercel inside and without ({label}, CPU time)", "s", 1.0)
    for name in ("evaluate", "torchmetrics"):
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(f"  {name} left out: {error}")
        else:
            RACES[name](hypotheses, reference, race)


def whole_commands(folder: Path) -> None:
    """Time a score, and the paired test of two systems and of all."""
    print("\nwhole commands on WMT 2023 de-en, start of Python included (CPU time)")
    systems = sorted((folder / "system-outputs").glob("generaltest2023.de-en.hyp.*.en"))
    reference = folder / "references" / "generaltest2023.de-en.ref.refA.en"
    if not systems:
        print("  no real data (set TERCEL_DATA)")
        return

    def command(n_systems: int) -> list[str]:
        options = ["--paired-bs", "-m", "bleu", "chrf", "ter", "-f", "text"]
        return [str(reference), "-i", *map(str, systems[:n_systems]), *options]

    score = [str(reference), "-i", str(systems[0]), "-m", "bleu", "chrf", "-f", "text"]
    expected, *_ = timed(["-m", "sacrebleu", *score])
    peer = fastest(["-m", "sacrebleu", *score], expected)
    ours = fastest(["-m", "tercel", "sacrebleu", *score], expected)
    ratio = f"{peer / ours:.2g} x"
    print(f"  -m bleu chrf: sacreBLEU {peer:.3g} s, tercel sacrebleu {ours:.3g} s, {ratio}")
    print("  --paired-bs -m bleu chrf ter:")
    expected, peer, wall = timed(["-m", "sacrebleu", *command(2)])
    print(f"  two systems: sacreBLEU {peer:.4g} s (wall {wall:.4g})", flush=True)
    for label, runner in (
        ("tercel sacrebleu", ["-m", "tercel", "sacrebleu"]),
        ("sacreBLEU patched", [*RUNNER, "-m", "sacrebleu"]),
    ):
        ours = fastest([*runner, *command(2)], expected)
        ratio = peer / ours
        print(f"  two systems, the same bytes: {label} {ours:.3g} s, {ratio:.3g} x", flush=True)
    n = len(systems)
    ours = fastest(["-m", "tercel", "sacrebleu", *command(n)], None)
    projected = peer * n / 2
    print(
        f"  {n} systems: tercel sacrebleu {ours:.3g} s; sacreBLEU was not run: projected from two "
        f"systems by their number, {projected / 60:.3g} min, {projected / ours:.3g} x"
    )


def fastest(command: list[str], expected: bytes | None) -> float:
    """Return CPU seconds of the fastest run, for other work only adds to it."""
    runs = [timed(command) for _ in range(ROUNDS)]
    if expected is not None and any(found != expected for found, *_ in runs):
        raise SystemExit(f"the outputs differ: {' '.join(command)}")
    return min(seconds for _, seconds, _ in runs)
