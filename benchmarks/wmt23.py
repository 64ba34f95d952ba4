"""Every system of WMT 2023 against sacreBLEU, statistic by statistic, for chrF++ and TER.

sacreBLEU needs an hour or more: its numbers are kept in ``benchmarks/cache``, one file a system and
metric, so that this may be stopped and started again.
"""

import os
from pathlib import Path

import numpy as np
from sacrebleu.metrics.chrf import CHRF as CHRFPeer
from sacrebleu.metrics.ter import TER as TERPeer

import tercel

CACHE = Path(__file__).parent / "cache"
# Here the peer's TER takes seconds a system; elsewhere its first 100 segments do.
FULL_TER = ("he-en", "ru-en", "uk-en", "ja-en", "cs-uk")


def run() -> None:
    base = Path(os.environ.get("TERCEL_DATA", Path(__file__).parents[2] / "shared" / "data"))
    folder = base / "wmt23"
    if not folder.is_dir():
        print(f"no real data: {folder} is not there (set TERCEL_DATA)")
        return
    CACHE.mkdir(exist_ok=True)
    for path in sorted((folder / "system-outputs").iterdir()):
        _, pair, _, *system, target = path.name.split(".")
        name = ".".join(system)
        references = folder / "references" / f"generaltest2023.{pair}.ref.refA.{target}"
        check(f"{pair}.{name}", pair, lines_of(path), lines_of(references))
    print("\nall statistics are equal")


def check(label: str, pair: str, hypotheses: list[str], reference: list[str]) -> None:
    n_ter = len(hypotheses) if pair in FULL_TER else 100
    for metric, peer, n in (
        (tercel.CHRF(word_order=2), CHRFPeer(word_order=2), len(hypotheses)),
        (tercel.TER(), TERPeer(), n_ter),
    ):
        texts = hypotheses[:n], reference[:n]
        path = CACHE / f"{label}.{type(metric).__name__}.npy"
        if not path.exists():
            expected = np.array(peer._extract_corpus_statistics(texts[0], [texts[1]]), dtype=int)
            np.save(path, expected)
        ours = metric.statistics(*texts)
        np.testing.assert_array_equal(ours, np.load(path), f"{label} {metric.name}")
        print(f"  {label:<30} {metric.name:<8} {n} segments equal", flush=True)


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")
