"""What tercel's metrics for torchmetrics have in common: the state, and the inputs."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from tercel.integrations._inputs import missing, streams_of
from tercel.metrics import TextMetric

try:
    import torch
    from torchmetrics import Metric
except ImportError as error:
    raise missing("torchmetrics", error) from error

Target = Sequence[str] | Sequence[Sequence[str]]


class TextScore(Metric):
    """Totals of statistics as the one state, which is summed over processes."""

    is_differentiable = False
    full_state_update = False
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def __init__(self, *, sentences: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        zeros = torch.zeros(self._metric().n_statistics, dtype=torch.int64)
        self.add_state("totals", zeros, dist_reduce_fx="sum")
        self.return_sentence_level_score = sentences
        if sentences:
            self.add_state("sentence_scores", [], dist_reduce_fx="cat")

    @abstractmethod
    def _metric(self) -> TextMetric:
        """Return tercel's metric; made anew, because metrics here are copied and pickled."""

    def _score(self, totals: Any) -> float:
        """Return the score of totals, an array of shape (n_statistics,), from 0 to 1."""
        return float(self._metric().aggregate(totals)) / 100

    def update(self, preds: str | Sequence[str], target: Target) -> None:
        """Add a batch.

        Parameters
        ----------
        preds : sequence of str
        target : sequence of sequences of str
            The references of each prediction; a string stands for one.
        """
        hypotheses, references = _pairs(preds, target)
        if not hypotheses:
            return
        rows = self._rows(hypotheses, streams_of(references))
        device = self.totals.device
        self.totals += torch.from_numpy(rows.sum(axis=0)).to(device)
        if self.return_sentence_level_score:
            scores = torch.tensor([self._score(row) for row in rows], dtype=torch.float32)
            self.sentence_scores.append(scores.to(device))

    def _rows(self, hypotheses: list[str], streams: list[list[str | None]]) -> Any:
        return self._metric().statistics(hypotheses, streams)

    def compute(self) -> Any:
        """Return the score of all batches, a tensor of float32, and those of sentences if asked."""
        score = self._score(self.totals.cpu().numpy())
        tensor = torch.tensor(score, dtype=torch.float32, device=self.totals.device)
        if self.return_sentence_level_score:
            found = self.sentence_scores
            return tensor, torch.cat(found) if isinstance(found, list) else found
        return tensor

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Plot a value, or several, as torchmetrics does."""
        return self._plot(val, ax)


def _pairs(preds: str | Sequence[str], target: Target) -> tuple[list[str], list[list[str]]]:
    """Return predictions and the references of each."""
    hypotheses = [preds] if isinstance(preds, str) else list(preds)
    texts = [target] if isinstance(target, str) else list(target)
    for i, text in enumerate(texts):
        if not isinstance(text, str | Sequence):
            raise TypeError(f"target[{i}] is {type(text).__name__}, expected str or a list of str")
    if not any(hypotheses) and not any(any(text) for text in texts):
        return [], []  # torchmetrics writes an empty batch in several ways: [], [[]], [""]
    references = [[text] if isinstance(text, str) else list(text) for text in texts]
    if len(hypotheses) == 1 and len(texts) > 1 and all(isinstance(t, str) for t in texts):
        references = [[text for (text,) in references]]
    if len(hypotheses) != len(references):
        raise ValueError(
            f"Corpus has different size: {len(hypotheses)} predictions, but references of "
            f"{len(references)}"
        )
    return hypotheses, references
