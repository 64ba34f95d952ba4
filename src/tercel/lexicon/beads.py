"""What sentence alignment returns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, repr=False)
class Alignment:
    """The beads of one document.

    Attributes
    ----------
    beads : ndarray of int64, shape (n_beads, 4)
        Columns source_begin, source_end, target_begin, target_end, the ends excluded. The beads
        cover all sentences of both sides in order; one side of a bead may be empty.
    costs : ndarray of float64, shape (n_beads,)
        What each bead costs, in hundredths of a nat: lower is better, and below 0 there is evidence
        for it.
    exact : bool
        Whether no other path costs less: either all paths were searched, or a bound shows it. False
        means that a cheaper path outside the band is not known and not excluded.
    n_cells : int
        Cells of the search, which its time depends on.
    """

    beads: NDArray[np.int64]
    costs: NDArray[np.float64]
    exact: bool
    n_cells: int

    @property
    def n_source(self) -> int:
        """Sentences of the source."""
        return int(self.beads[-1, 1]) if len(self.beads) else 0

    @property
    def n_target(self) -> int:
        """Sentences of the target."""
        return int(self.beads[-1, 3]) if len(self.beads) else 0

    @property
    def cost(self) -> float:
        """The cost of all beads, added from first to last."""
        total = 0.0
        for cost in self.costs.tolist():
            total += cost
        return total

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Sentences of the source and the target in each bead, of shape (n_beads, 2)."""
        return self.beads[:, 1::2] - self.beads[:, ::2]

    @property
    def n_empty(self) -> int:
        """Beads with an empty side."""
        return int((self.sizes == 0).any(axis=1).sum())

    @property
    def empty_share(self) -> float:
        """The share of beads with an empty side; 0 where there are no beads."""
        return self.n_empty / len(self.beads) if len(self.beads) else 0.0

    def pairs(
        self, source: Sequence[str], target: Sequence[str], *, empty: bool = False
    ) -> list[tuple[str, str]]:
        """Return the text of the beads, with a space between sentences of one side.

        Parameters
        ----------
        source, target : sequence of str
            The sentences that were aligned.
        empty : bool, default=False
            Whether beads with an empty side are kept, with an empty text.

        Raises
        ------
        ValueError
            If these are not as many sentences as were aligned.
        """
        for name, found, expected in (
            ("source", len(source), self.n_source),
            ("target", len(target), self.n_target),
        ):
            if found != expected:
                raise ValueError(f"{name} has {found} sentences, but {expected} were aligned")
        return [
            (" ".join(source[a:b]), " ".join(target[c:d]))
            for a, b, c, d in self.beads.tolist()
            if empty or (a < b and c < d)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "beads": self.beads.tolist(),
            "costs": self.costs.tolist(),
            "exact": self.exact,
            "n_cells": self.n_cells,
            "empty_share": self.empty_share,
        }

    def __repr__(self) -> str:
        known = "exact" if self.exact else "not known to be exact"
        return (
            f"Alignment({self.n_source} with {self.n_target} sentences in {len(self.beads)} beads, "
            f"{self.n_empty} with an empty side, cost {self.cost:.2f}, {known})"
        )
