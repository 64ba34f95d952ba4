"""What the reports say about pairs of systems, and in which order they list systems."""

from collections.abc import Sequence

from tercel.comparison import CORRECTIONS, LEVELS, Comparison, PairResult, SystemResult
from tercel.report import numbers

_STARS = dict(zip(LEVELS, ("***", "**", "*"), strict=True))
NOT_TOLD_APART = "-"


def is_ranking(comparison: Comparison) -> bool:
    """Whether more than two systems are compared, each with every other."""
    rows, _ = comparison.by_metric()[0]
    return len(rows) > 2 and rows[0].rank is not None


def best_first(rows: Sequence[SystemResult]) -> list[SystemResult]:
    """Return the rows of one metric sorted by score; equal scores stay as they were given."""
    sign = -1 if rows[0].higher_is_better else 1
    return sorted(rows, key=lambda row: sign * row.score.score)


def cluster_starts(ordered: Sequence[SystemResult]) -> tuple[int, ...]:
    """Return the places, but the first, where a cluster starts among sorted rows with ranks."""
    clusters = [0 if row.rank is None else row.rank.cluster for row in ordered]
    return tuple(k for k in range(1, len(clusters)) if clusters[k] != clusters[k - 1])


def cells_of_pair(pair: PairResult, width: int) -> tuple[str, str, str, str]:
    """Return difference, interval, p and win rate."""
    return (
        numbers.signed(pair.effect, width),
        numbers.signed_interval(pair.low, pair.high, width),
        numbers.p_value(pair.p_value),
        numbers.percent(pair.win_rate),
    )


def stars(pair: PairResult) -> str:
    """Return the level of a pair, as papers mark it."""
    return NOT_TOLD_APART if pair.level is None else _STARS[pair.level]


def levels_in_words(pair: PairResult) -> str:
    """Return what the stars mean in the comparison that a pair is of."""
    meanings = [f"{star} p < {level:g}" for level, star in _STARS.items()]
    condition = f"({pair.n_comparisons} comparisons, {CORRECTIONS[pair.correction]})"
    return f"{', '.join(meanings)}, {NOT_TOLD_APART} not told apart {condition}"


def is_corrected(comparison: Comparison) -> bool:
    """Whether p and the adjusted p are not the same thing."""
    pair = comparison.comparisons[0]
    return pair.n_comparisons > 1 and pair.correction != "none"
