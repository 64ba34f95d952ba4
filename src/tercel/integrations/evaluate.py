"""The metrics sacrebleu, chrf, ter and bleu of Hugging Face's ``evaluate``, without its hub.

They take ``compute(predictions=…, references=…, …)`` and return the same keys, but come from here
and not from the network, and are counted by tercel::

    from tercel.integrations.evaluate import load

    load("sacrebleu").compute(predictions=["a cat"], references=[["the cat"]])
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from tercel.integrations._inputs import equal_streams, missing, streams_of, token_statistics
from tercel.metrics import BLEU, CHRF, TER

try:
    import datasets
    import evaluate
except ImportError as error:
    raise missing("evaluate", error) from error

__all__ = ["Bleu", "Chrf", "Sacrebleu", "Ter", "load"]

References = Sequence[str] | Sequence[Sequence[str]]
Result = dict[str, Any]


class _TextMetric(evaluate.Metric):
    """Strings against strings, or against lists of strings."""

    _called: str

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=f"{self._called}, computed by tercel.",
            citation="",
            inputs_description="predictions: strings. references: a string or strings for each.",
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )


class Sacrebleu(_TextMetric):
    """BLEU as sacreBLEU computes it; from 0 to 100.

    Options of ``compute`` are sacreBLEU's: ``smooth_method``, ``smooth_value``, ``lowercase``,
    ``tokenize``, ``use_effective_order``. ``force`` is taken and has no effect: it only silences a
    warning.
    """

    _called = "BLEU"

    def _compute(
        self,
        predictions: Sequence[str],
        references: References,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        force: bool = False,
        lowercase: bool = False,
        tokenize: str | None = None,
        use_effective_order: bool = False,
    ) -> Result:
        metric = BLEU(
            smooth_method=smooth_method,
            smooth_value=smooth_value,
            lowercase=lowercase,
            tokenize=tokenize or "13a",
            effective_order=use_effective_order,
        )
        score = metric.corpus_score(predictions, equal_streams(_grouped(references)))
        # sacreBLEU's counts have the value of add-k added, unless nothing matches at all.
        added = metric.smooth_value if smooth_method == "add-k" and any(score.counts) else None
        return {
            "score": score.score,
            "counts": _above_unigrams(score.counts, added),
            "totals": _above_unigrams(score.totals, added),
            "precisions": list(score.precisions),
            "bp": score.brevity_penalty,
            "sys_len": score.hyp_len,
            "ref_len": score.ref_len,
        }


class Chrf(_TextMetric):
    """chrF and chrF++; options of ``compute`` are sacreBLEU's."""

    _called = "chrF"

    def _compute(
        self,
        predictions: Sequence[str],
        references: References,
        char_order: int = 6,
        word_order: int = 0,
        beta: int = 2,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
    ) -> Result:
        metric = CHRF(
            char_order=char_order,
            word_order=word_order,
            beta=beta,
            lowercase=lowercase,
            whitespace=whitespace,
            eps_smoothing=eps_smoothing,
        )
        score = metric.corpus_score(predictions, equal_streams(_grouped(references)))
        return {
            "score": score.score,
            "char_order": char_order,
            "word_order": word_order,
            "beta": beta,
        }


class Ter(_TextMetric):
    """Translation edit rate."""

    _called = "TER"

    def _compute(
        self,
        predictions: Sequence[str],
        references: References,
        normalized: bool = False,
        ignore_punct: bool = False,
        support_zh_ja_chars: bool = False,
        case_sensitive: bool = False,
    ) -> Result:
        metric = TER(
            normalized=normalized,
            no_punct=ignore_punct,
            asian_support=support_zh_ja_chars,
            case_sensitive=case_sensitive,
        )
        streams = equal_streams(_grouped(references))
        total = metric.statistics(predictions, streams).sum(axis=0)
        # TER's statistics are integers in this unit, whatever the mean of the references' lengths.
        unit = math.lcm(*range(1, len(streams) + 1))
        edits, length = (int(n) for n in total)
        return {
            "score": metric.score(total).score,
            "num_edits": edits // unit,
            "ref_length": length / unit,
        }


class Bleu(_TextMetric):
    """BLEU from 0 to 1, against the length of the shortest reference.

    Options of ``compute``: ``tokenizer``, a function from a string to tokens (13a if not given,
    white space at the end dropped first, as in sacreBLEU), ``max_order``, and ``smooth``, which
    adds 1 to matches and n-grams of every order.
    """

    _called = "BLEU"

    def _compute(
        self,
        predictions: Sequence[str],
        references: References,
        tokenizer: Callable[[str], Sequence[str]] | None = None,
        max_order: int = 4,
        smooth: bool = False,
    ) -> Result:
        grouped = _grouped(references)
        if tokenizer is None:
            metric = BLEU(max_ngram_order=max_order)
            rows = metric.statistics(predictions, streams_of(grouped))
            lengths = _token_counts(grouped)
        else:
            tokens = [[tokenizer(text) for text in texts] for texts in grouped]
            rows = token_statistics([tokenizer(text) for text in predictions], tokens, max_order)
            lengths = [[len(text) for text in texts] for texts in tokens]
        hyp_len, _, *counts = (int(n) for n in rows.sum(axis=0))
        return _bleu_of(hyp_len, sum(map(min, lengths)), counts, smooth)


_METRICS = {"sacrebleu": Sacrebleu, "chrf": Chrf, "ter": Ter, "bleu": Bleu}


def load(path: str, config_name: str | None = None, **options: Any) -> Any:
    """Return a metric, as ``evaluate.load`` does for these names.

    Parameters
    ----------
    path : {"sacrebleu", "chrf", "ter", "bleu"}
    config_name : str, optional
    **options
        For ``evaluate.Metric``: ``keep_in_memory``, ``cache_dir``, ``num_process``, ...

    Raises
    ------
    ValueError
        If the name is another.
    """
    if path not in _METRICS:
        raise ValueError(f"unknown metric {path!r}, expected one of {', '.join(_METRICS)}")
    return _METRICS[path](config_name=config_name, **options)


def _grouped(references: References) -> list[list[str]]:
    return [[r] if isinstance(r, str) else list(r) for r in references]


def _above_unigrams(counts: Sequence[int], added: float | None) -> list[float]:
    return list(counts) if added is None else [counts[0], *(n + added for n in counts[1:])]


def _token_counts(grouped: Sequence[Sequence[str]]) -> list[list[int]]:
    texts = [text for group in grouped for text in group]
    counted = iter(BLEU(max_ngram_order=1).statistics(texts, texts)[:, 0].tolist())
    return [[next(counted) for _ in group] for group in grouped]


def _bleu_of(hyp_len: int, ref_len: int, counts: Sequence[int], smooth: bool) -> Result:
    if ref_len == 0:
        raise ValueError("the shortest references have no token at all, so that BLEU has no value")
    order = len(counts) // 2
    added = 1 if smooth else 0
    pairs = [
        (matches + added, n_ngrams + added)
        for matches, n_ngrams in zip(counts[:order], counts[order:], strict=True)
    ]
    precisions = [matches / n_ngrams if n_ngrams else 0.0 for matches, n_ngrams in pairs]
    mean = 0.0
    if min(precisions) > 0:
        mean = math.exp(sum(math.log(p) / order for p in precisions))
    ratio = hyp_len / ref_len
    shorter = math.exp(1 - ref_len / hyp_len) if hyp_len else 0.0
    penalty = 1.0 if ratio > 1 else shorter
    return {
        "bleu": mean * penalty,
        "precisions": precisions,
        "brevity_penalty": penalty,
        "length_ratio": ratio,
        "translation_length": hyp_len,
        "reference_length": ref_len,
    }
