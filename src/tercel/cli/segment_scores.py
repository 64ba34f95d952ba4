"""Segment scores that come from elsewhere, such as COMET's, beside the text metrics."""

import argparse
from collections.abc import Sequence

from tercel.cli.columns import Source, parse_source, read_numbers
from tercel.cli.options import Parser, UsageError
from tercel.metrics import SegmentMean

_OPTION = "--segment-scores"
_SYSTEM = "{}"


def add_segment_scores(parser: Parser) -> None:
    """Add the options."""
    group = parser.add_argument_group("scores from elsewhere")
    group.add_argument(
        _OPTION,
        metavar="NAME=FILE",
        action="append",
        default=[],
        help="a metric's score of each segment: give it once for each HYP, in their order, or "
        f"once with {_SYSTEM} in place of the system's name, as in COMET=scores/{_SYSTEM}.comet or "
        f"COMET=scores.tsv:{_SYSTEM}; FILE has a number a line, or is FILE.tsv:COLUMN or "
        "FILE.jsonl:KEY",
    )
    group.add_argument(
        "--lower-is-better",
        metavar="NAME",
        action="append",
        default=[],
        help="say so of one of these metrics",
    )


def check_segment_scores(
    options: argparse.Namespace, names: Sequence[str]
) -> dict[SegmentMean, list[Source]]:
    """Return for each metric where the scores of each system are.

    Raises
    ------
    UsageError
        If an option is no ``NAME=FILE``, or there are not as many files as systems.
    """
    given: dict[str, list[str]] = {}
    for text in options.segment_scores:
        name, equals, file = text.partition("=")
        if not (name and equals and file):
            raise UsageError(f"{_OPTION}: found {text!r}, expected NAME=FILE")
        given.setdefault(name, []).append(file)
    for name in options.lower_is_better:
        if name not in given:
            raise UsageError(f"--lower-is-better {name}: there is no {_OPTION} {name}=FILE")
    return {
        SegmentMean(name, higher_is_better=name not in options.lower_is_better): [
            parse_source(file, f"{_OPTION} {name}") for file in _file_a_system(name, files, names)
        ]
        for name, files in given.items()
    }


def read_segment_scores(
    sources: dict[SegmentMean, list[Source]], names: Sequence[str], n_segments: int
) -> dict[str | SegmentMean, dict[str, list[float]]]:
    """Return the scores, as `tercel.compare` takes them; errors as for `read_numbers`."""
    return {
        metric: {
            name: read_numbers(source, n_segments)
            for name, source in zip(names, of_systems, strict=True)
        }
        for metric, of_systems in sources.items()
    }


def _file_a_system(metric: str, files: Sequence[str], names: Sequence[str]) -> list[str]:
    if len(files) == 1 and _SYSTEM in files[0]:
        return [files[0].replace(_SYSTEM, name) for name in names]
    if len(files) != len(names):
        raise UsageError(
            f"{_OPTION} {metric}: found {len(files)} of it for {len(names)} systems, expected one "
            f"for each, or one with {_SYSTEM} in place of the system's name"
        )
    return list(files)
