"""``python -m tercel.compat.sacrebleu``: the command line."""

import sys

from tercel.cli import main

if __name__ == "__main__":
    sys.exit(main(["sacrebleu", *sys.argv[1:]]))
