"""FreeDict's dictionaries, from Debian's packages, in a folder that git ignores."""

import os
import subprocess
from pathlib import Path

from experiments.nie2001.corpus import analyzer
from tercel.lexicon import read_freedict

_NAMES = {"fr": "fra", "de": "deu", "it": "ita"}


def cache_folder() -> Path:
    """Return the folder that TERCEL_CACHE names, or ``cache`` beside this file."""
    return Path(os.environ.get("TERCEL_CACHE", Path(__file__).with_name("cache")))


def load_dictionary(language: str) -> dict[str, list[str]]:
    """Return analysed translations of analysed words, fetching the package if it is not there.

    Raises
    ------
    RuntimeError
        If the package cannot be fetched.
    """
    name = _NAMES[language]
    folder = cache_folder()
    path = folder / "usr" / "share" / "dictd" / f"freedict-{name}-eng.index"
    if not path.is_file():
        _fetch(folder, f"dict-freedict-{name}-eng")
    return analyzer(language).dictionary(read_freedict(path).items(), analyzer("en"))


def _fetch(folder: Path, package: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run(
            ["apt-get", "download", package], cwd=folder, check=True, capture_output=True
        )
        (archive,) = folder.glob(f"{package}_*.deb")
        subprocess.run(["dpkg", "-x", archive.name, "."], cwd=folder, check=True)
    except (OSError, subprocess.CalledProcessError, ValueError) as error:
        raise RuntimeError(
            f"{package}: not fetched ({error}); unpack it with dpkg -x into {folder}"
        ) from None
