"""Helpers that programs import: files, sums, test sets; printing is in `_tables`."""

import logging
import math
import os
import sys
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any, cast

from tercel.compat._parts import lengths_of, sums_of_lists, types_of
from tercel.compat.sacrebleu._tables import Color, print_results_table, print_single_results
from tercel.compat.sacrebleu.dataset import installed

if TYPE_CHECKING:
    from argparse import Namespace

__all__ = [
    "SACREBLEU_DIR",
    "USERHOME",
    "Color",
    "args_to_dict",
    "download_file",
    "download_test_set",
    "extract_tarball",
    "filter_subset",
    "get_available_origlangs",
    "get_available_subsets",
    "get_available_testsets",
    "get_available_testsets_for_langpair",
    "get_files",
    "get_langpairs_for_testset",
    "get_md5sum",
    "get_reference_files",
    "get_source_file",
    "my_log",
    "print_results_table",
    "print_single_results",
    "print_subset_results",
    "print_test_set",
    "sanity_check_lengths",
    "smart_open",
    "sum_of_lists",
]

# Where sacreBLEU keeps what it downloads.
USERHOME = os.path.expanduser("~")  # noqa: PTH111 (a str, as in sacreBLEU)
SACREBLEU_DIR = os.environ.get("SACREBLEU", os.path.join(USERHOME, ".sacrebleu"))  # noqa: PTH118

sacrelogger = logging.getLogger("sacrebleu")


def __getattr__(name: str) -> Any:
    if name in ("DATASETS", "SUBSETS"):
        return getattr(installed("dataset"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def smart_open(file: str, mode: str = "rt", encoding: str | None = "utf-8") -> IO[Any]:
    """Open a file, decompressing it if its name ends in .gz; lines end with a line feed only."""
    if file.endswith(".gz"):
        import gzip  # noqa: PLC0415 (few files need it)

        compressed: Any = gzip.open(file, mode, encoding=encoding, newline="\n")  # noqa: SIM115
        return cast("IO[Any]", compressed)
    return open(file, mode=mode, encoding=encoding, newline="\n")  # noqa: PTH123


def my_log(num: float) -> float:
    """Return the logarithm, or for 0 a number far below all others."""
    return -9999999999 if num == 0.0 else math.log(num)


def sum_of_lists(lists: Any) -> Any:
    """Return the sums of columns of numbers, added from the top; of one row the row itself."""
    if len(lists) == 1:
        return lists[0]
    zero = type(lists[0][0])(0.0)
    width = len(lists[0])
    are_lists = type(zero) is int and type(lists) is list and types_of(lists) == {list}
    if are_lists and lengths_of(lists) == {width}:
        return sums_of_lists(lists, zero)
    total = [zero] * width
    for row in lists:
        for i in range(width):
            total[i] += row[i]
    return total


def args_to_dict(args: "Namespace", prefix: str, strip_prefix: bool = False) -> dict[str, Any]:
    """Return the options whose names begin with a prefix and an underscore."""
    prefix += "_"
    return {
        name.replace(prefix, "") if strip_prefix else name: value
        for name, value in vars(args).items()
        if name.startswith(prefix)
    }


def sanity_check_lengths(
    system: Sequence[str], refs: Sequence[Sequence[str]], test_set: str | None = None
) -> None:
    """End the program with code 1 if a reference stream has another length than the system."""
    for k, stream in enumerate(refs):
        if len(stream) != len(system):
            of_test_set = f" of {test_set} (is {SACREBLEU_DIR} damaged?)" if test_set else ""
            sacrelogger.error(
                "the system has %d segments, but reference %d%s has %d",
                len(system),
                k + 1,
                of_test_set,
                len(stream),
            )
            sys.exit(1)


def filter_subset(
    systems: Sequence[Sequence[str]],
    test_sets: str | None,
    langpair: str | None,
    origlang: str | None,
    subset: str | None = None,
) -> Any:
    """Return the segments of an original language and of a kind of documents.

    Raises
    ------
    ValueError
        If one of them is asked for without a test set, which alone knows them.
    """
    if origlang is None and subset is None:
        return systems
    if test_sets is None or langpair is None:
        raise ValueError("--origlang and --subset need a test set (-t) and a language pair (-l)")
    return installed("utils").filter_subset(systems, test_sets, langpair, origlang, subset)


def print_test_set(
    test_set: str,
    langpair: str,
    requested_fields: Sequence[str],
    origlang: str | None = None,
    subset: str | None = None,
) -> None:
    """Print fields of a test set, which sacreBLEU downloads if need be."""
    installed("utils").print_test_set(test_set, langpair, requested_fields, origlang, subset)


def get_source_file(test_set: str, langpair: str) -> str:
    """Return the path of a test set's source, which sacreBLEU downloads if need be."""
    path: str = installed("utils").get_source_file(test_set, langpair)
    return path


def get_reference_files(test_set: str, langpair: str) -> list[str]:
    """Return the paths of a test set's references, which sacreBLEU downloads if need be."""
    paths: list[str] = installed("utils").get_reference_files(test_set, langpair)
    return paths


def get_files(test_set: str, langpair: str) -> list[str]:
    """Return the paths of all files of a test set, which sacreBLEU downloads if need be."""
    paths: list[str] = installed("utils").get_files(test_set, langpair)
    return paths


def download_test_set(test_set: str, langpair: str | None = None) -> list[str]:
    """Let sacreBLEU download a test set, and return the paths of its files."""
    paths: list[str] = installed("utils").download_test_set(test_set, langpair)
    return paths


def download_file(
    source_path: str,
    dest_path: str,
    extract_to: str | None = None,
    expected_md5: str | None = None,
) -> None:
    """Let sacreBLEU download a file, check it and unpack it."""
    installed("utils").download_file(source_path, dest_path, extract_to, expected_md5)


def extract_tarball(filepath: str, destdir: str) -> None:
    """Let sacreBLEU unpack an archive."""
    installed("utils").extract_tarball(filepath, destdir)


def get_md5sum(dest_path: str) -> str:
    """Return the checksum of a file that sacreBLEU knows for its downloads."""
    checksum: str = installed("utils").get_md5sum(dest_path)
    return checksum


def get_langpairs_for_testset(testset: str) -> list[str]:
    """Return the language pairs of a test set."""
    pairs: list[str] = installed("utils").get_langpairs_for_testset(testset)
    return pairs


def get_available_testsets() -> list[str]:
    """Return the names of all test sets."""
    names: list[str] = installed("utils").get_available_testsets()
    return names


def get_available_testsets_for_langpair(langpair: str) -> list[str]:
    """Return the names of the test sets of a language pair, in either direction."""
    names: list[str] = installed("utils").get_available_testsets_for_langpair(langpair)
    return names


def get_available_origlangs(test_sets: str | None, langpair: str | None) -> list[str]:
    """Return the original languages of test sets, of which none has none."""
    if test_sets is None:
        return []
    languages: list[str] = installed("utils").get_available_origlangs(test_sets, langpair)
    return languages


def get_available_subsets(test_sets: str | None, langpair: str | None) -> list[str]:
    """Return the kinds of documents of test sets, of which none has none."""
    if test_sets is None:
        return []
    subsets: list[str] = installed("utils").get_available_subsets(test_sets, langpair)
    return subsets


def print_subset_results(
    metrics: dict[str, Any],
    full_system: Sequence[str],
    full_refs: Sequence[Sequence[str]],
    args: "Namespace",
) -> None:
    """Print the scores of the parts of a test set."""
    if not (args.origlang or get_available_origlangs(args.test_set, args.langpair)):
        print("No subset information found. Consider using --origlang argument.")
        return
    # It asks the metrics it is given, so that these are ours.
    installed("utils").print_subset_results(metrics, full_system, full_refs, args)
