"""How an interval is made from checked arguments, and what it is."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tercel._conventions import check_interval_options, percentile_ends
from tercel._execution import map_rows
from tercel._influence import Floats, Scorer
from tercel._interval_methods import (
    METHODS,
    Ends,
    basic_ends,
    bca_ends,
    delta_ends,
    observed_acceleration,
    observed_error,
    replicates_with_errors,
    sorted_pivots,
    studentized_ends,
)
from tercel._plans import Plan
from tercel._resampling import IntArray, Streams
from tercel._statistics import check_choice


@dataclass(frozen=True)
class ConfidenceInterval:
    """An interval of a score, with the replicates that it came from.

    Attributes
    ----------
    score : float
        The score of the test set itself, or the difference of two.
    low, high : float
        The ends of the interval.
    standard_error : float
        The standard deviation of the replicates; for ``delta`` the jackknife's standard error.
    confidence_level : float
    method, convention : str
        How the ends were chosen.
    n_resamples : int
        0 for ``delta``, which draws nothing.
    rng : str
        The random stream, as signatures name it.
    degenerate : bool
        Whether nothing varies, so that the width means nothing; the ends are the score then.
    replicates : ndarray of float64, shape (n_resamples,)
        The scores of the resamples, in the order in which they were drawn.
    plan : str
        What was drawn: ``segments``, ``documents:`` and how many, ``strata:`` and how many,
        ``blocks:`` and their kind and length.
    """

    score: float
    low: float
    high: float
    standard_error: float
    confidence_level: float
    method: str
    convention: str
    n_resamples: int
    rng: str
    degenerate: bool
    replicates: Floats = field(repr=False, compare=False)
    plan: str = "segments"

    def to_dict(self) -> dict[str, Any]:
        """Return all fields but the replicates as plain Python objects."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        del fields["replicates"]
        return fields


@dataclass(frozen=True)
class IntervalOptions:
    """How an interval is made; see `confidence_interval`."""

    method: str = "percentile"
    n_resamples: int = 1000
    confidence_level: float = 0.95
    convention: str = "koehn"

    def check(self, *, blocks: bool) -> None:
        """Raise ValueError if an option is out of range or does not go with blocks."""
        check_choice(self.method, METHODS, "method")
        check_interval_options(self.n_resamples, self.confidence_level, self.convention)
        if blocks and self.method in ("bca", "studentized"):
            raise ValueError(
                f"method {self.method!r} needs units that are independent, which neighbouring "
                "blocks are not: use percentile, basic or delta"
            )


def interval_of(
    rows: IntArray, scorer: Scorer, options: IntervalOptions, plan: Plan, streams: Streams
) -> ConfidenceInterval:
    """Return the interval of checked statistics."""
    units = plan.units(rows)
    score = float(scorer(units.sum(axis=0)))
    if options.method == "delta":
        return _delta_interval(score, units, scorer, options, plan)
    errors = np.empty(0)
    if options.method == "studentized":
        replicates, errors = replicates_with_errors(
            units, scorer, plan, options.n_resamples, streams
        )
    else:
        replicates = bootstrap_scores(units, scorer, plan, options.n_resamples, streams)
    ordered = np.sort(replicates)
    level, convention = options.confidence_level, options.convention
    if ordered[0] == ordered[-1]:
        ends = score, score
    elif options.method == "percentile":
        ends = percentile_ends(ordered, level, convention)
    elif options.method == "basic":
        ends = basic_ends(score, ordered, level, convention)
    elif options.method == "bca":
        accelerated = observed_acceleration(units, scorer, plan.strata)
        ends = bca_ends(score, ordered, accelerated, level, convention)
    else:
        error = observed_error(units, scorer, plan)
        pivots = sorted_pivots(score, replicates, errors)
        ends = studentized_ends(score, error, pivots, level, convention)
    return _drawn_interval(
        score, ends, replicates, options, plan_label=plan.label, rng_label=streams.label
    )


def bootstrap_scores(
    units: IntArray, scorer: Scorer, plan: Plan, n_resamples: int, streams: Streams
) -> Floats:
    """Return the scores of n_resamples test sets drawn by a plan."""
    replicates = np.empty(n_resamples)
    done = 0
    for parts in map_rows(plan.bootstrap(units, n_resamples, streams), scorer, streams.workers):
        for scores in parts:
            replicates[done : done + len(scores)] = scores
            done += len(scores)
    return replicates


def percentile_interval(
    score: float,
    replicates: Floats,
    confidence_level: float,
    convention: str,
    rng_label: str,
    *,
    plan_label: str = "segments",
) -> ConfidenceInterval:
    """Return the percentile interval of given replicates."""
    options = IntervalOptions("percentile", len(replicates), confidence_level, convention)
    ends = percentile_ends(np.sort(replicates), confidence_level, convention)
    return _drawn_interval(
        score, ends, replicates, options, plan_label=plan_label, rng_label=rng_label
    )


def _drawn_interval(
    score: float,
    ends: Ends,
    replicates: Floats,
    options: IntervalOptions,
    *,
    plan_label: str,
    rng_label: str,
) -> ConfidenceInterval:
    degenerate = bool(replicates.min() == replicates.max())
    return ConfidenceInterval(
        score=score,
        low=ends[0],
        high=ends[1],
        # The standard deviation of equal numbers is not always exactly 0 in floating point.
        standard_error=0.0 if degenerate else float(replicates.std(ddof=1)),
        confidence_level=options.confidence_level,
        method=options.method,
        convention=options.convention,
        n_resamples=len(replicates),
        rng=rng_label,
        degenerate=degenerate,
        replicates=replicates,
        plan=plan_label,
    )


def _delta_interval(
    score: float, units: IntArray, scorer: Scorer, options: IntervalOptions, plan: Plan
) -> ConfidenceInterval:
    # One unit does not vary, and without it there is nothing to score.
    error = observed_error(units, scorer, plan) if plan.n_units > 1 else 0.0
    low, high = delta_ends(score, error, options.confidence_level, plan)
    return ConfidenceInterval(
        score=score,
        low=low,
        high=high,
        standard_error=error,
        confidence_level=options.confidence_level,
        method="delta",
        convention="student",
        n_resamples=0,
        rng="none",
        degenerate=error == 0.0,
        replicates=np.empty(0),
        plan=plan.label,
    )
