"""Where a report goes."""

import os
import sys
from pathlib import Path

from tercel._files import replace
from tercel.cli.files import printable
from tercel.cli.options import UsageError


def check_place(path: str, *inputs: str) -> None:
    """Refuse a place for the result that will not do, before the work is done.

    Raises
    ------
    UsageError
        If it is one of the inputs.
    ValueError
        If its folder does not exist.
    """
    if Path(path).resolve() in [Path(name).resolve() for name in inputs]:
        raise UsageError(f"{printable(path)} would be overwritten by its own result")
    if not Path(path).resolve().parent.is_dir():
        raise ValueError(f"{path}: no such folder")


def write(text: str, path: str | None) -> None:
    """Print the text, or write it to a file at once.

    Raises
    ------
    BrokenPipeError
        If nobody reads standard output any more.
    ValueError
        If it cannot be written; the message says where and why.
    """
    if path is None:
        _print(text)
    else:
        replace(Path(path), f"{text}\n".encode())


def _print(text: str) -> None:
    try:
        print(text, flush=True)
    except OSError as error:
        # Python would try once more to write what is left when it exits, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise ValueError(f"standard output: {error.strerror}") from None
