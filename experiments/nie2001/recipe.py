"""Rebuild aligned text from Debian packages: ``python -m experiments.nie2001.recipe``.

Downloads manuals in English, French, German and Italian with ``apt-get download``, unpacks them
without installing anything, makes HTML of man pages, pairs pages by name, aligns the sentences, and
prints counts beside those of the data at hand. Needs a Debian system (apt-get and dpkg) and the
extra ``language``.
"""

import argparse
import gzip
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from experiments.nie2001.man_pages import MAN_PACKAGES, to_html
from tercel.lexicon import align_documents, filter_corpus, pair_documents, write_tsv

# Packages whose pages are one tree for all languages: manual -> packages. Missing is gnome, whose
# package has XML (Mallard) and no HTML.
PACKAGES = {
    "faq": ("debian-faq", "debian-faq-fr", "debian-faq-de", "debian-faq-it"),
    "devref": (
        "developers-reference",
        "developers-reference-fr",
        "developers-reference-de",
        "developers-reference-it",
    ),
    "debref": (
        "debian-reference-en",
        "debian-reference-fr",
        "debian-reference-de",
        "debian-reference-it",
    ),
    "maint": ("maint-guide", "maint-guide-fr", "maint-guide-de", "maint-guide-it"),
    "handbook": ("debian-handbook",),
    "gimp": ("gimp-help-en", "gimp-help-fr", "gimp-help-de", "gimp-help-it"),
    "lo": (
        "libreoffice-help-en-us",
        "libreoffice-help-fr",
        "libreoffice-help-de",
        "libreoffice-help-it",
    ),
    "lily": (
        "lilypond-doc-html",
        "lilypond-doc-html-fr",
        "lilypond-doc-html-de",
        "lilypond-doc-html-it",
    ),
    "di": ("installation-guide-amd64",),
    "harden": ("harden-doc",),
    "aptitude": ("aptitude-doc-en", "aptitude-doc-fr", "aptitude-doc-it"),
    "kicad": ("kicad-doc-en", "kicad-doc-fr", "kicad-doc-de", "kicad-doc-it"),
    "linuxcnc": ("linuxcnc-doc-en", "linuxcnc-doc-fr", "linuxcnc-doc-de"),
    "man": MAN_PACKAGES,
}
# Asciidoctor wrote lang="en" into two manuals' translations: only their text says their language.
# French man pages end in 1,500 characters about their translators, more than a short page has.
OPTIONS: dict[str, dict[str, Any]] = {
    "kicad": {"detect": True},
    "linuxcnc": {"detect": True},
    "man": {"max_length_ratio": 4.0},
}
LANGUAGES = ("fr", "de", "it")


def main() -> int:
    """Download, unpack, pair, align, and print the counts."""
    options = _options()
    begin = time.perf_counter()
    for manual in options.manuals:
        try:
            unpack(manual, options.work)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{manual}: {error}", file=sys.stderr)
            return 1
    for language in LANGUAGES:
        print(f"\n{language}-en")
        for manual in options.manuals:
            counts = rebuild(manual, language, options.work)
            print(*counts, *given(manual, language, options.data), flush=True)
    print(f"\n{time.perf_counter() - begin:.0f} s")
    return 0


def unpack(manual: str, work: Path) -> None:
    """Download a manual's packages, if they are not there, and unpack them into one tree."""
    tree = work / manual
    if tree.is_dir():
        return
    debs = work / f"{manual}.debs"
    debs.mkdir(parents=True, exist_ok=True)
    apt_get = shutil.which("apt-get")
    dpkg = shutil.which("dpkg")
    if apt_get is None or dpkg is None:
        raise OSError("apt-get and dpkg are not here: the recipe needs a Debian system")
    missing = [name for name in PACKAGES[manual] if not list(debs.glob(f"{name}_*.deb"))]
    if missing:
        subprocess.run([apt_get, "-q", "download", *missing], cwd=debs, check=True)
    beside = work / f"{manual}.unpacking"
    for deb in sorted(debs.glob("*.deb")):
        subprocess.run([dpkg, "-x", str(deb), str(beside)], check=True)
    if manual == "man":
        to_html(beside)
    beside.rename(tree)


def rebuild(manual: str, language: str, work: Path) -> list[str]:
    """Pair and align one manual in one language, write the pairs, and return the counts."""
    found = pair_documents(work / manual, "en", language, **OPTIONS.get(manual, {}))
    documents = [pair.sentences for pair in found.pairs]
    alignments = align_documents(documents)
    kept = filter_corpus(documents, alignments)
    rows = (
        (found.pairs[d].source_name, *pair)
        for d, pair in zip(kept.documents, kept.pairs, strict=True)
    )
    write_tsv(work / f"{manual}.{language}-en.tsv.gz", rows)
    dropped = {**kept.dropped_documents, **kept.dropped_beads}
    return [
        f"  {manual:9} {len(found.pairs):5} page pairs,",
        f"{sum(map(untranslated, documents))} still in English,",
        f"rejected {found.rejected or 'none'},",
        f"{sum(len(source) for source, _ in documents)} and",
        f"{sum(len(target) for _, target in documents)} sentences, {kept.n_beads} beads,",
        f"dropped { {name: n for name, n in dropped.items() if n} or 'none' }, kept",
        f"{len(kept.pairs)}; by name:",
        "; ".join(f"{pattern} {n}" for pattern, n in found.patterns.items()),
    ]


def untranslated(document: tuple[Sequence[str], Sequence[str]]) -> bool:
    """Return whether more than 90 % of the foreign page's sentences of 6 words are English ones."""
    english, foreign = set(document[0]), [s for s in document[1] if len(s.split()) >= 6]
    return 10 * sum(sentence in english for sentence in foreign) > 9 * len(foreign)


def given(manual: str, language: str, data: Path) -> list[str]:
    """Return the counts of the data at hand, if it is at hand."""
    path = data / f"aligned.{language}-en.tsv.gz"
    if not path.is_file():
        return ["(no data to compare with)"]
    lines, pages = Counter[str](), set()
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            name, source, target = line.rstrip("\n").split("\t")
            if name.startswith(f"{manual}/"):
                pages.add(name)
                lines["beads"] += 1
                lines["identical"] += source == target
    return [
        f"| the data: {len(pages)} pages, {lines['beads']} beads,",
        f"{lines['beads'] - lines['identical']} with different sides",
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m experiments.nie2001.recipe")
    parser.add_argument(
        "--manuals",
        nargs="+",
        default=list(PACKAGES),
        choices=list(PACKAGES),
        help="default: all",
    )
    parser.add_argument(
        "--work",
        type=Path,
        default=Path("nie2001-work"),
        metavar="FOLDER",
        help="for packages and results (default: %(default)s)",
    )
    root = Path(__file__).parents[3]
    parser.add_argument(
        "--data", type=Path, default=root / "shared" / "data" / "nie2001", metavar="FOLDER"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
