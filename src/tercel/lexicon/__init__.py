"""From parallel documents to sentence pairs, translation models and queries in another language."""

from tercel._tmx import read_tmx, write_tmx

__all__ = [
    "read_tmx",
    "write_tmx",
]
