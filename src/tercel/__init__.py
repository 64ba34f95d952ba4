"""Decide, fast and correctly, whether one machine translation is better than another.

>>> import tercel
>>> print(tercel.BLEU().corpus_score(["the cat sat down"], ["the cat sat down"]))
BLEU = 100.00 100.0/100.0/100.0/100.0 (BP = 1.000 ratio = 1.000 hyp_len = 4 ref_len = 4)
"""

from tercel._compare import compare
from tercel._config import show_config
from tercel._embedding import get_cmake_dir, get_include
from tercel._execution import reporting_to
from tercel._power import power
from tercel._version import __version__
from tercel._warnings import (
    DoubtfulStatisticsWarning,
    FewDocumentsWarning,
    SmallTestSetWarning,
)
from tercel.comparison import Comparison, PairResult, SystemResult
from tercel.equivalence import MarginTest, equivalence_test, noninferiority_test
from tercel.evaluator import Evaluator
from tercel.feed import Feed
from tercel.intervals import ConfidenceInterval, confidence_interval, difference_interval
from tercel.metrics import BLEU, CER, CHRF, TER, WER, ExactMatch, NgramF, SegmentMean, ngrams
from tercel.multiple import adjust_p, max_t_p
from tercel.paired import PairedTest, paired_test
from tercel.power_analysis import PowerAnalysis, PowerPoint, PowerSimulation
from tercel.protocol import Metric
from tercel.ranking import Rank, rank_systems
from tercel.replicated import ReplicatedTest, Spread, replicated_test
from tercel.sampling import broad_sample, consecutive_sample, random_sample
from tercel.score import BLEUScore, Score
from tercel.segment_tests import CompleteScores, SegmentTest, drop_missing, segment_test
from tercel.system_statistics import SystemStatistics, load_statistics
from tercel.tokenizers import TOKENIZERS, tokenize

__all__ = [
    "BLEU",
    "CER",
    "CHRF",
    "TER",
    "TOKENIZERS",
    "WER",
    "BLEUScore",
    "Comparison",
    "CompleteScores",
    "ConfidenceInterval",
    "DoubtfulStatisticsWarning",
    "Evaluator",
    "ExactMatch",
    "Feed",
    "FewDocumentsWarning",
    "MarginTest",
    "Metric",
    "NgramF",
    "PairResult",
    "PairedTest",
    "PowerAnalysis",
    "PowerPoint",
    "PowerSimulation",
    "Rank",
    "ReplicatedTest",
    "Score",
    "SegmentMean",
    "SegmentTest",
    "SmallTestSetWarning",
    "Spread",
    "SystemResult",
    "SystemStatistics",
    "__version__",
    "adjust_p",
    "broad_sample",
    "compare",
    "confidence_interval",
    "consecutive_sample",
    "difference_interval",
    "drop_missing",
    "equivalence_test",
    "get_cmake_dir",
    "get_include",
    "load_statistics",
    "max_t_p",
    "ngrams",
    "noninferiority_test",
    "paired_test",
    "power",
    "random_sample",
    "rank_systems",
    "replicated_test",
    "reporting_to",
    "segment_test",
    "show_config",
    "tokenize",
]
