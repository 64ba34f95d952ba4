"""The composition of the gold standard as a picture; needs the extra `plot`."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tercel.rerank import Composition

MT, TM = "#1f6fb2", "#d1710a"
_STYLE = {"font.size": 9, "axes.spines.top": False, "axes.spines.right": False}


def draw_shares(axes: Axes, labels: Sequence[str], found: Sequence[Composition]) -> None:
    """Draw MT's share below TM's, a bar each, with a line from all ties to TM to all to MT."""
    shares = [part.shares["MT"] for part in found]
    middle = [100 * share.share for share in shares]
    spread = [
        [100 * (share.share - share.low) for share in shares],
        [100 * (share.high - share.share) for share in shares],
    ]
    places = range(len(shares))
    axes.bar(places, middle, 0.7, color=MT, label="MT")
    rest = [100 - value for value in middle]
    axes.bar(places, rest, 0.7, bottom=middle, color=TM, label="translation memory")
    axes.errorbar(places, middle, yerr=spread, fmt="none", color="black", capsize=3)
    axes.set_xticks(places, labels)
    axes.set_ylim(0, 100)
    axes.set_ylabel("share (%)")


def draw_composition(
    folder: Path, by_k: Sequence[Composition], by_band: Sequence[Composition]
) -> Path:
    """Write a PNG file, by k and by band of the best fuzzy match, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(7.6, 3.4), layout="constrained")
        left, right = figure.subplots(1, 2)
        draw_shares(left, [str(part.k) for part in by_k], by_k)
        left.set_title("Gold standard by k")
        left.set_xlabel("k")
        left.legend(frameon=True, loc="lower left")
        draw_shares(right, [part.band for part in by_band], by_band)
        right.set_title("Gold top 1 by fuzzy match")
        right.set_xlabel("fuzzy match of the best hit")
        path = folder / "he2010-composition.png"
        # Without the version of matplotlib, so that the same picture is the same file.
        figure.savefig(path, dpi=110, metadata={"Software": None})
    return path
