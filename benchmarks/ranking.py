"""Ranking SVM against SVMlight, objective and held-out scores first, then CPU seconds.

``python -m benchmarks ranking``; TERCEL_SVMLIGHT names the folder of svm_learn and svm_classify,
which are built outside this repository (their licence is non-commercial). ``python -m benchmarks
ranking_long`` trains on 6,000 sources, and needs half a minute.
"""

import gzip
import os
import resource
import subprocess
import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy as np

from tercel import _core
from tercel._execution import ISA
from tercel.rerank import RankingSVM

ROOT = Path(__file__).parents[1]
GAMMA = 0.1
TOLERANCE = 1e-4  # RankingSVM's own


def read_features():
    """Return features, quality and source of the candidates of he2010, or None."""
    base = Path(os.environ.get("TERCEL_DATA", ROOT.parent / "shared" / "data"))
    path = base / "he2010" / "he2010_features.svmlight.gz"
    if not path.exists():
        return None
    rows, quality, groups = [], [], []
    with gzip.open(path, "rt") as file:
        for line in file:
            label, source, *values = line.partition("#")[0].split()
            quality.append(float(label))
            groups.append(int(source.removeprefix("qid:")))
            rows.append([float(value.partition(":")[2]) for value in values])
    x = np.array(rows)
    return (x - x.mean(axis=0)) / x.std(axis=0), np.array(quality), np.array(groups)


def made_up(n_sources):
    """Return 20 candidates a source, of 20 uniform features, and a noisy quality."""
    rng = np.random.default_rng(n_sources)
    x = rng.random((20 * n_sources, 20))
    quality = x @ rng.normal(size=20) + rng.normal(size=len(x)) * 0.3
    return x, quality, np.repeat(np.arange(n_sources), 20)


def child_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def write_lists(path, x, quality, groups):
    with path.open("w") as file:
        for row, gold, group in zip(x, quality, groups, strict=True):
            cells = " ".join(f"{k + 1}:{value:.17g}" for k, value in enumerate(row))
            file.write(f"{gold:.17g} qid:{group + 1} {cells}\n")


def svmlight(folder, train, held_out, gamma):
    """Return held-out scores, the primal objective, and CPU seconds of training."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        write_lists(work / "train", *train)
        write_lists(work / "test", *held_out)
        options = ["-z", "p", "-t", "2", "-g", repr(gamma), "-c", "1", "-v", "0"]
        before = child_seconds()
        learn = [f"{folder}/svm_learn", *options, work / "train", work / "model"]
        subprocess.run(learn, check=True, stdout=subprocess.DEVNULL)
        taken = child_seconds() - before
        squared = squared_norm(work / "model", gamma)
        scores = []
        for part in ("test", "train"):
            classify = [f"{folder}/svm_classify", work / part, work / "model", work / "out"]
            subprocess.run(classify, check=True, stdout=subprocess.DEVNULL)
            scores.append(np.loadtxt(work / "out"))
    return scores[0], squared / 2 + loss_of(scores[1], train[1], train[2]), taken


def squared_norm(path, gamma):
    """Return |w|^2 of SVMlight's model, whose lines are the two candidates of each pair."""
    coefficients, rows = [], []
    with path.open() as file:
        for line in islice(file, 11, None):
            first, *values = line.partition("#")[0].split()
            coefficients.append(float(first))
            rows.append({int(k): float(v) for k, _, v in (x.partition(":") for x in values)})
    width = max(max(row, default=1) for row in rows)
    support = np.array([[row.get(k, 0.0) for k in range(1, width + 1)] for row in rows])
    items, of_item = np.unique(support, axis=0, return_inverse=True)
    weights = np.bincount(of_item.ravel(), coefficients)
    scores = np.empty(len(items))
    _core.rank_rbf_scores(items, items, weights, gamma, scores, 1, ISA, None)
    return weights @ scores


def loss_of(scores, quality, groups):
    total = 0.0
    for group in np.unique(groups):
        s, gold = scores[groups == group], quality[groups == group]
        better = gold[:, None] > gold[None]
        total += np.maximum(0, 1 - (s[:, None] - s[None]))[better].sum()
    return total


def compare(label, folder, train, held_out, gamma):
    start = time.process_time()
    model = RankingSVM(gamma=gamma, C=1.0, tol=TOLERANCE)
    model.fit(train[0], train[1], groups=train[2])
    ours = time.process_time() - start
    exact = RankingSVM(gamma=gamma, C=1.0, tol=1e-5, max_iter=10**6)
    exact.fit(train[0], train[1], groups=train[2])
    line = f"  {label:>22}  tercel {ours:.3f} s"
    if folder:
        theirs, objective, taken = svmlight(folder, train, held_out, gamma)
        r = np.corrcoef(theirs, model.decision_function(held_out[0]))[0, 1]
        line += (
            f"   SVMlight {taken:.2f} s ({taken / ours:.0f} x)   objective "
            f"{model.objective_ / exact.objective_ - 1:+.1e} of the optimum, "
            f"{model.objective_ / objective - 1:+.1e} of SVMlight's   held-out correlation {r:.8f}"
        )
    print(line, flush=True)


def run() -> None:
    print(f"\nRanking SVM, exact RBF, C = 1, gap {TOLERANCE:g} (CPU seconds of training)")
    folder = os.environ.get("TERCEL_SVMLIGHT")
    if folder is None:
        print("  no SVMlight: TERCEL_SVMLIGHT does not name its folder")
    data = read_features()
    if data is None:
        print("  no real data (set TERCEL_DATA)")
    for n in (50, 100, 200) if data is not None else ():
        x, quality, groups = data
        train, test = groups <= n, (groups > 1000) & (groups <= 1100)
        sets = [(x[m], quality[m], groups[m]) for m in (train, test)]
        compare(f"{n} real sources", folder, *sets, GAMMA)
    compare("100 made-up sources", folder, made_up(100), made_up(99), 1.0)
