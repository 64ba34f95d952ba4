"""What a dictionary gives, on the whole text and where there is little."""

from dataclasses import dataclass

from experiments.nie2001.contrasts import Contrast, contrast_of, verdict
from experiments.nie2001.corpus import Task, TrainingText, head
from experiments.nie2001.runs import BEST, dictionary_runs, search, translator_of
from tercel.lexicon import IBM1
from tercel.retrieval import BM25Index

SIZES = (1_000, 5_000)


@dataclass(frozen=True)
class DictionaryGain:
    """Model and dictionary against the model alone, both with t >= .1.

    Attributes
    ----------
    n_pairs : int
        Sentence pairs that the model was trained on.
    alone : float
        Mean average precision of the model alone.
    gains : dict of str to Contrast
        By the weight of the dictionary's words.
    """

    n_pairs: int
    alone: float
    gains: dict[str, Contrast]


def dictionary_gain(
    task: Task,
    index: BM25Index,
    text: TrainingText,
    dictionary: dict[str, list[str]],
    *,
    n_pairs: int,
    workers: int,
) -> DictionaryGain:
    """Train on n_pairs of the text and add the dictionary with every weight."""
    part = head(text, n_pairs)
    model = IBM1(n_iter=5, workers=workers).fit(part.foreign, part.english)
    alone = search(task, index, translator_of(model, threshold=0.1))
    gains = {
        name.removeprefix(f"{BEST}, "): contrast_of(search(task, index, translator), alone)
        for name, translator in dictionary_runs(model, index, dictionary, BEST)
    }
    return DictionaryGain(len(part.foreign), alone.mean("map"), gains)


def gain_lines(language: str, gain: DictionaryGain) -> list[str]:
    """Return the gains in words."""
    lines = [f"{language}-en, {gain.n_pairs} pairs: model alone {gain.alone:.4f}"]
    for name, found in gain.gains.items():
        lines.append(f"  {name:<20} {found}  {verdict(found)}")
    return lines
