"""sacreBLEU's names, signatures and results, computed by tercel.

``import tercel.compat.sacrebleu as sacrebleu`` is the only change that a program needs. Names and
results are those of sacreBLEU 2.6.0; test sets come from an installed sacreBLEU.

>>> import tercel.compat.sacrebleu as sacrebleu
>>> sacrebleu.corpus_bleu(["the cat sat on the mat"], [["the cat is on the mat"]])
BLEU = 37.99 83.3/60.0/25.0/16.7 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)
"""

from typing import Any

# Modules that programs reach as attributes without importing them.
from tercel.compat.sacrebleu import compat as compat
from tercel.compat.sacrebleu import dataset as dataset
from tercel.compat.sacrebleu import metrics as metrics
from tercel.compat.sacrebleu import utils as utils
from tercel.compat.sacrebleu.compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from tercel.compat.sacrebleu.metrics import BLEU, CHRF, TER
from tercel.compat.sacrebleu.metrics.helpers import extract_char_ngrams, extract_word_ngrams
from tercel.compat.sacrebleu.utils import (
    SACREBLEU_DIR,
    download_test_set,
    get_available_testsets,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
    smart_open,
)
from tercel.compat.sacrebleu.version import __version__

__all__ = [  # noqa: RUF022 (sacreBLEU's)
    "smart_open",
    "SACREBLEU_DIR",
    "download_test_set",
    "get_source_file",
    "get_reference_files",
    "get_available_testsets",
    "get_langpairs_for_testset",
    "extract_word_ngrams",
    "extract_char_ngrams",
    "DATASETS",
    "BLEU",
    "CHRF",
    "TER",
    "corpus_bleu",
    "raw_corpus_bleu",
    "sentence_bleu",
    "corpus_chrf",
    "sentence_chrf",
    "corpus_ter",
    "sentence_ter",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name == "DATASETS":
        return dataset.DATASETS
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
