"""Options of every experiment."""

import argparse
from pathlib import Path

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add the number of threads and the folder of pictures."""
    parser.add_argument("--workers", type=int, default=2, help="threads (default: %(default)s)")
    parser.add_argument(
        "--pictures",
        type=Path,
        default=PICTURES,
        metavar="FOLDER",
        help="where PNG files go (default: docs/pictures)",
    )
