"""What the header for C declares, with its comments, as a reference shows it."""

import re
from collections.abc import Iterator
from pathlib import Path

from cpp_declarations import Entry

HEADER = Path(__file__).parents[2] / "csrc" / "capi" / "tercel.h"
_COMMENT = re.compile(r"/\*(.*?)\*/\s*", re.DOTALL)


def comment_at(text: str) -> tuple[str, str]:
    """Return the comment that a text begins with, without its signs, and the rest."""
    comment = _COMMENT.match(text)
    if comment is None:
        return "", text
    lines = (line.removeprefix(" *").strip() for line in comment[1].strip().split("\n"))
    return "\n".join(lines), text[comment.end() :]


def c_entries_of(text: str) -> Iterator[Entry]:
    """Yield what the header declares: blocks between empty lines, each with its comment."""
    _, _, text = text.partition('extern "C" {\n#endif\n')
    text, _, _ = text.partition("\n#ifdef __cplusplus\n")
    for block in text.strip().split("\n\n"):
        comment, declaration = comment_at(block)
        # Further lines of a declaration lie as far to the right.
        shown = re.sub(r"^(?:TERCEL_API | {11}(?= {9}))", "", declaration, flags=re.MULTILINE)
        yield Entry(comment, shown)
