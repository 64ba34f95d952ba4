"""``tercel rerank train``: a Ranking SVM from lists with gold values, written to a file."""

import argparse
from collections.abc import Callable

from tercel.cli.files import printable
from tercel.cli.options import Commands, UsageError, add_seed_and_workers
from tercel.cli.ranked_lists import JudgedLists, add_gold, add_input, read_judged
from tercel.metrics.base import check_positive
from tercel.report.table import padded
from tercel.rerank.feature_scaler import FeatureScaler
from tercel.rerank.parameter_search import GRID, GridSearch, grid_search
from tercel.rerank.ranking_svm import KERNELS, RankingSVM

_Number = Callable[[str], float]


def add_parser(parts: Commands) -> None:
    """Add the part."""
    parser = parts.add_parser(
        "train",
        help="train on lists with gold values",
        description="Train a Ranking SVM on an SVMlight ranking file, or on n-best lists with "
        "features and a quality, and write it with its scaler and the names of its features.",
        allow_abbrev=False,
    )
    group = parser.add_argument_group(
        "input", "SVMlight, or n-best lists as Moses, .jsonl or .tsv (- is standard input)"
    )
    add_input(group, "lists", "LISTS")
    group.add_argument("model", metavar="MODEL", help="where the model goes")
    add_gold(group)
    group.add_argument(
        "--features",
        metavar="A,B,...",
        help="by name (default: all but the quality); for svmlight, what to call its columns",
    )
    group = parser.add_argument_group("model")
    group.add_argument("--kernel", choices=KERNELS, default="rbf", help="default: %(default)s")
    group.add_argument("-C", type=_positive("C"), default=1.0, metavar="X", help="default: 1")
    group.add_argument(
        "--gamma", type=_gamma, default="scale", metavar="X", help="default: 1 / n_features"
    )
    group.add_argument(
        "--approximation", choices=("nystroem",), help="see the RBF kernel from some candidates"
    )
    group.add_argument("--n-components", type=int, default=200, metavar="N", help="default: 200")
    group.add_argument("--tol", type=_positive("tol"), default=1e-4, metavar="X", help="of the gap")
    group.add_argument("--max-iter", type=int, default=10_000, metavar="N", help="default: 10000")
    group.add_argument("--no-scaling", action="store_true", help="take features as they are")
    group = parser.add_argument_group("grid", "C and gamma by cross validation over lists")
    group.add_argument("--grid", action="store_true", help="look for the best C and gamma")
    group.add_argument("--grid-C", type=_numbers, metavar="A,B,...", help="default: 2^-6 to 2^2")
    group.add_argument("--grid-gamma", type=_numbers, metavar="A,B,...", help="the same")
    group.add_argument("--folds", type=int, default=3, metavar="N", help="default: %(default)s")
    group.add_argument(
        "--scorer", default="precision@5", metavar="S", help="precision@K or hit@K (default: @5)"
    )
    add_seed_and_workers(parser.add_argument_group("work"))
    parser.set_defaults(run=run, output=None)


def run(options: argparse.Namespace) -> str:
    """Train, write the model, and return what is to be said about it."""
    model = _unfitted(options)
    lists = read_judged(options.lists, options, options.features)
    lines = []
    if options.grid:
        search = _search(model, lists, options)
        model.set_params(**search.best_params)
        lines += grid_lines(search)
    scaler = None if options.no_scaling else FeatureScaler().fit(lists.features)
    scaled = lists.features if scaler is None else scaler.transform(lists.features)
    model.fit(scaled, lists.quality, groups=lists.groups)
    model.save(options.model, scaler=scaler, feature_names=lists.names)
    n_candidates, n_features = lists.features.shape
    gap = model.dual_gap_ / model.objective_
    lines.append(
        f"{printable(options.model)}: {model.n_lists_} lists, {n_candidates} candidates, "
        f"{n_features} features, {model.n_pairs_} pairs; objective {model.objective_:.6g}, "
        f"relative gap {gap:.1e} after {model.n_iter_} iterations"
    )
    return "\n".join(lines)


def grid_lines(search: GridSearch) -> list[str]:
    """Return the table of a grid and its best point."""
    rows = [("C", "gamma", "mean", *(f"fold {k + 1}" for k in range(len(search.best.fold_scores))))]
    for point in search.table:
        scores = (f"{score:.4f}" for score in (point.mean_score, *point.fold_scores))
        gamma = "" if point.gamma is None else f"{point.gamma:g}"
        rows.append((f"{point.C:g}", gamma, *scores))
    lines = ["  ".join(cells) for cells in padded(rows, "r" * len(rows[0]))]
    best = ", ".join(f"{name} = {value:g}" for name, value in search.best_params.items())
    return [*lines, f"best: {best}"]


def _unfitted(options: argparse.Namespace) -> RankingSVM:
    for name in ("grid_C", "grid_gamma"):
        if getattr(options, name) is not None and not options.grid:
            raise UsageError(f"--{name.replace('_', '-')} is for --grid")
    if options.kernel == "linear" and (options.grid_gamma or options.gamma != "scale"):
        raise UsageError("gamma is for the kernel rbf")
    model = RankingSVM(
        kernel=options.kernel,
        C=options.C,
        gamma=options.gamma,
        approximation=options.approximation,
        n_components=options.n_components,
        tol=options.tol,
        max_iter=options.max_iter,
        rng=options.seed,
        workers=options.workers,
    )
    try:
        model._check_parameters()
    except ValueError as error:
        raise UsageError(str(error)) from None
    return model


def _search(model: RankingSVM, lists: JudgedLists, options: argparse.Namespace) -> GridSearch:
    linear = options.kernel == "linear"
    return grid_search(
        lists.features,
        lists.quality,
        lists.groups,
        # Many models are trained at once: one thread for each.
        model=RankingSVM(**model.get_params()).set_params(workers=1),
        C=options.grid_C or GRID,
        gamma=None if linear else options.grid_gamma or GRID,
        n_folds=options.folds,
        scaler=not options.no_scaling,
        scorer=options.scorer,
        rng=options.seed,
        workers=options.workers,
    )


def _positive(name: str) -> _Number:
    def number(text: str) -> float:
        try:
            return check_positive(float(text), name)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no finite number above 0") from None

    return number


def _gamma(text: str) -> float | str:
    return text if text == "scale" else _positive("gamma")(text)


def _numbers(text: str) -> list[float]:
    return [_positive("number")(part) for part in text.split(",")]
