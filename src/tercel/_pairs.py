"""The tests of a comparison: every pair by one metric, corrected for their number."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tercel._measures import Measure
from tercel._plans import Plan
from tercel._resampling import Streams
from tercel.comparison import LEVELS, PairResult, SystemResult
from tercel.intervals import percentile_interval
from tercel.multiple import adjust_p, max_t_p
from tercel.paired import PairedTest, bootstrap_test, orientation, permutation_test
from tercel.ranking import rank_systems

Pair = tuple[int, int]


@dataclass(frozen=True)
class Design:
    """How systems are compared.

    Attributes
    ----------
    names : tuple of str
        Of the systems, the baseline first.
    which_pairs : str
        ``baseline`` or ``all``.
    pairs : tuple of (int, int)
        The numbers of a system and of the one that it is compared with.
    complete : bool
        Whether these are all pairs.
    n_resamples, n_draws : int
        Replicates for p, and for intervals and win rates.
    """

    names: tuple[str, ...]
    which_pairs: str
    pairs: tuple[Pair, ...]
    complete: bool
    method: str
    correction: str
    n_resamples: int
    n_draws: int
    confidence_level: float
    plan: Plan
    streams: Streams


def make_pairs(n_systems: int, which: str) -> tuple[Pair, ...]:
    """Return the pairs of systems: each with the first one, or ``all``."""
    if which == "all":
        return tuple((k, j) for j in range(n_systems) for k in range(j + 1, n_systems))
    return tuple((k, 0) for k in range(1, n_systems))


def compare_by(
    measure: Measure, replicates: NDArray[np.float64], design: Design
) -> tuple[list[SystemResult], list[PairResult]]:
    """Return the rows of one metric.

    Parameters
    ----------
    measure : Measure
    replicates : ndarray of float64, shape (n_resamples, n_systems)
        Scores of the resamples.
    design : Design
    """
    tests = [_test_pair(measure, pair, replicates, design) for pair in design.pairs]
    adjusted = _adjusted(tests, replicates, design)
    pairs = [
        PairResult(
            system=design.names[k],
            baseline=design.names[j],
            metric=measure.metric.name,
            higher_is_better=measure.metric.higher_is_better,
            test=test,
            bootstrap=bootstrap,
            adjusted_p=float(p),
            correction=design.correction,
            n_comparisons=len(tests),
        )
        for (k, j), (test, bootstrap), p in zip(design.pairs, tests, adjusted, strict=True)
    ]
    rows = _system_rows(measure, replicates, design)
    return _ranked(rows, pairs, replicates, design) if design.complete else rows, pairs


def _test_pair(
    measure: Measure, pair: Pair, replicates: NDArray[np.float64], design: Design
) -> tuple[PairedTest, PairedTest]:
    """Return the test that p comes from, and the one that interval and win rate come from."""
    metric = measure.metric
    k, j = pair
    a, b = measure.tables[k], measure.tables[j]
    bootstrap = bootstrap_test(
        a,
        b,
        metric,
        orientation(metric) * (replicates[:, k] - replicates[:, j]),
        method="bootstrap",
        alternative="two-sided",
        confidence_level=design.confidence_level,
        rng_label=design.streams.label,
        plan=design.plan,
    )
    if design.method == "bootstrap":
        return bootstrap, bootstrap
    test = permutation_test(
        a,
        b,
        metric,
        n_resamples=design.n_resamples,
        alternative="two-sided",
        streams=design.streams,
        plan=design.plan,
    )
    return test, bootstrap


def _adjusted(
    tests: Sequence[tuple[PairedTest, PairedTest]],
    replicates: NDArray[np.float64],
    design: Design,
) -> NDArray[np.float64]:
    p_values = np.array([test.p_value for test, _ in tests])
    if design.correction == "none":
        return p_values
    if design.correction != "max-t":
        return adjust_p(p_values, design.correction)
    first, second = np.array(design.pairs).T
    effects = np.array([test.effect for test, _ in tests])
    adjusted = max_t_p(effects, replicates[:, first] - replicates[:, second])
    # A pair that differs in one segment only has p = 1 whatever its t is.
    return np.where(p_values == 1.0, 1.0, adjusted)


def _ranked(
    rows: Sequence[SystemResult],
    pairs: Sequence[PairResult],
    replicates: NDArray[np.float64],
    design: Design,
) -> list[SystemResult]:
    number = {name: m for m, name in enumerate(design.names)}
    beats = np.zeros((len(number), len(number)), dtype=bool)
    for pair in pairs:
        if pair.better is not None:
            worse = pair.system if pair.better == pair.baseline else pair.baseline
            beats[number[pair.better], number[worse]] = True
    scores = np.array([row.score.score for row in rows])
    sign = 1.0 if rows[0].higher_is_better else -1.0
    ranks = rank_systems(beats, sign * scores, sign * replicates)
    return [replace(row, rank=rank) for row, rank in zip(rows, ranks, strict=True)]


def _system_rows(
    measure: Measure,
    replicates: NDArray[np.float64],
    design: Design,
) -> list[SystemResult]:
    rows = []
    for m, (name, table) in enumerate(zip(design.names, measure.tables, strict=True)):
        score = measure.metric.score(table.sum(axis=0))
        interval = percentile_interval(
            score.score,
            replicates[:, m].copy(),
            design.confidence_level,
            "koehn",
            design.streams.label,
            plan_label=design.plan.label,
        )
        rows.append(
            SystemResult(
                system=name,
                metric=measure.metric.name,
                higher_is_better=measure.metric.higher_is_better,
                score=score,
                interval=interval,
                rank=None,
            )
        )
    return rows


def correction_doubts(design: Design) -> list[str]:
    """Return what to say about the correction, if there is something."""
    n_pairs = len(design.pairs)
    if n_pairs == 1:
        return []
    if design.correction == "none":
        return [
            f"{n_pairs} comparisons without a correction: the chance of a false claim among them "
            "is higher than the level says"
        ]
    smallest = n_pairs / (design.n_resamples + 1)
    if design.correction == "holm" and smallest >= max(LEVELS):
        return [
            f"{n_pairs} comparisons with {design.n_resamples} resamples: Holm's correction cannot "
            f"bring p below {smallest:.4f}, so that no system can be found better"
        ]
    return []
