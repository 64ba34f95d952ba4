"""What sacreBLEU and ``tercel sacrebleu`` answer to a command line."""

import os
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

from compat.command_lines import CRASH, PARTLY, SEED_0, CommandLine, draws_anew, is_known_crash


def answer(main: Callable[[], object], line: CommandLine, folder: Path) -> tuple[bytes, int]:
    """Return standard output and the exit code of a `main` that reads `sys.argv`.

    It runs in a forked process, so that what it does to this one does not last.
    """
    result = folder / "stdout"
    with warnings.catch_warnings():
        # That there are threads, of NumPy's: the child uses none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        _run_in_child(main, line, folder, result)
    _, status = os.waitpid(pid, 0)
    return result.read_bytes(), os.waitstatus_to_exitcode(status)


def _run_in_child(main: Callable[[], object], line: CommandLine, folder: Path, out: Path) -> None:
    code: object = 1
    try:
        os.chdir(folder)
        os.dup2(os.open(line.stdin or os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(0, "r", encoding="utf-8", closefd=False),
            os.fdopen(1, "w", encoding="utf-8", closefd=False),
            os.fdopen(2, "w", encoding="utf-8", closefd=False),
        )
        for name in ("SACREBLEU_FORMAT", "SACREBLEU_SEED", "NO_COLOR"):
            os.environ.pop(name, None)
        os.environ.update(line.environment)
        sys.argv = ["sacrebleu", *line.arguments]
        code = main() or 0
    except SystemExit as end:
        code = end.code or 0
    except BaseException:
        code = 1
    finally:
        try:
            sys.stdout.flush()
        finally:
            os._exit(code if isinstance(code, int) else 1)


def peer_main() -> None:
    from sacrebleu.sacrebleu import main

    main()


def our_main() -> int:
    from tercel.cli import main

    return main(["sacrebleu", *sys.argv[1:]])


def check(line: CommandLine, folder: Path) -> str | None:
    """Compare the answers to a command line, as `difference` does."""
    return difference(line, *(answer(main, line, folder) for main in (peer_main, our_main)))


def difference(
    line: CommandLine, expected: tuple[bytes, int], found: tuple[bytes, int]
) -> str | None:
    """Return what is known to differ between two answers, None if nothing does.

    Raises
    ------
    AssertionError
        If something else differs.
    """
    if expected == found:
        return None
    if is_known_crash(line) and expected == (b"", 1) and found[1] == 0:
        return CRASH
    if draws_anew(line) and _without_draws(expected) == _without_draws(found):
        return SEED_0
    if expected[1] == found[1] != 0 and not found[0]:
        return PARTLY
    raise AssertionError(
        f"{line}\nexpected {expected[1]} {expected[0].decode()}\nfound {found[1]} "
        f"{found[0].decode()}"
    )


_DRAWN = re.compile(r'\(p = [\d.]+\)\*?|\([\d.]+ ± [\d.]+\)|"(p_value|mean|ci)": [\d.e-]+|[-─ ]+')


def _without_draws(answered: tuple[bytes, int]) -> tuple[str, int]:
    """Return a table without its p-values and intervals, and without how wide they make it."""
    text, code = answered
    return _DRAWN.sub(" ", text.decode()), code
