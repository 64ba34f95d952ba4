"""Test sets: an installed sacreBLEU's, which knows, downloads and keeps them."""

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


def __getattr__(name: str) -> Any:
    # DATASETS, SUBSETS and the classes of data sets; names with two underscores are the module's.
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(installed("dataset"), name)
