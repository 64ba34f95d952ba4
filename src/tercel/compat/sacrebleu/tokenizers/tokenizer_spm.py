"""SentencePiece (extra ``spm``), with models where sacreBLEU keeps them."""

from pathlib import Path

from tercel._external_tokenizers import external_tokenizer
from tercel.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer
from tercel.compat.sacrebleu.utils import SACREBLEU_DIR

# Name -> what signatures call it, and the file that sacreBLEU downloads for it.
_MODELS = {
    "spm": ("flores101", "sacrebleu_tokenizer_spm.model"),
    "flores101": ("flores101", "sacrebleu_tokenizer_spm.model"),
    "flores200": ("flores200", "flores200sacrebleuspm"),
    "spBLEU-1K": ("spBLEU-1K", "spbleu-1k_tokenizer_spm.model"),
}


class TokenizerSPM(BaseTokenizer):
    """A SentencePiece tokenizer.

    Parameters
    ----------
    key : {"spm", "flores101", "flores200", "spBLEU-1K"}

    Raises
    ------
    ImportError
        If the extra ``spm`` is missing.
    FileNotFoundError
        If the model is: nothing is downloaded here.
    """

    def __init__(self, key: str = "spm") -> None:
        self.name, file = _MODELS[key]
        model = Path(SACREBLEU_DIR) / "models" / file
        if not model.exists():
            raise FileNotFoundError(
                f"tokenizer {key!r} needs its model in {model}; an installed sacreBLEU puts it "
                f"there: sacrebleu.BLEU(tokenize={key!r})"
            )
        external = external_tokenizer("spm", model)
        assert external is not None  # its name is one of those that are known
        self._split = external.split

    def signature(self) -> str:
        """Return the name of the model."""
        return self.name

    def __call__(self, line: str) -> str:
        """Return the line with spaces between tokens."""
        return self._split(line)


class Flores200Tokenizer(TokenizerSPM):
    """The model of FLORES-200."""

    def __init__(self) -> None:
        super().__init__("flores200")


class Flores101Tokenizer(TokenizerSPM):
    """The model of FLORES-101."""

    def __init__(self) -> None:
        super().__init__("flores101")


class spBLEU1KTokenizer(TokenizerSPM):  # noqa: N801 (sacreBLEU's name)
    """The model of spBLEU-1K."""

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
