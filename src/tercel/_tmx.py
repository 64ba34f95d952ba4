"""Translation memories: TMX 1.4 read as a stream of pairs, and written.

The reader keeps one translation unit in memory, whatever the size of the file. It follows no
reference to anything outside the file, and refuses entity declarations: they are how a small file
becomes a large text, or reads other files.
"""

import os
import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from tercel._files import MOST_DECOMPRESSED_BYTES, read_chunks, written_text
from tercel._version import __version__

MOST_DEPTH = 64
MOST_SEGMENT_CHARACTERS = 2**20
# What the parser may hold back: a tag or comment that does not end.
_MOST_PENDING_BYTES = 2**20

# Native code of other formats, not text; with it goes <sub>, text of another flow (a footnote).
_CODE = frozenset(("bpt", "ept", "ph", "it", "ut"))
_WHITE_SPACE = re.compile(r"[ \t\r\n]+")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")


def read_tmx(
    path: str | os.PathLike[str],
    source_language: str,
    target_language: str,
    *,
    max_bytes: int = MOST_DECOMPRESSED_BYTES,
) -> Iterator[tuple[str, str]]:
    r"""Yield the pairs of a translation memory in the file's order.

    A unit without one of the languages is left out, because memories hold many languages. Runs of
    blanks and line ends become one space. Of inline markup, ``hi`` is text; ``bpt``, ``ept``,
    ``ph``, ``it`` and ``ut`` hold code of another format and go, with the ``sub`` inside them.

    Parameters
    ----------
    path : path-like
        TMX 1.1 to 1.4; ``.gz`` is decompressed.
    source_language, target_language : str
        Language tags such as ``"en"`` or ``"pt-BR"``, upper or lower case. ``"en"`` also takes
        ``en-US``, but ``"en-US"`` does not take ``en`` (RFC 4647, basic filtering). A variant of
        exactly that tag goes before others, then the first one in the file.
    max_bytes : int, default=2**32
        The most that a ``.gz`` may decompress to.

    Yields
    ------
    tuple of (str, str)
        Source and target; a side may be empty where the file has an empty segment.

    Raises
    ------
    ValueError
        If a language is no language tag or both could be the same; if the file cannot be read, is
        not XML, is not TMX, declares or uses entities, nests deeper than 64 elements, has a segment
        of more than 2**20 characters, or if no unit has both languages. The message names file and
        line. Pairs before the bad line were yielded by then.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_tmx(f"{folder}/a.tmx", [("The cat.", "Le chat.")], "en", "fr")
    ...     list(read_tmx(f"{folder}/a.tmx", "EN", "fr"))
    1
    [('The cat.', 'Le chat.')]
    """
    source, target = _language(source_language, "source"), _language(target_language, "target")
    if _takes(source, target) or _takes(target, source):
        raise ValueError(
            f"source_language {source_language!r} and target_language {target_language!r} take the "
            "same segments, expected two languages"
        )
    reader = _Reader(os.fspath(path), source, target)
    return _read(reader, path, max_bytes)


def _read(
    reader: "_Reader", path: str | os.PathLike[str], max_bytes: int
) -> Iterator[tuple[str, str]]:
    with closing(read_chunks(path, max_bytes)) as chunks:
        yield from reader.pairs_of(chunks)


def write_tmx(
    path: str | os.PathLike[str],
    pairs: Iterable[tuple[str, str]],
    source_language: str,
    target_language: str,
) -> int:
    """Write pairs as TMX 1.4, the file never being seen half-written.

    Parameters
    ----------
    path : path-like
        ``.gz`` is compressed.
    pairs : iterable of (str, str)
        Source and target.
    source_language, target_language : str
        Language tags such as ``"en"``.

    Returns
    -------
    int
        The number of pairs written.

    Raises
    ------
    TypeError
        If a side is not a string.
    ValueError
        If a language is no language tag, a side holds a character that XML cannot (a control
        character or half a surrogate pair), or the file cannot be written.
    """
    _language(source_language, "source")
    _language(target_language, "target")
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n'
        f'<header creationtool="tercel" creationtoolversion={quoteattr(__version__)} '
        'segtype="sentence" o-tmf="text" adminlang="en" '
        f'srclang="{source_language}" datatype="plaintext"/>\n<body>\n'
    )
    n = 0
    with written_text(path) as file:
        file.write(head.encode())
        for n, (source, target) in enumerate(pairs, 1):
            unit = (
                f'<tu><tuv xml:lang="{source_language}"><seg>{_escaped(source, n)}</seg></tuv>'
                f'<tuv xml:lang="{target_language}"><seg>{_escaped(target, n)}</seg></tuv></tu>\n'
            )
            file.write(unit.encode())
        file.write(b"</body>\n</tmx>\n")
    return n


def _escaped(text: str, n: int) -> str:
    if not isinstance(text, str):
        raise TypeError(f"pair {n} has a {type(text).__name__}, expected two str")
    if bad := _NOT_XML.search(text):
        raise ValueError(f"pair {n} has U+{ord(bad[0]):04X}, which XML cannot hold")
    return escape(text)


def _language(tag: str, which: str) -> str:
    if not _LANGUAGE.fullmatch(tag):
        raise ValueError(f"{which}_language is {tag!r}, expected a language tag such as 'en'")
    return tag.lower()


def _takes(wanted: str, tag: str) -> bool:
    return tag == wanted or tag.startswith(f"{wanted}-")


class _RefusedError(Exception):
    """What a handler found wrong, on its way through the parser."""


class _Side:
    """The best segment of one language in the present unit."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.text: str | None = None
        self._exact = False

    def clear(self) -> None:
        self.text, self._exact = None, False

    def offer(self, tag: str, text: str) -> None:
        exact = tag == self.language
        if _takes(self.language, tag) and (self.text is None or (exact and not self._exact)):
            self.text, self._exact = text, exact


class _Reader:
    """The handlers of the XML parser, and the pairs that they have found so far."""

    def __init__(self, path: str, source: str, target: str) -> None:
        self._path = path
        self._source, self._target = _Side(source), _Side(target)
        self._found: deque[tuple[str, str]] = deque()
        self._languages: dict[str, None] = {}
        self._n_pairs = 0
        self._depth = 0
        self._code_depth = 0  # of the outermost element of native code; 0 outside of one
        self._tag = ""
        self._text: list[str] | None = None  # of the segment that is open
        self._n_characters = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.EntityDeclHandler = self._entity_declared
        self._parser.SkippedEntityHandler = self._entity_used

    def pairs_of(self, chunks: Iterable[bytes]) -> Iterator[tuple[str, str]]:
        n_bytes = 0
        for chunk in chunks:
            n_bytes += len(chunk)
            self._parse(chunk, final=False)
            if n_bytes - max(self._parser.CurrentByteIndex, 0) > _MOST_PENDING_BYTES:
                raise self._error(f"markup of more than {_MOST_PENDING_BYTES} bytes")
            while self._found:
                yield self._found.popleft()
        self._parse(b"", final=True)
        yield from self._found
        if self._n_pairs == 0:
            some = ", ".join(islice(self._languages, 10)) or "none"
            raise ValueError(
                f"{self._path}: no unit has both {self._source.language} and "
                f"{self._target.language}; its languages: {some}"
            )

    def _parse(self, data: bytes, *, final: bool) -> None:
        try:
            self._parser.Parse(data, final)
        except _RefusedError as error:
            raise self._error(str(error)) from None
        except expat.ExpatError as error:
            message = expat.errors.messages.get(error.code, "unknown error")
            raise ValueError(f"{self._path}, line {error.lineno}: not XML: {message}") from None
        except (LookupError, ValueError) as error:  # an encoding that the parser has not
            raise self._error(f"not readable: {error}") from None

    def _error(self, message: str) -> ValueError:
        return ValueError(f"{self._path}, line {self._parser.CurrentLineNumber}: {message}")

    def _entity_declared(self, name: str, *_: object) -> None:
        raise _RefusedError(f"declares the entity {name!r}; entity declarations are refused")

    def _entity_used(self, name: str, _: object) -> None:
        raise _RefusedError(f"uses the entity {name!r}, which only a file outside could declare")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise _RefusedError(f"more than {MOST_DEPTH} elements inside each other")
        if self._depth == 1 and name != "tmx":
            raise _RefusedError(f"the outermost element is {name!r}, expected 'tmx'")
        if self._text is not None:
            if name == "seg":
                raise _RefusedError("a seg inside a seg")
            if name in _CODE and self._code_depth == 0:
                self._code_depth = self._depth
        elif name == "tu":
            self._source.clear()
            self._target.clear()
        elif name == "tuv":
            self._tag = self._tag_of(attributes)
        elif name == "seg":
            self._text, self._n_characters = [], 0

    def _tag_of(self, attributes: dict[str, str]) -> str:
        tag = attributes.get("xml:lang") or attributes.get("lang")  # TMX before 1.4
        if not tag:
            raise _RefusedError("a tuv without xml:lang")
        tag = tag.replace("_", "-").lower()
        if len(self._languages) < 100:
            self._languages[tag] = None
        return tag

    def _characters(self, text: str) -> None:
        if self._text is None or self._code_depth:
            return
        self._n_characters += len(text)
        if self._n_characters > MOST_SEGMENT_CHARACTERS:
            raise _RefusedError(f"a segment of more than {MOST_SEGMENT_CHARACTERS} characters")
        self._text.append(text)

    def _end(self, name: str) -> None:
        if self._depth == self._code_depth:
            self._code_depth = 0
        self._depth -= 1
        if name == "seg" and self._text is not None:
            text = _WHITE_SPACE.sub(" ", "".join(self._text)).strip(" ")
            self._text = None
            self._source.offer(self._tag, text)
            self._target.offer(self._tag, text)
        elif name == "tu":
            self._add_pair()

    def _add_pair(self) -> None:
        if self._source.text is not None and self._target.text is not None:
            self._n_pairs += 1
            self._found.append((self._source.text, self._target.text))
