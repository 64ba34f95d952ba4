"""Run the experiment: ``python -m experiments.nie2001``."""

import argparse
import sys
import time
import warnings
from pathlib import Path

import tercel
from experiments.nie2001.choices import saturation_lines, title_lines
from experiments.nie2001.contrasts import requirements
from experiments.nie2001.corpus import (
    build_index,
    data_path,
    dropped_line,
    read_aligned,
    read_task,
    training_text,
)
from experiments.nie2001.dictionaries import load_dictionary
from experiments.nie2001.published import LANGUAGES
from experiments.nie2001.raw_documents import (
    aligned_beads,
    filtering,
    filtering_lines,
)
from experiments.nie2001.runs import run_all, train
from experiments.nie2001.small_text import SIZES, dictionary_gain, gain_lines
from experiments.nie2001.tables import contrast_lines, map_lines, report_lines
from experiments.options import add_common
from tercel.retrieval import BM25Index, RunEvaluation


def main() -> int:
    """Print the tables, draw the chart, and return 0 if all requirements hold."""
    options = _options()
    warnings.simplefilter("ignore", tercel.DoubtfulStatisticsWarning)
    begin = time.perf_counter(), time.process_time()
    try:
        data_path()
        index = build_index()
        runs = {language: _language(language, index, options) for language in options.languages}
    except (FileNotFoundError, RuntimeError, ImportError) as error:
        print(error, file=sys.stderr)
        return 1
    for lines in (map_lines(runs), report_lines(runs), contrast_lines(runs)):
        print("", *lines, sep="\n", flush=True)
    must_hold = requirements(runs)
    if "fr" in options.languages and options.filtering:
        print("\nfiltering by the share of empty beads")
        _filtering("fr", index, options.workers)
    print()
    for words, holds in must_hold:
        print(f"{'holds' if holds else 'not reproduced'}: {words}")
    if options.source == "aligned":
        _draw(runs, options.pictures)
    wall, cpu = time.perf_counter() - begin[0], time.process_time() - begin[1]
    print(f"{wall:.0f} s, {cpu:.0f} CPU s with {options.workers} threads")
    return 0 if all(holds for _, holds in must_hold) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m experiments.nie2001", description=__doc__)
    parser.add_argument(
        "--from",
        dest="source",
        choices=("aligned", "documents"),
        default="aligned",
        help="the given beads, or raw documents through align_documents (default: %(default)s)",
    )
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--no-filtering", dest="filtering", action="store_false")
    add_common(parser)
    return parser.parse_args()


def _language(
    language: str, index: BM25Index, options: argparse.Namespace
) -> dict[str, RunEvaluation]:
    task = read_task(language)
    dictionary = load_dictionary(language)
    if options.source == "aligned":
        beads = read_aligned(language)
    else:
        beads = aligned_beads(language, options.workers)
    text = training_text(task, beads)
    print(f"{language}-en: {dropped_line(text)}; {len(dictionary)} words in the dictionary")
    models = train(text, options.workers)
    print(f"  {models.to_english}", flush=True)
    found = run_all(task, index, models, dictionary)
    print(*title_lines(language, task, models), sep="\n", flush=True)
    print(*saturation_lines(language, task, models, index), sep="\n", flush=True)
    for n_pairs in (*SIZES, len(text.foreign)):
        gain = dictionary_gain(
            task, index, text, dictionary, n_pairs=n_pairs, workers=options.workers
        )
        print(*gain_lines(language, gain), sep="\n", flush=True)
    return found


def _filtering(language: str, index: BM25Index, workers: int) -> None:
    task = read_task(language)
    for share in (0.0, 0.3, 0.6):
        found = filtering(task, index, share, workers)
        print(*filtering_lines(language, found), sep="\n", flush=True)


def _draw(runs: dict[str, dict[str, RunEvaluation]], folder: Path) -> None:
    try:
        # The one part that needs the extra.
        from experiments.nie2001.pictures import draw_cutoffs  # noqa: PLC0415
    except ImportError:
        print("no chart: matplotlib is not installed (extra plot)")
        return
    print(f"chart: {draw_cutoffs(runs, folder)}")


if __name__ == "__main__":
    sys.exit(main())
