"""What ``tercel sacrebleu`` leaves to an installed sacreBLEU: its test sets."""

from argparse import Namespace

from tercel.cli.options import UsageError
from tercel.compat.sacrebleu import utils
from tercel.compat.sacrebleu.dataset import installed


def answer_about_test_sets(options: Namespace) -> bool:
    """Print what is asked about test sets, and return whether that is all that was asked."""
    if options.download:
        utils.download_test_set(options.download, options.langpair)
    elif options.list:
        _print_list(options)
    elif options.citation:
        _print_citations(options)
    else:
        return False
    return True


def check_test_sets(options: Namespace) -> None:
    """Check how references, test sets and language pairs are combined.

    Raises
    ------
    UsageError
        If they cannot be.
    """
    if options.num_refs != 1 and (options.test_set is not None or len(options.refs) > 1):
        raise UsageError("--num-refs goes with one reference file, and not with a test set (-t)")
    if options.test_set is None:
        if not options.refs:
            raise UsageError("no references: give files, before -i, or a test set (-t)")
        return
    if options.refs:
        raise UsageError("give either reference files or a test set (-t), not both")
    for test_set in options.test_set.split(","):
        if test_set not in installed("dataset").DATASETS:
            raise UsageError(f"unknown test set {test_set}; --list prints those that there are")
    if options.langpair is None:
        raise UsageError("a test set (-t) needs a language pair (-l)")
    for test_set in options.test_set.split(","):
        pairs = utils.get_langpairs_for_testset(test_set)
        if options.langpair not in pairs:
            raise UsageError(
                f"{test_set} has no language pair {options.langpair}, only {', '.join(pairs)}"
            )


def print_test_sets(options: Namespace) -> None:
    """Print the fields of test sets that ``--echo`` names."""
    if options.test_set is None:
        raise UsageError("--echo needs a test set (-t) and a language pair (-l)")
    for test_set in options.test_set.split(","):
        utils.print_test_set(
            test_set, options.langpair, options.echo, options.origlang, options.subset
        )


def _print_list(options: Namespace) -> None:
    data_sets = installed("dataset").DATASETS
    if options.test_set:
        pairs = [options.langpair] if options.langpair else data_sets[options.test_set].langpairs
        for pair in pairs:
            print(f"{pair}: {', '.join(data_sets[options.test_set].fieldnames(pair))}")
        return
    if options.langpair:
        print(f"The available test sets for {options.langpair} are:")
        names = utils.get_available_testsets_for_langpair(options.langpair)
    else:
        print("The available test sets are:")
        names = utils.get_available_testsets()
    for name in sorted(names):
        print(f"{name:<30}: {data_sets[name].description.strip()}")


def _print_citations(options: Namespace) -> None:
    if not options.test_set:
        raise UsageError("--citation needs a test set (-t)")
    data_sets = installed("dataset").DATASETS
    for name in options.test_set.split(","):
        print(data_sets[name].citation)
