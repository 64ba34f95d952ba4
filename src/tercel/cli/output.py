"""Where a report goes."""

import os
import sys
from pathlib import Path


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


def replace(path: Path, data: bytes) -> None:
    """Write a file, which is never seen half-written.

    Raises
    ------
    ValueError
        If it cannot be written; the message says where and why.
    """
    try:
        _replace(path.resolve(), data)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None


def _print(text: str) -> None:
    try:
        print(text, flush=True)
    except OSError as error:
        # Python would try once more to write what is left when it exits, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise ValueError(f"standard output: {error.strerror}") from None


def _replace(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        # A device or pipe is there to be written to; to replace it would remove it.
        path.write_bytes(data)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
