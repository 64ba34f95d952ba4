"""The bytes of a saved translation memory: a header, lengths, texts, a checksum."""

import struct
from collections.abc import Sequence

import numpy as np

_MAGIC = b"tercelTM"
_VERSION = 1
# Magic, version, lowercase, length of the tokenizer's name, entries, bytes of all texts.
_HEADER = struct.Struct("<8sHBBQQ")
_CHECKSUM_BYTES = 32


def packed(sources: Sequence[str], targets: Sequence[str], tokenize: str, lowercase: bool) -> bytes:
    """Return the file of a memory."""
    texts = [text.encode("utf-8", "surrogatepass") for text in (*sources, *targets)]
    lengths = np.array([len(text) for text in texts], "<u8").tobytes()
    data = b"".join(texts)
    name = tokenize.encode()
    header = _HEADER.pack(_MAGIC, _VERSION, lowercase, len(name), len(sources), len(data))
    body = header + name + lengths + data
    return body + _checksum(body)


def unpacked(data: bytes) -> tuple[list[str], list[str], str, bool]:
    """Return sources, targets, tokenizer and lowercase.

    Raises
    ------
    ValueError
        If it is no such file, of another version, cut off or damaged.
    """
    if not data.startswith(_MAGIC):
        raise ValueError("no translation memory of tercel")
    if len(data) < _HEADER.size + _CHECKSUM_BYTES:
        raise ValueError(f"cut off after {len(data)} bytes")
    _, version, lowercase, name_size, n_entries, n_bytes = _HEADER.unpack_from(data)
    if version != _VERSION:
        raise ValueError(f"format version {version}, expected {_VERSION}")
    expected = _HEADER.size + name_size + 16 * n_entries + n_bytes + _CHECKSUM_BYTES
    if len(data) != expected:
        raise ValueError(f"found {len(data)} bytes, expected {expected}: cut off or damaged")
    body = memoryview(data)[:-_CHECKSUM_BYTES]
    if _checksum(body) != data[-_CHECKSUM_BYTES:]:
        raise ValueError("damaged: the checksum differs")
    at = _HEADER.size + name_size
    name = bytes(body[_HEADER.size : at]).decode("ascii", "replace")
    lengths = np.frombuffer(body, "<u8", 2 * n_entries, at)
    texts = _split(bytes(body[at + 16 * n_entries :]), lengths.tolist())
    return texts[:n_entries], texts[n_entries:], name, bool(lowercase)


def _split(data: bytes, lengths: list[int]) -> list[str]:
    # A checksum can be forged; Python's integers do not overflow.
    if sum(lengths) != len(data):
        raise ValueError("damaged: lengths do not add up")
    texts, at = [], 0
    for length in lengths:
        texts.append(data[at : at + length].decode("utf-8", "surrogatepass"))
        at += length
    return texts


def _checksum(data: bytes | memoryview) -> bytes:
    import hashlib  # noqa: PLC0415 - only for files

    return hashlib.sha256(data).digest()
