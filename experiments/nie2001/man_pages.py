"""Man pages as HTML, by the mandoc of a package that is unpacked and not installed."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

# The English pages come with their programs; the translations in packages of their own, or beside.
MAN_PACKAGES = (
    "mandoc",
    "manpages",
    "manpages-dev",
    "manpages-fr",
    "manpages-fr-dev",
    "manpages-de",
    "manpages-de-dev",
    "manpages-it",
    "manpages-it-dev",
    "adduser",
    "apt",
    "aptitude",
    "bsdutils",
    "coreutils",
    "cron",
    "debconf",
    "debhelper",
    "devscripts",
    "diffutils",
    "dosfstools",
    "dpkg",
    "dpkg-dev",
    "e2fsprogs",
    "login",
    "man-db",
    "mount",
    "net-tools",
    "nfs-common",
    "passwd",
    "po4a",
    "procps",
    "psmisc",
    "systemd",
    "util-linux",
    "xz-utils",
)
LANGUAGES = ("en", "fr", "de", "it")


def to_html(tree: Path) -> None:
    """Write ``html/<language>/<section>/<page>.html`` for the man pages of an unpacked tree."""
    mandoc = tree / "usr" / "bin" / "mandoc"
    man = tree / "usr" / "share" / "man"
    for language in LANGUAGES:
        for page in sorted(_pages(man if language == "en" else man / language)):
            html = tree / "html" / language / page.parent.name / f"{page.stem}.html"
            html.parent.mkdir(parents=True, exist_ok=True)
            # It returns 2 and more for warnings, too; what is no page has no text, and is rejected.
            run = subprocess.run(
                [str(mandoc), "-T", "html", str(page)],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                check=False,
            )
            html.write_bytes(run.stdout)


def _pages(folder: Path) -> Iterable[Path]:
    """Return the pages of a language that are files: links repeat another page."""
    return (page for page in folder.glob("man[1-9]/*.gz") if not page.is_symlink())
