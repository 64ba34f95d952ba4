"""What tests share: where the real data is, and the strategies for texts."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).parents[2]

# The same examples on every run: a gate that fails by chance is no gate.
hypothesis.settings.register_profile("fixed", derandomize=True, deadline=None)
hypothesis.settings.load_profile("fixed")


def data_folder(name: str) -> Path:
    """Return a folder of the real data, or skip the test and say why."""
    base = Path(os.environ.get("TERCEL_DATA", ROOT.parent / "shared" / "data"))
    folder = base / name
    if not folder.is_dir():
        pytest.skip(f"no real data: {folder} is not there (set TERCEL_DATA)")
    return folder


@pytest.fixture(scope="session")
def wmt23() -> Path:
    return data_folder("wmt23")


@pytest.fixture(scope="session")
def he_en(wmt23: Path) -> dict[str, list[str]]:
    """The reference and three systems of WMT 2023 Hebrew-English."""
    paths = {"reference": wmt23 / "references" / "generaltest2023.he-en.ref.refA.en"}
    for system in ("ONLINE-A", "ONLINE-B", "GPT4-5shot"):
        paths[system] = wmt23 / "system-outputs" / f"generaltest2023.he-en.hyp.{system}.en"
    return {name: read_lines(path) for name, path in paths.items()}


def read_lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, also where a shell in the background made it be ignored."""
    if sys.platform == "win32":
        pytest.skip("no os.kill with SIGINT on Windows")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    # Hypothesis has one, and an interrupt that meets a callback of the collector is lost.
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()
    yield
    gc.callbacks.extend(callbacks)
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def never_left_patched() -> Iterator[None]:
    """Whatever a test does, sacreBLEU's own functions are there before and after it."""
    from tercel.compat import unpatch

    unpatch()
    yield
    unpatch()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Each time that the core counts for sacreBLEU: so a test knows which way was taken."""
    from tercel.compat import _peer_counting

    calls: list[object] = []
    for name in ("count", "count_prepared"):
        method = getattr(_peer_counting.Counting, name)

        def counting(self, *arguments, method=method):
            calls.append(self)
            return method(self, *arguments)

        monkeypatch.setattr(_peer_counting.Counting, name, counting)
    return calls
