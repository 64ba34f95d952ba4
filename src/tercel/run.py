"""``python -m tercel.run program.py ...``: runs a program with sacreBLEU made fast.

``python -m tercel.run -m package.module ...`` runs a module. ``sys.argv``, ``sys.path`` and
``__main__`` are those that the program has without ``tercel.run``, and so is its exit code.
"""

import io
import runpy
import sys
from pathlib import Path
from types import ModuleType, TracebackType

from tercel.compat import patch

_USAGE = "usage: python -m tercel.run program.py [argument ...] | -m module [argument ...]"
_BAD_USAGE = 2
_RUNNERS = (__file__, runpy.__file__, "<frozen runpy>")


def main(arguments: list[str]) -> int:
    """Run the program that the arguments name and return its exit code."""
    is_module = arguments[:1] == ["-m"]
    names = arguments[1:] if is_module else arguments
    if not names or names[0].startswith("-"):
        asks_for_help = names[:1] in (["-h"], ["--help"])
        print(_USAGE, file=sys.stdout if asks_for_help else sys.stderr)
        return 0 if asks_for_help else _BAD_USAGE
    if not is_module and not Path(names[0]).is_file():
        print(f"tercel.run: {names[0]}: no such file", file=sys.stderr)
        return _BAD_USAGE
    try:
        patch()
    except ImportError as error:
        print(f"tercel.run: {error}", file=sys.stderr)
        return _BAD_USAGE
    sys.argv = names
    try:
        if is_module:
            runpy.run_module(names[0], run_name="__main__", alter_sys=True)
        else:
            _run_file(names[0])
    except Exception as error:
        # What Python prints, without the frames of the runner.
        traceback = _of_program(error.__traceback__)
        sys.excepthook(type(error), error.with_traceback(traceback), traceback)
        return 1
    return 0


def _run_file(name: str) -> None:
    name = str(Path(name).absolute())
    with io.open_code(name) as file:
        code = compile(file.read(), name, "exec")
    if not sys.flags.safe_path:
        sys.path[0] = str(Path(name).resolve().parent)
    module = ModuleType("__main__")
    module.__dict__.update(__file__=name, __builtins__=__builtins__, __cached__=None)
    # The program's, for what looks there: pickle, multiprocessing, unittest.
    sys.modules["__main__"] = module
    exec(code, module.__dict__)


def _of_program(traceback: TracebackType | None) -> TracebackType | None:
    """Return the traceback from the first frame that is the program's."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename in _RUNNERS:
        traceback = traceback.tb_next
    return traceback


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
