"""C++ declarations without bodies and private parts, as a reference shows them.

This is no parser of C++: it reads headers of our own style, formatted by clang-format.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TYPE = re.compile(r"(?:template <[^\n]*>\n)?(?:struct|class|enum)\b")
_BEGINS = re.compile(r"(?:inline|constexpr|template|struct|class|enum|using|bool|void|double)\b")
_OUTSIDE_ITS_CLASS = re.compile(r"\w+::\w+\([^()]*\)(?: const)? \{")


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
        end = next(
            i
            for i in range(at, len(lines))
            if re.search(r"^\S*\};?$|;$", lines[i])
            and (lines[i].startswith("}") or not _open(lines[at : i + 1]))
        )
        text = "\n".join(lines[at : end + 1])
        if comment or not _OUTSIDE_ITS_CLASS.search(text.split("{\n")[0] + "{"):
            yield Entry(comment, declaration(text))
        at = end + 1


def _open(lines: list[str]) -> bool:
    text = "\n".join(lines)
    return text.count("{") != text.count("}")


def declaration(text: str) -> str:
    """Return a declaration that ends in a semicolon."""
    if not _TYPE.match(text):
        return _head(text)
    if text.startswith("enum") or "{" not in text:
        return text
    opening, rest = text.split("{", 1)
    return f"{opening}{{{''.join(_members(rest))}"


def _members(text: str) -> Iterator[str]:
    """Yield the public members of a type, one after the other, and its closing brace."""
    statement = ""
    while text:
        comment = re.match(r"\s*//[^\n]*|\s*public:", text)
        if comment and not statement.strip():
            yield comment[0]
            text = text[comment.end() :]
        elif re.match(r"\s*private:", text):
            yield "\n};"
            return
        elif text[0] == "}":
            yield statement + text
            return
        else:
            size = _size(text)
            member = text[:size]
            nested = re.match(r"\s*(?:struct|class|enum)\b", member)
            yield member if nested else _head(member)
            text = text[size:]


def _size(text: str) -> int:
    """Return where the statement at the beginning of a text ends."""
    depth = 0
    for found in re.finditer(r"//[^\n]*|[(){};]", text):
        mark = found[0]
        depth += (mark in "({") - (mark in ")}")
        is_body = mark == "}" and depth == 0 and not text[found.end() :].startswith((";", ",", ")"))
        if depth == 0 and (mark == ";" or is_body) and not _goes_on(text[found.end() :]):
            return found.end()
    return len(text)


def _goes_on(rest: str) -> bool:
    return bool(re.match(r"\s*\{", rest))


def _head(text: str) -> str:
    """Return a function without its body and its initialisers; other declarations as they are."""
    opening = re.search(r"(?<!operator)(?<!alignas)\(", text)
    if not opening or "=" in re.sub(
        r"<[^<>]*>|template <.*>|operator\W+", "", text[: opening.start()]
    ):
        return text
    depth = 0
    for found in re.finditer(r"[()]", text[opening.start() :]):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            break
    end = opening.start() + found.end()
    trailing = re.match(r"(?: const| noexcept| = default| = delete)*", text[end:])
    return text[:end] + (trailing[0] if trailing else "") + ";"
