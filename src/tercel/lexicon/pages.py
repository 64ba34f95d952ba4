"""Pages of HTML or plain text: their blocks of text, their markup, their language."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from tercel.lexicon._page_encoding import text_of

MOST_PAGE_BYTES = 2**26

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "caption",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "option",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    ]
)
_HIDDEN = frozenset(("script", "style", "template", "noscript"))
_SPACE = re.compile(r"\s+")
# What begins at a "<" and needs a ">".
_MARKUP = re.compile(r"<[A-Za-z/!?]")
# A comment, or what holds text in which "<!--" begins none, and its end.
_COMMENT_OR_RAW = re.compile(r"<(!--|(?:script|style)\b)", re.I)
_RAW_END = {name: re.compile(f"</{name}", re.I) for name in ("script", "style")}
# A full stop or another mark, closing quotes or brackets, white space, and then what a sentence may
# begin with.
_SENTENCE_END = re.compile(r"(?<=[.!?…])(?P<close>[\"'”’»)\]]*)\s+(?=[^\W\d_]|[\d\"'“‘«(\[¿¡])")
_ABBREVIATION = re.compile(r"(?:^|\W)(?:[^\W\d_]|e\.g|i\.e|z\.B|d\.h|etc|cf|vs|p\.ex|Mr|Mrs|Dr)\.$")


@dataclass(frozen=True)
class Page:
    """A page as pairing sees it.

    Attributes
    ----------
    blocks : list of str
        Its text, a paragraph, heading, cell or list item each; white space is made single.
    tags : list of str
        Its block-level tags in order; empty for plain text.
    language : str
        What its markup declares, in lower case; ``""`` if it does not.
    """

    blocks: list[str]
    tags: list[str] = field(default_factory=list)
    language: str = ""

    @property
    def n_characters(self) -> int:
        """Characters of all blocks."""
        return sum(map(len, self.blocks))

    def sentences(self) -> list[str]:
        """Return the sentences of all blocks."""
        return [sentence for block in self.blocks for sentence in split_sentences(block)]


def read_page(data: bytes, *, html: bool) -> Page:
    """Return a page from the bytes of a file.

    Raises
    ------
    ValueError
        If it is larger than 2**26 bytes, or not in its encoding: that of its byte order mark, else
        the one that it declares, else UTF-8.
    """
    if not isinstance(data, bytes):
        raise TypeError(f"a page is {type(data).__name__}, expected bytes")
    if len(data) > MOST_PAGE_BYTES:
        raise ValueError(f"more than {MOST_PAGE_BYTES} bytes")
    text = text_of(data, html=html)
    if "\0" in text:
        raise ValueError("holds a NUL character, expected text")
    if not html:
        paragraphs = (_SPACE.sub(" ", block).strip() for block in re.split(r"\n\s*\n", text))
        return Page([block for block in paragraphs if block])
    parser = _PageParser()
    parser.feed(_without_open_end(text))
    parser.close()
    parser.close_block()
    return Page(parser.blocks, parser.tags, parser.language)


def split_sentences(block: str) -> list[str]:
    """Split a block of text into sentences, by a rule and not by a model.

    A sentence ends at ``.``, ``!``, ``?`` or ``…`` with closing quotes and brackets, if white space
    and then no lower-case letter follows; but not behind a single letter or one of a few
    abbreviations (e.g., i.e., z.B., d.h., etc., cf., vs., p.ex., Mr., Mrs., Dr.).

    Examples
    --------
    >>> split_sentences("It works (e.g. here). See J. Doe! Done")
    ['It works (e.g. here).', 'See J. Doe!', 'Done']
    """
    sentences = []
    begin = 0
    for end in _SENTENCE_END.finditer(block):
        following = block[end.end()]
        piece = block[begin : end.end("close")]
        if following.islower() or _ABBREVIATION.search(piece[-12:]):
            continue
        sentences.append(piece.strip())
        begin = end.end()
    last = block[begin:].strip()
    return [sentence for sentence in [*sentences, last] if sentence]


def _without_open_end(text: str) -> str:
    """Return the page without a comment or tag that its end leaves open.

    Browsers do not show these either, and the parser would read what is left again at each "<".
    """
    text = text[: _open_comment(text)]
    markup = _MARKUP.search(text, text.rfind(">") + 1)
    return text[: markup.start()] if markup else text


def _open_comment(text: str) -> int:
    """Return where a comment begins that does not end, or the length of the text."""
    at = 0
    while found := _COMMENT_OR_RAW.search(text, at):
        if found[1] == "!--":
            at = text.find("-->", found.end()) + 1
            if at == 0:
                return found.start()
        else:
            end = _RAW_END[found[1].lower()].search(text, found.end())
            if end is None:
                break
            at = end.end()
    return len(text)


class _PageParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = []
        self.tags: list[str] = []
        self.language = ""
        self._text: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HIDDEN:
            self._hidden += 1
        if tag == "html":
            declared = dict(attrs)
            self.language = (declared.get("lang") or declared.get("xml:lang") or "").lower()
        if tag in _BLOCKS:
            self.close_block()
            self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        if tag in _BLOCKS:
            self.close_block()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._text.append(data)

    def close_block(self) -> None:
        text = _SPACE.sub(" ", "".join(self._text)).strip()
        self._text = []
        if text:
            self.blocks.append(text)
