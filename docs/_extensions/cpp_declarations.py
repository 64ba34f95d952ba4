"""C++ declarations without bodies and private parts, as a reference shows them.

This is no parser of C++: it reads headers of our own style, formatted by clang-format.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TYPE = re.compile(r"(?:template <[^\n]*>\n)?(?:struct|class|enum)\b")
_BEGINS = re.compile(r"(?:inline|constexpr|template|struct|class|enum|using|bool|void|double)\b")
_MEMBER_OF_A_CLASS = re.compile(r"(?:template <[^\n]*>\n)?[^()\n]*\b\w+::\w+\(")


class Entry(NamedTuple):
    """A declaration, and what the header says of it."""

    comment: str
    declaration: str


def leading_comment(lines: list[str]) -> str:
    """Return the ``///`` comment that the lines begin with."""
    comment = []
    for line in lines:
        if not line.startswith("///"):
            break
        comment.append(line.removeprefix("///").removeprefix(" "))
    return "\n".join(comment)


def entries_of(lines: list[str]) -> Iterator[Entry]:
    """Yield what a header declares directly in the namespace ``tercel``."""
    at = lines.index("#pragma once")
    while at < len(lines):
        if lines[at].startswith("namespace detail"):
            at = lines.index("}  // namespace detail", at)
        comment = leading_comment(lines[at:])
        at += comment.count("\n") + 1 if comment else 0
        if not _BEGINS.match(lines[at]):
            at += 1
            continue
        end = _end(lines, at)
        text = "\n".join(lines[at:end])
        # The body of a member that its class has declared already says nothing new.
        if comment or not _MEMBER_OF_A_CLASS.match(text):
            yield Entry(comment, declaration(text))
        at = end


def _end(lines: list[str], at: int) -> int:
    """Return where the declaration that begins on a line has ended."""
    n_open = 0
    for i in range(at, len(lines)):
        n_open += lines[i].count("{") - lines[i].count("}")
        if n_open == 0 and lines[i].endswith((";", "}")):
            return i + 1
    raise ValueError(f"line {at + 1}: this declaration has no end")


def declaration(text: str) -> str:
    """Return a declaration that ends in a semicolon."""
    if not _TYPE.match(text):
        return _head(text)
    if text.startswith("enum") or "{" not in text:
        return text
    opening, rest = text.split("{", 1)
    return f"{opening}{{{''.join(_members(rest))}"


def _members(text: str) -> Iterator[str]:
    """Yield what follows a type's opening brace: its public members, and the closing brace."""
    while not text.startswith("\n}"):
        if re.match(r"\s*private:", text):
            yield "\n};"
            return
        apart = re.match(r"\s*//[^\n]*|\s*public:", text)
        size = apart.end() if apart else _size(text)
        member, text = text[:size], text[size:]
        whole = apart or re.match(r"\s*(?:struct|class|enum)\b", member)
        yield member if whole else _head(member)
    yield text


def _size(text: str) -> int:
    """Return where the member at the beginning of a text ends: at a semicolon or behind a body."""
    depth = 0
    for found in re.finditer(r"//[^\n]*|[(){};]", text):
        mark, rest = found[0], text[found.end() :]
        depth += (mark in "({") - (mark in ")}")
        # A brace in front of another one, or of a comma, ends an initialiser.
        is_body = mark == "}" and not re.match(r"[;,)]|\s*\{", rest)
        if depth == 0 and (mark == ";" or is_body):
            return found.end()
    return len(text)


def _head(text: str) -> str:
    """Return a function without its body and its initialisers; other declarations as they are."""
    opening = re.search(r"(?<!operator)(?<!alignas)\(", text)
    before = re.sub(
        r"<[^<>]*>|template <.*>|operator\W+", "", text[: opening.start()] if opening else ""
    )
    if not opening or "=" in before:  # a value, whose initialiser may have parentheses
        return text
    depth = 0
    for found in re.finditer(r"[()]", text[opening.start() :]):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            break
    end = opening.start() + found.end()
    trailing = re.match(r"(?: const| noexcept| = default| = delete)*", text[end:])
    return text[:end] + (trailing[0] if trailing else "") + ";"
