"""Lexicons as text: the formats of Moses, fast_align and bicleaner."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tercel._files import numbered_lines, written_text
from tercel.lexicon._corpus import NULL_WORD
from tercel.lexicon._model import LexicalModel


@dataclass(frozen=True)
class _Format:
    """How a line says (source word, target word, probability)."""

    separator: str
    target_first: bool
    logarithm: bool
    null_word: str | None  # the name of the empty word; None leaves it out


_FORMATS = {
    "moses": _Format(" ", True, False, "NULL"),
    "fast-align": _Format("\t", False, True, "<eps>"),
    "bicleaner": _Format(" ", True, False, None),
}
TABLE_FORMATS = tuple(_FORMATS)


def write_table(model: LexicalModel, path: str | Path, format: str = "moses") -> None:  # noqa: A002
    """Write a model as text, by source word, the most probable translations first.

    Parameters
    ----------
    model : LexicalModel
    path : path
        Compressed if it ends with ``.gz``, and never seen half-written.
    format : {"moses", "fast-align", "bicleaner"}
        ``moses``: lines "target source probability", as in ``lex.f2e`` if the model goes from f to
        e, the empty word being ``NULL``. ``fast-align``: "source TAB target TAB natural logarithm",
        the empty word being ``<eps>``. ``bicleaner``: as ``moses``, without the empty word.

    Raises
    ------
    ValueError
        If the file cannot be written, or a source word is like the format's name of the empty word,
        and there is one.
    """
    layout = _layout(format)
    name = layout.null_word
    if model.null_word and name in model.source_ids:
        raise ValueError(
            f"the source word {name!r} cannot be told from the empty word in the format {format}"
        )
    with written_text(Path(path)) as file:
        for word in sorted(model.source_words):
            shown = layout.null_word if word == NULL_WORD else word
            if shown is not None:
                lines = [_line(layout, shown, *entry) for entry in model.translations(word)]
                file.write("".join(lines).encode("utf-8", "surrogatepass"))


def read_table(path: str | Path, format: str = "moses") -> LexicalModel:  # noqa: A002
    """Read a model from text; see `write_table` for the formats.

    Raises
    ------
    ValueError
        If the file cannot be read, a line is not of the format, an entry comes twice, or the file
        is not UTF-8 or has none.
    """
    layout = _layout(format)
    try:
        return LexicalModel.from_entries(_entries(Path(path), layout))
    except ValueError as error:
        # Errors about a line name the file; those about the whole do not.
        message = str(error)
        raise ValueError(
            message if message.startswith(str(path)) else f"{path}: {message}"
        ) from None


def _layout(name: str) -> _Format:
    if name not in _FORMATS:
        raise ValueError(f"format is {name!r}, expected one of {', '.join(TABLE_FORMATS)}")
    return _FORMATS[name]


def _line(layout: _Format, source: str, target: str, probability: float) -> str:
    words = (target, source) if layout.target_first else (source, target)
    # So many digits give back the same float32.
    value = f"{math.log(probability):.12g}" if layout.logarithm else f"{probability:.9g}"
    return layout.separator.join((*words, value)) + "\n"


def _entries(path: Path, layout: _Format) -> Iterator[tuple[str, str, float]]:
    as_probability: Callable[[float], float] = math.exp if layout.logarithm else float
    what = "a logarithm up to 0" if layout.logarithm else "a probability from 0 to 1"
    for number, line in numbered_lines(path):
        fields = line.split(layout.separator)
        if len(fields) != 3 or not all(fields):
            raise ValueError(
                f"{path}, line {number}: {len(fields)} fields, expected 3 with one "
                f"{'tab' if layout.separator == chr(9) else 'space'} between them"
            )
        first, second, text = fields
        try:
            # 1_0 is a number to Python only.
            probability = math.nan if "_" in text else as_probability(float(text))
        except (ValueError, OverflowError):
            probability = math.nan
        if not 0 <= probability <= 1:
            raise ValueError(f"{path}, line {number}: {text!r}, expected {what}")
        source, target = (second, first) if layout.target_first else (first, second)
        yield NULL_WORD if source == layout.null_word else source, target, probability
