"""The tables as pictures; needs the extra `plot`."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from experiments.koehn2004 import paper
from experiments.koehn2004.pool import SYSTEMS
from experiments.koehn2004.samples import SIZE, Samples
from experiments.koehn2004.tables import ENOUGH, Bin, PowerRow

OURS, THEIRS = "#1f6fb2", "#d1710a"
_STYLE = {"font.size": 9, "axes.spines.top": False, "axes.spines.right": False}


def draw_samples(axes: Axes, broad: Samples, consecutive: Samples) -> None:
    """Draw a dot for the score of each sample of the first system, in the corpus's order."""
    for samples, colour, label in (
        (consecutive, THEIRS, "consecutive blocks"),
        (broad, OURS, "broad samples"),
    ):
        scores = samples.scores[0]
        axes.plot(range(len(scores)), scores, ".", color=colour, label=label)
    axes.set_title(f"BLEU of {SYSTEMS[0]} on samples of {SIZE} segments")
    axes.set_xlabel("sample, in the order of the corpus")
    axes.set_ylabel("BLEU")
    axes.legend(frameon=False)


def draw_calibration(axes: Axes, bins: Sequence[Bin]) -> None:
    """Draw the share of correct conclusions by stated significance, beside the paper's."""
    shown = [part for part in reversed(bins) if part.n >= ENOUGH]
    places = range(len(shown))
    axes.bar([i - 0.2 for i in places], [part.correct for part in shown], 0.38, color=OURS)
    axes.bar([i + 0.2 for i in places], [part.paper_correct for part in shown], 0.38, color=THEIRS)
    axes.set_xticks(places, [part.label for part in shown], rotation=35)
    axes.set_ylim(40, 102)
    axes.set_title("Calibration: what is stated, and what is true")
    axes.set_xlabel("stated significance, the share of resamples won (%)")
    axes.set_ylabel("correct conclusions (%)")
    axes.legend(["here", "Koehn (2004)"], frameon=False, loc="upper left")


def draw_power(axes: Axes, rows: Sequence[PowerRow]) -> None:
    """Draw the share of correct conclusions by gap, a line a size, with the paper's as crosses."""
    shades = [mpl.colormaps["viridis"](i / len(paper.SIZES)) for i in range(len(paper.SIZES))]
    for i, (size, shade) in enumerate(zip(paper.SIZES, shades, strict=True)):
        shares = [row.shares[i][0] for row in rows]
        axes.plot([row.gap for row in rows], shares, ".-", color=shade, label=f"{size} segments")
        theirs = [(gap, shares[i][0]) for _, gap, shares in paper.POWER]
        axes.plot(*zip(*theirs, strict=True), "x", color=shade, alpha=0.7)
    axes.plot([], [], "x", color="grey", label="Koehn (2004)")
    axes.set_title("Power: samples that reach the right conclusion at 95 %")
    axes.set_xlabel("true difference (BLEU)")
    axes.set_ylabel("right conclusions (%)")
    axes.legend(frameon=False, loc="lower right")


def draw_all(
    folder: Path,
    samples: tuple[Samples, Samples],
    bins: Sequence[Bin],
    rows: Sequence[PowerRow],
) -> list[Path]:
    """Write three PNG files and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    with mpl.rc_context(_STYLE):
        for name, draw in (
            ("samples", lambda axes: draw_samples(axes, *samples)),
            ("calibration", lambda axes: draw_calibration(axes, bins)),
            ("power", lambda axes: draw_power(axes, rows)),
        ):
            figure = Figure(figsize=(6.4, 3.8), layout="constrained")
            draw(figure.add_subplot())
            paths.append(folder / f"koehn2004-{name}.png")
            # Without the version of matplotlib, so that the same picture is the same file.
            figure.savefig(paths[-1], dpi=110, metadata={"Software": None})
    return paths
