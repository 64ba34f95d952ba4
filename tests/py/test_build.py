"""The build: versions agree, the examples in docstrings run, stubs are true, import is quick."""

import doctest
import importlib
import importlib.metadata
import pkgutil
import re
import subprocess
import sys

import pytest
from conftest import ROOT

import tercel
from tercel import _core

MODULES = ["tercel", *(m.name for m in pkgutil.walk_packages(tercel.__path__, "tercel."))]


def test_versions_agree():
    assert tercel.__version__ == _core.VERSION == importlib.metadata.version("tercel")
    for path in ("csrc/CMakeLists.txt", "pyproject.toml"):
        found = re.search(
            r"(?i)^(?:project\(tercel )?version (?:= )?\"?([\d.]+)",
            (ROOT / path).read_text(encoding="utf-8"),
            re.MULTILINE,
        )
        assert found, path
        assert found[1] == tercel.__version__


@pytest.mark.parametrize("name", [m for m in MODULES if not m.endswith("__main__")])
def test_examples_in_docstrings(name):
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        if not name.startswith("tercel.integrations."):
            raise
        pytest.skip(str(error))
    assert doctest.testmod(module, raise_on_error=False).failed == 0


def test_import_loads_only_what_it_needs():
    code = "import sys, tercel; print(*sorted(m.split('.')[0] for m in sys.modules))"
    loaded = set(
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
    )
    assert not loaded & {"scipy", "sacrebleu", "argparse", "regex", "pandas", "matplotlib", "torch"}


def test_the_configuration_reports_the_build():
    config = tercel.show_config()
    assert config["instruction_set"] in config["instruction_sets"]
    assert config["compiler"]
