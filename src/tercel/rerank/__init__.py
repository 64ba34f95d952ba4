"""N-best lists and translation memories: read, match, rerank.

>>> from tercel.rerank import NBest, mbr
>>> mbr(NBest.from_lists([["no", "yes sir", "yes"]]), "chrf").choice
array([1])
"""

from tercel.rerank.bayes_risk import MBRResult, mbr, pairwise_utilities
from tercel.rerank.nbest import NBest

__all__ = [
    "MBRResult",
    "NBest",
    "mbr",
    "pairwise_utilities",
]
