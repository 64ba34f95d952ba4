"""Differences between runs, with intervals, and what must hold of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from experiments.nie2001.published import LANGUAGES, PROTOTYPE
from tercel.retrieval import RunEvaluation, compare_runs

Runs = Mapping[str, RunEvaluation]

N_RESAMPLES = 10_000
SEED = 2001
# How far a run of the model alone may lie below the prototype's.
TOLERANCE = 0.01
ALONE = (
    "all entries",
    "1M best",
    "100K best",
    "10K best",
    "5K best",
    "1K best",
    "t >= .01",
    "t >= .05",
    "t >= .1",
    "t >= .25",
)


@dataclass(frozen=True)
class Contrast:
    """Mean average precision of one run minus that of another, on the same queries.

    Attributes
    ----------
    effect, low, high : float
        With its 95 % interval by paired bootstrap.
    """

    effect: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.effect:+.4f} [{self.low:+.4f}, {self.high:+.4f}]"


def contrast(runs: Runs, run: str, baseline: str) -> Contrast:
    """Compare two runs of a language by name."""
    return contrast_of(runs[run], runs[baseline])


def contrast_of(run: RunEvaluation, baseline: RunEvaluation) -> Contrast:
    """Compare two runs."""
    found = compare_runs(run, baseline, method="bootstrap", n_resamples=N_RESAMPLES, rng=SEED)
    assert found.low is not None  # the bootstrap gives an interval
    assert found.high is not None
    return Contrast(found.effect, found.low, found.high)


def verdict(found: Contrast) -> str:
    """Return what an interval says."""
    return "gains" if found.low > 0 else "loses" if found.high < 0 else "no clear difference"


def requirements(runs: Mapping[str, Runs]) -> list[tuple[str, bool]]:
    """Return what must hold of the runs by language, in words with the interval, and whether."""
    found = []
    for language, of_language in runs.items():
        found += _of_language(language, of_language)
    return found


def _of_language(language: str, runs: Runs) -> list[tuple[str, bool]]:
    name = f"{language}-en"
    best = contrast(runs, "t >= .1", "all entries")
    found = [(f"{name}: t >= .1 is not worse than all entries: {best}", best.high >= 0)]
    if language == "de":
        found.append((f"{name}: t >= .1 is better than all entries: {best}", best.low > 0))
    for threshold in (".05", ".1", ".25"):
        for size in ("10K", "5K", "1K"):
            gain = contrast(runs, f"t >= {threshold}", f"{size} best")
            words = f"{name}: t >= {threshold} beats the {size} best entries: {gain}"
            found.append((words, gain.low > 0))
    if language in ("fr", "de"):
        loss = contrast(runs, "both directions", "all entries")
        found.append((f"{name}: both directions multiplied fall: {loss}", loss.high < 0))
    if language in ("fr", "it"):
        gain = contrast(runs, "structured, t >= .1", "t >= .1")
        found.append((f"{name}: structured queries gain, both t >= .1: {gain}", gain.low > 0))
    return found + [_not_below(language, run, runs[run].mean("map")) for run in ALONE]


def _not_below(language: str, run: str, value: float) -> tuple[str, bool]:
    theirs = PROTOTYPE[run][LANGUAGES.index(language)]
    words = f"{language}-en: {run} {value:.4f} is at most {TOLERANCE} below the prototype's"
    return f"{words} {theirs:.4f}", value >= theirs - TOLERANCE
