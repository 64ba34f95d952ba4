"""What a command prints and how it ends."""

from tercel.cli import main


def output(capsys, *arguments):
    """Of a command that does what it should, without a word on standard error."""
    code = main(arguments)
    captured = capsys.readouterr()
    assert (code, captured.err) == (0, "")
    return captured.out


def error(capsys, code, *arguments):
    """The one line of a command that refuses."""
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err
