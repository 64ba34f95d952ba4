"""Mean average precision against cut-off, drawn with matplotlib (extra ``plot``)."""

from collections.abc import Mapping
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from experiments.nie2001.contrasts import Runs

_SIZES = ("1K best", "5K best", "10K best", "100K best", "1M best", "all entries")
_THRESHOLDS = ("t >= .25", "t >= .1", "t >= .05", "t >= .01", "all entries")
_COLOURS = {"fr": "#1f6fb2", "de": "#d1710a", "it": "#3a8f4d"}
_STYLE = {"font.size": 9, "axes.spines.top": False, "axes.spines.right": False}


def draw_cutoffs(runs: Mapping[str, Runs], folder: Path) -> Path:
    """Write the chart of both kinds of cut-off, a line a language, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "nie2001-cutoffs.png"
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(7.6, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        for axes, names, title in (
            (left, _SIZES, "entries kept in the whole table"),
            (right, _THRESHOLDS, "least probability kept"),
        ):
            for language, of_language in runs.items():
                values = [of_language[name].mean("map") for name in names]
                colour = _COLOURS[language]
                axes.plot(range(len(names)), values, ".-", color=colour, label=f"{language}-en")
            labels = [name.removesuffix(" best").removeprefix("t >= ") for name in names]
            axes.set_xticks(range(len(names)), [label.removesuffix(" entries") for label in labels])
            axes.set_xlabel(title)
        left.set_ylabel("mean average precision")
        right.legend(frameon=False, loc="lower right")
        # Without the version of matplotlib, so that the same picture is the same file.
        figure.savefig(path, dpi=110, metadata={"Software": None})
    return path
