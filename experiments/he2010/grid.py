"""Look for C and gamma as the paper does: ``python -m experiments.he2010.grid``.

Powers of 2 from -6 to 2 in steps of 2, by 3-fold cross validation on PREC@5, on the training part
of the first of the four folds.
"""

import argparse
import sys
import time

from experiments.he2010.data import load_candidates, load_records
from experiments.he2010.rankers import SEED, fold_of_candidates, rbf_model
from tercel.report.table import padded
from tercel.rerank import GridSearch, grid_search


def main() -> int:
    """Print the grid, the best point and the time."""
    parser = argparse.ArgumentParser(prog="python -m experiments.he2010.grid", description=__doc__)
    parser.add_argument("--workers", type=int, default=2, help="threads (default: %(default)s)")
    parser.add_argument("--exact", action="store_true", help="the exact kernel (an hour or more)")
    parser.add_argument("--n-sources", type=int, metavar="N", help="the first N only")
    options = parser.parse_args()
    try:
        data = load_candidates(load_records(options.n_sources))
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    begin, begin_cpu = time.perf_counter(), time.process_time()
    known = fold_of_candidates(data) != 0
    search = grid_search(
        data.features[known],
        -data.ter[known],
        data.sources[known],
        model=rbf_model(exact=options.exact),
        relevant=data.relevant[known],
        rng=SEED,
        workers=options.workers,
    )
    print(f"PREC@5 by 3 folds of the training part of fold 1, {int(known.sum())} candidates")
    print(*grid_lines(search), sep="\n")
    print("best:", ", ".join(f"{name} = {value:g}" for name, value in search.best_params.items()))
    print(f"{time.perf_counter() - begin:.0f} s, {time.process_time() - begin_cpu:.0f} CPU s")
    return 0


def grid_lines(search: GridSearch) -> list[str]:
    """Return a row a C and a column a gamma."""
    gammas = sorted({point.gamma for point in search.table if point.gamma is not None})
    scores = {(point.C, point.gamma): point.mean_score for point in search.table}
    rows = [("C \\ gamma", *(f"{gamma:g}" for gamma in gammas))]
    for cost in sorted({point.C for point in search.table}):
        rows.append((f"{cost:g}", *(f"{scores[cost, gamma]:.4f}" for gamma in gammas)))
    return ["  ".join(cells) for cells in padded(rows, "r" * len(rows[0]))]


if __name__ == "__main__":
    sys.exit(main())
