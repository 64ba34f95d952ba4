"""How much hangs on what the report leaves open: the weight of the pages' titles, and BM25's k1.

Queries are titles, so that any weight raises the level. The tables take 1, the page as the data has
it, which needs no judged query.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np

from experiments.nie2001.contrasts import contrast
from experiments.nie2001.corpus import Task, build_index
from experiments.nie2001.runs import K1, Models, search, translator_of
from tercel.retrieval import BM25Index, RunEvaluation

WEIGHTS = (0, 1, 2, 4)
K1S = (0.9, 1.2, 1.5, 2.0)
COMPARED = ("t >= .1", "both directions", "structured, t >= .01", "structured, t >= .1")


def title_lines(language: str, task: Task, models: Models) -> list[str]:
    """Return levels and contrasts by weight, and the level that crossed halves choose."""
    runs = {weight: _runs(task, models, _index(weight)) for weight in WEIGHTS}
    lines = [f"{language}-en, by the weight of titles (the tables have 1)", *_lines(runs)]
    values = {weight: found["all entries"].values["map"] for weight, found in runs.items()}
    chosen, level = crossed(values)
    return [*lines, f"  chosen on one half for the other: {chosen}; all entries {level:.4f}"]


def saturation_lines(language: str, task: Task, models: Models, index: BM25Index) -> list[str]:
    """Return levels and contrasts by k1."""
    runs = {k1: _runs(task, models, index, k1) for k1 in K1S}
    return [f"{language}-en, by BM25's k1 (the tables have {K1})", *_lines(runs)]


def crossed(values: dict[int, np.ndarray]) -> tuple[tuple[int, int], float]:
    """Choose the weight on each half of the queries, and judge it on the other half.

    Parameters
    ----------
    values : dict of int to ndarray of shape (n_queries,)
        Of each query, by weight. The halves are the queries at even and odd places.

    Returns
    -------
    chosen : tuple of int
        For the even and for the odd queries.
    float
        The mean over all queries, each with the weight that the other half chose.
    """
    chosen = tuple(max(values, key=lambda w: float(values[w][1 - h :: 2].mean())) for h in (0, 1))
    judged = np.concatenate([values[chosen[half]][half::2] for half in (0, 1)])
    return (chosen[0], chosen[1]), float(judged.mean())


@cache
def _index(weight: int) -> BM25Index:
    return build_index(weight)


def _lines(runs: Mapping[float, Mapping[str, RunEvaluation]]) -> list[str]:
    lines = []
    for choice, found in runs.items():
        lines.append(f"  {choice}: all entries {found['all entries'].mean('map'):.4f}")
        lines += [f"     {contrast(found, name, 'all entries')}  {name}" for name in COMPARED]
    return lines


def _runs(task: Task, models: Models, index: BM25Index, k1: float = K1) -> dict[str, RunEvaluation]:
    model = models.to_english
    both = translator_of(model, reverse_model=models.from_english)
    found = {
        "all entries": search(task, index, translator_of(model), k1=k1),
        "both directions": search(task, index, both, k1=k1),
    }
    for threshold in (".01", ".1"):
        translator = translator_of(model, threshold=float(threshold))
        for name, structured in (
            (f"t >= {threshold}", False),
            (f"structured, t >= {threshold}", True),
        ):
            found[name] = search(task, index, translator, structured=structured, k1=k1)
    return found
