"""Candidate pairs of pages from their names alone: what marks the language in them is learnt."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

# ISO 639-2 codes and names, beside the two-letter code; others have their code alone.
_ALIASES = {
    "cs": ("cze", "ces", "czech"), "da": ("dan", "danish", "dansk"),
    "de": ("deu", "ger", "german", "deutsch"), "en": ("eng", "english"),
    "es": ("spa", "spanish", "espanol", "español"), "fi": ("fin", "finnish", "suomi"),
    "fr": ("fra", "fre", "french", "francais", "français"), "it": ("ita", "italian", "italiano"),
    "nl": ("nld", "dut", "dutch", "nederlands"), "pl": ("pol", "polish", "polski"),
    "pt": ("por", "portuguese", "portugues", "português"), "ru": ("rus", "russian"),
    "sv": ("swe", "swedish", "svenska"), "zh": ("zho", "chi", "chinese"),
}  # fmt: skip
_PIECE = re.compile(r"[^\W_]+")
# A region or a script behind a language; in lower case it may also be another word.
_REGION = re.compile(r"[-_](?:[A-Z]{2}|Hans|Hant)(?![A-Za-z0-9])")
_LOWER_REGION = re.compile(r"[-_](?:[a-z]{2}|hans|hant)(?![A-Za-z0-9])")
_PARAMETER = re.compile(r"[?&;][^?&;=/]*=$")

Mark = tuple[str, str]


def candidates(
    source_names: Iterable[str], target_names: Iterable[str], source: str, target: str
) -> list[tuple[str, str, str]]:
    """Return (source name, target name, pattern), the best pattern of each name first.

    A name is cut at all but letters and digits. Where a piece is a language's code, its
    three-letter code or its name, it is a mark, with the region behind it (fr-FR, pt-br); a name
    without that piece and its separator, or without the whole parameter, is another way to say the
    other language. Two names are candidates if they are equal but for the mark. Patterns that
    explain more names go first, and a name is used once.
    """
    found: dict[tuple[Mark, Mark], list[tuple[str, str]]] = defaultdict(list)
    by_key: dict[str, list[tuple[Mark, str]]] = defaultdict(list)
    for name in sorted(set(target_names)):
        for key, mark in _keys(name, target):
            by_key[key].append((mark, name))
    for name in sorted(set(source_names)):
        for key, mark in _keys(name, source):
            for other_mark, other in by_key.get(key, ()):
                # Without any mark it is the same name, or nothing says which language it is.
                if name != other and (mark[1] or other_mark[1]):
                    found[mark, other_mark].append((name, other))
    used_source: set[str] = set()
    used_target: set[str] = set()
    result = []
    for marks in sorted(found, key=lambda marks: (-len(found[marks]), marks)):
        for name, other in found[marks]:
            if name not in used_source and other not in used_target:
                used_source.add(name)
                used_target.add(other)
                result.append((name, other, _pattern(*marks)))
    return result


def _keys(name: str, language: str) -> Iterator[tuple[str, Mark]]:
    """Yield what is left of a name without a mark, and the mark; first the whole name."""
    yield name, ("", "")
    pieces = [piece for piece in _PIECE.finditer(name) if _is_mark(piece[0], language)]
    marks = [(piece.start(), _end(_REGION, name, piece.end())) for piece in pieces]
    maybe = [(piece.start(), _end(_LOWER_REGION, name, piece.end())) for piece in pieces]
    for begin, end in dict.fromkeys(marks + maybe):
        mark = (_kind(name[:begin], name[end:]), name[begin:end])
        yield _without(name, begin, end), mark
        # Both sides marked at the same place.
        yield f"{name[:begin]}\0{name[end:]}", mark
    if len(marks) > 1:  # manual-fr/page.fr.html
        rest = name
        for begin, end in reversed(marks):
            rest = _without(rest, begin, end)
        kinds = "+".join(_kind(name[:begin], name[end:]) for begin, end in marks)
        yield rest, (kinds, "+".join(name[begin:end] for begin, end in marks))


def _without(name: str, begin: int, end: int) -> str:
    """Return the name without a mark and its separator, as in a/fr/b, a.fr.html, fr_a, a?hl=fr."""
    kind = _kind(name[:begin], name[end:])
    if kind == "prefix":  # and the separator behind it
        return name[:begin] + name[end + 1 :]
    if kind == "parameter":
        parameter = _PARAMETER.search(name, 0, begin)
        first = parameter.start() if parameter else begin - 1
        if name[first] == "?" and name[end : end + 1] == "&":  # another one follows
            return name[: first + 1] + name[end + 1 :]
        return name[:first] + name[end:]
    return name[: begin - 1] + name[end:] if begin else name[end + 1 :]


def _end(region: re.Pattern[str], name: str, end: int) -> int:
    """Return where a mark ends that may go on as in fr-FR or fr_CA."""
    found = region.match(name, end)
    return found.end() if found else end


def _is_mark(piece: str, language: str) -> bool:
    piece = piece.lower()
    return piece in (language, *_ALIASES.get(language, ()))


def _kind(before: str, after: str) -> str:
    if before.endswith("="):
        return "parameter"
    if not before or before.endswith("/"):
        return "folder" if after.startswith("/") else "prefix"
    return "suffix"


def _pattern(source: Mark, target: Mark) -> str:
    return " / ".join(f"{kind} {mark}" if mark else "no mark" for kind, mark in (source, target))
