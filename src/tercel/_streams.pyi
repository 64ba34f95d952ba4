from numpy import uint32, uint64
from numpy.random import BitGenerator
from numpy.typing import NDArray
from typing_extensions import disjoint_base

def indices(bit_generator: BitGenerator, n: int, out: NDArray[uint32]) -> None: ...

@disjoint_base
class SwapBits:
    def __init__(self, bit_generator: BitGenerator) -> None: ...
    def fill(self, n: int, out: NDArray[uint64]) -> None: ...
