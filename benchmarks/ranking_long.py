"""Ranking SVM on 60,000 candidates: CPU and wall-clock seconds of training and of scores.

``python -m benchmarks ranking_long``
"""

import time

import numpy as np

from experiments.he2010.data import load_candidates
from tercel.rerank import FeatureScaler, RankingSVM

GAMMA = 0.1


def run() -> None:
    """Train on 6,000 sources of 5 + 5 candidates, and score 80,000."""
    print("\nRanking SVM on 6,000 sources of 5 MT and 5 memory candidates, C = 1, 2 threads")
    try:
        data = load_candidates()
    except FileNotFoundError as error:
        print(f"  {error}")
        return
    known = data.sources <= 6000
    scaler = FeatureScaler().fit(data.features[known])
    x = scaler.transform(data.features)
    trained = {"exact": None, "Nystroem": "nystroem"}
    for name, approximation in trained.items():
        for tolerance in (1e-3, 1e-4):
            options = {"approximation": approximation, "tol": tolerance}
            model = RankingSVM(gamma=GAMMA, C=1.0, workers=2, **options)
            cpu, wall = time.process_time(), time.perf_counter()
            model.fit(x[known], -data.ter[known], groups=data.sources[known])
            cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
            print(
                f"  {name:>8}, {known.sum()} candidates to a gap of "
                f"{model.dual_gap_ / model.objective_:.1e}: {cpu:.1f} CPU s, {wall:.1f} s",
                flush=True,
            )
        cpu, wall = time.process_time(), time.perf_counter()
        many = np.resize(x, (80_000, x.shape[1]))
        model.decision_function(many)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print(
            f"  {name:>8}, scores of 80,000 candidates: {cpu:.1f} CPU s, {wall:.1f} s", flush=True
        )
