"""``tercel sample``: a smaller test set out of parallel files."""

import argparse
import gzip
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tercel._files import replace
from tercel.cli.files import STDIN, printable, read_parallel
from tercel.cli.options import Commands, Parser, UsageError, seed
from tercel.sampling import IntArray, broad_sample, consecutive_sample, random_sample


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "sample",
        help="take a test set out of a corpus",
        description="Write the same N lines of each of several parallel files (source, references, "
        "system outputs) to files of the same names in another folder.",
        allow_abbrev=False,
    )
    group = parser.add_argument_group(
        "input", "UTF-8 text, one segment a line; .gz is decompressed and compressed again"
    )
    group.add_argument("files", metavar="FILE", nargs="+", help="line i of all files is segment i")
    _add_choice(parser)
    parser.add_argument_group("output").add_argument(
        "--into", metavar="FOLDER", required=True, help="made if it does not exist"
    )
    parser.set_defaults(run=run, output=None)


def _add_choice(parser: Parser) -> None:
    group = parser.add_argument_group("sample")
    group.add_argument(
        "-n", "--n-segments", type=int, required=True, metavar="N", help="lines to take"
    )
    group.add_argument(
        "--kind",
        choices=("broad", "consecutive", "random"),
        default="broad",
        help="evenly spread over the corpus, a block of neighbours, or at random "
        "(default: %(default)s)",
    )
    group.add_argument(
        "-k",
        type=int,
        metavar="K",
        help="which of the broad samples or blocks, counted from 0 (default: 0)",
    )
    group.add_argument("--seed", type=seed, metavar="S", help="of --kind random (default: 12345)")


def run(options: argparse.Namespace) -> str:
    """Write the files and return a line about it."""
    _check(options)
    folder = Path(options.into)
    targets = _targets(options.files, folder)
    texts = read_parallel(options.files)
    n_total = len(texts[0])
    try:
        chosen, which = _chosen(options, n_total)
    except ValueError as error:
        raise ValueError(f"{options.files[0]} has {n_total} lines: {error}") from None
    _write(targets, [[lines[i] for i in chosen] for lines in texts], folder)
    return f"{printable(options.into)}: {len(chosen)} of {n_total} segments, {which}"


def _check(options: argparse.Namespace) -> None:
    """Refuse options that would have no effect."""
    if options.kind == "random" and options.k is not None:
        raise UsageError("argument -k: a random sample has none, expected --seed")
    if options.kind != "random" and options.seed is not None:
        raise UsageError(f"argument --seed: a {options.kind} sample has none, expected -k")


def _targets(paths: Sequence[str], folder: Path) -> list[Path]:
    """Return where each file goes; no two to the same place and none onto an input."""
    if STDIN in paths:
        raise UsageError(f"standard input ({STDIN}) has no file name to write to")
    targets = [folder / Path(path).name for path in paths]
    name, count = Counter(targets).most_common(1)[0]
    if count > 1:
        raise UsageError(f"two files would be written to {name}")
    inputs = {Path(path).resolve() for path in paths}
    for target in targets:
        if target.resolve() in inputs:
            raise UsageError(f"{target} would be overwritten by its own sample")
    return targets


def _chosen(options: argparse.Namespace, n_total: int) -> tuple[IntArray, str]:
    n = options.n_segments
    if options.kind == "random":
        number = 12345 if options.seed is None else options.seed
        return random_sample(n_total, n, rng=number), f"random sample of seed {number}"
    k = options.k or 0
    if options.kind == "consecutive":
        return consecutive_sample(n_total, n, k), f"consecutive block {k} of {n_total // n}"
    return broad_sample(n_total, n, k), f"broad sample {k} of {n_total // n}"


def _write(targets: Sequence[Path], texts: Sequence[Sequence[str]], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"{folder}: {error.strerror}") from None
    for target, lines in zip(targets, texts, strict=True):
        data = "".join(f"{line}\n" for line in lines).encode()
        # Without a time stamp, so that the same sample is the same file.
        replace(target, gzip.compress(data, mtime=0) if target.suffix == ".gz" else data)
