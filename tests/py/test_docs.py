"""What the documentation shows: examples run, printed output is printed, command lines parse."""

import argparse
import doctest
import re
import shlex
import warnings

import pytest
from conftest import ROOT

from tercel.cli import main, parser_of
from tercel.cli.sacrebleu_options import make_parser

PAGES = [
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / "README.md", ROOT / "benchmarks" / "README.md"),
    *(ROOT / "examples" / "README.md", ROOT / "experiments" / "README.md"),
]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# One program after another on a line.
SEPARATORS = re.compile(r"\s*(?:&&|\||>)\s*")


def name_of(page):
    return str(page.relative_to(ROOT))


def blocks(page, *languages):
    text = page.read_text(encoding="utf-8")
    return [block for language, block in FENCE.findall(text) if language in languages]


def commands_in(lines):
    for line in lines:
        for part in SEPARATORS.split(line.removeprefix("$ ")):
            if re.match(r"(python -m )?tercel [a-z]+", part):
                yield part.removeprefix("python -m ")


def command_lines(page):
    """Those in code blocks, which are whole."""
    lines = [line for block in blocks(page, "", "sh", "console") for line in block.splitlines()]
    return commands_in(lines)


def mentions(page):
    """What stands between backticks in a sentence: a command, perhaps with some of its options."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return commands_in(re.sub(r"\s+", " ", code) for code in re.findall(r"`([^`]+)`", text))


def found_by(search):
    return sorted({(line, name_of(page)) for page in PAGES for line in search(page)})


@pytest.mark.parametrize(("line", "page"), found_by(command_lines))
def test_command_lines_parse(line, page):
    command, *arguments = shlex.split(line)[1:]
    if command == "sacrebleu":
        make_parser().parse_args(arguments)
    else:
        parser_of([command]).parse_args([command, *arguments])


@pytest.mark.parametrize(("line", "page"), found_by(mentions))
def test_mentioned_options_exist(line, page):
    command, *words = re.findall(r"\S+", line)[1:]
    parser = make_parser() if command == "sacrebleu" else actions_of(parser_of([command]))[command]
    while words and words[0] in (actions := actions_of(parser)):
        parser = actions[words.pop(0)]
    unknown = [word for word in words if word.startswith("-")]
    assert set(unknown) <= set(parser._option_string_actions)


def actions_of(parser):
    """The subcommands of a parser, by name."""
    found = (a.choices for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return next(found, {})


def test_command_lines_are_found():
    found = {line.split()[1] for line, _ in found_by(command_lines)}
    assert {"compare", "score", "power", "lexicon", "match", "retrieval", "sacrebleu"} <= found
    assert {line.split()[1] for line, _ in found_by(mentions)} >= {"sample", "test", "replicated"}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_examples_run(page, monkeypatch):
    monkeypatch.chdir(ROOT)  # where examples/ is
    examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    if not examples:
        return
    with warnings.catch_warnings():  # examples may silence some
        results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_compiles(page):
    for block in blocks(page, "python"):
        if ">>>" not in block:
            compile(block, name_of(page), "exec")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_output_is_what_is_printed(page, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    for block in blocks(page, "console"):
        command, expected = block.split("\n", 1)
        assert main(shlex.split(command)[2:]) == 0
        printed = capsys.readouterr()
        assert expected == printed.out + printed.err
