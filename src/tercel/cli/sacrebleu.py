"""``tercel sacrebleu``: sacreBLEU's command line, with its output byte for byte."""

import gc
import io
import os
import re
import sys
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout

from tercel.cli.files import printable
from tercel.cli.options import UsageError
from tercel.cli.output import write
from tercel.cli.sacrebleu_input import FieldsError, Texts, read_texts
from tercel.cli.sacrebleu_options import parse
from tercel.cli.sacrebleu_test_sets import (
    answer_about_test_sets,
    check_test_sets,
    print_test_sets,
)
from tercel.compat.sacrebleu._tables import Color, print_results_table, print_single_results
from tercel.compat.sacrebleu.metrics import METRICS
from tercel.compat.sacrebleu.metrics.base import Metric
from tercel.compat.sacrebleu.significance import PairedTest
from tercel.compat.sacrebleu.utils import args_to_dict, print_subset_results

# sacreBLEU's own exit code for lines with another number of fields.
_BAD_FIELDS = 17
_ANSI = re.compile("\x1b\\[[0-9;]*[A-Za-z]")


def run(argv: Sequence[str]) -> int:
    """Run sacreBLEU's command line and return the exit code.

    Raises
    ------
    UsageError
        If an option is unknown or has a value that it cannot have.
    ValueError
        What is wrong with their combination, with a file. The exit code is then 1, as sacreBLEU's.
    """
    options = parse(argv)
    printed = io.StringIO()
    try:
        with _colours(options), _warnings_in_one_line(), redirect_stdout(printed):
            # Kept: to free millions of lines takes a while, for which the output need not wait.
            texts = _run(options)
    except FieldsError as error:
        print(f"tercel: error: {printable(str(error))}", file=sys.stderr)
        return _BAD_FIELDS
    except (ImportError, OSError, RuntimeError, UsageError) as error:
        # A package, a model or a test set is missing, or the line asks for what cannot be.
        raise ValueError(_reason(error)) from None
    finally:
        gc.unfreeze()
    text = printed.getvalue()
    if text:
        _print(text)
    del texts
    return 0


def _reason(error: Exception) -> str:
    from urllib.error import URLError  # noqa: PLC0415 (only who downloads has imported it)

    if isinstance(error, URLError):
        return f"sacreBLEU could not download a test set: {error.reason}"
    return str(error)


def _print(text: str) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Whatever the locale says.
        sys.stdout.reconfigure(encoding="utf-8")
    if not sys.stdout.isatty():
        # Taken out at the end, as sacreBLEU does: colours have a part in how tables are laid out.
        text = _ANSI.sub("", text)
    write(text.removesuffix("\n"), None)


@contextmanager
def _colours(options: Namespace) -> Iterator[None]:
    before = Color.ENABLE_COLORS
    Color.ENABLE_COLORS = not (os.environ.get("NO_COLOR") or options.no_color)
    try:
        yield
    finally:
        Color.ENABLE_COLORS = before


@contextmanager
def _warnings_in_one_line() -> Iterator[None]:
    def show(message: Warning | str, *_: object) -> None:
        print(f"tercel: warning: {message}", file=sys.stderr)

    with warnings.catch_warnings():
        # It takes all that Python gives it, and leaves out the rest.
        warnings.showwarning = show  # type: ignore[assignment]
        yield


def _run(options: Namespace) -> Texts | None:
    """Print the answer, and return the texts that it is about."""
    if answer_about_test_sets(options):
        return None
    if options.sentence_level and len(options.metrics) > 1:
        raise UsageError("--sentence-level takes one metric, but --metrics names several")
    check_test_sets(options)
    if options.echo:
        print_test_sets(options)
        return None
    texts = read_texts(options)
    # Nothing here is garbage, and to look through millions of lines for it takes longer than Ctrl-C
    # may wait.
    gc.freeze()
    _check_systems(options, texts)
    if options.langpair:
        options.bleu_trg_lang = options.langpair.split("-")[1]
    if options.sentence_level:
        options.bleu_effective_order = True
    metrics = _make_metrics(options, texts)
    if options.sentence_level:
        _print_segments(options, texts, metrics)
    elif len(texts.systems) == 1:
        _print_one_system(options, texts, metrics)
    else:
        _print_systems(options, texts, metrics)
    return texts


def _check_systems(options: Namespace, texts: Texts) -> None:
    paired = options.paired_bs or options.paired_ar
    several = len(texts.systems) > 1
    if options.sentence_level and (several or options.confidence or paired):
        raise UsageError("--sentence-level takes one system and no intervals or tests")
    if paired and not several:
        raise UsageError("paired tests need several systems (-i)")
    if options.confidence and several:
        raise UsageError("--confidence takes one system; for several there are paired tests")


def _make_metrics(options: Namespace, texts: Texts) -> dict[str, Metric]:
    metrics = {}
    for name in options.metrics:
        arguments = args_to_dict(options, name, strip_prefix=True)
        kind: Callable[..., Metric] = METRICS[name.upper()]
        metrics[name.upper()] = kind(references=texts.references, **arguments)
    return metrics


def _print_segments(options: Namespace, texts: Texts, metrics: dict[str, Metric]) -> None:
    (metric,) = metrics.values()
    for hypothesis, *references in zip(texts.systems[0], *texts.references, strict=True):
        score = metric.sentence_score(hypothesis, references)
        signature = metric.get_signature().format(options.short)
        print(score.format(options.width, options.score_only, signature))


def _print_one_system(options: Namespace, texts: Texts, metrics: dict[str, Metric]) -> None:
    if options.detail and options.format == "json":
        options.format = "text"
    is_json = options.format == "json"
    results = []
    for _, metric in sorted(metrics.items()):
        score = metric.corpus_score(
            texts.systems[0],
            None,
            options.confidence_n if options.confidence else 1,
            statistics=options.statistics,
        )
        signature = metric.get_signature()
        if options.confidence and options.statistics == "tercel":
            signature.update("statistics", _tercel_name())
        line = signature.format(options.short and not is_json)
        results.append(score.format(options.width, options.score_only, line, is_json))
    print_single_results(results, options)
    if options.detail:
        # Of all segments, whatever part of them was scored above.
        print_subset_results(metrics, texts.full_systems[0], texts.full_references, options)


def _tercel_name() -> str:
    from tercel.compat.sacrebleu._ours import NAME as OURS  # noqa: PLC0415 (rarely asked for)

    return OURS


def _print_systems(options: Namespace, texts: Texts, metrics: dict[str, Metric]) -> None:
    if options.paired_bs or options.paired_ar:
        kind = "bs" if options.paired_bs else "ar"
        test = PairedTest(
            list(zip(texts.names, texts.systems, strict=True)),
            metrics,
            None,
            kind,
            options.paired_bs_n if options.paired_bs else options.paired_ar_n,
            n_jobs=options.paired_jobs,
            statistics=options.statistics,
        )
        signatures, scores = test()
        lines = {name: each.format(options.short) for name, each in signatures.items()}
        print_results_table(scores, lines, options)
        return
    lines, columns = {}, {"System": texts.names}
    for system in texts.systems:
        for _, metric in sorted(metrics.items()):
            score = metric.corpus_score(system, None)
            lines[score.name] = metric.get_signature().format(options.short)
            columns.setdefault(score.name, []).append(score.format(options.width, True))
    print_results_table(columns, lines, options)
