"""What stands in for sacreBLEU's paired tests: the same results, or its own functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import numpy as np

from tercel.compat._peer import Peer, installed
from tercel.compat._peer_counting import score_of
from tercel.compat._peer_methods import Method, as_statistics
from tercel.compat.resampling import (
    Draws,
    Statistics,
    bootstrap_draws,
    bootstrap_replicates,
    interval_of_test,
    paired_bootstrap,
    paired_randomisation,
    seed_of_environment,
    swap_draws,
    swapped_totals,
)
from tercel.compat.scoring import Score

References = Sequence[Sequence[str]] | None
Outcome = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class _Pair:
    """One metric of a comparison."""

    score: Score
    baseline: Statistics
    system: Statistics
    system_score: float
    real_difference: float


def initialize(peer: Peer, original: Method) -> Method:
    """Return a replacement of ``PairedTest.__init__``, for the baseline's interval."""

    @wraps(original)
    def replaced(  # noqa: PLR0917 (sacreBLEU's own signature)
        self: Any,
        named_systems: Any,
        metrics: Mapping[str, Any],
        references: Any,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        rest = (n_samples, n_ar_confidence, n_jobs)
        wants_interval = test_type == "bs" or (test_type == "ar" and n_ar_confidence >= 0)
        plain = type(self) is peer.PairedTest and all(score_of(peer, m) for m in metrics.values())
        if not (wants_interval and plain):
            original(self, named_systems, metrics, references, test_type, *rest)
            return
        # Everything but the interval, which shuffling alone does not ask for.
        original(self, named_systems, metrics, references, "ar", n_samples, -1, n_jobs)
        _set_test(peer, self, test_type, n_samples, n_ar_confidence)
        _set_intervals(peer, self)

    return replaced


def _set_test(peer: Peer, test: Any, kind: str, n_samples: int, n_ar_confidence: int) -> None:
    defaults = test._DEFAULT_SAMPLES
    test.test_type = kind
    test._fn = getattr(peer.significance, f"_paired_{kind}_test")
    test.n_samples = n_samples if n_samples > 0 else defaults[kind]
    test.n_ar_confidence = n_ar_confidence if n_ar_confidence != 0 else defaults["bs"]
    for signature in test._signatures.values():
        signature.update("ar", None)
        signature.update(kind, test.n_samples)
        if test.n_ar_confidence > 0:
            signature.update("bs", test.n_ar_confidence)


def _set_intervals(peer: Peer, test: Any) -> None:
    n_samples = test.n_samples if test.test_type == "bs" else test.n_ar_confidence
    _, seed = seed_of_environment()
    shared: Draws | None = None
    for name, (rows, result) in test._baseline_info.items():
        metric = test.metrics[name]
        score, statistics = score_of(peer, metric), as_statistics(rows)
        if score is None or statistics is None:
            _, scores = peer.significance._bootstrap_resample(rows, metric, n_samples)
            numbers = np.array([one.score for one in scores])
            result.mean, result.ci = peer.significance.estimate_ci(numbers)
            continue
        # Metrics with the same seed draw the same; without a seed each draws anew.
        if shared is None or seed is None or shared.shape[1] != len(rows):
            shared = bootstrap_draws(len(rows), n_samples, seed)
        interval = interval_of_test(bootstrap_replicates(statistics, shared, score))
        result.mean, result.ci = interval.mean, interval.half_width


def call(peer: Peer, original: Method) -> Method:
    """Return a replacement of ``PairedTest.__call__``, with the functions below for its own."""
    faster = {
        peer.significance._paired_bs_test: bootstrap_test,
        peer.significance._paired_ar_test: randomisation_test,
    }

    @wraps(original)
    def replaced(self: Any) -> Any:
        of_object = vars(self).get("_fn")
        if of_object not in faster:
            return original(self)
        # On a copy: another thread may be in the same object.
        other = object.__new__(type(self))
        vars(other).update(vars(self), _fn=faster[of_object])
        return original(other)

    return replaced


def bootstrap_test(  # noqa: PLR0917 (sacreBLEU's own signature)
    baseline_info: Mapping[str, Any],
    sys_name: str,
    hypotheses: Sequence[str],
    references: References,
    metrics: Mapping[str, Any],
    n_samples: int = 1000,
    n_ar_confidence: int = -1,
    seed: int | None = None,
) -> Outcome:
    """Stand in for sacreBLEU's paired bootstrap, with its arguments."""
    peer = installed()
    pairs = _pairs(peer, baseline_info, hypotheses, references, metrics)
    if pairs is None:
        own: Outcome = peer.significance._paired_bs_test(
            baseline_info, sys_name, hypotheses, references, metrics, n_samples, -1, seed
        )
        return own
    draws = bootstrap_draws(len(hypotheses), n_samples, seed)
    results = {}
    for name, pair in pairs.items():
        found = paired_bootstrap(
            bootstrap_replicates(pair.system, draws, pair.score),
            bootstrap_replicates(pair.baseline, draws, pair.score),
            pair.real_difference,
        )
        interval = found.interval
        results[name] = peer.significance.Result(
            pair.system_score, found.p_value, interval.mean, interval.half_width
        )
    return sys_name, results


def randomisation_test(  # noqa: PLR0917 (sacreBLEU's own signature)
    baseline_info: Mapping[str, Any],
    sys_name: str,
    hypotheses: Sequence[str],
    references: References,
    metrics: Mapping[str, Any],
    n_samples: int = 10000,
    n_ar_confidence: int = -1,
    seed: int | None = None,
) -> Outcome:
    """Stand in for sacreBLEU's approximate randomisation, with its arguments."""
    peer = installed()
    pairs = _pairs(peer, baseline_info, hypotheses, references, metrics)
    if pairs is None:
        own: Outcome = peer.significance._paired_ar_test(
            baseline_info,
            sys_name,
            hypotheses,
            references,
            metrics,
            n_samples,
            n_ar_confidence,
            seed,
        )
        return own
    rng = np.random.default_rng(seed)
    swaps = swap_draws(len(hypotheses), n_samples, rng)
    # The same stream goes on.
    draws = bootstrap_draws(len(hypotheses), n_ar_confidence, rng) if n_ar_confidence > 0 else None
    results = {}
    for name, pair in pairs.items():
        totals = swapped_totals(pair.baseline, pair.system, swaps)
        p_value = paired_randomisation(totals, pair.score, pair.real_difference)
        result = results[name] = peer.significance.Result(pair.system_score, p_value)
        if draws is not None:
            interval = interval_of_test(bootstrap_replicates(pair.system, draws, pair.score))
            result.mean, result.ci = interval.mean, interval.half_width
    return sys_name, results


def _pairs(
    peer: Peer,
    baseline_info: Mapping[str, Any],
    hypotheses: Any,
    references: References,
    metrics: Mapping[str, Any],
) -> dict[str, _Pair] | None:
    """Return the statistics of each metric, or None if sacreBLEU has to do it all by itself."""
    scores = {name: score_of(peer, metric) for name, metric in metrics.items()}
    if None in scores.values() or type(hypotheses) not in (list, tuple):
        return None
    pairs = {}
    for name, metric in metrics.items():
        rows, result = baseline_info[name]
        system_rows = metric._extract_corpus_statistics(hypotheses, references)
        of_system = metric._aggregate_and_compute(system_rows).score
        baseline, system = as_statistics(rows), as_statistics(system_rows)
        score = scores[name]
        if score is None or baseline is None or system is None:
            return None
        if not len(baseline) == len(system) == len(hypotheses):
            return None
        difference = abs(result.score - of_system)
        pairs[name] = _Pair(score, baseline, system, of_system, difference)
    return pairs
