"""The flat form of every result: one set of columns, whatever the rows are about."""

from tercel.intervals import ConfidenceInterval
from tercel.ranking import Rank
from tercel.report.table import Table
from tercel.score import Score

# What each column holds. A cell is empty where a row has no such thing. Numbers have all their
# digits. New columns are added at the end only.
COLUMNS = (
    "row",  # "score" or "comparison"
    "system",
    "baseline",  # of a comparison
    "metric",
    "score",  # of a score row
    "effect",  # score of the system minus score of the baseline
    "low",  # interval of the score, or of the effect
    "high",
    "p_value",
    "win_rate",  # share of resamples in which the system is better
    "loss_rate",  # share of resamples in which the baseline is better
    "better",  # the system that is better at the 5 % level by the adjusted p, if one is
    "n_segments",
    "signature",  # the metric's in a score row, the test's in a comparison row
    "adjusted_p",  # p_value corrected for all comparisons by this metric
    "rank_low",  # of a score row: the ranks that the tests leave open, if all pairs are compared
    "rank_high",
    "cluster",
)


def flat_row(**cells: str | float | None) -> tuple[str, ...]:
    """Return a row of the flat table from its cells by name."""
    values = [cells.pop(column, None) for column in COLUMNS]
    assert not cells  # a misspelt column
    return tuple("" if value is None else str(value) for value in values)


def flat_score(
    system: str,
    score: Score,
    interval: ConfidenceInterval | None,
    n_segments: int,
    rank: Rank | None = None,
) -> tuple[str, ...]:
    """Return the row of one system's score."""
    return flat_row(
        row="score",
        system=system,
        metric=score.name,
        score=score.score,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        n_segments=n_segments,
        signature=score.signature,
        rank_low=rank.low if rank else None,
        rank_high=rank.high if rank else None,
        cluster=rank.cluster if rank else None,
    )


def flat_table(rows: list[tuple[str, ...]]) -> Table:
    """Return the rows under the header of the flat form."""
    return Table(COLUMNS, tuple(rows), "l" * len(COLUMNS))
