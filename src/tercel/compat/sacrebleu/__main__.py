"""``python -m tercel.compat.sacrebleu``: the command line."""

from tercel.compat.sacrebleu.sacrebleu import main

if __name__ == "__main__":
    main()
