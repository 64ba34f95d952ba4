"""N-best lists: candidates of many sources over contiguous arrays."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, eq=False, repr=False)
class NBest:
    """The candidates of many sources, list after list.

    Attributes
    ----------
    texts : tuple of str, shape (n_candidates,)
    offsets : ndarray of int64, shape (n_lists + 1,)
        List l holds the candidates ``offsets[l]`` to ``offsets[l + 1]``.
    ids : ndarray of int64, shape (n_lists,)
        What the file calls the lists; rising.
    scores : ndarray of float64, shape (n_candidates,)
        Of the system that made the candidate; NaN where it gave none.
    features : dict of str to ndarray of float64, shape (n_candidates,) each
        NaN where a candidate lacks the feature.
    origins : tuple of str, shape (n_candidates,)
        Where each candidate comes from, such as MT or TM.
    alignments : tuple of (str or None), shape (n_candidates,)
        Word alignments as the file has them.

    Raises
    ------
    ValueError
        If shapes disagree, offsets or ids do not rise; the message names the field.

    Examples
    --------
    >>> from tercel.rerank import NBest
    >>> nbest = NBest.from_lists([["a cat", "one cat"], ["it rains"]])
    >>> nbest
    NBest(n_lists=2, n_candidates=3, features=[], origins=['MT'])
    >>> nbest.groups
    array([0, 0, 1])
    """

    texts: tuple[str, ...]
    offsets: NDArray[np.int64]
    ids: NDArray[np.int64]
    scores: NDArray[np.float64]
    features: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    origins: tuple[str, ...] = ()
    alignments: tuple[str | None, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.texts)
        set_field = object.__setattr__  # the dataclass is frozen
        set_field(self, "texts", tuple(self.texts))
        set_field(self, "offsets", np.ascontiguousarray(self.offsets, np.int64))
        set_field(self, "ids", np.ascontiguousarray(self.ids, np.int64))
        set_field(self, "scores", _column(self.scores, n, "scores"))
        columns = {name: _column(v, n, f"features[{name!r}]") for name, v in self.features.items()}
        set_field(self, "features", columns)
        set_field(self, "origins", tuple(self.origins) or ("MT",) * n)
        set_field(self, "alignments", tuple(self.alignments) or (None,) * n)
        self._check()

    def _check(self) -> None:
        n = len(self.texts)
        for i, text in enumerate(self.texts):
            if not isinstance(text, str):
                raise TypeError(f"texts[{i}] is {type(text).__name__}, expected str")
        offsets = self.offsets
        if offsets.ndim != 1 or not len(offsets) or offsets[0] != 0 or offsets[-1] != n:
            raise ValueError(f"offsets must run from 0 to the number of candidates, {n}")
        if (np.diff(offsets) < 0).any():
            raise ValueError("offsets falls, expected it to rise: are lists interleaved?")
        if self.ids.shape != (self.n_lists,):
            raise ValueError(f"ids has shape {self.ids.shape}, expected ({self.n_lists},)")
        if (np.diff(self.ids) <= 0).any():
            raise ValueError("ids must rise from list to list")
        for name in ("origins", "alignments"):
            if len(getattr(self, name)) != n:
                raise ValueError(f"{name} has {len(getattr(self, name))} values, expected {n}")

    @classmethod
    def from_lists(
        cls,
        lists: Iterable[Sequence[str]],
        *,
        scores: Iterable[Sequence[float]] | None = None,
        origin: str = "MT",
    ) -> "NBest":
        """Make lists of texts, and scores in the same shape, into one object.

        Parameters
        ----------
        lists : iterable of sequences of str
        scores : iterable of sequences of float, optional
        origin : str
            Of all candidates.
        """
        rows = [list(texts) for texts in lists]
        texts = tuple(text for row in rows for text in row)
        sizes = [len(row) for row in rows]
        values = np.full(len(texts), np.nan)
        if scores is not None:
            given = [list(row) for row in scores]
            if [len(row) for row in given] != sizes:
                raise ValueError("scores has another shape than lists")
            values = np.array([value for row in given for value in row], np.float64)
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        return cls(texts, offsets, np.arange(len(rows)), values, origins=(origin,) * len(texts))

    @property
    def n_lists(self) -> int:
        """The number of lists."""
        return len(self.offsets) - 1

    @property
    def n_candidates(self) -> int:
        """The number of candidates of all lists."""
        return len(self.texts)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The number of candidates of each list, shape (n_lists,)."""
        return np.diff(self.offsets)

    @property
    def groups(self) -> NDArray[np.int64]:
        """The list of each candidate, counted from 0, shape (n_candidates,)."""
        return np.repeat(np.arange(self.n_lists), self.sizes)

    def __len__(self) -> int:
        return self.n_lists

    def __repr__(self) -> str:
        origins = list(dict.fromkeys(self.origins))
        return (
            f"NBest(n_lists={self.n_lists}, n_candidates={self.n_candidates}, "
            f"features={list(self.features)}, origins={origins})"
        )

    def lists(self) -> list[tuple[str, ...]]:
        """Return the texts list by list."""
        bounds = self.offsets.tolist()
        return [self.texts[a:b] for a, b in pairwise(bounds)]

    def take(self, candidates: ArrayLike) -> "NBest":
        """Return these candidates in this order; lists stay in order, some may become empty.

        Parameters
        ----------
        candidates : array_like of int, shape (n,)
            Numbers of candidates, those of an earlier list first.
        """
        chosen = np.asarray(candidates, np.int64)
        groups = self.groups[chosen]
        if (np.diff(groups) < 0).any():
            raise ValueError("candidates go back to an earlier list, expected list after list")
        sizes = np.bincount(groups, minlength=self.n_lists)
        return NBest(
            tuple(self.texts[i] for i in chosen),
            np.concatenate([[0], np.cumsum(sizes)]),
            self.ids,
            self.scores[chosen],
            {name: values[chosen] for name, values in self.features.items()},
            tuple(self.origins[i] for i in chosen),
            tuple(self.alignments[i] for i in chosen),
        )

    def merge(self, other: "NBest") -> "NBest":
        """Append the other's candidates to the lists of the same ids; origins are kept.

        Parameters
        ----------
        other : NBest
            With the same ids. A feature that only one side has is NaN for the other's candidates.

        Returns
        -------
        NBest
            Scores of different origins are on different scales: weights that rest on them are
            refused (see `mbr`).
        """
        if not np.array_equal(self.ids, other.ids):
            raise ValueError(
                f"other has {other.n_lists} lists and these are {self.n_lists}, or their ids "
                "differ; expected the same ids"
            )
        order = np.argsort(np.concatenate([self.groups, other.groups]), kind="stable")
        names = dict.fromkeys([*self.features, *other.features])

        def both(name: str) -> NDArray[np.float64]:
            parts = [
                side.features.get(name, np.full(side.n_candidates, np.nan))
                for side in (self, other)
            ]
            return np.concatenate(parts)[order]

        def mixed(a: Sequence[Any], b: Sequence[Any]) -> tuple[Any, ...]:
            joint = [*a, *b]
            return tuple(joint[i] for i in order)

        return NBest(
            mixed(self.texts, other.texts),
            self.offsets + other.offsets,
            self.ids,
            np.concatenate([self.scores, other.scores])[order],
            {name: both(name) for name in names},
            mixed(self.origins, other.origins),
            mixed(self.alignments, other.alignments),
        )

    def to_dict(self) -> Mapping[str, Any]:
        """Return all fields as plain Python objects."""
        return {
            "texts": list(self.texts),
            "offsets": self.offsets.tolist(),
            "ids": self.ids.tolist(),
            "scores": self.scores.tolist(),
            "features": {name: values.tolist() for name, values in self.features.items()},
            "origins": list(self.origins),
            "alignments": list(self.alignments),
        }


def _column(values: ArrayLike, n: int, name: str) -> NDArray[np.float64]:
    column = np.ascontiguousarray(values, np.float64)
    if column.shape != (n,):
        raise ValueError(f"{name} has shape {column.shape}, expected ({n},)")
    return column
