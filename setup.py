"""Builds the three extension modules; everything else stands in pyproject.toml."""

import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pybind11
from Cython.Build import cythonize
from pybind11.setup_helpers import ParallelCompile
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

MSVC = sys.platform == "win32"
DEBUG = os.environ.get("TERCEL_DEBUG_BUILD", "") not in ("", "0")

# No -march=native: wheels run anywhere. No contraction: every machine gets the same bits.
COMPILE_ARGS = (
    ["/O2", "/std:c++17", "/fp:precise", "/utf-8", "/EHsc"]
    if MSVC
    else ["-O3", "-g0", "-std=c++17", "-fvisibility=hidden", "-ffp-contract=off", "-pthread"]
)
LINK_ARGS = [] if MSVC else ["-pthread"]
HEADERS = sorted(str(p) for p in Path("csrc/include").rglob("*.hpp"))


def extension(name: str, sources: list[str], include_dirs: list[str]) -> Extension:
    """One C++17 extension module; all share flags, so that they agree on every type."""
    return Extension(
        name,
        sources,
        include_dirs=["csrc/include", *include_dirs],
        depends=HEADERS + sorted(str(p) for p in Path("src/bindings").glob("*.hpp")),
        language="c++",
        extra_compile_args=COMPILE_ARGS,
        extra_link_args=LINK_ARGS,
    )


# The files of an extension are compiled side by side. All of them are whenever one changes, as
# setuptools does it: comparing dates of files alone would miss headers and flags. A compiler takes
# up to 0.8 GB, hence no more than 4 at a time unless TERCEL_BUILD_JOBS says so.
ParallelCompile("TERCEL_BUILD_JOBS", max=4).install()

core = extension(
    "tercel._core",
    sorted(str(p) for p in Path("src/bindings").glob("*.cpp")),
    ["src/bindings", pybind11.get_include()],
)
cython_modules = [
    extension("tercel._streams", ["src/tercel/_streams.pyx"], [np.get_include()]),
    extension("tercel._inference", ["src/tercel/_inference.pyx"], []),
    extension("tercel._reranking", ["src/tercel/_reranking.pyx"], []),
]


class BuildWithHeaders(build_py):
    """Puts the C++ headers, the CMake package and the pkg-config file into the wheel.

    An editable installation answers with the folders of the source tree.
    """

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            self.copy_headers(Path(self.build_lib) / "tercel")

    def copy_headers(self, package: Path) -> None:
        share = package / "share"
        for folder in (package / "include", share):
            shutil.rmtree(folder, ignore_errors=True)  # of an earlier build
        shutil.copytree("csrc/include", package / "include")
        (share / "cmake" / "tercel").mkdir(parents=True)
        for path in Path("csrc/cmake").glob("*.cmake"):
            shutil.copy(path, share / "cmake" / "tercel")
        (share / "pkgconfig").mkdir()
        (share / "pkgconfig" / "tercel.pc").write_text(self.pkg_config(), encoding="utf-8")

    def pkg_config(self) -> str:
        text = Path("csrc/cmake/tercel.pc.in").read_text(encoding="utf-8")
        metadata = self.distribution.metadata
        for name, value in (
            ("CMAKE_INSTALL_INCLUDEDIR", "include"),
            ("PROJECT_DESCRIPTION", metadata.description),
            ("PROJECT_VERSION", metadata.version),
        ):
            text = text.replace(f"@{name}@", value)
        return text


setup(
    cmdclass={"build_py": BuildWithHeaders},
    ext_modules=[
        core,
        *cythonize(
            cython_modules,
            # A debug build checks every index; see CONTRIBUTING.md.
            compiler_directives={"boundscheck": DEBUG, "wraparound": DEBUG},
        ),
    ],
)
