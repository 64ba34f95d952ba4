"""Where pages come from: a folder, or a WARC file."""

import importlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tercel.lexicon.pages import MOST_PAGE_BYTES

_HTML = (".html", ".htm", ".xhtml")
_TEXT = (".txt", ".text")


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
    try:
        with path.open("rb") as file:
            for record in archive.ArchiveIterator(file):
                kind = record.http_headers and record.http_headers.get_header("Content-Type", "")
                if record.rec_type == "response" and kind and "html" in kind:
                    name = record.rec_headers.get_header("WARC-Target-URI") or ""
                    yield name, record.content_stream().read(MOST_PAGE_BYTES + 1)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except damaged as error:
        raise ValueError(f"{path}: {error}") from None
