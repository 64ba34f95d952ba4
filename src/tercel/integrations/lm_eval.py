"""BLEU, chrF and TER of lm-evaluation-harness, and their bootstrap standard errors.

The harness scores the whole corpus anew for every resample. Here statistics are counted once and
added up; the resamples, and so the standard errors, are the harness's. To use it inside the
harness::

    import lm_eval.api.metrics
    from tercel.integrations.lm_eval import bootstrap_stderr

    lm_eval.api.metrics.bootstrap_stderr = bootstrap_stderr
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel._statistics import IntArray
from tercel.metrics import BLEU, CHRF, TER, TextMetric

Items = Sequence[tuple[Any, Any]]

_MAKE: dict[str, Callable[[], TextMetric]] = {
    "bleu": BLEU,
    "chrf": CHRF,
    "chrfpp": lambda: CHRF(word_order=2),
    "ter": TER,
}
# A chunk of replicates has a seed of its own.
_CHUNK = 1000


def bleu(items: Items) -> float:
    """Return BLEU of (references, prediction) pairs.

    Parameters
    ----------
    items : sequence of pairs
        The references of a segment (a string or several) and its prediction (a string, or a list
        of one). Where segments have different numbers of references, the harness takes as many as
        each has.
    """
    return _score("bleu", items)


def chrf(items: Items) -> float:
    """Return chrF; parameters as for `bleu`."""
    return _score("chrf", items)


def chrfpp(items: Items) -> float:
    """Return chrF++; parameters as for `bleu`."""
    return _score("chrfpp", items)


def ter(items: Items) -> float:
    """Return TER; parameters as for `bleu`."""
    return _score("ter", items)


def bootstrap_stderr(f: Callable[[Any], float], xs: Sequence[Any], iters: int) -> float:
    """Return the standard deviation of f over resamples of xs.

    Parameters
    ----------
    f : callable
        The harness's or our ``bleu``, ``chrf``, ``chrfpp`` or ``ter``, whose statistics are counted
        once; any other function is called for each resample.
    xs : sequence
        Of items, as f takes them.
    iters : int
        At least 2 resamples; beyond 1,000 they are rounded down to whole thousands, as in the
        harness.

    Raises
    ------
    ValueError
        If there are fewer than 2, or no items.
    """
    if iters < 2:
        raise ValueError(f"iters is {iters}, expected at least 2 resamples")
    if len(xs) == 0:
        raise ValueError("xs is empty, expected at least one item")
    name = getattr(f, "__name__", "") if f.__module__ in ("lm_eval.api.metrics", __name__) else ""
    n_chunks, chunk = iters // min(_CHUNK, iters), min(_CHUNK, iters)
    if name in _MAKE:
        metric = _MAKE[name]()
        rows = _statistics(metric, xs)
        totals = [
            np.bincount(drawn, minlength=len(xs)) @ rows
            for seed in range(n_chunks)
            for drawn in _draws(seed, chunk, len(xs))
        ]
        scores = [float(score) for score in metric.aggregate(np.array(totals))]
    else:
        scores = []
        for seed in range(n_chunks):
            generator = random.Random(seed)
            scores += [f(generator.choices(xs, k=len(xs))) for _ in range(chunk)]
    mean = sum(scores) / len(scores)
    return math.sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1))


def _draws(seed: int, n_resamples: int, n: int) -> list[NDArray[np.int64]]:
    """Return what ``random.Random(seed).choices(range(n), k=n)`` gives, time after time.

    NumPy's legacy generator makes the same doubles from the same state.
    """
    _, state, _ = random.Random(seed).getstate()
    generator = np.random.RandomState()
    generator.set_state(("MT19937", np.array(state[:-1], dtype=np.uint32), state[-1], 0, 0.0))
    uniform = (generator.random_sample(n) for _ in range(n_resamples))
    return [(numbers * n).astype(np.int64) for numbers in uniform]


def _score(name: str, items: Items) -> float:
    metric = _MAKE[name]()
    return metric.score(_statistics(metric, items).sum(axis=0)).score


def _statistics(metric: TextMetric, items: Items) -> IntArray:
    references = [[r] if isinstance(r, str) else list(r) for r, _ in items]
    if [] in references:
        raise ValueError(f"segment {references.index([])} has no reference")
    predictions = [_one(prediction) for _, prediction in items]
    # As many streams as every segment has.
    return metric.statistics(predictions, list(zip(*references, strict=False)))


def _one(prediction: str | Sequence[str]) -> str:
    if isinstance(prediction, str):
        return prediction
    if len(prediction) != 1:
        raise ValueError(f"found {len(prediction)} predictions for a segment, expected one")
    return prediction[0]
