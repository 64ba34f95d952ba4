"""The candidates: the first of MT and of the translation memory for each source."""

import gzip
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Candidates:
    """One row a candidate, source after source, MT before TM, each in its own order.

    Attributes
    ----------
    features : ndarray of float, shape (n_candidates, 10)
    ter : ndarray of float, shape (n_candidates,)
    sources : ndarray of int, shape (n_candidates,)
    is_mt : ndarray of bool, shape (n_candidates,)
    rank : ndarray of int, shape (n_candidates,)
        Inside its own list, from 1.
    relevant : ndarray of bool, shape (n_candidates,)
        Whether TER is at most that of the source's first TM hit.
    """

    features: NDArray[np.float64]
    ter: NDArray[np.float64]
    sources: NDArray[np.int64]
    is_mt: NDArray[np.bool_]
    rank: NDArray[np.int64]
    relevant: NDArray[np.bool_]


def load_candidates(n_each: int = 5) -> Candidates:
    """Read the feature file and keep the first of each list.

    Raises
    ------
    FileNotFoundError
        If the data is not there; the message says where it was looked for.
    """
    base = Path(os.environ.get("TERCEL_DATA", ROOT.parent / "shared" / "data"))
    path = base / "he2010" / "he2010_features.svmlight.gz"
    if not path.is_file():
        raise FileNotFoundError(f"no real data: {path} is not there (set TERCEL_DATA)")
    rows, ter, sources, is_mt, rank = [], [], [], [], []
    with gzip.open(path, "rt", encoding="ascii") as file:
        for line in file:
            data, _, comment = line.partition("#")
            label, source, *values = data.split()
            place = comment.strip()
            if int(place[2:]) > n_each:
                continue
            ter.append(-float(label))
            sources.append(int(source.removeprefix("qid:")))
            rows.append([float(value.partition(":")[2]) for value in values])
            is_mt.append(place.startswith("MT"))
            rank.append(int(place[2:]))
    rates, ids = np.array(ter), np.array(sources)
    mt, places = np.array(is_mt), np.array(rank)
    first_hit = dict(zip(ids[~mt & (places == 1)], rates[~mt & (places == 1)], strict=True))
    bound = np.array([first_hit[source] for source in ids])
    return Candidates(np.array(rows), rates, ids, mt, places, rates <= bound)
