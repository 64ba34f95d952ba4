"""The file of a model.

A header of 72 bytes, little-endian: the name ``TERCELEX``, the version, the CRC-32 of all that
follows the header, the numbers of source words, target words, entries and log-likelihoods, the
bytes of either list of words, and the size of the file. Then log-likelihoods (float64), the source
and the target words (UTF-8, a line feed after each), zeros up to a multiple of 64, and the arrays
indptr (int64), indices (uint32) and probabilities (float32). Nothing in it is executed or trusted.
"""

import mmap
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tercel._files import written_beside

if TYPE_CHECKING:
    from tercel.lexicon._model import LexicalModel

_MAGIC = b"TERCELEX"
_VERSION = 1
_HEADER = struct.Struct("<8sII7Q")
_ALIGNMENT = 64

Loaded = tuple[
    list[str],
    list[str],
    NDArray[np.int64],
    NDArray[np.uint32],
    NDArray[np.float32],
    list[float],
]


def save(model: "LexicalModel", path: Path) -> None:
    """Write a model; see `LexicalModel.save`."""
    source, target = _encoded(model.source_words), _encoded(model.target_words)
    log_likelihoods = np.array(model.log_likelihoods, "<f8")
    before = _HEADER.size + log_likelihoods.nbytes + len(source) + len(target)
    parts: list[Any] = [
        log_likelihoods.tobytes(),
        source,
        target,
        bytes(-before % _ALIGNMENT),
        np.ascontiguousarray(model.indptr, "<i8"),
        np.ascontiguousarray(model.indices, "<u4"),
        np.ascontiguousarray(model.probabilities, "<f4"),
    ]
    views = [memoryview(part).cast("B") for part in parts if len(part)]
    checksum = 0
    for view in views:
        checksum = zlib.crc32(view, checksum)
    sizes = (
        len(model.source_words),
        len(model.target_words),
        len(model),
        len(log_likelihoods),
        len(source),
        len(target),
        _HEADER.size + sum(view.nbytes for view in views),
    )
    with written_beside(path) as file:
        file.write(_HEADER.pack(_MAGIC, _VERSION, checksum, *sizes))
        for view in views:
            file.write(view)


def load(path: Path) -> Loaded:
    """Return words, arrays and log-likelihoods; see `LexicalModel.load`."""
    with path.open("rb") as file:
        header = file.read(_HEADER.size)
        if not header.startswith(_MAGIC):
            raise ValueError(f"{path}: not a lexicon of tercel, expected it to start with TERCELEX")
        if len(header) < _HEADER.size:
            raise ValueError(f"{path}: cut off in the header")
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    _, version, checksum, *sizes = _HEADER.unpack(header)
    if version != _VERSION:
        raise ValueError(f"{path}: version {version} of the format, expected {_VERSION}")
    _check_size(path, sizes, len(data))
    if zlib.crc32(data[_HEADER.size :]) != checksum:
        raise ValueError(f"{path}: the checksum is wrong: the file is damaged")
    return _unpacked(path, sizes, data)


def _check_size(path: Path, sizes: list[int], n_bytes: int) -> None:
    """Refuse a file whose header speaks of more or less than there is, before any is read."""
    n_source, n_target, n_entries, n_likelihoods, source_bytes, target_bytes, size = sizes
    before = _HEADER.size + 8 * n_likelihoods + source_bytes + target_bytes
    needed = before + -before % _ALIGNMENT + 8 * (n_source + 1) + 8 * n_entries
    if size != needed or source_bytes < n_source or target_bytes < n_target:
        raise ValueError(f"{path}: the sizes in the header do not agree: the file is damaged")
    if n_bytes < size:
        raise ValueError(f"{path}: cut off: {n_bytes} bytes, expected {size}")
    if n_bytes > size:
        raise ValueError(f"{path}: {n_bytes} bytes, expected {size}")


def _unpacked(path: Path, sizes: list[int], data: memoryview) -> Loaded:
    n_source, n_target, n_entries, n_likelihoods, source_bytes, target_bytes, _ = sizes
    at = _HEADER.size
    log_likelihoods = np.frombuffer(data, "<f8", n_likelihoods, at).tolist()
    at += 8 * n_likelihoods
    source = _decoded(path, data[at : at + source_bytes], n_source)
    at += source_bytes
    target = _decoded(path, data[at : at + target_bytes], n_target)
    at += target_bytes
    at += -at % _ALIGNMENT
    indptr = np.frombuffer(data, "<i8", n_source + 1, at)
    at += indptr.nbytes
    indices = np.frombuffer(data, "<u4", n_entries, at)
    at += indices.nbytes
    probabilities = np.frombuffer(data, "<f4", n_entries, at)
    return source, target, indptr, indices, probabilities, log_likelihoods


def _encoded(words: list[str]) -> bytes:
    return "".join(f"{word}\n" for word in words).encode("utf-8", "surrogatepass")


def _decoded(path: Path, data: memoryview, n_words: int) -> list[str]:
    try:
        words = str(data, "utf-8", "surrogatepass").split("\n")
    except UnicodeDecodeError:
        raise ValueError(f"{path}: words that are not UTF-8: the file is damaged") from None
    if words.pop() != "" or len(words) != n_words:
        raise ValueError(f"{path}: {len(words)} words, expected {n_words}: the file is damaged")
    return words
