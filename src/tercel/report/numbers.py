"""Numbers as people read them."""

from tercel.comparison import LEVELS


def metric_name(name: str, higher_is_better: bool) -> str:
    """Return a metric's name, with an arrow down if lower is better."""
    return name if higher_is_better else f"{name}↓"


def number(value: float, width: int) -> str:
    """Return a score with `width` digits after the point."""
    return f"{value:.{width}f}"


def interval(low: float, high: float, width: int) -> str:
    """Return an interval of scores in brackets."""
    return f"[{low:.{width}f}, {high:.{width}f}]"


def signed(value: float, width: int) -> str:
    """Return a difference, with its sign."""
    return f"{value:+.{width}f}"


def signed_interval(low: float, high: float, width: int) -> str:
    """Return an interval of differences in brackets."""
    return f"[{low:+.{width}f}, {high:+.{width}f}]"


def percent(share: float) -> str:
    """Return a share of 1 in percent, with one digit and without the sign."""
    return f"{100 * share:.1f}"


def rank_range(low: int, high: int) -> str:
    """Return the ranks that are left open."""
    return str(low) if low == high else f"{low}-{high}"


def p_value(p: float) -> str:
    """Return p with four digits after the point, or as many as it takes to be truthful.

    Rounding must neither give 0 nor carry p across a level, so that 0.049996 is not shown as 0.0500
    next to a verdict at the 5 % level.
    """
    digits = 4
    while not _tells_the_same(float(f"{p:.{digits}f}"), p):
        digits += 1
    return f"{p:.{digits}f}"


def _tells_the_same(shown: float, p: float) -> bool:
    return shown > 0 and all((shown < level) == (p < level) for level in LEVELS)
