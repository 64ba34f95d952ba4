"""What sacreBLEU prints: lines for one system, a table for several."""

import json
import re
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from tercel.compat.sacrebleu import _legend

Columns = dict[str, list[Any]]


class Color:
    """Whether and how words are coloured."""

    ENABLE_COLORS: ClassVar[bool] = True
    _CODES: ClassVar[dict[str, int]] = {
        name: 30 + i
        for i, name in enumerate(
            ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
        )
    }

    @staticmethod
    def format(msg: str, color: str) -> str:
        """Return the message in a colour, or as it is if the colour is unknown or all are off."""
        code = Color._CODES.get(color.lower())
        if code is None or not Color.ENABLE_COLORS:
            return msg
        return f"\x1b[{code}m{msg}\x1b[0m"


def print_results_table(results: Columns, signatures: dict[str, Any], args: Namespace) -> None:
    """Print the scores of several systems.

    Parameters
    ----------
    results : dict
        ``System`` with the names, and for each metric a `Result` or a formatted score of each.
    signatures : dict
        Metric -> signature.
    args : Namespace
        Options of the command line: format, width, paired_ar, paired_bs and their numbers.

    Raises
    ------
    ImportError
        If the extra ``sacrebleu`` is missing, which lays out tables; JSON does without.
    """
    if args.format == "json":
        print(_as_json(results))
        return
    layout = {"text": "fancy_grid", "latex": "latex_booktabs"}[args.format]
    cells = _format_score_lines(results, args.width, multiline=layout == "fancy_grid")
    table, baseline = _with_colours(cells)
    print(_tabulate(table, layout, args.width))
    print()
    if args.paired_bs or args.paired_ar:
        print(_legend.of_paired_test(args, baseline, Color.format))
    print("-----------------\nMetric signatures\n-----------------")
    for name, signature in signatures.items():
        print(f" - {name:<10} {signature}")


def _as_json(results: Columns) -> str:
    metrics = [name for name in results if name != "System"]
    systems = [
        {"system": system, **{name: _entry(results[name][i]) for name in metrics}}
        for i, system in enumerate(results["System"])
    ]
    return json.dumps(systems, indent=4)


def _entry(result: Any) -> Any:
    if isinstance(result, str):
        return result
    # json knows float64 and not float32, which the scores of chrF and TER have under NumPy 2.
    return {
        key: float(value) if isinstance(value, np.floating) else value
        for key, value in vars(result).items()
    }


def _format_score_lines(scores: Columns, width: int = 2, multiline: bool = True) -> Columns:
    cells: Columns = {"System": scores.pop("System")}
    has_interval = False
    for metric, column in scores.items():
        lines = []
        for result in column:
            has_interval |= getattr(result, "mean", None) is not None
            lines.append(_cell(result, width, "\n" if multiline else " "))
        # From the first metric with an interval on; sacreBLEU has them in all or in none.
        cells[f"{metric} (μ ± 95% CI)" if has_interval else metric] = lines
    return cells


def _cell(result: Any, width: int, between: str) -> str:
    if isinstance(result, str):
        return result
    text = f"{result.score:.{width}f}"
    if result.mean is not None:
        text += f" ({result.mean:.{width}f} ± {result.ci:.{width}f})"
    if result.p_value is not None:
        p_value = f"(p = {result.p_value:.4f})"
        text += between + (Color.format(p_value, "red") if result.p_value > 0.05 else f"{p_value}*")
    return text


def _with_colours(cells: Columns) -> tuple[Columns, str]:
    """Return the cells with a coloured header and baseline, and the baseline's plain name."""
    baseline = next((c[0] for c in cells.values() if c[0].startswith("Baseline:")), "")
    coloured: Columns = {}
    for name, column in cells.items():
        if baseline:
            column[0] = Color.format(column[0], "yellow")
        coloured[Color.format(name, "cyan")] = column
    return coloured, baseline


def _tabulate(table: Columns, layout: str, width: int) -> str:
    try:
        from tabulate import tabulate  # noqa: PLC0415 (an extra, and only tables need it)
    except ImportError as error:
        raise ImportError(
            "tables need the extra 'sacrebleu': pip install 'tercel[sacrebleu]'; "
            "--format json does without"
        ) from error
    laid_out: str = tabulate(
        table,
        headers="keys",
        tablefmt=layout,
        colalign=("right",),
        stralign="center",
        numalign="center",
        floatfmt=f".{width}f",
    )
    return laid_out


def print_single_results(results: Sequence[str], args: Namespace) -> None:
    """Print the formatted scores of one system, aligned at the equals sign."""
    if args.format == "json":
        print("[\n" + ",\n".join(results) + "\n]" if len(results) > 1 else results[0])
        return
    lines = list(results)
    if "μ" in lines[0]:
        interval = re.compile(r"\(μ = [0-9.]+ ± [0-9.]+\)")
        lines = [interval.sub(lambda m: Color.format(m.group(), "cyan"), line) for line in lines]
    if len(lines) == 1:
        print(lines[0])
        return
    # A line without an equals sign is a score alone; sacreBLEU prints those first.
    for line in lines:
        if "=" not in line:
            print(line)
    ends = [line.index("=") - 1 for line in lines if "=" in line]
    # sacreBLEU pairs the places of the equals signs with the lines from the first one on.
    for end, line in zip(ends, lines, strict=False):
        print(f"{line[:end]:>{max(ends)}}{line[end:]}")
