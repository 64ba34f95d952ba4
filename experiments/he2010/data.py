"""The candidates: the first of MT and of the translation memory for each source."""

import gzip
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tercel.rerank import read_svmlight

ROOT = Path(__file__).parents[2]
# The data counts edits as i (missing words), d (words in excess), s, shift; ours are in the order
# of `tercel.TER.edits`.
_EDITS = (2, 1, 3, 4)


@dataclass(frozen=True)
class Candidates:
    """One row a candidate, source after source, MT before TM, each in its own order.

    Attributes
    ----------
    features : ndarray of float, shape (n_candidates, 10)
    edits : ndarray of int, shape (n_candidates, 4)
        Insertions, deletions, substitutions, shifts.
    lengths : ndarray of int, shape (n_candidates,)
        Words of the reference.
    sources : ndarray of int, shape (n_candidates,)
    is_mt : ndarray of bool, shape (n_candidates,)
    rank : ndarray of int, shape (n_candidates,)
        Inside its own list, from 1.
    best_match : ndarray of float, shape (n_candidates,)
        The fuzzy match of the source's first TM hit.
    """

    features: NDArray[np.float64]
    edits: NDArray[np.int64]
    lengths: NDArray[np.int64]
    sources: NDArray[np.int64]
    is_mt: NDArray[np.bool_]
    rank: NDArray[np.int64]
    best_match: NDArray[np.float64]

    @property
    def n_edits(self) -> NDArray[np.int64]:
        """All edits, shape (n_candidates,)."""
        total: NDArray[np.int64] = self.edits.sum(axis=1)
        return total

    @property
    def ter(self) -> NDArray[np.float64]:
        """Edits over words of the reference, shape (n_candidates,)."""
        rates: NDArray[np.float64] = self.n_edits / self.lengths
        return rates

    @property
    def origins(self) -> list[str]:
        """MT or TM, shape (n_candidates,)."""
        return ["MT" if flag else "TM" for flag in self.is_mt]

    @property
    def relevant(self) -> NDArray[np.bool_]:
        """Whether TER is at most that of the source's first TM hit, shape (n_candidates,)."""
        first = ~self.is_mt & (self.rank == 1)
        bound = dict(zip(self.sources[first].tolist(), self.n_edits[first].tolist(), strict=True))
        flags: NDArray[np.bool_] = self.n_edits <= np.array([bound[s] for s in self.sources])
        return flags


def folder() -> Path:
    """Return where the data is.

    Raises
    ------
    FileNotFoundError
        If it is not there; the message says where it was looked for.
    """
    base = Path(os.environ.get("TERCEL_DATA", ROOT.parent / "shared" / "data"))
    path = base / "he2010"
    if not path.is_dir():
        raise FileNotFoundError(f"no real data: {path} is not there (set TERCEL_DATA)")
    return path


def load_records(n_sources: int | None = None) -> list[dict[str, Any]]:
    """Return the lists as the data has them, the first `n_sources` or all; errors as `folder`."""
    records = []
    with gzip.open(folder() / "he2010_like_enfr.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            if len(records) == n_sources:
                break
            records.append(json.loads(line))
    return records


def kept(record: dict[str, Any], n_each: int) -> list[dict[str, Any]]:
    """Return the first candidates of MT, then those of the translation memory."""
    return [
        item
        for origin in ("MT", "TM")
        for item in record["cands"]
        if item["o"] == origin and item["r"] <= n_each
    ]


def load_candidates(records: Sequence[dict[str, Any]], n_each: int = 5) -> Candidates:
    """Return the first of each list with the data's own edits and features; errors as `folder`."""
    rows = [(record, item) for record in records for item in kept(record, n_each)]
    return Candidates(
        _features(rows),
        np.array([[item["ter"][j] for j in _EDITS] for _, item in rows]),
        np.array([record["reflen"] for record, _ in rows]),
        np.array([record["id"] for record, _ in rows]),
        np.array([item["o"] == "MT" for _, item in rows]),
        np.array([item["r"] for _, item in rows]),
        _best_match(rows),
    )


def _features(rows: Sequence[tuple[dict[str, Any], dict[str, Any]]]) -> NDArray[np.float64]:
    """Return the feature file's lines of these candidates."""
    found = read_svmlight(folder() / "he2010_features.svmlight.gz")
    keys = zip(found.groups.tolist(), found.comments, strict=True)
    place = {key: i for i, key in enumerate(keys)}
    first = int(found.groups.min())
    wanted = [place[record["id"] + first, f"{item['o']}{item['r']}"] for record, item in rows]
    return found.features[wanted]


def _best_match(rows: Sequence[tuple[dict[str, Any], dict[str, Any]]]) -> NDArray[np.float64]:
    best = {
        record["id"]: item["fm"] for record, item in rows if (item["o"], item["r"]) == ("TM", 1)
    }
    return np.array([best[record["id"]] for record, _ in rows])
