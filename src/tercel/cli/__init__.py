"""The command line: ``tercel score``, ``compare``, ``test``, ``power`` and more.

``sacrebleu`` is another program's command line and parses its arguments by itself.
"""

import atexit
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from tercel._embedding import cflags, get_cmake_dir, includes
from tercel._version import __version__
from tercel.cli.files import printable
from tercel.cli.options import Answer, Parser, UsageError
from tercel.cli.output import check_place, write
from tercel.cli.progress import progress_on_terminal

__all__ = ["main"]

_COMMANDS = (
    *("score", "compare", "test", "replicated", "equivalence", "power", "sample"),
    *("rerank", "mbr", "match", "align", "lexicon", "query", "retrieval"),
)
_SACREBLEU = "sacrebleu"
_FOR_COMPILERS = (
    ("--cflags", cflags, "print the options for a C++ compiler and exit"),
    ("--includes", includes, "print the include option for a C++ compiler and exit"),
    ("--cmakedir", get_cmake_dir, "print the folder of the CMake package and exit"),
)

_BAD_INPUT = 1
_BAD_USAGE = 2
# As shells report a process that a signal ended: 128 and the number of SIGINT or SIGPIPE.
_INTERRUPTED = 130
_BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and print its result.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments behind the command's name; those of this process if not given.

    Returns
    -------
    int
        The exit code: 0 done, 1 bad input, 2 bad usage, 130 interrupted, 141 nobody reads on. An
        error is one line on standard error.

    Raises
    ------
    SystemExit
        After ``--help`` and ``--version``.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        if arguments[:1] == [_SACREBLEU]:
            from tercel.cli import sacrebleu  # noqa: PLC0415 (no other command needs it)

            return sacrebleu.run(arguments[1:])
        options = parser_of(arguments).parse_args(arguments)
        if options.output is not None:
            check_place(options.output)
        with progress_on_terminal():
            report = options.run(options)
        write(report, options.output)
    except UsageError as error:
        return _fail(_BAD_USAGE, error)
    except (ValueError, MemoryError) as error:
        return _fail(_BAD_INPUT, error)
    except BrokenPipeError:
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        if argv is None:
            _end_at_once()
        return _INTERRUPTED
    return 0


def _end_at_once() -> None:
    """End the process after Ctrl-C; to free millions of lines first would take a while."""
    # Temporary folders are removed by functions that wait for the exit, which os._exit leaves out.
    atexit._run_exitfuncs()
    with suppress(OSError):
        sys.stdout.flush()
    os._exit(_INTERRUPTED)


def parser_of(argv: Sequence[str]) -> Parser:
    """Return the parser of a command line: with its one command, or with all if it names none."""
    parser = Parser(
        prog="tercel",
        description="Decide whether one machine translation is better than another.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tercel {__version__}")
    for option, answer, meaning in _FOR_COMPILERS:
        parser.add_argument(option, action=Answer, answer=answer, help=meaning)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    # Each command imports what it needs: only the one asked for, unless help lists all.
    asked_for = [name for name in _COMMANDS if argv[:1] == [name]]
    for name in asked_for or _COMMANDS:
        import_module(f"tercel.cli.{name}").add_parser(commands)
    # For the list of commands; it parses its arguments by itself.
    commands.add_parser(_SACREBLEU, help="what sacreBLEU's command does, faster", add_help=False)
    return parser


def _fail(code: int, error: Exception) -> int:
    message = str(error) or "out of memory"  # the one error that may come without words
    print(f"tercel: error: {printable(message)}", file=sys.stderr)
    return code
