"""The metrics: text to statistics, totals to scores."""

from tercel.metrics.base import TextMetric
from tercel.metrics.bleu import BLEU
from tercel.metrics.chrf import CHRF
from tercel.metrics.edit_rates import CER, WER
from tercel.metrics.overlap import ExactMatch, NgramF, ngrams
from tercel.metrics.prepared import PreparedReferences
from tercel.metrics.segment_mean import SegmentMean
from tercel.metrics.ter import TER

__all__ = [
    "BLEU",
    "CER",
    "CHRF",
    "TER",
    "WER",
    "ExactMatch",
    "NgramF",
    "PreparedReferences",
    "SegmentMean",
    "TextMetric",
    "ngrams",
]
