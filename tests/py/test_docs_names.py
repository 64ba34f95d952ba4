"""What the documentation names: Python objects, benchmarks, experiments; and C++ as it shows it."""

import ast
import importlib.util
import inspect
import re
import sys
import tomllib
from importlib import import_module

import pytest
from conftest import ROOT
from test_docs import FENCE, PAGES, blocks, name_of

import benchmarks.__main__ as benchmarks

sys.path.insert(0, str(ROOT / "docs" / "_extensions"))
from c_declarations import HEADER, c_entries_of
from cpp_declarations import declaration, entries_of

HEADERS = sorted((ROOT / "csrc" / "include").rglob("*.hpp"))


def resolve(dotted):
    """The object of a dotted name, modules imported on the way; None for what only an extra has."""
    parts = dotted.split(".")
    found = import_module(parts[0])
    for i, part in enumerate(parts[1:], start=1):
        module = ".".join(parts[: i + 1])
        if (
            inspect.ismodule(found)
            and not hasattr(found, part)
            and importlib.util.find_spec(module)
        ):
            try:
                import_module(module)
            except ImportError:
                return None  # the toolkit that it is for is not installed
        found = getattr(found, part)
    return found


def trees(page):
    for block in blocks(page, "python"):
        code = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)$", block, re.MULTILINE)) or block
        yield ast.parse(code)


def imports(tree):
    """Names that are imported from tercel, and where from."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module.startswith("tercel")
        for alias in node.names
    }


def calls(page):
    """What is called of tercel, but for methods, and with which keywords."""
    names = {"tercel": "tercel"}
    for tree in trees(page):
        names |= imports(tree)
        for node in ast.walk(tree):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            first, *rest = called.split(".")
            if first in names and re.fullmatch(r"[\w.]+", called):
                keywords = {keyword.arg for keyword in node.keywords if keyword.arg is not None}
                yield ".".join([names[first], *rest]), keywords


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_names_exist(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    mentioned = re.findall(r"`(tercel(?:\.\w+)+)[`(]", text)
    imported = (dotted for tree in trees(page) for dotted in imports(tree).values())
    for dotted in {*mentioned, *imported}:
        resolve(dotted)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_keywords_exist(page):
    for dotted, keywords in calls(page):
        called = resolve(dotted)
        if called is not None:
            parameters = inspect.signature(called).parameters
            # Options that are handed on cannot be told from the signature.
            if inspect.Parameter.VAR_KEYWORD not in {p.kind for p in parameters.values()}:
                assert keywords <= set(parameters), dotted


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_extras_exist(page):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"[Ee]xtras?:? `(\w+)`", page.read_text(encoding="utf-8"))
    assert set(named) <= set(project["optional-dependencies"])


def test_a_name_that_is_gone_is_found():
    with pytest.raises(AttributeError):
        resolve("tercel.rerank.no_such_name")


def test_the_header_of_all_is_the_reference():
    page = (ROOT / "docs" / "reference" / "cpp.md").read_text(encoding="utf-8")
    header = ROOT / "csrc" / "include" / "tercel" / "tercel.hpp"
    included = re.findall(r'^#include "(.*)"$', header.read_text(encoding="utf-8"), re.MULTILINE)
    shown = re.findall(r"^```{cpp-header} (.*)$", page, re.MULTILINE)
    assert included == sorted({*shown, "tercel/version.hpp"})


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_benchmarks_and_experiments_exist(page):
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"python -m benchmarks\s+([a-z]\w*)", text):
        assert name in (*benchmarks.BENCHMARKS, *benchmarks.LONG)
    for name in re.findall(r"python -m (experiments[.\w]*\w)", text):
        assert importlib.util.find_spec(name)


def test_every_benchmark_is_explained():
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert not {
        name for name in (*benchmarks.BENCHMARKS, *benchmarks.LONG) if f"`{name}`" not in text
    }


@pytest.mark.parametrize("path", HEADERS, ids=lambda path: path.name)
def test_headers_are_shown_without_bodies(path):
    for entry in entries_of(path.read_text(encoding="ascii").splitlines()):
        shown = entry.declaration
        assert shown.rstrip().endswith(";"), shown
        assert shown.count("{") == shown.count("}"), shown
        assert not re.search(r"\breturn\b|private:|namespace|\bthrow\b", shown), shown


def test_the_header_for_c_is_shown_whole():
    text = HEADER.read_text(encoding="ascii")
    entries = list(c_entries_of(text))
    shown = "\n".join(entry.declaration for entry in entries)
    functions = re.findall(r"^TERCEL_API .*?(tercel_\w+)\(", text, re.MULTILINE)
    assert len(functions) >= 14
    assert re.findall(r"\b(tercel_\w+)\(", shown) == functions
    named = re.findall(r"^(?:typedef|#define) (?!TERCEL_(?:H|API)\b).*$", text, re.MULTILINE)
    assert len(named) >= 10
    assert set(named) <= set(shown.split("\n"))
    assert not any(re.search(r"^\*|[*]/|/[*]", e.comment, re.MULTILINE) for e in entries)


def test_declarations():
    assert declaration("inline int f(int a,\n             int b) {\n  return a;\n}") == (
        "inline int f(int a,\n             int b);"
    )
    assert declaration("inline constexpr int kSize = 3;") == "inline constexpr int kSize = 3;"
    assert declaration(
        "class A {\n public:\n  explicit A(int x) : x_(x), y_([&] { return 1; }) {}\n"
        "  int x = 2;  ///< of it {\n  int size() const { return x_; }\n\n private:\n  int x_;\n};"
    ) == (
        "class A {\n public:\n  explicit A(int x);\n  int x = 2;  ///< of it {\n"
        "  int size() const;\n};"
    )
