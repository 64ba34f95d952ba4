"""Two systems that were trained several times: what the test set, and what the training, adds."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tercel._conventions import check_interval_options, percentile_ends
from tercel._inference import count_as_extreme, count_wins
from tercel._paired_test import ALTERNATIVES, orientation, wilson_interval
from tercel._plans import Ids, make_plan, warn_if_few_documents
from tercel._resampling import IntArray, as_streams
from tercel._run_replicates import draw_replicates
from tercel._statistics import check_choice, check_pair
from tercel._warnings import warn_if_small
from tercel.protocol import Metric

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Spread:
    """Standard deviations of a score, or of a difference, and where they come from.

    Attributes
    ----------
    test_set : float
        Of the score of one run on test sets drawn anew.
    optimizer : float
        Of the scores of the runs on the test set at hand.
    total : float
        Of the score of a run drawn at random, on a test set drawn anew.
    """

    test_set: float
    optimizer: float
    total: float


@dataclass(frozen=True)
class ReplicatedTest:
    """The verdict on two systems of several runs each.

    Attributes
    ----------
    effect : float
        Mean score of A's runs minus mean score of B's, in the metric's own sign.
    p_value : float
        Of the permutation; never 0.
    monte_carlo_interval : tuple of float
        The 95 % interval of what p would be with infinitely many replicates.
    alternative : str
    scores_a, scores_b : tuple of float
        The score of each run.
    spread_a, spread_b, spread_effect : Spread
    low, high : float
        The percentile interval of the difference between one run of A and one of B, drawn at
        random, on a test set drawn anew.
    confidence_level : float
    wins, losses, ties : int
        Of these draws, those in which A is better, B is better, neither is.
    n_resamples, n_segments : int
    rng, plan : str
        As for `PairedTest`.
    """

    effect: float
    p_value: float
    monte_carlo_interval: tuple[float, float]
    alternative: str
    scores_a: tuple[float, ...]
    scores_b: tuple[float, ...]
    spread_a: Spread
    spread_b: Spread
    spread_effect: Spread
    low: float
    high: float
    confidence_level: float
    wins: int
    losses: int
    ties: int
    n_resamples: int
    n_segments: int
    rng: str
    plan: str

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return asdict(self)


def replicated_test(
    runs_a: Sequence[ArrayLike],
    runs_b: Sequence[ArrayLike],
    metric: Metric,
    *,
    n_resamples: int = 10_000,
    alternative: str = "two-sided",
    confidence_level: float = 0.95,
    clusters: Ids | None = None,
    strata: Ids | None = None,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
) -> ReplicatedTest:
    """Test whether system A differs from system B when each was trained several times.

    Parameters
    ----------
    runs_a, runs_b : sequence of array_like of int, each of shape (n_segments, n_statistics)
        The statistics of two or more runs of each system, the same segments in the same order.
    metric : Metric
        Anything with ``aggregate``; see `tercel.Metric`.
    n_resamples : int
        Replicates of the permutation, and of the bootstrap.
    alternative, confidence_level, clusters, strata, rng, workers
        As for `paired_test`.

    Returns
    -------
    ReplicatedTest

    Warns
    -----
    SmallTestSetWarning, FewDocumentsWarning
        As for `paired_test`.

    Raises
    ------
    ValueError
        If a system has a single run, shapes differ, or an argument is out of range.

    Notes
    -----
    The permutation deals out the outputs of all runs for a segment to the runs of A and B, every
    order with the same chance; the effect is the difference between the mean scores of the runs.
    The bootstrap draws a run of A, a run of B and a test set, so that its interval also covers
    what another training would give. After Clark et al. [1]_.

    The p-value says whether these runs differ on segments like these. With two or three runs the
    spread of training is hardly known, and a small p does not make up for that: report the spread.

    Takes O(n_runs * n_segments * n_resamples) time.

    References
    ----------
    .. [1] J. Clark, C. Dyer, A. Lavie, N. Smith, "Better Hypothesis Testing for Statistical Machine
       Translation: Controlling for Optimizer Instability", ACL 2011.

    Examples
    --------
    >>> import numpy as np
    >>> import tercel
    >>> rng = np.random.default_rng(0)
    >>> mean = tercel.SegmentMean("rating")
    >>> a = [mean.statistics(rng.integers(50, 90, 400)) for _ in range(3)]
    >>> b = [mean.statistics(rng.integers(40, 80, 400)) for _ in range(3)]
    >>> test = tercel.replicated_test(a, b, mean, n_resamples=999, rng=1)
    >>> test.p_value
    0.001
    """
    all_a, all_b = _check_runs(runs_a, runs_b)
    check_choice(alternative, ALTERNATIVES, "alternative")
    check_interval_options(n_resamples, confidence_level, "koehn")
    n_segments = len(all_a[0])
    plan = make_plan(n_segments, clusters=clusters, strata=strata)
    streams = as_streams(rng, workers)
    warn_if_small(n_segments, stacklevel=2)
    warn_if_few_documents(plan, stacklevel=2)

    found = draw_replicates(
        [plan.units(run) for run in all_a],
        [plan.units(run) for run in all_b],
        metric,
        plan,
        n_resamples=n_resamples,
        streams=streams,
    )
    sign = orientation(metric)
    differences = found.one_a - found.one_b
    low, high = percentile_ends(np.sort(differences), confidence_level, "koehn")
    wins, losses, ties = count_wins(sign * differences)
    count = count_as_extreme(sign * found.shuffled, sign * found.effect, alternative)
    return ReplicatedTest(
        effect=found.effect,
        p_value=(count + 1) / (n_resamples + 1),
        monte_carlo_interval=wilson_interval(count, n_resamples),
        alternative=alternative,
        scores_a=tuple(found.scores_a.tolist()),
        scores_b=tuple(found.scores_b.tolist()),
        spread_a=_spread(found.drawn_a, found.scores_a.var(ddof=1), found.one_a),
        spread_b=_spread(found.drawn_b, found.scores_b.var(ddof=1), found.one_b),
        spread_effect=_spread(
            (found.drawn_a[:, :, None] - found.drawn_b[:, None]).reshape(n_resamples, -1),
            found.scores_a.var(ddof=1) + found.scores_b.var(ddof=1),
            differences,
        ),
        low=low,
        high=high,
        confidence_level=confidence_level,
        wins=wins,
        losses=losses,
        ties=ties,
        n_resamples=n_resamples,
        n_segments=n_segments,
        rng=streams.label,
        plan=plan.label,
    )


def _check_runs(
    runs_a: Sequence[ArrayLike], runs_b: Sequence[ArrayLike]
) -> tuple[list[IntArray], list[IntArray]]:
    for name, runs in (("runs_a", runs_a), ("runs_b", runs_b)):
        if len(runs) < 2:
            raise ValueError(
                f"{name} has {len(runs)}, expected two runs or more; paired_test is for single ones"
            )
    first = check_pair(runs_a[0], runs_a[0])[0]
    return (
        [check_pair(first, run)[1] for run in runs_a],
        [check_pair(first, run)[1] for run in runs_b],
    )


def _spread(runs: Floats, optimizer: float, one: Floats) -> Spread:
    """Return the spread, given all runs and one of them on each test set."""
    test_set = runs.var(axis=0, ddof=1).mean()
    return Spread(float(np.sqrt(test_set)), float(np.sqrt(optimizer)), float(one.std(ddof=1)))
