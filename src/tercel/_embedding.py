"""Where the C++ headers and the CMake package are: in the package, or in the source tree."""

import shlex
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def get_include() -> str:
    """Return the folder to put on the include path of a C++ program that uses the core.

    Returns
    -------
    str
        Of an installed wheel a folder in the package; of a source tree or an editable
        installation ``csrc/include``.

    Raises
    ------
    FileNotFoundError
        If this copy of tercel has no headers.

    Examples
    --------
    >>> import pathlib, tercel
    >>> (pathlib.Path(tercel.get_include()) / "tercel" / "tercel.hpp").exists()
    True
    """
    return _folder_with("tercel/tercel.hpp", "include", "include")


def get_cmake_dir() -> str:
    """Return the folder of the CMake package, for ``find_package(tercel CONFIG)``.

    It goes into ``-Dtercel_DIR=``; the package's target is ``tercel::tercel``.

    Returns
    -------
    str
        Of an installed wheel a folder in the package; of a source tree or an editable
        installation ``csrc/cmake``.

    Raises
    ------
    FileNotFoundError
        If this copy of tercel has no CMake package.

    Examples
    --------
    >>> import pathlib, tercel
    >>> (pathlib.Path(tercel.get_cmake_dir()) / "tercelConfig.cmake").exists()
    True
    """
    return _folder_with("tercelConfig.cmake", "share/cmake/tercel", "cmake")


def includes() -> str:
    """Return the include option for a compiler, quoted for a shell."""
    return shlex.quote(f"-I{get_include()}")


def cflags() -> str:
    """Return the options for a compiler under which results have Python's bits."""
    return f"{includes()} -pthread -ffp-contract=off"


def _folder_with(name: str, in_wheel: str, in_csrc: str) -> str:
    places = [_PACKAGE / in_wheel, _PACKAGE.parents[1] / "csrc" / in_csrc]
    for place in places:
        if (place / name).is_file():
            return str(place)
    message = f"tercel: expected {name} in {places[0]} or {places[1]}, found it in neither"
    raise FileNotFoundError(message)
