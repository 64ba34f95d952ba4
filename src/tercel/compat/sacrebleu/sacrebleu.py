"""The command line as functions that read ``sys.argv``, where sacreBLEU has them."""

import sys
from argparse import Namespace

from tercel import cli
from tercel.cli.options import UsageError
from tercel.cli.sacrebleu_options import parse

__all__ = ["main", "parse_args"]


def parse_args() -> Namespace:
    """Return the options.

    Raises
    ------
    SystemExit
        With code 2, after a line on standard error, if an option is wrong.
    """
    try:
        return parse(sys.argv[1:])
    except UsageError as error:
        print(f"tercel: error: {error}", file=sys.stderr)
        sys.exit(2)


def main() -> None:
    """Run the command line.

    Raises
    ------
    SystemExit
        If it fails, after a line on standard error.
    """
    code = cli.main(["sacrebleu", *sys.argv[1:]])
    if code:
        sys.exit(code)
