"""``python -m tercel.run``: the program sees what it would see without, only faster."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tercel

pytest.importorskip("sacrebleu")

# Where the package under test is, installed or in place.
SOURCE = Path(tercel.__file__).parents[1]


def python(*arguments, cwd):
    environment = os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def with_and_without(*arguments, cwd):
    return python("-m", "tercel.run", *arguments, cwd=cwd), python(*arguments, cwd=cwd)


SEEN = """
import sys, os, inspect, pickle
class Thing: pass
def show():
    import __main__
    print(sys.argv, os.path.basename(sys.path[0]), __name__, __file__, __spec__ is None)
    print(__main__.Thing is Thing, type(pickle.loads(pickle.dumps(Thing()))) is Thing)
if __name__ == "__main__":
    show()
"""


def test_argv_path_and_main(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "program.py").write_text(SEEN)
    ours, own = with_and_without("inner/program.py", "-x", "--", "two words", cwd=tmp_path)
    assert ours.stdout == own.stdout != ""
    assert (ours.returncode, ours.stderr) == (0, "")


def test_module(tmp_path):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("")
    (tmp_path / "package" / "program.py").write_text(
        "import sys, os\nfrom . import __name__ as parent\n"
        "print(sys.argv[0] == __file__, sys.argv[1:], parent, __spec__.name)\n"
    )
    ours, own = with_and_without("-m", "package.program", "a", "-m", cwd=tmp_path)
    assert ours.stdout == own.stdout != ""
    assert ours.returncode == 0


def test_it_is_patched(tmp_path):
    (tmp_path / "program.py").write_text(
        "from sacrebleu.metrics import BLEU\n"
        "print(BLEU._aggregate_and_compute.__code__.co_filename)\n"
    )
    ours, own = with_and_without("program.py", cwd=tmp_path)
    assert "tercel" in ours.stdout
    assert "tercel" not in Path(own.stdout).parts


FAILING = """
def inner():
    raise KeyError("lost")
def outer():
    inner()
outer()
"""


def test_tracebacks_are_the_programs(tmp_path):
    (tmp_path / "program.py").write_text(FAILING)
    ours, own = with_and_without("program.py", cwd=tmp_path)
    assert ours.stderr == own.stderr
    assert "KeyError: 'lost'" in ours.stderr
    assert ours.returncode == own.returncode == 1


def test_traceback_of_a_module(tmp_path):
    (tmp_path / "program.py").write_text(FAILING)
    ours = python("-m", "tercel.run", "-m", "program", cwd=tmp_path)
    assert ours.stderr.startswith("Traceback")
    assert "runpy" not in ours.stderr and "tercel" not in ours.stderr
    assert ours.returncode == 1


def test_syntax_error(tmp_path):
    (tmp_path / "program.py").write_text("x = = 1\n")
    ours, own = with_and_without("program.py", cwd=tmp_path)
    assert ours.returncode == own.returncode == 1
    assert ours.stderr.splitlines()[-1] == own.stderr.splitlines()[-1]
    assert "runpy" not in ours.stderr


@pytest.mark.parametrize("code", ["7", "0", "None", "'words'"])
def test_exit_codes(tmp_path, code):
    (tmp_path / "program.py").write_text(f"import sys\nsys.exit({code})\n")
    ours, own = with_and_without("program.py", cwd=tmp_path)
    assert (ours.returncode, ours.stderr) == (own.returncode, own.stderr)


@pytest.mark.parametrize("arguments", [[], ["-m"], ["-x"], ["missing.py"]])
def test_bad_usage(tmp_path, arguments):
    ours = python("-m", "tercel.run", *arguments, cwd=tmp_path)
    assert ours.returncode == 2
    assert ours.stdout == ""
    assert "missing.py" in ours.stderr or "usage" in ours.stderr


def test_a_module_that_is_not_there(tmp_path):
    ours = python("-m", "tercel.run", "-m", "nowhere.at_all", cwd=tmp_path)
    assert ours.returncode == 1
    assert "nowhere" in ours.stderr


def test_sacrebleus_command_line(tmp_path):
    lines = ["the cat sat on the mat", "it rained today", "a b c d e f"]
    (tmp_path / "hyp").write_text("\n".join(lines) + "\n")
    (tmp_path / "ref").write_text("\n".join(reversed(lines)) + "\n")
    arguments = ["-m", "sacrebleu", "ref", "-i", "hyp", "-m", "bleu", "chrf", "ter"]
    ours, own = with_and_without(*arguments, "--confidence", "-f", "text", cwd=tmp_path)
    assert ours.stdout == own.stdout != ""
    assert ours.returncode == own.returncode
