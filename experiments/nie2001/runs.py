"""Every run of one language: models, translated queries, and what they find."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from experiments.nie2001.corpus import Task, TrainingText
from tercel.lexicon import IBM1, LexicalModel, QueryTranslator, translate_queries
from tercel.retrieval import BM25Index, RunEvaluation, WeightedQuery, evaluate_run

SIZES = {"1M": 1_000_000, "100K": 100_000, "10K": 10_000, "5K": 5_000, "1K": 1_000}
THRESHOLDS = (".01", ".05", ".1", ".25")
BEST = "t >= .1"
# How fast counts saturate: what bm25s and rank_bm25, Python's libraries, take unless they are told.
K1 = 1.5
DROPPED = "unknown words dropped"


@dataclass(frozen=True)
class Models:
    """Both directions of one text.

    Attributes
    ----------
    to_english, from_english : LexicalModel
    """

    to_english: LexicalModel
    from_english: LexicalModel


def train(text: TrainingText, workers: int) -> Models:
    """Train Model 1 in both directions, five iterations."""
    trainer = IBM1(n_iter=5, workers=workers)
    return Models(trainer.fit(text.foreign, text.english), trainer.fit(text.english, text.foreign))


def monolingual(task: Task, index: BM25Index) -> RunEvaluation:
    """Search with the English titles: what no translation can be expected to reach."""
    queries = {page: WeightedQuery.of(words) for page, words in task.english.items()}
    return evaluate_run(index.search(queries, k1=K1), task.qrels, ["map"])


def search(
    task: Task,
    index: BM25Index,
    translator: QueryTranslator,
    *,
    structured: bool = False,
    k1: float = K1,
) -> RunEvaluation:
    """Translate the queries, search and judge."""
    queries = translate_queries(task.queries, translator, structured=structured)
    return evaluate_run(index.search(queries, k1=k1), task.qrels, ["map"])


def translator_of(model: LexicalModel, **options: Any) -> QueryTranslator:
    """Return a translator that leaves words as they are that training never saw: names."""
    return QueryTranslator(model, copy_unknown=True, **options)


def model_runs(model: LexicalModel) -> Iterator[tuple[str, QueryTranslator]]:
    """Yield the names and translators of runs that need the model alone."""
    yield "all entries", translator_of(model)
    for name, size in SIZES.items():
        yield f"{name} best", translator_of(model.prune(size=size))
    for threshold in THRESHOLDS:
        yield f"t >= {threshold}", translator_of(model, threshold=float(threshold))
    yield f"all entries, {DROPPED}", QueryTranslator(model)
    yield f"{BEST}, {DROPPED}", QueryTranslator(model, threshold=0.1)


def dictionary_runs(
    model: LexicalModel, index: BM25Index, dictionary: dict[str, list[str]], name: str
) -> Iterator[tuple[str, QueryTranslator]]:
    """Yield the names and translators of runs with a dictionary beside a model."""
    for weight in (".001", ".01", ".1"):
        yield (
            f"{name}, dictionary {weight}",
            translator_of(
                model, threshold=0.1, dictionary=dictionary, dictionary_weight=float(weight)
            ),
        )
    for scale in (".1", ".3", "1"):
        yield f"{name}, dictionary idf x {scale}", by_idf(model, index, dictionary, float(scale))


def by_idf(
    model: LexicalModel | None,
    index: BM25Index,
    dictionary: dict[str, list[str]],
    scale: float,
    *,
    copy_unknown: bool = True,
) -> QueryTranslator:
    """Return a translator whose dictionary words weigh their idf."""
    return QueryTranslator(
        model,
        threshold=0.1,
        dictionary=dictionary,
        dictionary_weight="idf",
        dictionary_scale=scale,
        idf=index,
        copy_unknown=copy_unknown,
    )


def run_all(
    task: Task, index: BM25Index, models: Models, dictionary: dict[str, list[str]]
) -> dict[str, RunEvaluation]:
    """Return the evaluation of every run by name."""
    model, reverse = models.to_english, models.from_english
    found = {"English titles": monolingual(task, index)}
    for name, copies in (("idf", True), (f"idf, {DROPPED}", False)):
        alone = by_idf(None, index, dictionary, 1.0, copy_unknown=copies)
        found[f"dictionary alone, {name}"] = search(task, index, alone)
    for name, translator in model_runs(model):
        found[name] = search(task, index, translator)
    for name, translator in dictionary_runs(model, index, dictionary, BEST):
        found[name] = search(task, index, translator)
    for name, pruned in (
        ("both directions", model),
        ("both directions, 100K best", model.prune(size=100_000)),
        ("both directions, 10K best", model.prune(size=10_000)),
    ):
        found[name] = search(task, index, translator_of(pruned, reverse_model=reverse))
    for threshold in (".01", ".1"):
        translator = translator_of(model, threshold=float(threshold))
        name = f"structured, t >= {threshold}"
        found[name] = search(task, index, translator, structured=True)
    return found
