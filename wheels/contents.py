"""Whether an sdist and wheels have what they must, and nothing else.

    python wheels/contents.py dist/*

Needs Python alone. wheels/build.py and .ci/run look at what they have built with it.
"""

import re
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_WHEEL_BYTES = 2_000_000
MOST_SDIST_BYTES = 4_000_000
MOST_FILE_BYTES = 1_000_000
MODULES = ("_core", "_inference", "_reranking", "_streams")
# All that a wheel may hold. Headers are wanted: they are what embedders compile.
IN_WHEEL = re.compile(
    r"tercel/(?:[\w/]+\.(?:py|pyi)|py\.typed"
    rf"|(?:{'|'.join(MODULES)})\.[\w.-]+\.(?:so|pyd)"
    r"|include/tercel/[\w/.-]+\.hpp"
    r"|share/cmake/tercel/\w+\.cmake|share/pkgconfig/tercel\.pc)"
    r"|tercel-[\w.]+\.dist-info/[\w./-]+"
)
NEVER_IN_SDIST = re.compile(
    r"\.(?:so|pyd|o|pyc)$|/src/tercel/_\w+\.cpp$|/(?:__pycache__|\.hypothesis|\.git)/"
)
# Folders of the source tree of which an sdist has every file that git knows.
IN_SDIST = ("csrc", "src", "tests", "examples", "docs", "tools", "wheels", "benchmarks")


def wheel_problems(files: Mapping[str, int]) -> list[str]:
    """Return what is wrong with a wheel of these files and sizes."""
    problems = [f"{name} has no place in a wheel" for name in files if not IN_WHEEL.fullmatch(name)]
    for module in MODULES:
        if not any(re.fullmatch(rf"tercel/{module}\..*\.(so|pyd)", name) for name in files):
            problems.append(f"tercel/{module} is missing")
    wanted = [f"tercel/{path.name}" for path in sorted((ROOT / "src/tercel").glob("*.py*"))]
    wanted = [name for name in wanted if name.endswith((".py", ".pyi"))]
    wanted += [
        f"tercel/include/{path.relative_to(ROOT / 'csrc/include').as_posix()}"
        for path in sorted((ROOT / "csrc/include").rglob("*.hpp"))
    ]
    wanted += ["tercel/py.typed", "tercel/share/pkgconfig/tercel.pc"]
    return problems + [f"{name} is missing" for name in wanted if name not in files]


def sdist_problems(files: Mapping[str, int]) -> list[str]:
    """Return what is wrong with an sdist of these files, named without its own folder."""
    problems = [f"{name} is made by a build, not a source" for name in files if _is_made(name)]
    problems += [
        f"{name} has {size:,} bytes, expected at most {MOST_FILE_BYTES:,}"
        for name, size in files.items()
        if size > MOST_FILE_BYTES
    ]
    return problems + [f"{name} is missing" for name in _sources() if name not in files]


def _is_made(name: str) -> bool:
    return NEVER_IN_SDIST.search("/" + name) is not None


def _sources() -> list[str]:
    """Return the files of the source tree that an sdist has to have."""
    paths = [path for folder in IN_SDIST for path in (ROOT / folder).rglob("*") if path.is_file()]
    names = [path.relative_to(ROOT).as_posix() for path in sorted(paths)]
    hidden = re.compile(r"/\.|\.egg-info/|^benchmarks/cache/")
    return [name for name in names if not _is_made(name) and not hidden.search(name)]


def problems_of(path: Path) -> list[str]:
    """Return what is wrong with an sdist or a wheel."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            # What auditwheel repairs has folders as entries, too.
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        files = {entry.filename: entry.file_size for entry in entries}
        problems, most = wheel_problems(files), MOST_WHEEL_BYTES
    else:
        with tarfile.open(path) as archive:
            members = [member for member in archive if member.isfile()]
        files = {member.name.partition("/")[2]: member.size for member in members}
        problems, most = sdist_problems(files), MOST_SDIST_BYTES
    if (size := path.stat().st_size) >= most:
        problems.append(f"{size:,} bytes, expected less than {most:,}")
    return problems


def main() -> int:
    paths = [Path(name) for name in sys.argv[1:]]
    if not paths:
        print("usage: contents.py SDIST_OR_WHEEL...", file=sys.stderr)
        return 2
    problems = [f"{path.name}: {problem}" for path in paths for problem in problems_of(path)]
    print("\n".join(problems) if problems else f"as they should be: {len(paths)} files")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
