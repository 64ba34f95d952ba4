"""The file of a Ranking SVM.

A header of 56 bytes, little-endian: the name ``TERCELRK``, the version, the CRC-32 of all that
follows it, and five numbers: bytes of the description, features, support vectors, 1 if there is a
scaler plus 2 if the kernel is linear, and the size of the file. Then the description (JSON in
UTF-8: parameters, how training ended, names of features), zeros up to a multiple of 8, and float64:
the scaler's means and scales, the support vectors row after row, and the coefficients (of features
if the kernel is linear).
Nothing in it is executed or trusted.
"""

import json
import math
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from tercel._files import AnyPath, written_beside
from tercel.rerank._lists import FloatArray

_MAGIC = b"TERCELRK"
_VERSION = 1
_START = struct.Struct("<8sII")
_SIZES = struct.Struct("<5Q")
_HEADER_BYTES = _START.size + _SIZES.size
_HAS_SCALER = 1
_IS_LINEAR = 2
# A million features with long names; nobody's description is larger.
_MOST_DESCRIPTION_BYTES = 2**28
_ALIGNMENT = 8

Description = dict[str, Any]


@dataclass(frozen=True)
class ModelArrays:
    """The arrays of a file; without a scaler `mean` and `scale` are None, if linear `support`."""

    mean: FloatArray | None
    scale: FloatArray | None
    support: FloatArray | None
    coefficients: FloatArray

    def in_order(self) -> list[FloatArray]:
        """Return the arrays in the order in which they are written."""
        arrays = (self.mean, self.scale, self.support, self.coefficients)
        return [array for array in arrays if array is not None]


def write_model(
    path: AnyPath, description: Description, arrays: ModelArrays, n_features: int
) -> None:
    """Write a file, which is never seen half-written; ValueError if it cannot be."""
    text = json.dumps(description, ensure_ascii=False, allow_nan=False).encode(
        "utf-8", "surrogatepass"
    )
    parts = [text, bytes(-len(text) % _ALIGNMENT)]
    parts += [np.ascontiguousarray(array, "<f8").tobytes() for array in arrays.in_order()]
    n_support = 0 if arrays.support is None else len(arrays.support)
    size = _HEADER_BYTES + sum(len(part) for part in parts)
    flags = (_HAS_SCALER if arrays.mean is not None else 0) | (
        0 if arrays.support is not None else _IS_LINEAR
    )
    sizes = _SIZES.pack(len(text), n_features, n_support, flags, size)
    checksum = 0
    for part in (sizes, *parts):
        checksum = zlib.crc32(part, checksum)
    with written_beside(path) as file:
        file.write(_START.pack(_MAGIC, _VERSION, checksum))
        for part in (sizes, *parts):
            file.write(part)


def read_model(path: AnyPath) -> tuple[Description, ModelArrays]:
    """Return what `write_model` wrote, the description unchecked but for being a JSON object.

    Raises
    ------
    ValueError
        If the file cannot be read, is no such file, of another version, cut off or damaged.
    """
    try:
        with Path(path).open("rb") as file:
            file.seek(0, 2)
            n_bytes = file.tell()
            file.seek(0)
            header = file.read(_HEADER_BYTES)
            sizes = _check_header(path, header, n_bytes)
            body = file.read(n_bytes - _HEADER_BYTES)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    if zlib.crc32(body, zlib.crc32(header[_START.size :])) != _START.unpack_from(header)[2]:
        fail(path, "damaged: the checksum differs")
    return _description(path, body[: sizes[0]]), _arrays(sizes, body)


def fail(path: AnyPath, what: str) -> NoReturn:
    """Raise the error about a model file."""
    raise ValueError(f"{path}: {what}")


def _check_header(path: AnyPath, header: bytes, n_bytes: int) -> tuple[int, ...]:
    """Return the sizes if they are those of the file, before anything else is read."""
    if not header.startswith(_MAGIC):
        fail(path, f"no Ranking SVM of tercel, expected it to start with {_MAGIC.decode()}")
    if len(header) < _HEADER_BYTES:
        fail(path, f"cut off after {len(header)} bytes, in the header")
    _, version, _ = _START.unpack_from(header)
    if version != _VERSION:
        fail(path, f"version {version} of the format, expected {_VERSION}")
    sizes = _SIZES.unpack_from(header, _START.size)
    n_text, n_features, n_support, flags, size = sizes
    n_values = n_features if flags & _IS_LINEAR else n_support * (n_features + 1)
    n_values += 2 * n_features * (flags & _HAS_SCALER)
    needed = _HEADER_BYTES + n_text + -n_text % _ALIGNMENT + 8 * n_values
    if size != needed or flags > 3 or n_features == 0 or n_text > _MOST_DESCRIPTION_BYTES:
        fail(path, "damaged: the sizes in the header do not agree")
    if n_bytes != size:
        fail(path, f"found {n_bytes} bytes, expected {size}: cut off or damaged")
    return sizes


def _description(path: AnyPath, text: bytes) -> Description:
    try:
        found = json.loads(text.decode("utf-8", "surrogatepass"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        fail(path, "damaged: its description is not JSON")
    if not isinstance(found, dict):
        fail(path, "damaged: its description is no JSON object")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _arrays(sizes: tuple[int, ...], body: bytes) -> ModelArrays:
    n_text, n_features, n_support, flags, _ = sizes
    at = n_text + -n_text % _ALIGNMENT

    def take(*shape: int) -> FloatArray:
        nonlocal at
        found = np.frombuffer(body, "<f8", math.prod(shape), at).reshape(shape)
        at += found.nbytes
        return found.astype(np.float64)

    mean = take(n_features) if flags & _HAS_SCALER else None
    scale = take(n_features) if flags & _HAS_SCALER else None
    if flags & _IS_LINEAR:
        return ModelArrays(mean, scale, None, take(n_features))
    return ModelArrays(mean, scale, take(n_support, n_features), take(n_support))
