"""What this build is, for bug reports."""

from tercel import _core
from tercel._execution import ISA
from tercel._version import __version__


def show_config() -> dict[str, str | bool | list[str]]:
    """Return how this copy of tercel was built and what it runs on.

    Returns
    -------
    dict
        ``version``, ``core_version``, ``compiler``, ``assertions`` (a debug build),
        ``instruction_sets`` (that this processor can run), ``instruction_set`` (in use; the
        environment variable TERCEL_ISA can force another).

    Examples
    --------
    >>> import tercel
    >>> "scalar" in tercel.show_config()["instruction_sets"]
    True
    """
    return {
        "version": __version__,
        "core_version": _core.VERSION,
        "compiler": _core.COMPILER,
        "assertions": _core.ASSERTIONS,
        "instruction_sets": _core.available_isas(),
        "instruction_set": ISA,
    }
