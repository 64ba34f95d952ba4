"""The runs as tables: ours, the prototype's, the report's."""

from collections.abc import Mapping, Sequence

from experiments.nie2001.contrasts import Runs, contrast
from experiments.nie2001.published import LANGUAGES, PROTOTYPE, REPORT

# Characters for the name of a run.
_NAME = 46

CONTRASTS = (
    ("t >= .1", "all entries"),
    ("100K best", "all entries"),
    ("10K best", "all entries"),
    ("t >= .1, dictionary .01", "t >= .1"),
    ("t >= .1, dictionary idf x .1", "t >= .1"),
    ("both directions", "all entries"),
    ("structured, t >= .01", "all entries"),
    ("structured, t >= .01", "t >= .01"),
    ("structured, t >= .1", "t >= .1"),
)


def map_lines(runs: Mapping[str, Runs]) -> list[str]:
    """Return mean average precision by run and language, the prototype's in brackets."""
    names = next(iter(runs.values()))
    lines = ["mean average precision (in brackets: prototype)", _header(runs, 16)]
    for name in names:
        cells = []
        for language, of_language in runs.items():
            theirs = PROTOTYPE.get(name)
            shown = "" if theirs is None else f" ({theirs[LANGUAGES.index(language)]:.4f})"
            cells.append(f"{of_language[name].mean('map'):.4f}{shown}".ljust(16))
        lines.append(f"{name:<{_NAME}}{'  '.join(cells)}".rstrip())
    return lines


def report_lines(runs: Mapping[str, Runs]) -> list[str]:
    """Return the report's runs beside ours, for the languages that it prints."""
    languages = [language for language in ("de", "it") if language in runs]
    lines = ["the report on CLEF's collection, and here", _header(languages, 16)]
    for name, values in REPORT.items():
        cells = []
        for language in languages:
            theirs = values[("de", "it").index(language)]
            shown = "     -" if theirs is None else f"{theirs:.4f}"
            cells.append(f"{shown} / {runs[language][name].mean('map'):.4f}".ljust(16))
        lines.append(f"{name:<{_NAME}}{'  '.join(cells)}".rstrip())
    return lines


def contrast_lines(runs: Mapping[str, Runs]) -> list[str]:
    """Return differences between runs with their intervals."""
    lines = ["differences with 95 % intervals by paired bootstrap"]
    for run, baseline in CONTRASTS:
        for language, of_language in runs.items():
            lines.append(
                f"{language}-en  {contrast(of_language, run, baseline)}  {run} - {baseline}"
            )
    return lines


def _header(languages: Mapping[str, Runs] | Sequence[str], width: int) -> str:
    names = "  ".join(f"{language}-en".ljust(width) for language in languages)
    return f"{'run':<{_NAME}}{names}".rstrip()
