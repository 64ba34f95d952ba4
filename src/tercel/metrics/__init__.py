"""The metrics: text to statistics, totals to scores."""

from tercel.metrics.bleu import BLEU
from tercel.metrics.segment_mean import SegmentMean

__all__ = ["BLEU", "SegmentMean"]
