"""sacreBLEU's options: their names and defaults are its, the help is ours."""

import os
from argparse import Namespace
from collections.abc import Sequence

from tercel.cli.options import Parser
from tercel.compat.sacrebleu.metrics import BLEU, CHRF
from tercel.compat.sacrebleu.version import __version__

_FORMATS = ("json", "text", "latex")


def parse(argv: Sequence[str]) -> Namespace:
    """Return the options; ``SACREBLEU_FORMAT`` in the environment goes before ``--format``."""
    options = make_parser().parse_args(argv)
    wanted = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if wanted in _FORMATS:
        options.format = wanted
    return options


def make_parser() -> Parser:
    """Return the parser of the options."""
    parser = Parser(
        prog="tercel sacrebleu",
        description="sacreBLEU's command line with sacreBLEU's output, faster.",
    )
    parser.add_argument("--version", "-V", action="version", version=f"%(prog)s {__version__}")
    _add_test_sets(parser)
    _add_input(parser)
    _add_bleu(parser)
    _add_chrf(parser)
    _add_ter(parser)
    _add_statistics(parser)
    _add_output(parser)
    return parser


def _add_test_sets(parser: Parser) -> None:
    group = parser.add_argument_group("test sets", "of an installed sacreBLEU")
    group.add_argument("--citation", "--cite", action="store_true", help="print the citation")
    group.add_argument(
        "--list", action="store_true", help="print the test sets, or the fields of -t"
    )
    group.add_argument("--test-set", "-t", help="a test set, or several separated by commas")
    group.add_argument("--language-pair", "-l", dest="langpair", help="such as de-en")
    group.add_argument("--origlang", "-ol", help="only this original language; non-XX: all others")
    group.add_argument("--subset", help="only documents whose annotation matches this expression")
    group.add_argument("--download", metavar="TEST_SET", help="download a test set")
    group.add_argument("--echo", nargs="+", metavar="FIELD", help="print fields of a test set")


def _add_input(parser: Parser) -> None:
    parser.add_argument("refs", nargs="*", default=[], metavar="REF", help="files of references")
    group = parser.add_argument_group("input")
    group.add_argument(
        "--input", "-i", nargs="*", metavar="HYP", help="files of systems; else standard input"
    )
    group.add_argument(
        "--num-refs",
        "-nr",
        type=int,
        default=1,
        help="references in a line, separated by tabs (default: %(default)s)",
    )
    group.add_argument("--encoding", "-e", default="utf-8", help="default: %(default)s")
    group.add_argument(
        "--metrics",
        "-m",
        choices=("bleu", "chrf", "ter"),
        nargs="+",
        default=["bleu"],
        help="default: bleu",
    )
    group.add_argument("--sentence-level", "-sl", action="store_true", help="score each segment")


def _add_bleu(parser: Parser) -> None:
    group = parser.add_argument_group("BLEU")
    group.add_argument(
        "--smooth-method",
        "-s",
        choices=BLEU.SMOOTH_DEFAULTS,
        default="exp",
        dest="bleu_smooth_method",
        help="default: %(default)s",
    )
    group.add_argument(
        "--smooth-value",
        "-sv",
        type=float,
        dest="bleu_smooth_value",
        help="of floor (default: 0.1) and add-k (default: 1)",
    )
    group.add_argument(
        "--tokenize",
        "-tok",
        choices=BLEU.TOKENIZERS,
        dest="bleu_tokenize",
        help="default: that of the language, else 13a",
    )
    group.add_argument("--lowercase", "-lc", action="store_true", dest="bleu_lowercase")
    group.add_argument(
        "--force",
        action="store_true",
        dest="bleu_force",
        help="no warning for text that looks tokenized",
    )


def _add_chrf(parser: Parser) -> None:
    group = parser.add_argument_group("chrF")
    group.add_argument(
        "--chrf-char-order", "-cc", type=int, default=CHRF.CHAR_ORDER, help="default: %(default)s"
    )
    group.add_argument(
        "--chrf-word-order",
        "-cw",
        type=int,
        default=CHRF.WORD_ORDER,
        help="2 makes chrF++ (default: %(default)s)",
    )
    group.add_argument("--chrf-beta", type=int, default=CHRF.BETA, help="default: %(default)s")
    group.add_argument("--chrf-whitespace", action="store_true", help="count white space")
    group.add_argument("--chrf-lowercase", action="store_true")
    group.add_argument(
        "--chrf-eps-smoothing", action="store_true", help="as in chrF++.py, NLTK and Moses"
    )


def _add_ter(parser: Parser) -> None:
    group = parser.add_argument_group("TER")
    group.add_argument("--ter-case-sensitive", action="store_true")
    group.add_argument("--ter-asian-support", action="store_true")
    group.add_argument("--ter-no-punct", action="store_true")
    group.add_argument("--ter-normalized", action="store_true")


def _add_statistics(parser: Parser) -> None:
    group = parser.add_argument_group("statistics")
    group.add_argument("--confidence", "-ci", action="store_true", help="add an interval")
    group.add_argument(
        "--confidence-n", "-cin", type=int, default=1000, help="resamples (default: %(default)s)"
    )
    tests = group.add_mutually_exclusive_group()
    tests.add_argument("--paired-ar", "-par", action="store_true", help="approximate randomization")
    tests.add_argument("--paired-bs", "-pbs", action="store_true", help="paired bootstrap")
    group.add_argument(
        "--paired-ar-n", "-parn", type=int, default=10000, help="trials (default: %(default)s)"
    )
    group.add_argument(
        "--paired-bs-n", "-pbsn", type=int, default=1000, help="resamples (default: %(default)s)"
    )
    group.add_argument(
        "--paired-jobs", "-j", type=int, default=1, help="accepted; one process is faster"
    )
    group.add_argument(
        "--statistics",
        choices=("sacrebleu", "tercel"),
        default="sacrebleu",
        help="whose p and intervals; not an option of sacreBLEU (default: %(default)s)",
    )


def _add_output(parser: Parser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument("--quiet", "-q", action="store_true", help="accepted; nothing is logged")
    group.add_argument("--short", "-sh", action="store_true", help="short signatures")
    group.add_argument("--score-only", "-b", action="store_true", help="print the score alone")
    group.add_argument("--width", "-w", type=int, default=1, help="digits (default: %(default)s)")
    group.add_argument(
        "--detail", "-d", action="store_true", help="scores by original language of a test set"
    )
    group.add_argument("--no-color", "-nc", action="store_true")
    group.add_argument(
        "--format",
        "-f",
        choices=_FORMATS,
        default="json",
        help="latex is for several systems (default: %(default)s)",
    )
