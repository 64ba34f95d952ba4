"""Statistics in ``.npz`` files: plain integer arrays and a description, read with suspicion.

A file is a zip archive of ``.npy`` members. What it declares is checked before anything is
allocated: members and their compression from the archive's directory, then type and shape from each
member's own header. Nothing is unpickled, and no more is decompressed than was declared.
"""

import io
import json
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

import numpy as np

from tercel._files import replace
from tercel._statistics import IntArray

SCHEMA = "tercel.statistics/1"

# Statistics of ten million segments by BLEU take 0.8 GB.
MOST_BYTES = 2**30
_MOST_DESCRIPTION_BYTES = 2**20
_MOST_HEADER_BYTES = 2**10
_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER = re.compile(
    rb"\{'descr': '(?P<dtype>[<>|]?[iu][0-9])', 'fortran_order': (?P<order>True|False), "
    rb"'shape': \((?P<shape>[0-9]{1,19}(, [0-9]{1,19})*,?)\), \} *\n"
)
_DESCRIPTION = "description"
_TABLE = "statistics_{}"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 1
# What Python's reader of archives raises when bytes are wrong.
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    ValueError,
)

Description = dict[str, Any]


class _RefusedError(Exception):
    """What is wrong with a file, in words that follow its name."""


def write_statistics(path: Path, description: Description, tables: Sequence[IntArray]) -> None:
    """Write a file, which is never seen half-written.

    Raises
    ------
    ValueError
        If it cannot be written; the message says where and why.
    """
    text = json.dumps({"schema": SCHEMA, **description}, ensure_ascii=False)
    described = np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    members: dict[str, Any] = {_DESCRIPTION: described}
    members.update((_TABLE.format(k), table) for k, table in enumerate(tables))
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **members)
    replace(path, buffer.getvalue())


def read_statistics(path: Path) -> tuple[Description, list[IntArray]]:
    """Return what `write_statistics` wrote, the description unchecked but for its schema.

    Raises
    ------
    ValueError
        If the file cannot be read or is not one of these; the message says where and why.
    """
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            return _read(archive)
    except _RefusedError as error:
        _fail(path, str(error))
    except OSError as error:
        _fail(path, error.strerror or str(error))
    except _DAMAGED as error:
        _fail(path, f"no statistics file, or a damaged one: {error}")


def _fail(path: Path, message: str) -> NoReturn:
    raise ValueError(f"{path}: {message}") from None


def _read(archive: zipfile.ZipFile) -> tuple[Description, list[IntArray]]:
    members = _check_members(archive)
    with archive.open(members[0]) as stream:
        text = _read_array(stream, members[0], np.dtype(np.uint8), 1).tobytes()
    tables = []
    for member in members[1:]:
        with archive.open(member) as stream:
            tables.append(_read_array(stream, member, np.dtype("<i8"), 2))
    return _parse(text), [table.astype(np.int64, copy=False) for table in tables]


def _check_members(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the members in their order, if they are those of a statistics file."""
    found = {member.filename: member for member in archive.infolist()}
    n_tables = len(archive.infolist()) - 1
    names = [f"{_DESCRIPTION}.npy", *(f"{_TABLE.format(k)}.npy" for k in range(n_tables))]
    for name in names[:2] if n_tables < 1 else names:
        if name not in found:
            raise _RefusedError(f"no statistics file: the member {name} is missing")
    members = [found[name] for name in names]
    for member in members:
        if member.compress_type not in _METHODS or member.flag_bits & _ENCRYPTED:
            raise _RefusedError(f"the member {member.filename} is encrypted or not deflated")
    if members[0].file_size > _MOST_DESCRIPTION_BYTES:
        _refuse_size(names[0], members[0].file_size, _MOST_DESCRIPTION_BYTES)
    total = sum(member.file_size for member in members)
    if total > MOST_BYTES:
        _refuse_size("all members together", total, MOST_BYTES)
    return members


def _refuse_size(what: str, size: int, most: int) -> NoReturn:
    raise _RefusedError(f"{what}: {size} bytes when decompressed, expected at most {most}")


def _read_array(
    stream: IO[bytes], member: zipfile.ZipInfo, dtype: np.dtype[Any], n_dimensions: int
) -> Any:
    """Return the array of a member whose header says what its size in the archive says."""
    name = member.filename
    shape, columns_first, found = _read_header(stream, name)
    if (found, columns_first, len(shape)) != (dtype.str, False, n_dimensions):
        raise _RefusedError(
            f"{name} has dtype {found}, {len(shape)} dimensions and "
            f"{'columns' if columns_first else 'rows'} first, expected {dtype.str}, {n_dimensions} "
            "and rows"
        )
    size = dtype.itemsize * math.prod(shape)
    left = member.file_size - stream.tell()
    if size != left:
        raise _RefusedError(f"{name} declares the shape {shape}, {size} bytes, but holds {left}")
    data = stream.read(size)
    # One byte more is never there; to ask for it makes the archive compare its checksum.
    if len(data) != size or stream.read(1):
        raise _RefusedError(f"{name} does not hold the {size} bytes that it declares")
    return np.frombuffer(data, dtype=dtype).reshape(shape)


def _read_header(stream: IO[bytes], name: str) -> tuple[tuple[int, ...], bool, str]:
    """Return shape, whether columns come first, and dtype of an array.

    NumPy's own reader also takes what old versions wrote, with a tokenizer of Python. A pattern for
    what `write_statistics` writes lets less in.
    """
    start = stream.read(len(_MAGIC) + 2)
    length = int.from_bytes(start[len(_MAGIC) :], "little")
    if not start.startswith(_MAGIC) or length > _MOST_HEADER_BYTES:
        raise _RefusedError(f"{name} is no array of the format 1.0")
    found = _HEADER.fullmatch(stream.read(length))
    if found is None:
        raise _RefusedError(f"{name} has no header of an array of integers")
    shape = tuple(int(n) for n in found["shape"].rstrip(b",").split(b","))
    return shape, found["order"] == b"True", found["dtype"].decode()


def _parse(text: bytes) -> Description:
    try:
        description = json.loads(text.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise _RefusedError(f"its description is not JSON: {error}") from None
    schema = description.get("schema") if isinstance(description, dict) else None
    if schema != SCHEMA:
        raise _RefusedError(f"its schema is {schema!r}, expected {SCHEMA!r}")
    return dict(description)
