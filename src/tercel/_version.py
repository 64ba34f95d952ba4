"""The version, in one place for Python; a test compares it with C++ and with the metadata."""

__version__ = "0.1.0"
