"""Where pages come from: a folder, or a WARC file."""

import codecs
import importlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tercel._files import read_chunks
from tercel.lexicon._page_encoding import decoded
from tercel.lexicon.pages import MOST_PAGE_BYTES

_HTML = (".html", ".htm", ".xhtml")
_TEXT = (".txt", ".text")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_MOST_ARCHIVE_BYTES = 2**36


def is_html(name: str) -> bool:
    """Return whether a page of this name is HTML and not plain text."""
    return not name.lower().endswith(_TEXT)


class PageFiles(Mapping[str, bytes]):
    """A folder or WARC file as contents by name; of a folder, one file is in memory at a time."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._root = Path(path)
        self._pages: dict[str, Any] = {}
        if self._root.name.endswith((".warc", ".warc.gz")):
            self._pages = dict(_warc_pages(self._root))
        elif self._root.is_dir():
            for file in sorted(_files(self._root)):
                self._pages[file.relative_to(self._root).as_posix()] = file
        else:
            raise ValueError(f"{path}: expected a folder or a .warc file")

    def __getitem__(self, name: str) -> bytes:
        page = self._pages[name]
        if isinstance(page, bytes):
            return page
        try:
            if page.stat().st_size > MOST_PAGE_BYTES:
                raise ValueError(f"{page}: more than {MOST_PAGE_BYTES} bytes")
            return bytes(page.read_bytes())
        except OSError as error:
            raise ValueError(f"{page}: {error.strerror}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages)

    def __len__(self) -> int:
        return len(self._pages)


def _files(root: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(root):
        for name in names:
            file = Path(folder, name)
            if name.lower().endswith(_HTML + _TEXT) and not file.is_symlink():
                yield file


def _warc_pages(path: Path) -> Iterable[tuple[str, bytes]]:
    try:
        archive = importlib.import_module("warcio.archiveiterator")
        damaged = importlib.import_module("warcio.exceptions").ArchiveLoadFailed
    except ImportError as error:
        raise ImportError(
            f"{path}: WARC files need the extra 'warc': pip install 'tercel[warc]'"
        ) from error
    if path.name.endswith(".gz"):
        # The reader takes a file that is cut off for one that ends.
        for _ in read_chunks(path, _MOST_ARCHIVE_BYTES):
            pass
    try:
        with path.open("rb") as file:
            for record in archive.ArchiveIterator(file):
                kind = record.http_headers and record.http_headers.get_header("Content-Type", "")
                if record.rec_type == "response" and kind and "html" in kind:
                    name = record.rec_headers.get_header("WARC-Target-URI") or ""
                    data = record.content_stream().read(MOST_PAGE_BYTES + 1)
                    _check_whole(record, data)
                    yield name, _as_sent(data, kind)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except AttributeError:  # in the reader
        raise ValueError(f"{path}: damaged: a response without an address") from None
    except (damaged, EOFError) as error:
        problem = " ".join(str(error).split())  # some are a paragraph
        raise ValueError(f"{path}: damaged: {problem[:200]}") from None


def _check_whole(record: Any, data: bytes) -> None:
    """Raise EOFError if a record ends before it should: what is left of it cannot be read."""
    left = getattr(record.raw_stream, "limit", 0)
    if len(data) <= MOST_PAGE_BYTES and left > 0 and not record.raw_stream.read(1):
        raise EOFError(f"cut off: a record lacks {left} bytes")


def _as_sent(data: bytes, content_type: str) -> bytes:
    """Return a page in UTF-8 with a mark, if the server said how it is encoded.

    A server's word counts more than the page's own, which may be a copy's.
    """
    charset = _CHARSET.search(content_type)
    try:
        return codecs.BOM_UTF8 + decoded(data, charset[1]).encode() if charset else data
    except ValueError:
        return data  # the page's own word is what is left
