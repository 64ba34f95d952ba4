"""The options that commands share, and what is wrong with them."""

import argparse
from collections.abc import Callable
from typing import NoReturn, TypeAlias

from tercel._execution import check_workers
from tercel.intervals import check_interval_options
from tercel.report import FORMATS


class UsageError(Exception):
    """The command line itself is wrong, whatever the files hold."""


class Parser(argparse.ArgumentParser):
    """A parser that leaves it to `main` to report errors, in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        raise UsageError(message)


class Answer(argparse.Action):
    """An option that prints what a function returns, and leaves, as ``--version`` does."""

    def __init__(
        self,
        option_strings: list[str],
        dest: str,
        answer: Callable[[], str],
        help: str,  # noqa: A002 (argparse's name)
    ) -> None:
        super().__init__(option_strings, dest=argparse.SUPPRESS, nargs=0, help=help)
        self._answer = answer

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the answer."""
        print(self._answer())
        parser.exit()


# What add_subparsers() returns; argparse has no public name for it.
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def add_files(parser: Parser, hypotheses: str = "the output of a system") -> None:
    """Add references and hypotheses."""
    group = add_reference(parser)
    group.add_argument("hypotheses", metavar="HYP", nargs="+", help=hypotheses)


def add_reference(parser: Parser) -> argparse._ArgumentGroup:
    """Add references; a command may add more files to the group."""
    group = parser.add_argument_group(
        "input", "UTF-8 text, one segment a line; .gz is decompressed, - is standard input"
    )
    group.add_argument(
        "-r",
        "--reference",
        dest="references",
        metavar="REF",
        action="append",
        required=True,
        help="a reference; repeat the option for several",
    )
    return group


def add_statistics(parser: Parser) -> argparse._ArgumentGroup:
    """Add the options of intervals; a command may add more to the group."""
    group = parser.add_argument_group("statistics")
    group.add_argument(
        "--confidence-level",
        type=float,
        default=0.95,
        metavar="X",
        help="of intervals (default: %(default)s)",
    )
    group.add_argument(
        "--n-bootstrap",
        type=int,
        default=1000,
        metavar="R",
        help="resamples for intervals (default: %(default)s)",
    )
    add_seed_and_workers(group)
    return group


def add_seed_and_workers(group: argparse._ArgumentGroup) -> None:
    """Add what every random computation has."""
    group.add_argument("--seed", type=seed, default=12345, help="default: %(default)s")
    group.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="threads; the result does not depend on it (default: %(default)s)",
    )


def add_documents(group: argparse._ArgumentGroup) -> None:
    """Add the file that says which segments belong together."""
    group.add_argument(
        "--documents",
        metavar="FILE",
        help="the document of each segment, which then stays together: FILE has an id a line; or "
        "FILE.tsv:COLUMN, by its name; or FILE.jsonl:KEY",
    )


def add_output(parser: Parser) -> None:
    """Add the options of what is printed and where."""
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format",
        # HTML is for notebooks.
        choices=tuple(name for name in FORMATS if name != "html"),
        default="text",
        help="default: %(default)s",
    )
    group.add_argument(
        "-w",
        "--width",
        type=_width,
        default=2,
        metavar="N",
        help="digits after the point of a score (default: %(default)s)",
    )
    group.add_argument(
        "--output", metavar="FILE", help="write to a file, which is never seen half-written"
    )


def check_statistics_options(options: argparse.Namespace, interval_from: str) -> None:
    """Check resamples and workers before any file is read.

    Parameters
    ----------
    options : Namespace
    interval_from : str
        The option that says how many resamples the intervals come from.

    Raises
    ------
    UsageError
        If there are too few for the confidence level (the message says the smallest number that
        will do), or a number is out of range.
    """
    try:
        check_workers(options.workers)
        check_interval_options(
            getattr(options, interval_from), options.confidence_level, "koehn", interval_from
        )
    except ValueError as error:
        raise UsageError(str(error)) from None


def seed(text: str) -> int:
    """Return the seed that an argument says."""
    number = int(text)
    if not 0 <= number < 2**64:
        raise argparse.ArgumentTypeError(f"{number} is not from 0 to 2**64 - 1")
    return number


def _width(text: str) -> int:
    width = int(text)
    if not 0 <= width <= 17:
        raise argparse.ArgumentTypeError(f"{width} is not from 0 to 17")
    return width
