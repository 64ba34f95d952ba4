"""The check of what an sdist and wheels hold says what is wrong with them."""

import importlib.util
import zipfile

import pytest
from conftest import ROOT

_SPEC = importlib.util.spec_from_file_location("contents", ROOT / "wheels" / "contents.py")
contents = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(contents)


@pytest.fixture
def wheel():
    """The files of a wheel as it should be."""
    folders = {"tercel": ROOT / "src/tercel", "tercel/include": ROOT / "csrc/include"}
    names = [
        f"{name}/{path.relative_to(folder).as_posix()}"
        for name, folder in folders.items()
        for path in folder.rglob("*")
        if path.suffix in (".py", ".pyi", ".hpp")
    ]
    names += [f"tercel/{m}.cpython-311-x86_64-linux-gnu.so" for m in contents.MODULES]
    names += [
        "tercel/py.typed",
        "tercel/share/pkgconfig/tercel.pc",
        "tercel-0.1.0.dist-info/RECORD",
    ]
    names += ["tercel/share/cmake/tercel/tercelConfig.cmake"]
    return dict.fromkeys(names, 100)


# The installed library is tested from an sdist's tree without src/.
needs_sources = pytest.mark.skipif(
    not (ROOT / "src/tercel").is_dir(), reason="the source tree has no src/tercel"
)


@needs_sources
def test_a_good_wheel(wheel):
    assert contents.wheel_problems(wheel) == []


@needs_sources
def test_a_wheel_with_folders_as_entries(wheel, tmp_path):
    path = tmp_path / "tercel-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for folder in ("tercel/", "tercel/share/", "tercel-0.1.0.dist-info/"):
            archive.mkdir(folder)
        for name in wheel:
            archive.writestr(name, "")
    assert contents.problems_of(path) == []
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("tests/a.py", "")
    assert contents.problems_of(path) == ["tests/a.py has no place in a wheel"]


@needs_sources
@pytest.mark.parametrize(
    "leaked", ["tercel/_streams.pyx", "tercel/_core.cpp", "tests/a.py", "tercel/include/x.cpp"]
)
def test_sources_in_a_wheel(wheel, leaked):
    assert contents.wheel_problems({**wheel, leaked: 1}) == [f"{leaked} has no place in a wheel"]


@needs_sources
@pytest.mark.parametrize(
    "lost", ["tercel/py.typed", "tercel/_core.pyi", "tercel/include/tercel/version.hpp"]
)
def test_a_file_that_a_wheel_lacks(wheel, lost):
    del wheel[lost]
    assert contents.wheel_problems(wheel) == [f"{lost} is missing"]


@needs_sources
def test_a_module_that_a_wheel_lacks(wheel):
    del wheel["tercel/_streams.cpython-311-x86_64-linux-gnu.so"]
    assert contents.wheel_problems(wheel) == ["tercel/_streams is missing"]


def test_an_sdist():
    good = dict.fromkeys(contents._sources(), 100)
    assert contents.sdist_problems(good) == []
    made = "src/tercel/_streams.cpp"
    assert contents.sdist_problems({**good, made: 1}) == [
        f"{made} is made by a build, not a source"
    ]
    (problem,) = contents.sdist_problems({**good, "docs/film.mp4": 2_000_000})
    assert problem == "docs/film.mp4 has 2,000,000 bytes, expected at most 1,000,000"
    lost = "wheels/contents.py"
    assert contents.sdist_problems({k: v for k, v in good.items() if k != lost}) == [
        f"{lost} is missing"
    ]
