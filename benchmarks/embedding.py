"""Sentence scores of a 100-best list: the C++ example against C, Python's API and sacreBLEU."""

import random
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sacrebleu

import tercel
from benchmarks.c_rescorer import build_library, rescored
from benchmarks.texts import texts

SIZE, N_LISTS = 100, 50
ROOT = Path(__file__).parents[1]


def lists(references: list[str]) -> list[list[str]]:
    """Return candidates that differ from the reference by dropped and doubled words."""
    rng = random.Random(1)

    def noisy(line: str) -> str:
        words = [w for w in line.split() if rng.random() > 0.15]
        return " ".join(w for x in words for w in [x] * (1 + (rng.random() < 0.1)))

    return [[noisy(line) for _ in range(SIZE)] for line in references]


def compiler() -> list[str | Path]:
    found = shutil.which("g++") or shutil.which("clang++")
    if found is None:
        raise SystemExit("no C++ compiler (g++ or clang++) is there")
    include = ROOT / "csrc" / "include"
    return [found, "-std=c++17", "-O3", "-ffp-contract=off", "-pthread", "-I", include]


def build(folder: Path) -> Path:
    program = folder / "score_nbest"
    source = ROOT / "csrc" / "examples" / "score_nbest.cpp"
    subprocess.run([*compiler(), source, "-o", program], check=True)
    return program


def seconds(work: Callable[[], object], n_candidates: int, rounds: int = 10) -> float:
    """Return the least CPU time a candidate."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times) / n_candidates


def run_program(
    program: Path, rows: list[list[str]], references: list[str]
) -> tuple[dict[str, float], list[tuple[float, ...]]]:
    """Return the least time a candidate of each metric, and the scores of all candidates."""
    nbest, reference = program.parent / "lists", program.parent / "reference"
    lines = [f"{i} ||| {text} ||| ||| 0\n" for i, row in enumerate(rows) for text in row]
    nbest.write_text("".join(lines), encoding="utf-8", newline="\n")
    reference.write_text("\n".join(references) + "\n", encoding="utf-8", newline="\n")
    command = [program, "--repeat", "100", nbest, reference]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    rates = re.findall(r"(\w+): (\d+) candidates a second", done.stderr)
    best = {name: 1 / float(rate) for name, rate in rates}
    columns = [line.split("\t")[1:4] for line in done.stdout.splitlines()[1:]]
    return best, [tuple(map(float, scores)) for scores in columns]


def run() -> None:
    label, _, _, reference = texts()
    references = [line for line in reference if len(line.split()) > 5][:N_LISTS]
    rows = lists(references)
    pairs = [(text, ref) for row, ref in zip(rows, references, strict=True) for text in row]
    hyps, refs = [list(side) for side in zip(*pairs, strict=True)]
    metrics = {
        "BLEU": tercel.BLEU(effective_order=True),
        "chrF": tercel.CHRF(),
        "TER": tercel.TER(),
    }
    peers = {
        "BLEU": sacrebleu.sentence_bleu,
        "chrF": sacrebleu.sentence_chrf,
        "TER": sacrebleu.sentence_ter,
    }
    with tempfile.TemporaryDirectory() as folder:
        ours, scores = run_program(build(Path(folder)), rows, references)
        library = build_library(compiler(), Path(folder))
    one_call = {name: metric.sentence_scores(hyps, refs) for name, metric in metrics.items()}
    assert scores == list(zip(*one_call.values(), strict=True))
    in_c = {}
    for name, taken, scores_in_c in rescored(library, rows, references):
        in_c[name] = taken
        assert scores_in_c == one_call[name].tolist()
    print(f"\n{len(rows)} lists of {SIZE} made from {label} references, one thread")
    part = pairs[:: SIZE // 4]
    numbers = [i for i, row in enumerate(rows) for _ in row]
    for name, metric in metrics.items():
        peer = peers[name]
        each = seconds(lambda m=metric: [m.sentence_score(h, [r]) for h, r in pairs], len(pairs))
        whole = seconds(lambda m=metric: m.sentence_scores(hyps, refs), len(pairs), 50)
        kept = metric.prepare(references)
        counted = seconds(lambda k=kept: k.statistics(hyps, segments=numbers), len(pairs), 50)
        theirs = seconds(lambda p=peer: [p(h, [r]) for h, r in part], len(part))
        print(f"  {name}, C++: {ours[name] * 1e6:.3g} us/candidate")
        for what, taken in (
            ("C ABI, a list a call", in_c[name]),
            ("Python, a call a candidate", each),
            ("Python, all in one call", whole),
            ("Python, references prepared, statistics in one call", counted),
            ("sacreBLEU, a call a candidate", theirs),
        ):
            print(f"    {what}: {taken * 1e6:.4g} us, {taken / ours[name]:.3g} x")
