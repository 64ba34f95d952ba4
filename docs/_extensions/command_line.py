"""The directive ``command-line``: what ``--help`` says, of every command, from its parser."""

import argparse
import os
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tercel.cli import parser_of
from tercel.cli.sacrebleu_options import make_parser

_WIDTH = "88"


class CommandLine(SphinxDirective):
    """A section a command, with its usage and its options."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        before = os.environ.get("COLUMNS")
        os.environ["COLUMNS"] = _WIDTH  # argparse asks for the width of the terminal
        try:
            commands = next(filter(_is_commands, parser_of(())._actions)).choices
            parsers = {**commands, "sacrebleu": make_parser()}
            return [section_of(parser) for parser in parsers.values()]
        finally:
            del os.environ["COLUMNS"]
            if before is not None:
                os.environ["COLUMNS"] = before


def section_of(parser: argparse.ArgumentParser) -> nodes.section:
    """Return the section of a command and, within it, of its actions."""
    section = nodes.section(ids=[parser.prog.replace(" ", "-")], names=[parser.prog])
    section += nodes.title("", "", nodes.literal("", parser.prog))
    section += nodes.paragraph("", parser.description or "")
    usage = parser.format_usage().removeprefix("usage: ")
    section += nodes.literal_block(usage, usage, language="none")
    for group in parser._action_groups:
        section += list(_group(group, parser))
    actions = [action for action in parser._actions if _is_commands(action)]
    section += [section_of(each) for action in actions for each in action.choices.values()]
    if parser.epilog:
        section += nodes.paragraph("", parser.epilog)
    return section


def _is_commands(action: argparse.Action) -> bool:
    return isinstance(action, argparse._SubParsersAction)


def _group(group: argparse._ArgumentGroup, parser: argparse.ArgumentParser) -> Iterator[nodes.Node]:
    actions = [
        action
        for action in group._group_actions
        if action.help != argparse.SUPPRESS and not _is_commands(action) and action.dest != "help"
    ]
    if not actions:
        return
    yield nodes.rubric("", group.title or "")
    if group.description:
        yield nodes.paragraph("", group.description)
    formatter = parser._get_formatter()
    items = nodes.definition_list(classes=["options"])
    for action in actions:
        name = nodes.literal("", _name(action, formatter))
        text = formatter._expand_help(action) if action.help else ""
        items += nodes.definition_list_item(
            "", nodes.term("", "", name), nodes.definition("", nodes.paragraph("", text))
        )
    yield items


def _name(action: argparse.Action, formatter: argparse.HelpFormatter) -> str:
    """Return the option's names and, once, what it takes."""
    if not action.option_strings:
        return formatter._format_action_invocation(action)
    taken = formatter._format_args(action, formatter._get_default_metavar_for_optional(action))
    return " ".join([", ".join(action.option_strings), *([] if action.nargs == 0 else [taken])])


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of this extension."""
    app.add_directive("command-line", CommandLine)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
