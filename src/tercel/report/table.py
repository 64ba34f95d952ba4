"""One table, and one function for each form in which it can be written."""

import csv
import html
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_MARKDOWN_SPECIAL = "\\`*_<[&~#$"
# A bracket or star at the start of a row would be taken as an argument of the line break before it.
_LATEX_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "*": "{*}",
} | {sign: f"\\{sign}" for sign in "&%$#_{}"}


@dataclass(frozen=True)
class Table:
    """Cells of text with a header.

    Attributes
    ----------
    header : tuple of str, shape (n_columns,)
    rows : tuple of tuple of str, shape (n_rows, n_columns)
    align : str
        A letter a column: ``l`` for words, ``r`` for numbers.
    rules : tuple of int
        The rows below the first that have a line above them, in the forms that can draw one.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    align: str
    rules: tuple[int, ...] = ()


def padded(rows: Sequence[Sequence[str]], align: str) -> list[list[str]]:
    """Return the cells of each row, made as wide as their columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        [
            cell.ljust(width) if side == "l" else cell.rjust(width)
            for cell, width, side in zip(row, widths, align, strict=True)
        ]
        for row in rows
    ]


def text_table(table: Table) -> list[str]:
    """Return a line a row, the header first."""
    rows = [table.header, *table.rows]
    header, *lines = ("  ".join(cells).rstrip() for cells in padded(rows, table.align))
    width = max(map(len, [header, *lines]))
    return [header, *_with_rules(lines, table.rules, "─" * width)]


def csv_table(table: Table) -> str:
    """Return comma-separated values, header first, quoted only where they must be."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.header)
    writer.writerows(table.rows)
    return out.getvalue().rstrip("\n")


def markdown_table(table: Table, notes: Sequence[str]) -> str:
    """Return a table of GitHub-flavoured Markdown, and each note as a paragraph behind it."""
    cells = [
        [_markdown_cell(cell, side) for cell, side in zip(row, table.align, strict=True)]
        for row in table.rows
    ]
    names = [_markdown_cell(name, "l") for name in table.header]
    header, *rows = padded([names, *cells], table.align)
    rules = [
        "-" * len(cell) if side == "l" else "-" * (len(cell) - 1) + ":"
        for cell, side in zip(header, table.align, strict=True)
    ]
    lines = [f"| {' | '.join(row)} |" for row in (header, rules, *rows)]
    return "\n\n".join(["\n".join(lines), *map(_markdown, notes)])


def latex_table(table: Table, notes: Sequence[str]) -> str:
    """Return a LaTeX tabular that needs no package, and each note as a comment before it."""
    rows = [
        [_latex_cell(cell, side) for cell, side in zip(row, table.align, strict=True)]
        for row in table.rows
    ]
    header = [_latex(cell) for cell in table.header]
    lines = [f"{' & '.join(cells)} \\\\" for cells in padded([header, *rows], table.align)]
    return "\n".join(
        [
            *(f"% {_one_line(note)}" for note in notes),
            f"\\begin{{tabular}}{{{table.align}}}",
            "\\hline",
            lines[0],
            "\\hline",
            *_with_rules(lines[1:], table.rules, "\\hline"),
            "\\hline",
            "\\end{tabular}",
        ]
    )


def html_table(table: Table, notes: Sequence[str]) -> str:
    """Return an HTML table, and each note as a paragraph behind it."""
    lines = [
        "<table>",
        f"<thead>{_html_row(table.header, table.align, 'th')}</thead>",
        "<tbody>",
        *(_html_row(row, table.align, "td") for row in table.rows),
        "</tbody>",
        "</table>",
        *(f"<p>{html.escape(note)}</p>" for note in notes),
    ]
    return "\n".join(lines)


MARKUPS: dict[str, Callable[[Table, Sequence[str]], str]] = {
    "markdown": markdown_table,
    "latex": latex_table,
    "html": html_table,
}


def _with_rules(lines: Sequence[str], rules: Sequence[int], rule: str) -> list[str]:
    ruled = [[rule, line] if k in rules else [line] for k, line in enumerate(lines)]
    return [line for part in ruled for line in part]


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _markdown(text: str) -> str:
    return "".join(f"\\{c}" if c in _MARKDOWN_SPECIAL else c for c in _one_line(text))


def _markdown_cell(cell: str, side: str) -> str:
    # Numbers have nothing to escape; the brackets of their intervals are not links.
    return cell if side == "r" else _markdown(cell).replace("|", "\\|")


def _latex(text: str) -> str:
    return "".join(_LATEX_SPECIAL.get(c, c) for c in _one_line(text))


def _latex_cell(cell: str, side: str) -> str:
    # Numbers stand in math mode, where a hyphen is a minus sign; their brackets need no escape.
    return f"${cell}$" if cell and side == "r" else _latex(cell)


def _html_row(cells: Sequence[str], align: str, tag: str) -> str:
    sides = {"l": "left", "r": "right"}
    return "".join(
        [
            "<tr>",
            *(
                f'<{tag} style="text-align: {sides[side]}">{html.escape(cell)}</{tag}>'
                for cell, side in zip(cells, align, strict=True)
            ),
            "</tr>",
        ]
    )
