"""The options that make a score reproducible, as one string."""

from collections.abc import Mapping
from typing import Any

from tercel.compat.sacrebleu.version import __version__


class Signature:
    """The signature that every metric starts from.

    Parameters
    ----------
    args : mapping
        The attributes of a metric that has scored something, so that its number of references is
        known.

    Raises
    ------
    ValueError
        If it is not.
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        if "num_refs" not in args:
            raise ValueError("the number of references is not known before something is scored")
        # Entry -> what it is called in short signatures.
        self._abbr = {
            "version": "v",
            "nrefs": "#",
            "test": "t",
            "lang": "l",
            "subset": "S",
            "origlang": "o",
            "bs": "bs",
            "ar": "ar",
            "seed": "rs",
            "statistics": "st",
        }
        # In the order in which they are printed, the version last; None is left out.
        self.info: dict[str, Any] = {
            "version": __version__,
            "nrefs": "var" if args["num_refs"] == -1 else args["num_refs"],
            "bs": args.get("n_bootstrap"),
            "ar": None,
            "seed": args.get("seed"),
            "test": args.get("test_set"),
            "lang": args.get("langpair"),
            "origlang": args.get("origlang"),
            "subset": args.get("subset"),
        }

    def format(self, short: bool = False) -> str:
        """Return ``key:value`` pairs joined by bars, the keys abbreviated if `short`."""
        names = [name for name in self.info if name != "version"]
        pairs = []
        for name in [*names, "version"]:
            value = self.info[name]
            if value is None:
                continue
            if isinstance(value, bool):
                value = "yes" if value else "no"
            pairs.append(f"{self._abbr[name] if short else name}:{value}")
        return "|".join(pairs)

    def update(self, key: str, value: Any) -> None:
        """Set an entry."""
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return self.format()
