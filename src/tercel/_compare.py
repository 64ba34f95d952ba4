"""Texts in, a verdict out: several systems against a baseline on one test set."""

from collections.abc import Mapping, Sequence

import numpy as np

from tercel._joint import joint_scores
from tercel._resampling import as_streams
from tercel._statistics import check_choice, check_n_resamples, check_statistics
from tercel._texts import References, Texts, check_hypotheses, check_references
from tercel._warnings import small_test_set_message, warn_if_small
from tercel.comparison import Comparison, PairResult, SystemResult
from tercel.intervals import check_interval_options, percentile_interval
from tercel.metrics.base import TextMetric
from tercel.metrics.bleu import BLEU
from tercel.paired import bootstrap_test, orientation, permutation_test

_TESTS = ("permutation", "bootstrap")


def compare(
    systems: Mapping[str, Texts],
    references: References,
    metrics: Sequence[TextMetric] | TextMetric | None = None,
    *,
    baseline: str | None = None,
    method: str = "permutation",
    n_resamples: int = 10_000,
    n_bootstrap: int = 1000,
    confidence_level: float = 0.95,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> Comparison:
    """Compare systems with a baseline on one test set.

    Parameters
    ----------
    systems : mapping of str to sequence of str, shape (n_segments,)
        At least two systems by name.
    references : sequence of str, or sequence of reference streams
        As for ``BLEU.statistics``.
    metrics : sequence of metrics, optional
        BLEU with its defaults if not given.
    baseline : str, optional
        A name in `systems`; the first one if not given.
    method : {"permutation", "bootstrap"}
        Where p comes from; see `paired_test`.
    n_resamples : int
        Replicates for p.
    n_bootstrap : int
        Replicates for intervals and win rates. All systems and metrics see the same draws.
    confidence_level : float
    rng : int, numpy.random.Generator or None
        As for `paired_test`.
    workers : int
        Threads; the result does not depend on it.

    Returns
    -------
    Comparison
        Prints as the report of ``tercel compare``.

    Warns
    -----
    SmallTestSetWarning
        Below 300 segments.

    Raises
    ------
    TypeError, ValueError
        If texts, names or options are wrong; the message names them.

    Examples
    --------
    >>> import warnings
    >>> import tercel
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", tercel.SmallTestSetWarning)
    ...     result = tercel.compare(
    ...         {"A": ["the cat sat", "a dog ran"], "B": ["the cat sat", "dogs ran"]},
    ...         ["the cat sat", "a dog ran"],
    ...         rng=1,
    ...     )
    >>> result.comparisons[0].verdict
    'this test set cannot tell B and A apart'
    """
    names, streams_of_references, texts = _check_systems(systems, references, baseline)
    chosen = _check_metrics(metrics)
    check_choice(method, _TESTS, "method")
    check_n_resamples(n_resamples)
    option, n_draws = (
        ("n_resamples", n_resamples) if method == "bootstrap" else ("n_bootstrap", n_bootstrap)
    )
    check_interval_options(n_draws, confidence_level, "koehn", option)
    streams = as_streams(rng, workers)
    n_segments = len(texts[0])
    warn_if_small(n_segments, stacklevel=2)

    statistics = [
        [
            check_statistics(m.statistics(hyps, streams_of_references, workers=workers), m.name)
            for hyps in texts
        ]
        for m in chosen
    ]
    replicates = joint_scores(chosen, statistics, n_draws, streams)
    rows: list[SystemResult] = []
    pairs: list[PairResult] = []
    for metric, tables, scores in zip(chosen, statistics, replicates, strict=True):
        intervals = [
            percentile_interval(
                metric.score(table.sum(axis=0)).score,
                drawn.copy(),
                confidence_level,
                "koehn",
                streams.label,
            )
            for table, drawn in zip(tables, scores.T, strict=True)
        ]
        rows += [
            SystemResult(
                name,
                metric.name,
                metric.higher_is_better,
                metric.score(table.sum(axis=0)),
                interval,
            )
            for name, table, interval in zip(names, tables, intervals, strict=True)
        ]
        for k in range(1, len(names)):
            bootstrap = bootstrap_test(
                tables[k],
                tables[0],
                metric,
                orientation(metric) * (scores[:, k] - scores[:, 0]),
                method="bootstrap",
                alternative="two-sided",
                confidence_level=confidence_level,
                rng_label=streams.label,
            )
            test = bootstrap
            if method == "permutation":
                test = permutation_test(
                    tables[k],
                    tables[0],
                    metric,
                    n_resamples=n_resamples,
                    alternative="two-sided",
                    streams=streams,
                )
            pairs.append(
                PairResult(
                    names[k], names[0], metric.name, metric.higher_is_better, test, bootstrap
                )
            )
    doubt = small_test_set_message(n_segments)
    return Comparison(
        systems=tuple(rows),
        comparisons=tuple(pairs),
        n_segments=n_segments,
        signature=(
            f"nrefs:{len(streams_of_references)}|test:{method}[{n_resamples}]|"
            f"interval:percentile-koehn[{n_draws}]|level:{confidence_level:g}|{streams.label}"
        ),
        doubts=() if doubt is None else (doubt,),
    )


def _check_systems(
    systems: Mapping[str, Texts], references: References, baseline: str | None
) -> tuple[list[str], list[Sequence[str | None]], list[Sequence[str]]]:
    names = list(systems)
    if len(names) < 2:
        raise ValueError(f"systems has {len(names)}, expected at least two to compare")
    if baseline is not None:
        check_choice(baseline, tuple(names), "baseline")
        names = [baseline, *(name for name in names if name != baseline)]
    texts = [check_hypotheses(systems[name], f"system {name!r}") for name in names]
    for name, hyps in zip(names, texts, strict=True):
        if len(hyps) != len(texts[0]):
            raise ValueError(
                f"system {names[0]!r} has {len(texts[0])} segments, "
                f"but system {name!r} has {len(hyps)}"
            )
    return names, check_references(references, len(texts[0])), texts


def _check_metrics(metrics: Sequence[TextMetric] | TextMetric | None) -> list[TextMetric]:
    if metrics is None:
        return [BLEU()]
    chosen = list(metrics) if isinstance(metrics, Sequence) else [metrics]
    if not chosen:
        raise ValueError("metrics is empty, expected at least one")
    return chosen
