"""Texts in, a verdict out: several systems on one test set."""

from collections.abc import Mapping, Sequence

import numpy as np

from tercel._comparing import CompareOptions, comparison_of, warn_of_size
from tercel._measures import SegmentScores, check_metrics, measure_scores, measure_systems
from tercel._plans import Ids
from tercel._statistics import check_choice
from tercel._texts import References, Texts, check_hypotheses, check_references
from tercel.comparison import Comparison
from tercel.metrics import TextMetric
from tercel.system_statistics import SystemStatistics, hash_references


def compare(
    systems: Mapping[str, Texts | SystemStatistics],
    references: References,
    metrics: Sequence[TextMetric] | TextMetric | None = None,
    *,
    baseline: str | None = None,
    pairs: str = "baseline",
    method: str | None = None,
    correction: str = "holm",
    segment_scores: SegmentScores | None = None,
    documents: Ids | None = None,
    strata: Ids | None = None,
    n_resamples: int = 10_000,
    n_bootstrap: int = 1000,
    confidence_level: float = 0.95,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> Comparison:
    """Compare systems on one test set, each with a baseline or each with every other.

    Parameters
    ----------
    systems : mapping of str to sequence of str, shape (n_segments,), or to SystemStatistics
        At least two systems by name: their texts, or what was kept of them.
    references : sequence of str, or sequence of reference streams
        As for ``BLEU.statistics``.
    metrics : sequence of metrics, optional
        BLEU with its defaults if not given.
    baseline : str, optional
        A name in ``systems``; the first one if not given.
    pairs : {"baseline", "all"}
        ``all`` also gives each system its rank: the range that the tests leave open, the cluster,
        and the share of resamples in which it comes first, second, ...
    method : {"permutation", "bootstrap"}, optional
        Where p comes from; see `paired_test`. The permutation if not given, but the bootstrap for
        the correction ``max-t``, which has no other.
    correction : {"holm", "bh", "by", "max-t", "none"}
        How p is corrected for the number of pairs, by each metric for itself; see `adjust_p` and
        `max_t_p`. The verdicts go by the corrected p. One pair needs no correction.
    segment_scores : mapping of str to mapping of str to array_like, optional
        For each metric that comes from elsewhere (COMET, human ratings) and each system, its
        scores of shape (n_segments,). Their mean stands beside the text metrics. In place of a
        metric's name there may be a `SegmentMean`, which can say that lower is better.
    documents : sequence, shape (n_segments,), optional
        The id of each segment's document. Whole documents are then drawn and swapped.
    strata : sequence, shape (n_segments,), optional
        The domain, language pair or the like of each segment: the bootstrap then draws within each,
        sizes kept.
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
    FewDocumentsWarning
        Below 20 documents.

    Raises
    ------
    TypeError, ValueError
        If texts, names or options are wrong, or statistics are of other metrics or references; the
        message names them.

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
    names, checked = check_systems(systems, baseline)
    n_segments = length_of(checked[0])
    streams = check_references(references, n_segments)
    kept = [system for system in checked if isinstance(system, SystemStatistics)]
    if kept:
        references_hash = hash_references(streams)
        for system in kept:
            system.check_references(references_hash, n_segments)
    given = {} if segment_scores is None else segment_scores
    chosen = check_metrics(metrics, given)
    options = CompareOptions(
        pairs=pairs,
        method=method,
        correction=correction,
        documents=documents,
        strata=strata,
        n_resamples=n_resamples,
        n_bootstrap=n_bootstrap,
        confidence_level=confidence_level,
        rng=rng,
        workers=workers,
    )
    design = options.design(names, n_segments)
    warn_of_size(design.plan, stacklevel=2)
    measures = [measure_systems(m.prepare(streams), checked, workers) for m in chosen]
    measures += [measure_scores(m, scores, names, n_segments) for m, scores in given.items()]
    return comparison_of(measures, len(streams), design)


def check_systems(
    systems: Mapping[str, Texts | SystemStatistics], baseline: str | None
) -> tuple[list[str], list[Sequence[str] | SystemStatistics]]:
    """Return names, the baseline first, and systems with the same number of segments.

    Raises
    ------
    TypeError, ValueError
        If there are fewer than two, the baseline is none of them, a text is none or lengths differ.
    """
    names = list(systems)
    if len(names) < 2:
        raise ValueError(f"systems has {len(names)}, expected at least two to compare")
    if baseline is not None:
        check_choice(baseline, tuple(names), "baseline")
        names = [baseline, *(name for name in names if name != baseline)]
    checked = [_check_system(systems[name], name) for name in names]
    for name, system in zip(names, checked, strict=True):
        if length_of(system) != length_of(checked[0]):
            raise ValueError(
                f"system {names[0]!r} has {length_of(checked[0])} segments, "
                f"but system {name!r} has {length_of(system)}"
            )
    return names, checked


def length_of(system: Sequence[str] | SystemStatistics) -> int:
    """Return the number of segments."""
    return system.n_segments if isinstance(system, SystemStatistics) else len(system)


def _check_system(system: Texts | SystemStatistics, name: str) -> Sequence[str] | SystemStatistics:
    if isinstance(system, SystemStatistics):
        return system
    return check_hypotheses(system, f"system {name!r}")
