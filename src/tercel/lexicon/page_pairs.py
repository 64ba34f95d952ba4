"""Parallel pages from a folder or crawl: paired by name, checked by length, markup and language."""

import importlib
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tercel import _core
from tercel._execution import ISA
from tercel.lexicon._page_files import PageFiles, is_html
from tercel.lexicon.page_names import candidates
from tercel.lexicon.pages import Page, read_page


@dataclass(frozen=True)
class PagePair:
    """Two pages that passed all checks."""

    source_name: str
    target_name: str
    pattern: str
    source: Page
    target: Page

    @property
    def sentences(self) -> tuple[list[str], list[str]]:
        """The sentences of both sides, ready for `align_documents`."""
        return self.source.sentences(), self.target.sentences()


@dataclass(frozen=True)
class PairedDocuments:
    """The pairs, and a report.

    Attributes
    ----------
    pairs : list of PagePair
    patterns : dict of str to int
        Candidate pairs by what marks the languages in their names.
    rejected : dict of str to int
        Candidate pairs by the first reason that holds: "unreadable", "no text", "language", "length
        ratio", "markup".
    rejections : list of (str, str, str)
        Source name, target name and reason of each.
    n_pages : int
        Pages of all languages that were looked at.
    """

    pairs: list[PagePair]
    patterns: dict[str, int]
    rejected: dict[str, int]
    rejections: list[tuple[str, str, str]]
    n_pages: int

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain Python objects, without the texts."""
        return {
            "n_pages": self.n_pages,
            "n_pairs": len(self.pairs),
            "patterns": dict(self.patterns),
            "rejected": dict(self.rejected),
        }

    def __repr__(self) -> str:
        return f"PairedDocuments({self.to_dict()})"


def pair_documents(
    pages: str | os.PathLike[str] | Mapping[str, bytes],
    source_language: str,
    target_language: str,
    *,
    max_length_ratio: float = 2.0,
    min_markup: float = 0.5,
    detect: bool = False,
) -> PairedDocuments:
    """Find pages that are translations of each other.

    Parameters
    ----------
    pages : path-like, or mapping of str to bytes
        A folder of ``.html``, ``.htm``, ``.xhtml``, ``.txt`` and ``.text`` files (links are not
        followed), a ``.warc`` or ``.warc.gz`` file (extra ``warc``), or contents by name or URL.
        Encodings are read as browsers do it: a byte order mark, what the server said (WARC), what
        the page declares, UTF-8. Of a URL that is there twice the last record counts.
    source_language, target_language : str
        Two-letter codes.
    max_length_ratio : float, default=2
        Reject a pair whose longer text has more than this many times the characters of the other.
    min_markup : float, default=0.5
        Reject a pair of HTML pages whose block-level tags are less similar: 1 less their edit
        distance over the longer number of tags.
    detect : bool, default=False
        Look which of the two languages the text is in, by the package lingua (extra ``language``),
        instead of what pages declare (``<html lang>``): generators often declare English whatever
        the text.

    Returns
    -------
    PairedDocuments

    Raises
    ------
    ImportError
        If an extra is missing; the message names it.
    ValueError
        If a language is no two-letter code or both are the same, an option is out of range, or the
        folder or file cannot be read or is cut off. A page that cannot be read is counted instead.

    Examples
    --------
    >>> page = "<html lang='{}'><body><p>{}</p></body></html>".format
    >>> found = pair_documents(
    ...     {"a.en.html": page("en", "A cat.").encode(), "a.fr.html": page("fr", "Chat.").encode()},
    ...     "en", "fr",
    ... )
    >>> found.patterns, found.pairs[0].sentences
    ({'suffix en / suffix fr': 1}, (['A cat.'], ['Chat.']))
    """
    for name, code in (("source", source_language), ("target", target_language)):
        if len(code) != 2 or not code.isascii() or not code.islower():
            raise ValueError(f"{name}_language is {code!r}, expected a code such as 'en'")
    if source_language == target_language:
        raise ValueError(f"both languages are {source_language!r}, expected two")
    if not max_length_ratio >= 1 or not 0 <= min_markup <= 1:
        raise ValueError("max_length_ratio must be 1 or more and min_markup from 0 to 1")
    contents = pages if isinstance(pages, Mapping) else PageFiles(pages)
    judge = _Judge(
        (source_language, target_language),
        max_length_ratio,
        min_markup,
        _detector(source_language, target_language) if detect else None,
    )
    names = list(contents)
    pairs, rejections, patterns = [], [], Counter[str]()
    for source, target, pattern in candidates(names, names, source_language, target_language):
        patterns[pattern] += 1
        try:
            sides = [read_page(contents[name], html=is_html(name)) for name in (source, target)]
        except ValueError:
            rejections.append((source, target, "unreadable"))
            continue
        reason = judge.reason(*sides)
        if reason:
            rejections.append((source, target, reason))
        else:
            pairs.append(PagePair(source, target, pattern, *sides))
    reasons = dict(Counter(reason for _, _, reason in rejections))
    return PairedDocuments(pairs, dict(patterns), reasons, rejections, len(names))


@dataclass(frozen=True)
class _Judge:
    languages: tuple[str, str]
    max_length_ratio: float
    min_markup: float
    detector: Any

    def reason(self, source: Page, target: Page) -> str:
        """Return why a pair is rejected, or nothing."""
        if not source.n_characters or not target.n_characters:
            return "no text"
        if not all(map(self._speaks, (source, target), self.languages)):
            return "language"
        short, long = sorted((source.n_characters, target.n_characters))
        if long > self.max_length_ratio * short:
            return "length ratio"
        if (source.tags or target.tags) and markup_similarity(source, target) < self.min_markup:
            return "markup"
        return ""

    def _speaks(self, page: Page, language: str) -> bool:
        if self.detector is None:
            return page.language.replace("_", "-").split("-")[0] in ("", language)
        found = self.detector.detect_language_of(" ".join(page.blocks)[:5000])
        return found is not None and found.iso_code_639_1.name.lower() == language


def markup_similarity(source: Page, target: Page) -> float:
    """Return 1 less the edit distance of block-level tags over the longer number of them."""
    longest = max(len(source.tags), len(target.tags))
    if longest == 0:
        return 1.0
    options = _core.EditRateOptions("words", "none", False, False)
    texts = [" ".join(page.tags) for page in (source, target)]
    totals = _core.edit_rate_statistics(texts[:1], [texts[1:]], options, 1, ISA, None)
    return 1.0 - float(totals[0, 0]) / longest


def _detector(*codes: str) -> Any:
    try:
        lingua = importlib.import_module("lingua")
    except ImportError as error:
        raise ImportError(
            "detect=True needs the extra 'language': pip install 'tercel[language]'"
        ) from error
    isos = [getattr(lingua.IsoCode639_1, code.upper(), None) for code in codes]
    if None in isos:
        raise ValueError(f"lingua does not know {codes[isos.index(None)]!r}")
    return lingua.LanguageDetectorBuilder.from_iso_codes_639_1(*isos).build()
