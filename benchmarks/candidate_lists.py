"""Lists of 100 candidates: real ones if they are there, else made up."""

import gzip
import json
import os
import random
from pathlib import Path

N_LISTS, SIZE = 100, 100


def he2010() -> Path:
    base = Path(os.environ.get("TERCEL_DATA", Path(__file__).parents[2] / "shared" / "data"))
    return base / "he2010"


def made_up() -> list[list[str]]:
    rng = random.Random(1)
    words = [f"w{i}" for i in range(300)]
    lists = []
    for _ in range(N_LISTS):
        base = rng.choices(words, k=11)
        lists.append(
            [
                " ".join(rng.choice(words) if rng.random() < 0.25 else w for w in base)
                for _ in range(SIZE)
            ]
        )
    return lists


def lists() -> tuple[str, list[list[str]]]:
    """Return a label and lists of 100: the first 50 candidates of two sources each."""
    path = he2010() / "he2010_like_enfr.jsonl.gz"
    if not path.exists():
        return "made-up lists", made_up()
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [[c["t"] for c in json.loads(line)["cands"]] for line in file]
    full = [row[: SIZE // 2] for row in rows if len(row) >= SIZE // 2]
    pairs = zip(full[::2], full[1::2], strict=False)
    return "he2010 candidates", [a + b for a, b in pairs][:N_LISTS]
