"""Model 1 against NLTK's, and how its time and memory grow with the text.

``python -m benchmarks lexicon`` prints both on the text that is there, ``lexicon_growth`` goes on
to five million pairs. Every size runs in a process of its own, so that its peak memory is its own.
"""

import gzip
import itertools
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tercel.lexicon import IBM1, LexicalModel, ParallelCorpus

_TOKEN = re.compile(r"\w+|[^\w\s]")
_N_NLTK = 2000
_N_PAIRS = 347_431  # of the real text
PLOT = Path(__file__).parent / "cache" / "lexicon.png"


def real_text() -> Path | None:
    base = Path(os.environ.get("TERCEL_DATA", Path(__file__).parents[2] / "shared" / "data"))
    path = base / "nie2001" / "aligned.fr-en.tsv.gz"
    return path if path.exists() else None


def tokenized(n: int) -> Iterator[tuple[str, str]]:
    """Yield n pairs (source, target): the real text as often as it takes, or made-up text.

    A copy's rare words are its own, so that the vocabulary grows as that of new text does.
    """
    path = real_text()
    if path is None:
        yield from made_up(n)
        return
    frequencies: Counter[str] = Counter()
    for copy in itertools.count():
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                _, target, source = line.lower().rstrip("\n").split("\t")
                sides = [_TOKEN.findall(source), _TOKEN.findall(target)]
                if copy == 0:
                    for side in sides:
                        frequencies.update(side)
                else:
                    sides = [
                        [w if frequencies[w] > 50 else f"{w}_{copy}" for w in side]
                        for side in sides
                    ]
                yield " ".join(sides[0]), " ".join(sides[1])
                n -= 1
                if n == 0:
                    return


def made_up(n: int) -> Iterator[tuple[str, str]]:
    rng = random.Random(0)
    for _ in range(n):
        ids = [int(60_000 * rng.random() ** 6) for _ in range(rng.randrange(1, 25))]
        yield " ".join(f"s{i}" for i in ids), " ".join(f"t{i}" for i in ids[::-1])


def measured(n: int, max_memory: int | None = None) -> dict[str, float]:
    """Train on n pairs, from files as the command line does, and return what it took."""
    folder = PLOT.parent
    folder.mkdir(exist_ok=True)
    paths = [folder / f"lexicon.{n}.{side}" for side in ("source", "target")]
    with paths[0].open("w", encoding="utf-8") as a, paths[1].open("w", encoding="utf-8") as b:
        for source, target in tokenized(n):
            a.write(f"{source}\n")
            b.write(f"{target}\n")
    try:
        command = [sys.executable, "-m", "benchmarks.lexicon", *map(str, paths)]
        if max_memory is not None:
            command.append(str(max_memory))
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    finally:
        for path in paths:
            path.unlink()
    return json.loads(out)


def child(source: str, target: str, max_memory: str | None = None) -> dict[str, float]:
    clock = time.process_time
    start = clock()
    trainer = IBM1(n_iter=1, max_memory=None if max_memory is None else int(max_memory))
    with open(source, encoding="utf-8") as a, open(target, encoding="utf-8") as b:  # noqa: PTH123
        corpus = trainer.index(a, b)
    index = clock() - start
    one, per_iteration, model = iterations(trainer, corpus, clock)
    peak = peak_megabytes()
    trainer.workers = 2
    wall = iterations(trainer, corpus, time.perf_counter)[1]
    return {
        "pairs": corpus.n_pairs,
        "target_tokens": corpus.n_target_tokens,
        "word_pairs": word_pairs(corpus),
        "entries": len(model),
        "preparation": index + one - per_iteration,
        "iteration": per_iteration,
        "peak": peak,
        "wall_two_threads": wall,
    }


def iterations(
    trainer: IBM1, corpus: ParallelCorpus, clock: Callable[[], float]
) -> tuple[float, float, LexicalModel]:
    """Return what one iteration takes, what each further one does, and a model of four."""
    trainer.n_iter = 1
    # The models go at once. The less of two, as an iteration is a difference.
    one = min(timed(lambda: trainer.fit_corpus(corpus), clock)[0] for _ in range(2))
    trainer.n_iter = 4
    four = timed(lambda: trainer.fit_corpus(corpus), clock)[0]
    again, model = timed(lambda: trainer.fit_corpus(corpus), clock)
    return one, (min(four, again) - one) / 3, model


def peak_megabytes() -> float:
    """Return this process's peak; what getrusage says may be that of the one that started it."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(x for x in status.read_text().splitlines() if x.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(
    work: Callable[[], Any], clock: Callable[[], float] = time.process_time
) -> tuple[float, Any]:
    start = clock()
    result = work()
    return clock() - start, result


def word_pairs(corpus: ParallelCorpus) -> int:
    """Return the products of the lengths of all pairs, the empty word counted."""
    tokens = np.add.reduceat(corpus.target_counts, corpus.target_ptr[:-1])
    return int((tokens.astype(float) * corpus.source_lengths).sum())


def against_nltk(ours: dict[str, float]) -> None:
    """Compare one iteration on a few thousand pairs, the numbers first."""
    try:
        from nltk.translate import AlignedSent, IBMModel1
    except ImportError:
        print("  nltk is not installed: no comparison")
        return
    # NLTK miscounts a target word that stands twice in a sentence; so here none does.
    # They are spread over all of the text, as its beginning has short lines only.
    spread = itertools.islice(tokenized(_N_PAIRS), 0, None, _N_PAIRS // _N_NLTK)
    pairs = [(a.split(), list(dict.fromkeys(b.split()))) for a, b in spread]
    pairs = [(a, b) for a, b in pairs if a and b]
    text = [AlignedSent(b, a) for a, b in pairs]
    # What an iteration takes is a difference; the least of three of each leaves out other work.
    one, three = (min(timed(lambda n=n: IBMModel1(text, n))[0] for _ in range(3)) for n in (1, 3))
    per_iteration = (three - one) / 2
    peer = IBMModel1(text, 2)
    model = IBM1(n_iter=2).fit([a for a, _ in pairs], [b for _, b in pairs])
    for e in model.source_words[:300]:
        for f, p in model.translations(e):
            assert abs(peer.translation_table[f][e or None] - p) < 1e-6, (e, f)
    theirs = sum(len(b) for _, b in pairs) / per_iteration
    one, two = (ours["target_tokens"] / ours[name] for name in ("iteration", "wall_two_threads"))
    print(
        f"  target tokens/s an iteration: NLTK {theirs:,.0f} (on every {_N_PAIRS // _N_NLTK}th "
        f"pair), tercel {one:,.0f}: {one / theirs:.0f} x nltk; with two threads, wall, "
        f"{two:,.0f}: {two / theirs:.0f} x"
    )


def pruning() -> None:
    """Cut a table of ten million made-up entries in each way."""
    rng = np.random.default_rng(0)
    n_rows, per_row = 100_000, 100
    indices = (np.arange(per_row) * 400 + rng.integers(0, 400, (n_rows, per_row))).astype(np.uint32)
    values = rng.exponential(size=(n_rows, per_row)) ** 4
    values /= values.sum(1, keepdims=True)
    model = LexicalModel(
        [f"s{i}" for i in range(n_rows)],
        [f"t{i}" for i in range(40_000)],
        np.arange(n_rows + 1) * per_row,
        indices.ravel(),
        values.astype(np.float32).ravel(),
    )
    cuts = ({"size": 10**6}, {"threshold": 0.1}, {"mass": 0.9}, {"relative": 0.1})
    taken = [timed(lambda cut=cut: model.prune(**cut))[0] for cut in cuts]
    shown = ", ".join(f"{next(iter(c))} {t:.2f}" for c, t in zip(cuts, taken, strict=True))
    print(f"  pruning {len(model):,} entries, CPU s: {shown}")


def show(row: dict[str, float]) -> None:
    print(
        f"  {row['pairs']:>9,} pairs  {row['target_tokens']:,} target tokens, "
        f"{row['word_pairs']:,} word pairs, {row['entries']:,} entries: "
        f"preparation {row['preparation']:.2f} CPU s, iteration {row['iteration']:.3f} CPU s, "
        f"{row['iteration'] / row['word_pairs'] * 1e9:.1f} ns a word pair, "
        f"with two threads {row['wall_two_threads']:.3f} s wall, peak {row['peak']:.0f} MB",
        flush=True,
    )


def run(sizes: tuple[int, ...] = (10_000, 50_000, _N_PAIRS)) -> list[dict[str, float]]:
    print(f"\nModel 1 ({'fr-en manuals' if real_text() else 'made-up text'})")
    rows = []
    for n in sizes:
        rows.append(measured(n))
        show(rows[-1])
    largest = next(row for row in reversed(rows) if row["pairs"] <= _N_PAIRS)
    against_nltk(largest)
    pruning()
    return rows


def run_growth() -> None:
    rows = run((10_000, 50_000, _N_PAIRS, 1_500_000, 5_000_000))
    try:
        from matplotlib import pyplot
    except ImportError:
        print("  no plot: matplotlib (the extra `plot`) is not installed")
        return
    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4))
    pairs = np.array([row["word_pairs"] for row in rows])
    for axis, name, label in ((axes[0], "iteration", "CPU s"), (axes[1], "peak", "MB")):
        values = np.array([row[name] for row in rows])
        axis.loglog(pairs, values, marker="o", label="measured")
        axis.loglog(pairs, values[-1] * pairs / pairs[-1], ":", label="in proportion to the last")
        axis.set_xlabel("word pairs")
        axis.set_ylabel(f"{name}, {label}")
    axes[0].legend(frameon=False)
    figure.tight_layout()
    figure.savefig(PLOT)
    print(f"  plot: {PLOT}")


if __name__ == "__main__":
    print(json.dumps(child(*sys.argv[1:])))
