"""Test sets: an installed sacreBLEU's, which knows, downloads and keeps them."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def installed(module: str) -> Any:
    """Return a module of the installed sacreBLEU.

    Raises
    ------
    ImportError
        If there is none; the message says what to install.
    """
    try:
        return import_module(f"sacrebleu.{module}")
    except ImportError as error:
        raise ImportError(
            "sacreBLEU's test sets need sacreBLEU itself: pip install 'tercel[sacrebleu]'"
        ) from error


def getter(own_name: str, module: str) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a module whose names are those of the installed one."""

    def get(name: str) -> Any:
        # Names with two underscores are the module's own.
        if name.startswith("__"):
            raise AttributeError(f"module {own_name!r} has no attribute {name!r}")
        return getattr(installed(module), name)

    return get


# DATASETS, SUBSETS and the classes of data sets.
__getattr__ = getter(__name__, "dataset")
