"""``tercel rerank``: train a Ranking SVM, order n-best lists by it, judge orders."""

from tercel.cli import rerank_apply, rerank_evaluate, rerank_train
from tercel.cli.options import Commands


def add_parser(commands: Commands) -> None:
    """Add the command and its three parts."""
    parser = commands.add_parser(
        "rerank",
        help="train a Ranking SVM on n-best lists, apply it, judge orders",
        description="Order the candidates of n-best lists by a Ranking SVM: train it on lists of "
        "which it is known how good the candidates are, apply it to others, judge the order.",
        allow_abbrev=False,
    )
    parts = parser.add_subparsers(metavar="PART", required=True)
    for part in (rerank_train, rerank_apply, rerank_evaluate):
        part.add_parser(parts)
