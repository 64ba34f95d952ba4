"""Texts in, a verdict out: several systems on one test set."""

import warnings
from collections.abc import Mapping, Sequence

import numpy as np

from tercel._joint import joint_scores
from tercel._measures import Measure, SegmentScores, check_metrics, measure_scores, measure_texts
from tercel._pairs import Design, compare_by, correction_doubts, make_pairs
from tercel._plans import Ids, Plan, make_plan
from tercel._resampling import as_streams
from tercel._statistics import check_choice, check_n_resamples
from tercel._texts import References, Texts, check_hypotheses, check_references
from tercel._warnings import (
    FewDocumentsWarning,
    SmallTestSetWarning,
    few_documents_message,
    small_test_set_message,
)
from tercel.comparison import CORRECTIONS, Comparison, PairResult, SystemResult
from tercel.intervals import check_interval_options
from tercel.metrics import TextMetric

METHODS = ("permutation", "bootstrap")
PAIRS = ("baseline", "all")


def compare(
    systems: Mapping[str, Texts],
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
    systems : mapping of str to sequence of str, shape (n_segments,)
        At least two systems by name.
    references : sequence of str, or sequence of reference streams
        As for ``BLEU.statistics``.
    metrics : sequence of metrics, optional
        BLEU with its defaults if not given.
    baseline : str, optional
        A name in `systems`; the first one if not given.
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
    n_segments = len(texts[0])
    given = {} if segment_scores is None else segment_scores
    chosen = check_metrics(metrics, given)
    method = check_method(method, correction)
    check_choice(pairs, PAIRS, "pairs")
    check_n_resamples(n_resamples)
    option, n_draws = (
        ("n_resamples", n_resamples) if method == "bootstrap" else ("n_bootstrap", n_bootstrap)
    )
    check_interval_options(n_draws, confidence_level, "koehn", option)
    design = Design(
        names=tuple(names),
        pairs=make_pairs(len(names), pairs),
        complete=pairs == "all" or len(names) == 2,
        method=method,
        correction=correction,
        n_resamples=n_resamples,
        confidence_level=confidence_level,
        plan=make_plan(n_segments, clusters=documents, strata=strata),
        streams=as_streams(rng, workers),
    )
    doubts = _size_doubts(design.plan)
    measures = [measure_texts(m, texts, streams_of_references, workers) for m in chosen]
    measures += [measure_scores(m, scores, names, n_segments) for m, scores in given.items()]
    rows, tested = _compare(measures, n_draws, design)
    return Comparison(
        systems=tuple(rows),
        comparisons=tuple(tested),
        n_segments=n_segments,
        signature=_signature(len(streams_of_references), n_draws, pairs, design),
        doubts=(*doubts, *correction_doubts(design)),
    )


def check_method(method: str | None, correction: str) -> str:
    """Return where p comes from, if that goes with the correction, else raise ValueError."""
    check_choice(correction, tuple(CORRECTIONS), "correction")
    if method is None:
        return "bootstrap" if correction == "max-t" else "permutation"
    check_choice(method, METHODS, "method")
    if correction == "max-t" and method != "bootstrap":
        raise ValueError(
            f"method is {method!r}, but the correction 'max-t' takes its p from the bootstrap"
        )
    return method


def _compare(
    measures: Sequence[Measure], n_draws: int, design: Design
) -> tuple[list[SystemResult], list[PairResult]]:
    """Return the rows of all metrics, which see the same draws."""
    replicates = joint_scores(
        [measure.metric for measure in measures],
        [measure.tables for measure in measures],
        n_draws,
        design.plan,
        design.streams,
    )
    rows: list[SystemResult] = []
    tested: list[PairResult] = []
    for measure, drawn in zip(measures, replicates, strict=True):
        of_systems, of_pairs = compare_by(measure, drawn, design)
        rows += of_systems
        tested += of_pairs
    return rows, tested


def _signature(n_references: int, n_draws: int, pairs: str, design: Design) -> str:
    parts = [f"nrefs:{n_references}", f"test:{design.method}[{design.n_resamples}]"]
    if len(design.pairs) > 1:
        parts += [f"pairs:{pairs}[{len(design.pairs)}]", f"correction:{design.correction}"]
    parts.append(f"interval:percentile-koehn[{n_draws}]")
    if design.plan.label != "segments":
        parts.append(design.plan.label)
    return "|".join([*parts, f"level:{design.confidence_level:g}", design.streams.label])


def _size_doubts(plan: Plan) -> list[str]:
    """Warn the caller of `compare` of a small test set, and return what the report says of it."""
    doubts = []
    found: list[tuple[str | None, type[Warning]]] = [
        (small_test_set_message(plan.n_segments), SmallTestSetWarning)
    ]
    if plan.unit_of_segment is not None:
        found.append((few_documents_message(plan.n_units), FewDocumentsWarning))
    for message, category in found:
        if message is not None:
            warnings.warn(message, category, stacklevel=3)
            doubts.append(message)
    return doubts


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
