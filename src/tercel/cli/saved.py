"""Systems whose statistics were saved stand beside systems that are text."""

from collections.abc import Sequence
from dataclasses import replace

from tercel.cli.files import read_parallel, system_names
from tercel.system_statistics import SystemStatistics, load_statistics

_ENDING = ".npz"


def read_systems(
    references: Sequence[str], hypotheses: Sequence[str]
) -> tuple[dict[str, list[str] | SystemStatistics], list[list[str]]]:
    """Read what the systems wrote, or what was saved of them, by name, and the references.

    Raises
    ------
    UsageError
        If standard input or a system is given twice.
    ValueError
        If a file cannot be read, is damaged, or texts have different numbers of lines.
    """
    names = system_names(hypotheses)
    of_name = dict(zip(names, hypotheses, strict=True))
    saved = {
        # Messages then name the file.
        name: replace(load_statistics(path), system=name)
        for name, path in of_name.items()
        if path.endswith(_ENDING)
    }
    with_text = [name for name in names if name not in saved]
    texts = read_parallel([*(of_name[name] for name in with_text), *references])
    read = dict(zip(with_text, texts, strict=False))
    return {name: saved.get(name) or read[name] for name in names}, texts[len(with_text) :]
