"""The version of sacreBLEU whose results and names these are."""

__version__ = version = "2.6.0"
__version_tuple__ = version_tuple = (2, 6, 0)
