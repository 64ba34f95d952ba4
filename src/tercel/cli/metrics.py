"""Metrics and their options, as sacreBLEU spells them."""

import argparse
from collections.abc import Callable

from tercel.cli.options import Parser, UsageError
from tercel.metrics import BLEU, CER, CHRF, TER, WER, ExactMatch, NgramF, TextMetric
from tercel.metrics.bleu import SMOOTH_DEFAULTS
from tercel.tokenizers import TOKENIZERS


def add_metrics(parser: Parser) -> None:
    """Add the choice of metrics and the options of each."""
    parser.add_argument(
        "-m",
        "--metrics",
        nargs="+",
        choices=tuple(_METRICS),
        default=["bleu"],
        metavar="METRIC",
        help=f"one or more of {', '.join(_METRICS)} (default: bleu)",
    )
    _add_bleu(parser)
    _add_chrf(parser)
    _add_ter(parser)


def checked_metrics(options: argparse.Namespace) -> list[TextMetric]:
    """Return the metrics that the options describe.

    Raises
    ------
    UsageError
        If options contradict each other or are out of range, or a metric is given twice.
    """
    if len(set(options.metrics)) < len(options.metrics):
        raise UsageError("argument -m/--metrics: a metric is given twice")
    try:
        return [_METRICS[name](options) for name in options.metrics]
    except (ValueError, ImportError) as error:
        raise UsageError(str(error)) from None


def _add_bleu(parser: Parser) -> None:
    group = parser.add_argument_group("BLEU")
    group.add_argument(
        "-tok",
        "--tokenize",
        choices=TOKENIZERS,
        default="13a",
        help="how texts are split into tokens (default: %(default)s)",
    )
    group.add_argument(
        "--tokenizer-model",
        metavar="FILE",
        help="the SentencePiece model of spm, flores101 and flores200; nothing is downloaded",
    )
    group.add_argument(
        "-lc",
        "--lowercase",
        action="store_true",
        help="ignore case; also for wer, cer, em, ngram-f",
    )
    group.add_argument(
        "-s",
        "--smooth-method",
        choices=tuple(SMOOTH_DEFAULTS),
        default="exp",
        help="what stands for the precision of an order without a match (default: %(default)s)",
    )
    group.add_argument(
        "-sv",
        "--smooth-value",
        type=float,
        metavar="X",
        help="the value of floor (default: 0.1) or add-k (default: 1)",
    )
    group.add_argument(
        "--max-ngram-order", type=int, default=4, metavar="N", help="default: %(default)s"
    )
    group.add_argument(
        "--effective-order",
        action="store_true",
        help="leave out orders that the text is too short to have",
    )


def _add_chrf(parser: Parser) -> None:
    group = parser.add_argument_group("chrF")
    group.add_argument(
        "--chrf-char-order",
        "-cc",
        type=int,
        default=6,
        metavar="N",
        help="character n-grams up to this order (default: %(default)s)",
    )
    group.add_argument(
        "--chrf-word-order",
        "-cw",
        type=int,
        default=0,
        metavar="N",
        help="word n-grams up to this order; 2 makes chrF++ (default: %(default)s)",
    )
    group.add_argument(
        "--chrf-beta",
        type=int,
        default=2,
        metavar="N",
        help="how much more recall counts than precision (default: %(default)s)",
    )
    group.add_argument("--chrf-whitespace", action="store_true", help="count white space too")
    group.add_argument("--chrf-lowercase", action="store_true", help="ignore case")
    group.add_argument(
        "--chrf-eps-smoothing",
        action="store_true",
        help="smooth as chrF++.py, Moses and NLTK do",
    )


def _add_ter(parser: Parser) -> None:
    group = parser.add_argument_group("TER")
    group.add_argument("--ter-case-sensitive", action="store_true", help="do not ignore case")
    group.add_argument(
        "--ter-asian-support", action="store_true", help="let the next two treat CJK text too"
    )
    group.add_argument("--ter-no-punct", action="store_true", help="take punctuation out")
    group.add_argument("--ter-normalized", action="store_true", help="set punctuation apart")
    group.add_argument(
        "--ter-exact", action="store_true", help="no beam; not what sacreBLEU and tercom compute"
    )


def _bleu(options: argparse.Namespace) -> BLEU:
    return BLEU(
        lowercase=options.lowercase,
        tokenize=options.tokenize,
        smooth_method=options.smooth_method,
        smooth_value=options.smooth_value,
        max_ngram_order=options.max_ngram_order,
        effective_order=options.effective_order,
        model=options.tokenizer_model,
    )


def _chrf(options: argparse.Namespace) -> CHRF:
    return CHRF(
        char_order=options.chrf_char_order,
        word_order=options.chrf_word_order,
        beta=options.chrf_beta,
        lowercase=options.chrf_lowercase,
        whitespace=options.chrf_whitespace,
        eps_smoothing=options.chrf_eps_smoothing,
    )


def _ter(options: argparse.Namespace) -> TER:
    return TER(
        normalized=options.ter_normalized,
        no_punct=options.ter_no_punct,
        asian_support=options.ter_asian_support,
        case_sensitive=options.ter_case_sensitive,
        exact=options.ter_exact,
    )


_METRICS: dict[str, Callable[[argparse.Namespace], TextMetric]] = {
    "bleu": _bleu,
    "chrf": _chrf,
    "ter": _ter,
    "wer": lambda options: WER(lowercase=options.lowercase),
    "cer": lambda options: CER(lowercase=options.lowercase),
    "em": lambda options: ExactMatch(lowercase=options.lowercase),
    "ngram-f": lambda options: NgramF(tokenize=options.tokenize, lowercase=options.lowercase),
}
