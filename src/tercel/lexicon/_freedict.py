"""FreeDict's dictionaries, as dictd databases and as TEI."""

import gzip
import itertools
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from tercel.lexicon._dictionary import Dictionary

# The largest dictionary of FreeDict has 60 MB.
MOST_BYTES = 2**30
_DIGITS = {
    digit: value
    for value, digit in enumerate(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    )
}
# Grammar, subject, usage and cross-references, which stand in brackets of four kinds.
_REMARKS = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)|\{[^{}]*\}")
_NUMBER = re.compile(r"\d+\.\s+")
_LABEL = re.compile(r"\w+:\s")
_HEADWORD_END = re.compile(r" [/<\[(]")


def read_freedict(path: str | Path) -> Dictionary:
    """Read a dictionary of FreeDict.

    Parameters
    ----------
    path : path
        A dictd database's ``.index``, ``.dict.dz`` or ``.dict`` file, the other one beside it; or a
        TEI document, ``.tei`` or ``.xml``, also with ``.gz``.

    Returns
    -------
    Dictionary
        Headwords and translations as they are written there. Of a dictd article, which is made to
        be read by people, translations are the parts between commas and semicolons, without
        numbers and what stands in brackets; lines such as "Note: ..." are left out. Definitions
        are taken apart in the same way, in a TEI document whose only translations they are.

    Raises
    ------
    OSError
        If a file cannot be read.
    ValueError
        If a file is damaged, is not UTF-8, decompresses to more than 1 GB, declares entities, or
        has no translation.
    """
    path = Path(path)
    dictionary = Dictionary.from_pairs(_pairs(path))
    if not len(dictionary):
        raise ValueError(f"{path}: no entry has a translation, or none in a place that is known")
    return dictionary


def _pairs(path: Path) -> Iterable[tuple[str, str]]:
    name = path.name.removesuffix(".gz")
    if name.endswith((".tei", ".xml")):
        return _tei_pairs(path)
    for ending in (".index", ".dict.dz", ".dict"):
        if name.endswith(ending):
            return _dictd_pairs(path.with_name(name.removesuffix(ending)))
    raise ValueError(
        f"{path}: expected a file that ends with .index, .dict.dz, .dict, .tei or .xml"
    )


def _dictd_pairs(stem: Path) -> Iterator[tuple[str, str]]:
    index = stem.with_name(f"{stem.name}.index")
    packed, plain = (stem.with_name(f"{stem.name}{end}") for end in (".dict.dz", ".dict"))
    articles = packed if packed.exists() or not plain.exists() else plain
    data = _read(articles)
    seen = set()
    for number, line in enumerate(_text(_read(index), index).split("\n"), start=1):
        if not line:
            continue
        where = _place(line, index, number, len(data))
        if line.startswith("00database") or where in seen:
            continue
        seen.add(where)
        yield from _article_pairs(_text(data[where[0] : sum(where)], articles, where[0]))


def _place(line: str, index: Path, number: int, size: int) -> tuple[int, int]:
    """Return offset and length of an article."""
    fields = line.split("\t")
    if len(fields) < 3:
        raise ValueError(f"{index}, line {number}: {len(fields)} fields, expected 3")
    try:
        offset, length = map(_base64, fields[1:3])
    except KeyError:
        raise ValueError(
            f"{index}, line {number}: {fields[1]!r} and {fields[2]!r}, expected numbers in base 64"
        ) from None
    if offset + length > size:
        raise ValueError(
            f"{index}, line {number}: an article up to byte {offset + length}, but the "
            f"dictionary has {size}: is it cut off?"
        )
    return offset, length


def _base64(text: str) -> int:
    value = 0
    for digit in text:
        value = 64 * value + _DIGITS[digit]
    return value


def _article_pairs(article: str) -> Iterator[tuple[str, str]]:
    first, *lines = article.strip("\n").split("\n")
    headword = first[: end.start()] if (end := _HEADWORD_END.search(first)) else first
    for line in lines:
        clean = _NUMBER.sub("", _REMARKS.sub("", line).strip(), count=1)
        if _LABEL.match(f"{clean} ") or clean.startswith('"'):
            continue
        for translation in _parts(clean):
            yield headword, translation


def _parts(text: str) -> list[str]:
    return re.split("[,;]", text)


class _TeiReader:
    """Collects headwords and translations from the events of a TEI document."""

    def __init__(self, path: Path) -> None:
        self.translated: list[tuple[str, str]] = []
        self.defined: list[tuple[str, str]] = []
        self._path = path
        self._open: list[tuple[str, str]] = []
        self._text: list[str] | None = None
        self._texts: dict[str, list[str]] = {}

    def parse(self, data: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._refuse
        parser.SkippedEntityHandler = self._refuse
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise ValueError(f"{self._path}: not well-formed XML: {error}") from None

    def _refuse(self, name: str, *_: object) -> NoReturn:
        raise ValueError(f"{self._path}: the entity {name!r}, expected a document without entities")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._open.append((name, attributes.get("type", "")))
        if name == "entry":
            self._texts = {"orth": [], "quote": [], "def": []}
        if self._is_wanted():
            self._text = []

    def _end(self, name: str) -> None:
        if self._text is not None and self._is_wanted():
            self._texts[name].append("".join(self._text))
            self._text = None
        self._open.pop()
        if name == "entry":
            parts = [part for text in self._texts["def"] for part in _parts(_REMARKS.sub("", text))]
            self.translated += itertools.product(self._texts["orth"], self._texts["quote"])
            self.defined += itertools.product(self._texts["orth"], parts)
            self._texts = {}

    def _characters(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def _is_wanted(self) -> bool:
        """Whether the innermost element is a headword, a translation or a definition."""
        name, kind = self._open[-1]
        if name == "quote":  # old documents say there what it is, others in the element around it
            return name in self._texts and (
                kind == "trans" or self._open[-2] in (("cit", "trans"), ("cit", "translation"))
            )
        return name in self._texts


def _tei_pairs(path: Path) -> list[tuple[str, str]]:
    reader = _TeiReader(path)
    reader.parse(_read(path))
    # Some dictionaries have their translations in <def>; elsewhere definitions explain a word.
    return reader.translated or reader.defined


def _read(path: Path) -> bytes:
    """Return a file's bytes, decompressed if it says so by its name."""
    with gzip.open(path) if path.suffix in (".dz", ".gz") else path.open("rb") as file:
        try:
            data = file.read(MOST_BYTES + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise ValueError(f"{path}: damaged gzip file: {error}") from None
    if len(data) > MOST_BYTES:
        raise ValueError(f"{path}: more than {MOST_BYTES} bytes")
    return data


def _text(data: bytes, path: Path, offset: int = 0) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not UTF-8 at byte {offset + error.start}") from None
