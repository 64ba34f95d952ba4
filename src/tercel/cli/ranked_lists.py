"""What ``tercel rerank`` reads: candidates with features, and how good they are."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel.cli.files import STDIN, display_name, nbest_source, printable, read_segments
from tercel.cli.options import UsageError
from tercel.metrics import TER
from tercel.rerank.nbest import NBest
from tercel.rerank.nbest_files import FORMATS, format_of, read_nbest
from tercel.rerank.svmlight_format import read_svmlight

FloatArray = NDArray[np.float64]
SVMLIGHT = "svmlight"
INPUT_FORMATS = (SVMLIGHT, *FORMATS)


@dataclass(frozen=True)
class JudgedLists:
    """Candidates and their gold values.

    Attributes
    ----------
    features : ndarray of float, shape (n_candidates, n_features)
    names : tuple of str or None
        Of the features.
    quality : ndarray of float, shape (n_candidates,)
        Higher is better.
    groups : ndarray of int, shape (n_candidates,)
    nbest : NBest or None
        The lists, if the file holds them.
    edits, lengths : ndarray of int or None
        As for `tercel.rerank.edit_statistics`, if references are given.
    """

    features: FloatArray
    names: tuple[str, ...] | None
    quality: FloatArray
    groups: NDArray[np.int64]
    nbest: NBest | None = None
    edits: NDArray[np.int64] | None = None
    lengths: NDArray[np.int64] | None = None


def input_group(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the group of what is read, with the file of judged candidates."""
    group = parser.add_argument_group(
        "input", "SVMlight, or n-best lists as Moses, .jsonl or .tsv (- is standard input)"
    )
    add_input(group, "lists", "LISTS")
    return group


def add_input(group: argparse._ArgumentGroup, name: str, metavar: str) -> None:
    """Add the file of candidates and its format."""
    group.add_argument(name, metavar=metavar)
    group.add_argument(
        "--input-format",
        choices=INPUT_FORMATS,
        help="default: by the name's ending (.svmlight, .jsonl, .tsv), else moses",
    )


def add_gold(group: argparse._ArgumentGroup) -> None:
    """Add the options that say how good candidates are."""
    group.add_argument(
        "--quality", metavar="NAME", help="the feature (a column of TSV) that says how good it is"
    )
    group.add_argument(
        "--lower-is-better", action="store_true", help="--quality is an error rate, such as TER"
    )
    group.add_argument(
        "--references",
        metavar="FILE",
        help="a line a source, from list id 0 on: TER against them is the quality",
    )


def input_format(path: str, given: str | None) -> str:
    """Return the format of a file of candidates."""
    if given is not None:
        return given
    if path.removesuffix(".gz").endswith(".svmlight"):
        return SVMLIGHT
    return format_of(path, None)


def read_judged(path: str, options: argparse.Namespace, columns: str | None) -> JudgedLists:
    """Read candidates and their gold values.

    Parameters
    ----------
    path : str
    options : Namespace
        With the options of `add_gold` and `add_input`.
    columns : str or None
        Features by name with commas between them; all but the quality if None.

    Raises
    ------
    UsageError
        If the options do not say how good candidates are.
    ValueError
        If a file is not what it should be; the message names file and line.
    """
    form = input_format(path, options.input_format)
    if form == SVMLIGHT:
        if options.quality is not None or options.references is not None:
            raise UsageError("--quality and --references are for n-best lists")
        if path == STDIN:
            raise UsageError(f"standard input ({STDIN}) is for n-best lists, expected a file")
        found = read_svmlight(path)
        names = None if columns is None else tuple(columns.split(","))
        quality = -found.quality if options.lower_is_better else found.quality
        return JudgedLists(found.features, names, quality, found.groups)
    if (options.quality is None) == (options.references is None):
        raise UsageError("expected one of --quality and --references, to know how good they are")
    nbest = read_nbest(nbest_source(path), format=form)
    file = NBestFile(display_name(path), nbest)
    edits = lengths = None
    if options.references is not None:
        edits, lengths, quality = _judged_by_ter(file, options)
    else:
        quality = file.column(options.quality)
        quality = -quality if options.lower_is_better else quality
    names = tuple(name for name in nbest.features if name != options.quality)
    if columns is not None:
        names = tuple(columns.split(","))
    return JudgedLists(
        file.table(names), names, quality, nbest.ids[nbest.groups], nbest, edits, lengths
    )


@dataclass(frozen=True)
class NBestFile:
    """N-best lists and the file that they are from, for messages."""

    path: str
    nbest: NBest

    def column(self, name: str) -> FloatArray:
        """Return a feature of all candidates; ValueError where one lacks it."""
        if name not in self.nbest.features:
            known = printable(", ".join(self.nbest.features)) or "none"
            raise ValueError(f"{self.path}: no feature {name!r}, found {known}")
        values = self.nbest.features[name]
        missing = np.flatnonzero(np.isnan(values))
        if len(missing):
            raise ValueError(f"{self._place(int(missing[0]))}: feature {name!r} is missing")
        return values

    def table(self, names: Sequence[str]) -> FloatArray:
        """Return features as an array of shape (n_candidates, n_features)."""
        if not names:
            raise ValueError(f"{self.path}: no features, expected some for each candidate")
        return np.column_stack([self.column(name) for name in names])

    def _place(self, candidate: int) -> str:
        group = int(self.nbest.groups[candidate])
        rank = candidate - int(self.nbest.offsets[group]) + 1
        return f"{self.path}, list {self.nbest.ids[group]}, candidate {rank}"


def _judged_by_ter(file: NBestFile, options: argparse.Namespace) -> tuple[Any, Any, FloatArray]:
    nbest, references = file.nbest, read_segments(options.references)
    last = int(nbest.ids[-1])
    if last >= len(references):
        raise ValueError(
            f"{options.references} has {len(references)} lines, but {file.path} has a list {last}, "
            "expected a line for each id from 0 on"
        )
    of_candidates = [references[i] for i in nbest.ids[nbest.groups]]
    ter = TER()
    edits = ter.edits(nbest.texts, of_candidates, workers=options.workers)
    counts = ter.statistics(nbest.texts, of_candidates, workers=options.workers)
    empty = np.flatnonzero(counts[:, 1] == 0)
    if len(empty):
        line = int(nbest.ids[nbest.groups[empty[0]]]) + 1
        raise ValueError(f"{options.references}, line {line}: no words, expected a reference")
    return edits, counts[:, 1], -counts[:, 0] / counts[:, 1]
