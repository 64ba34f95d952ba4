"""What is kept of a system: its statistics by each metric, and what they can be compared with."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from tercel._statistics import IntArray, check_statistics
from tercel.protocol import Metric
from tercel.score import Score


@dataclass(frozen=True, eq=False)
class SystemStatistics:
    """The statistics of one system on one test set, without any text.

    Made by `Evaluator` and read by `load_statistics`. `compare` and ``Evaluator.compare`` take it
    in place of the system's text.

    Attributes
    ----------
    system : str
        Its name.
    references : str
        A hash of the references: statistics against others cannot be compared.
    n_references : int
    names, signatures : tuple of str
        Of the metrics.
    tables : tuple of ndarray of int64, shape (n_segments, n_statistics)
        By each metric.

    Examples
    --------
    >>> import tercel
    >>> evaluator = tercel.Evaluator(["the cat sat", "a dog ran"])
    >>> kept = evaluator.evaluate("A", ["the cat sat", "dogs ran"])
    >>> kept
    SystemStatistics('A', 2 segments, BLEU)
    """

    system: str
    references: str
    n_references: int
    names: tuple[str, ...]
    signatures: tuple[str, ...]
    tables: tuple[IntArray, ...]

    @property
    def n_segments(self) -> int:
        """The number of segments."""
        return len(self.tables[0])

    def __repr__(self) -> str:
        return (
            f"SystemStatistics({self.system!r}, {self.n_segments} segments, "
            f"{', '.join(self.names)})"
        )

    def table(self, metric: Metric) -> IntArray:
        """Return the statistics by a metric.

        Raises
        ------
        ValueError
            If the metric's signature is not one of those kept; the message shows both.

        Returns
        -------
        ndarray of int64, shape (n_segments, n_statistics)
        """
        kept = zip(self.names, self.signatures, self.tables, strict=True)
        for name, signature, table in kept:
            if (name, signature) == (metric.name, metric.signature):
                return table
        alike = [f"{n} {s}" for n, s in zip(self.names, self.signatures, strict=True)]
        raise ValueError(
            f"statistics of system {self.system!r} are of {'; '.join(alike)}; "
            f"expected {metric.name} {metric.signature}"
        )

    def score(self, metric: Metric) -> Score:
        """Return the corpus score by a metric; errors as for `table`."""
        total = self.table(metric).sum(axis=0)
        return Score(metric.name, float(metric.aggregate(total)), metric.signature)

    def check_references(self, references: str, n_segments: int) -> None:
        """Check that these are statistics against the references with this hash.

        Raises
        ------
        ValueError
            If they are not; the message shows both.
        """
        if self.n_segments != n_segments:
            raise ValueError(
                f"statistics of system {self.system!r} have {self.n_segments} segments, but the "
                f"references have {n_segments}"
            )
        if self.references != references:
            raise ValueError(
                f"statistics of system {self.system!r} were made against other references: "
                f"{self.references}, expected {references}"
            )

    def save(self, path: str | PathLike[str]) -> None:
        """Write a ``.npz`` file, which is never seen half-written and holds no pickle.

        Raises
        ------
        ValueError
            If the name ends otherwise or the file cannot be written.
        """
        from tercel._statistics_file import write_statistics  # noqa: PLC0415 (as below)

        target = Path(path)
        if target.suffix != ".npz":
            raise ValueError(f"{target}: expected a name that ends in .npz")
        metrics = [
            {"name": name, "signature": signature}
            for name, signature in zip(self.names, self.signatures, strict=True)
        ]
        description = {
            "system": self.system,
            "references": self.references,
            "n_references": self.n_references,
            "metrics": metrics,
        }
        write_statistics(target, description, self.tables)


def load_statistics(path: str | PathLike[str]) -> SystemStatistics:
    """Read what ``SystemStatistics.save`` wrote.

    Parameters
    ----------
    path : path

    Returns
    -------
    SystemStatistics

    Raises
    ------
    ValueError
        If the file cannot be read, is damaged, or is not what its own description says. At most
        1 GiB is decompressed.
    """
    # Readers of zip archives and JSON are slow to import, and only needed here.
    from tercel._statistics_file import read_statistics  # noqa: PLC0415

    source = Path(path)
    description, tables = read_statistics(source)
    try:
        return _checked(description, tables)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{source}: {error}") from None


def hash_references(streams: Sequence[Sequence[str | None]]) -> str:
    """Return a hash of checked references: of their texts, order, and which are missing."""
    import hashlib  # noqa: PLC0415 (slow to import, and only needed here)

    digest = hashlib.sha256(f"{len(streams)} {len(streams[0])} ".encode())
    for stream in streams:
        for text in stream:
            data = b"" if text is None else text.encode("utf-8", "surrogatepass")
            digest.update(b"- " if text is None else b"%d " % len(data))
            digest.update(data)
    return f"sha256:{digest.hexdigest()}"


def _checked(description: dict[str, Any], tables: list[IntArray]) -> SystemStatistics:
    metrics = description.get("metrics")
    if not isinstance(metrics, list) or len(metrics) != len(tables):
        raise ValueError(f"metrics is {_shown(metrics)}, expected a list of {len(tables)}")
    n_references = description.get("n_references")
    if isinstance(n_references, bool) or not isinstance(n_references, int) or n_references < 1:
        raise ValueError(f"n_references is {_shown(n_references)}, expected a number above 0")
    names = tuple(_string(metric, "name") for metric in metrics)
    checked = []
    for name, table in zip(names, tables, strict=True):
        checked.append(check_statistics(table, name))
        if table.min() < 0:
            raise ValueError(f"{name} has {table.min()} among its statistics, expected no negative")
        if len(table) != len(tables[0]):
            raise ValueError(f"{name} has {len(table)} segments, but {names[0]} {len(tables[0])}")
    return SystemStatistics(
        system=_string(description, "system"),
        references=_string(description, "references"),
        n_references=n_references,
        names=names,
        signatures=tuple(_string(metric, "signature") for metric in metrics),
        tables=tuple(checked),
    )


def _string(found: object, key: str) -> str:
    value = found.get(key) if isinstance(found, dict) else None
    if not isinstance(value, str):
        raise ValueError(f"{key} is {_shown(value)}, expected a string")
    return value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
