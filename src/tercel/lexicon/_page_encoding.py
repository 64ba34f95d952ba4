"""From the bytes of a page to its text, as browsers do it."""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.I)
_XML = re.compile(rb"\s*<\?xml[^>]{0,200}encoding\s*=\s*[\"']([A-Za-z0-9_.:-]{1,40})")
# What Python calls encodings, and no page is written in.
_NO_ENCODINGS = frozenset(("idna", "mbcs", "oem", "palmos", "punycode", "undefined", "utf-7"))


def text_of(data: bytes, *, html: bool) -> str:
    """Return the text of a page; the mark at its start, then what it declares, then UTF-8.

    Raises
    ------
    ValueError
        If the encoding is unknown, or the page is not in it.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return decoded(data[len(mark) :], encoding)
    return decoded(data, _declared(data[:4096]) if html else "utf-8")


def decoded(data: bytes, encoding: str) -> str:
    """Return the text of bytes in an encoding by any of its names; errors as `text_of`."""
    try:
        name = codecs.lookup(encoding).name.replace("_", "-")
        if name in _NO_ENCODINGS or name.endswith("unicode-escape"):
            raise LookupError(f"unknown encoding: {encoding}")
        if name in ("ascii", "iso8859-1"):
            return _western(data)
        return data.decode(name)
    except (LookupError, UnicodeError) as error:
        raise ValueError(f"not decodable: {error}") from None


def _declared(head: bytes) -> str:
    head = _COMMENT.sub(b"", head)
    found = _CHARSET.search(head) or _XML.match(head)
    name = found[1].decode("ascii") if found else "utf-8"
    # A declaration that can be read as ASCII cannot be in UTF-16.
    return "utf-8" if name.lower().startswith("utf-16") else name


def _western(data: bytes) -> str:
    """Return text of a page that calls itself Latin-1 or ASCII: it means Windows' superset."""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:  # of five bytes, which have no meaning there
        return data.decode("latin-1")
