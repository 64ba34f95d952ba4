"""The tokenizer of tercom."""

from tercel import _core
from tercel.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer


class TercomTokenizer(BaseTokenizer):
    """What TER does to texts.

    Parameters
    ----------
    normalized : bool
        Set punctuation apart and replace what XML escaped.
    no_punct : bool
        Take punctuation out.
    asian_support : bool
        Let the two options above treat CJK text too.
    case_sensitive : bool
    """

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._normalized = normalized
        self._no_punct = no_punct
        self._asian_support = asian_support
        self._case_sensitive = case_sensitive

    @property
    def options(self) -> tuple[bool, bool, bool, bool]:
        """The four options as the core takes them."""
        flags = (self._normalized, self._no_punct, self._asian_support, self._case_sensitive)
        normalized, no_punct, asian_support, case_sensitive = map(bool, flags)
        return normalized, no_punct, asian_support, case_sensitive

    def signature(self) -> str:
        """Return the name that signatures show."""
        return "tercom"

    def __call__(self, sent: str) -> str:
        """Return the line with spaces between tokens."""
        options = _core.TerOptions(*self.options, False)
        # As for the other tokenizers: white space at the end counts here.
        if sent and sent[-1].isspace():
            return " ".join(_core.ter_tokenize([f"{sent} x"], options)[0][:-1])
        return " ".join(_core.ter_tokenize([sent], options)[0])
