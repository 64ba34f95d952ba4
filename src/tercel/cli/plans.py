"""What is drawn or swapped together, as options: documents, strata, blocks of neighbours."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from tercel._block_bootstrap import KINDS
from tercel.cli.columns import Source, parse_optional, read_ids
from tercel.cli.options import UsageError, add_documents


@dataclass(frozen=True)
class PlanIds:
    """The document and the stratum of each segment, or None where none are given."""

    documents: list[str] | None
    strata: list[str] | None

    def of(self, segments: Sequence[int]) -> "PlanIds":
        """Return those of some segments."""
        documents, strata = (
            None if ids is None else [ids[i] for i in segments]
            for ids in (self.documents, self.strata)
        )
        return PlanIds(documents, strata)


@dataclass(frozen=True)
class PlanSources:
    """Where document ids and strata are read."""

    documents: Source | None
    strata: Source | None

    def read(self, n_segments: int) -> PlanIds:
        """Return the ids of all segments; errors as for `read_ids`."""
        return PlanIds(read_ids(self.documents, n_segments), read_ids(self.strata, n_segments))


def add_plan(group: argparse._ArgumentGroup, *, blocks: bool = False) -> None:
    """Add documents and strata, and blocks for what can draw them."""
    add_documents(group)
    group.add_argument(
        "--strata",
        metavar="FILE",
        help="the domain, language pair or the like of each segment, in a file as for --documents: "
        "the bootstrap then draws within each",
    )
    if not blocks:
        return
    group.add_argument(
        "--blocks",
        choices=KINDS,
        help="without document ids: draw neighbouring segments together",
    )
    group.add_argument(
        "--block-length",
        type=int,
        metavar="N",
        help="of these, on average for stationary ones (default: the cube root of the number of "
        "segments)",
    )


def plan_sources(options: argparse.Namespace) -> PlanSources:
    """Return where ids are read.

    Raises
    ------
    UsageError
        If an option is no file or column, or options exclude each other.
    """
    if getattr(options, "block_length", None) is not None and options.blocks is None:
        raise UsageError("--block-length is given without --blocks")
    if getattr(options, "blocks", None) is not None and (options.documents or options.strata):
        raise UsageError("--blocks is for test sets without --documents and --strata")
    return PlanSources(
        parse_optional(options.documents, "--documents"), parse_optional(options.strata, "--strata")
    )
