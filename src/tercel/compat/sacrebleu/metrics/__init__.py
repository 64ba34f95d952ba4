"""sacreBLEU's metrics, counted by tercel."""

from tercel.compat.sacrebleu.metrics.base import Metric
from tercel.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from tercel.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from tercel.compat.sacrebleu.metrics.ter import TER, TERScore

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]

METRICS: dict[str, type[Metric]] = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}
