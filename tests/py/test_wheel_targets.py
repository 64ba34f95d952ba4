"""[tool.cibuildwheel] builds exactly the wheels that we mean to publish."""

import importlib.util
import itertools
import re
import subprocess
import sys
import tomllib

import pytest
from conftest import ROOT

VERSIONS = ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t")
LINUX = [
    f"{libc}_{machine}" for libc in ("manylinux", "musllinux") for machine in ("x86_64", "aarch64")
]
PLATFORMS = {
    "linux": LINUX,
    "macos": ["macosx_x86_64", "macosx_arm64"],
    "windows": ["win_amd64"],
}


@pytest.mark.skipif(
    importlib.util.find_spec("cibuildwheel") is None, reason="cibuildwheel is not installed"
)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_intended_set(platform):
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers"]
    listed = subprocess.run(
        [*command, "--platform", platform, ROOT], capture_output=True, text=True, check=True
    ).stdout.split()
    expected = [f"{v}-{p}" for v, p in itertools.product(VERSIONS, PLATFORMS[platform])]
    assert sorted(listed) == sorted(expected)


def test_what_each_image_is_for():
    """numpy has wheels for glibc 2.17 up to CPython 3.13."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    config = config["tool"]["cibuildwheel"]
    (old,) = config["overrides"]
    assert old["select"] == "cp3{11,12,13}-manylinux_*"
    for machine in ("x86_64", "aarch64"):
        assert config[f"manylinux-{machine}-image"] == "manylinux_2_28"
        assert old[f"manylinux-{machine}-image"] == "manylinux2014"


WORKFLOW = ROOT / ".github" / "workflows" / "wheels.yml"


@pytest.mark.skipif(not WORKFLOW.exists(), reason="the workflow is not in an sdist")
def test_the_workflow_takes_no_action_that_can_change():
    """A tag of an action can be moved, a commit cannot; the version beside it is for readers."""
    text = WORKFLOW.read_text(encoding="utf-8")
    uses = re.findall(r"uses: (.*)", text)
    assert len(uses) == text.count("uses:") >= 8
    for action in uses:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
    config = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (builder,) = re.findall(r"cibuildwheel==[\d.]+", text)
    assert f'"{builder}"' in config  # the list that is tested is that of the builder that runs
