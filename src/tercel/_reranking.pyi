from collections.abc import Callable, Sequence

from numpy import float64, int64
from numpy.typing import ArrayLike, NDArray

def expected_utilities(
    texts: Sequence[str],
    offsets: NDArray[int64],
    references: Sequence[str],
    ref_offsets: NDArray[int64],
    weights: NDArray[float64],
    utility: Callable[[list[str], list[str]], ArrayLike],
    block_size: int,
    progress: Callable[[int, int], None] | None,
) -> NDArray[float64]: ...
