"""The warning for what of sacreBLEU stays as slow as it is."""

import sys
import warnings
from types import FrameType

_OURS_AND_ITS = ("tercel", "sacrebleu")


class UnpatchedWarning(UserWarning):
    """sacreBLEU was left as it is, or a class of it: its results are the same, but slow."""


def warn_unpatched(message: str) -> None:
    """Warn, at the first line that is neither tercel's nor sacreBLEU's."""
    level, frame = 1, sys._getframe()
    while (caller := frame.f_back) is not None and _is_inside(frame):
        level, frame = level + 1, caller
    warnings.warn(message, UnpatchedWarning, stacklevel=level)


def _is_inside(frame: FrameType) -> bool:
    name: str = frame.f_globals.get("__name__", "")
    return name.partition(".")[0] in _OURS_AND_ITS
