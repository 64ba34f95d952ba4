"""Write the golden files anew."""

import argparse

from golden import FOLDER
from golden.__main__ import SECTIONS


def main() -> None:
    argparse.ArgumentParser(prog="tools/write-golden", description=__doc__).parse_args()
    # All of them are there before the first one is replaced.
    texts = {name: "".join(f"{line}\n" for line in lines(1)) for name, lines in SECTIONS.items()}
    for name, text in texts.items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
