"""sacreBLEU's own numbers, bug for bug, and an installed sacreBLEU made fast."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tercel.compat.patching import Patch, UnpatchedWarning, patch, unpatch

__all__ = ["Patch", "UnpatchedWarning", "patch", "unpatch"]


def __getattr__(name: str) -> Any:
    # Only who patches sacreBLEU needs the module that does it.
    if name in __all__:
        from tercel.compat import patching  # noqa: PLC0415

        return getattr(patching, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
