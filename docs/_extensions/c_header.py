"""The directive ``c-header``: the header for C, comments as text and declarations as code."""

from c_declarations import HEADER, c_entries_of, comment_at
from cpp_headers import paragraphs
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class CHeader(SphinxDirective):
    """What the header says of itself, and of everything that it declares."""

    def run(self) -> list[nodes.Node]:
        """Return the paragraphs and declarations."""
        self.env.note_dependency(str(HEADER))
        text = HEADER.read_text(encoding="ascii")
        _, *rules = comment_at(text)[0].split("\n\n")
        found = paragraphs("\n\n".join(rules))
        for entry in c_entries_of(text):
            if entry.comment:
                found += paragraphs(entry.comment)
            found.append(
                nodes.literal_block(
                    entry.declaration, entry.declaration, language="c", classes=["declaration"]
                )
            )
        return found


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of this extension."""
    app.add_directive("c-header", CHeader)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
