"""The files that command lines name."""

import gzip
import random
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Files:
    """The texts that command lines name, all in one folder.

    `pair` is their language pair if they are a test set that ``-t`` finds, and `ter` the share of
    the lists of metrics that may keep TER: of some texts it takes sacreBLEU minutes.
    """

    references: list[str]
    systems: list[str]
    tabbed_references: str
    tabbed_systems: str
    pair: str | None = None
    ter: float = 1.0


def write_files(folder: Path, references: list[list[str]], systems: list[list[str]]) -> Files:
    """Write texts in the shapes that sacreBLEU reads."""
    names = [f"ref{i}.txt" for i in range(len(references))]
    hyps = [f"system {chr(65 + i)}.txt" for i in range(len(systems))]
    for name, lines in zip([*names, *hyps], [*references, *systems], strict=True):
        (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
    text = (folder / names[-1]).read_bytes()
    (folder / "compressed.gz").write_bytes(gzip.compress(text))
    (folder / "crlf.txt").write_bytes((folder / names[0]).read_bytes().replace(b"\n", b"\r\n"))
    accented = (folder / names[0]).read_text("utf-8").replace("e", "\u00e9")
    (folder / "latin.txt").write_bytes(accented.encode("latin-1", "replace"))
    (folder / "short.txt").write_text("one line\n", "utf-8")
    for name, streams in (("refs.tsv", references), ("systems.tsv", systems)):
        rows = ("\t".join(x.replace("\t", " ") for x in row) for row in zip(*streams, strict=True))
        (folder / name).write_text("".join(f"{row}\n" for row in rows), "utf-8", newline="\n")
    return Files(names, hyps, "refs.tsv", "systems.tsv")


def texts_of_examples() -> tuple[list[list[str]], list[list[str]]]:
    """Return references, of which the second is made up, and systems of the bundled example."""
    folder = ROOT / "examples"

    def lines(name: str) -> list[str]:
        return (folder / name).read_text("utf-8").removesuffix("\n").split("\n")

    reference = lines("reference.en.txt")
    rng = random.Random(1)
    other = [" ".join(w for w in line.split() if rng.random() < 0.9) for line in reference]
    a, b = lines("system-a.en.txt"), lines("system-b.en.txt")
    third = [x if rng.random() < 0.5 else y for x, y in zip(a, b, strict=True)]
    return [reference, other], [a, b, third]
