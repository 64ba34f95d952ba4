from collections.abc import Callable, Iterable
from typing import Any

from numpy import float64, int64
from numpy.typing import NDArray

def count_as_extreme(effects: NDArray[float64], observed: float, alternative: str) -> int: ...
def count_wins(effects: NDArray[float64]) -> tuple[int, int, int]: ...
def count_extreme_effects(
    blocks: Iterable[tuple[NDArray[int64], NDArray[int64]]],
    aggregate: Callable[[NDArray[int64]], NDArray[Any]],
    sign: float,
    observed: float,
    alternative: str,
) -> tuple[int, int]: ...
