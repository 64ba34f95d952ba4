"""Writing files."""

import os
import threading
from pathlib import Path


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


def _replace(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        # A device or pipe is there to be written to; to replace it would remove it.
        path.write_bytes(data)
        return
    writer = f"{os.getpid()}.{threading.get_ident()}"
    beside = path.with_name(f".{path.name}.{writer}.tmp")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
