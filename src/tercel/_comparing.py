"""A comparison once it is known what is measured: options in, a `Comparison` out."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tercel._joint import joint_scores
from tercel._measures import Measure
from tercel._pairs import Design, compare_by, correction_doubts, make_pairs
from tercel._plans import Ids, Plan, make_plan
from tercel._resampling import as_streams
from tercel._statistics import check_choice, check_n_resamples
from tercel._warnings import (
    FewDocumentsWarning,
    SmallTestSetWarning,
    few_documents_message,
    small_test_set_message,
)
from tercel.comparison import CORRECTIONS, Comparison, PairResult, SystemResult
from tercel.intervals import check_interval_options

METHODS = ("permutation", "bootstrap")
PAIRS = ("baseline", "all")


@dataclass(frozen=True)
class CompareOptions:
    """The options of `tercel.compare`, checked by `design`."""

    pairs: str
    method: str | None
    correction: str
    documents: Ids | None
    strata: Ids | None
    n_resamples: int
    n_bootstrap: int
    confidence_level: float
    rng: int | np.random.Generator | None
    workers: int

    def design(self, names: Sequence[str], n_segments: int) -> Design:
        """Return how these systems, the baseline first, are compared.

        Raises
        ------
        TypeError, ValueError
            If an option is wrong; the message names it.
        """
        method = check_method(self.method, self.correction)
        check_choice(self.pairs, PAIRS, "pairs")
        check_n_resamples(self.n_resamples)
        option = "n_resamples" if method == "bootstrap" else "n_bootstrap"
        check_interval_options(getattr(self, option), self.confidence_level, "koehn", option)
        return Design(
            names=tuple(names),
            which_pairs=self.pairs,
            pairs=make_pairs(len(names), self.pairs),
            complete=self.pairs == "all" or len(names) == 2,
            method=method,
            correction=self.correction,
            n_resamples=self.n_resamples,
            n_draws=getattr(self, option),
            confidence_level=self.confidence_level,
            plan=make_plan(
                n_segments, clusters=self.documents, strata=self.strata, name="documents"
            ),
            streams=as_streams(self.rng, self.workers),
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


def comparison_of(measures: Sequence[Measure], n_references: int, design: Design) -> Comparison:
    """Return the rows of all metrics, which see the same draws."""
    replicates = joint_scores(
        [measure.metric for measure in measures],
        [measure.tables for measure in measures],
        design.n_draws,
        design.plan,
        design.streams,
    )
    rows: list[SystemResult] = []
    tested: list[PairResult] = []
    for measure, drawn in zip(measures, replicates, strict=True):
        of_systems, of_pairs = compare_by(measure, drawn, design)
        rows += of_systems
        tested += of_pairs
    return Comparison(
        systems=tuple(rows),
        comparisons=tuple(tested),
        n_segments=design.plan.n_segments,
        signature=_signature(n_references, design),
        doubts=(*(doubt for doubt, _ in size_doubts(design.plan)), *correction_doubts(design)),
    )


def _signature(n_references: int, design: Design) -> str:
    parts = [f"nrefs:{n_references}", f"segments:{design.plan.n_segments}"]
    parts.append(f"test:{design.method}[{design.n_resamples}]")
    if len(design.pairs) > 1:
        parts += [
            f"pairs:{design.which_pairs}[{len(design.pairs)}]",
            f"correction:{design.correction}",
        ]
    parts.append(f"interval:percentile-koehn[{design.n_draws}]")
    if design.plan.label != "segments":
        parts.append(design.plan.label)
    return "|".join([*parts, f"level:{design.confidence_level:g}", design.streams.label])


def size_doubts(plan: Plan) -> list[tuple[str, type[Warning]]]:
    """Return what to say about a small test set, and as which warning."""
    found: list[tuple[str | None, type[Warning]]] = [
        (small_test_set_message(plan.n_segments), SmallTestSetWarning)
    ]
    if plan.unit_of_segment is not None:
        found.append((few_documents_message(plan.n_units), FewDocumentsWarning))
    return [(message, category) for message, category in found if message is not None]


def warn_of_size(plan: Plan, stacklevel: int) -> None:
    """Warn the caller of a public function of a small test set."""
    for message, category in size_doubts(plan):
        warnings.warn(message, category, stacklevel=stacklevel + 1)
