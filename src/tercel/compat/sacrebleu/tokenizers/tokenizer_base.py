"""What a tokenizer is."""

from typing import ClassVar

from tercel import _core


class BaseTokenizer:
    """A tokenizer; a program's own subclasses fill both methods."""

    def signature(self) -> str:
        """Return the name that signatures show."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """Return the line with spaces between tokens."""
        raise NotImplementedError


class CoreTokenizer(BaseTokenizer):
    """A tokenizer of the core."""

    core_name: ClassVar[str]

    def signature(self) -> str:
        """Return the name that signatures show."""
        return self.core_name

    def __call__(self, line: str) -> str:
        """Return the line with spaces between tokens."""
        # The core leaves out white space at the end, as metrics do before they tokenize; here it
        # can decide what happens to the character before, so a word of its own comes behind it.
        if line and line[-1].isspace():
            return " ".join(_core.tokenize([f"{line} x"], self.core_name, False)[0][:-1])
        return " ".join(_core.tokenize([line], self.core_name, False)[0])
