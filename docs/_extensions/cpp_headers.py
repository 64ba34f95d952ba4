"""The directive ``cpp-header``: the documented names of a header, from its ``///`` comments."""

import re
from pathlib import Path

from cpp_declarations import entries_of, leading_comment
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

INCLUDE = Path(__file__).parents[2] / "csrc" / "include"


class CppHeader(SphinxDirective):
    """A section for the header that is its argument, such as ``tercel/metrics/bleu.hpp``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the section."""
        name = self.arguments[0]
        path = INCLUDE / name
        self.env.note_dependency(str(path))
        lines = path.read_text(encoding="ascii").splitlines()
        section = nodes.section(ids=[nodes.make_id(name)], names=[name])
        section += nodes.title("", "", nodes.literal("", name))
        section += paragraphs(leading_comment(lines))
        entries = list(entries_of(lines))
        if not entries:
            raise self.error(f"{name} documents nothing that is public")
        for entry in entries:
            section += nodes.literal_block(
                entry.declaration, entry.declaration, language="cpp", classes=["declaration"]
            )
            section += paragraphs(entry.comment)
        return [section]


def paragraphs(comment: str) -> list[nodes.Node]:
    """Return a comment's paragraphs; names in backticks and formulas stay as they are written."""
    found: list[nodes.Node] = []
    for text in comment.split("\n\n"):
        paragraph = nodes.paragraph()
        for i, part in enumerate(re.split(r"`([^`]*)`", " ".join(text.split("\n")))):
            paragraph += nodes.literal("", part) if i % 2 else nodes.Text(part)
        found.append(paragraph)
    return found


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of this extension."""
    app.add_directive("cpp-header", CppHeader)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
