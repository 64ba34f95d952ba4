"""An installed sacreBLEU made fast in place, and made slow again."""

import os
import threading
from collections.abc import Callable
from typing import Any, Self

from tercel.compat import _peer_methods, _peer_tests
from tercel.compat._peer import KNOWN_VERSION, Peer, installed
from tercel.compat._unpatched import UnpatchedWarning, warn_unpatched

__all__ = ["Patch", "UnpatchedWarning", "patch", "unpatch"]

Replace = Callable[[Peer, Any], Any]

_LEFT = ": it is left as it is"


class _State:
    """What is in place. Guarded by the lock, but for reading a single field."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        # What was there before, by class and name; empty while nothing is patched.
        self.originals: dict[tuple[Any, str], Any] = {}
        # Whether a call outside of a with statement wants it to stay, and how many blocks do.
        self.stays = False
        self.n_blocks = 0


_state = _State()

if hasattr(os, "register_at_fork"):  # not on Windows
    # A fork waits for a thread that is patching: its lock would stay closed in the child for ever.
    os.register_at_fork(
        before=_state.lock.acquire,
        after_in_parent=_state.lock.release,
        after_in_child=_state.lock.release,
    )


class Patch:
    """What `patch` returns, for ``with``: at the end of the outermost block all is as before.

    Attributes
    ----------
    active : bool
        Whether sacreBLEU is patched now.
    """

    def __init__(self, alone: bool) -> None:
        # Whether nobody else had asked for it to stay when this was made.
        self._alone = alone
        self._entered = 0

    @property
    def active(self) -> bool:
        """Whether sacreBLEU is patched now."""
        return bool(_state.originals)

    def __enter__(self) -> Self:
        with _state.lock:
            if self._entered and not _state.originals:
                _install()
            if self._alone and not self._entered:
                _state.stays = False
            self._entered += 1
            _state.n_blocks += 1
        return self

    def __exit__(self, *_: object) -> None:
        with _state.lock:
            _state.n_blocks -= 1
            if _state.n_blocks == 0 and not _state.stays:
                _uninstall()

    def __repr__(self) -> str:
        return f"Patch(active={self.active})"


def patch() -> Patch:
    """Make the installed sacreBLEU 2.6.0 fast, for all of the process, with the same results.

    Methods are replaced on sacreBLEU's classes, so that code which imported its names long ago gets
    the fast ones too. `unpatch` puts the very same functions back. A second call changes nothing.
    As a context manager it holds until the end of the block; blocks may nest and overlap in
    threads. A process that is forked meanwhile has it too; one that is spawned has not.

    Returns
    -------
    Patch
        For ``with``; otherwise it may be dropped.

    Raises
    ------
    ImportError
        If sacreBLEU is not installed.

    Warns
    -----
    UnpatchedWarning
        If its version is not 2.6.0, or somebody has replaced methods of it already: then it is left
        alone. Later also once for each subclass of its metrics that has methods of its own where
        they matter, when it is first used.

    Notes
    -----
    Such subclasses, tokenizers that call other packages, and objects or limits
    that somebody has changed get sacreBLEU's own code, at its speed. See docs/compat-patch.md.

    Examples
    --------
    >>> import sacrebleu
    >>> from tercel.compat import patch
    >>> with patch():
    ...     print(sacrebleu.corpus_chrf(["the cat sat"], [["the cat sits"]]))
    chrF2 = 61.03
    """
    with _state.lock:
        alone = not _state.stays
        if not _state.originals:
            _install()
        _state.stays = bool(_state.originals)
        return Patch(alone)


def unpatch() -> None:
    """Put sacreBLEU's own methods back, whoever has patched it; without effect if nobody has."""
    with _state.lock:
        _uninstall()


def _install() -> None:
    peer = _known_peer()
    if peer is None:
        return
    for kind, name, replace in _plan(peer):
        original = vars(kind)[name]
        replacement = replace(peer, original)
        peer.replacements[kind, name] = replacement
        _state.originals[kind, name] = original
        setattr(kind, name, replacement)


def _uninstall() -> None:
    _state.stays = False
    for (kind, name), original in _state.originals.items():
        # What somebody has put on top of ours since then stays; ours goes on to work under it.
        if vars(kind)[name] is installed().replacements[kind, name]:
            setattr(kind, name, original)
    _state.originals.clear()


def _known_peer() -> Peer | None:
    """Return the installed sacreBLEU if it is one that we know."""
    try:
        import sacrebleu  # noqa: PLC0415 (only who patches it needs it)
    except ImportError as error:
        raise ImportError(
            f"patch needs sacreBLEU: pip install 'sacrebleu=={KNOWN_VERSION}'"
        ) from error
    if sacrebleu.__version__ != KNOWN_VERSION:
        version = sacrebleu.__version__
        warn_unpatched(f"sacreBLEU is {version}, but only {KNOWN_VERSION} is known{_LEFT}")
        return None
    peer = installed()
    foreign = peer.foreign_pieces()
    if foreign:
        installed.cache_clear()
        warn_unpatched(f"somebody has replaced {', '.join(foreign)} already{_LEFT}")
        return None
    return peer


def _plan(peer: Peer) -> list[tuple[Any, str, Replace]]:
    aggregate = _peer_methods.aggregate_and_compute
    segment = _peer_methods.compute_segment_statistics_of_ter
    return [
        (peer.Metric, "_cache_references", _peer_methods.cache_references),
        (peer.Metric, "_extract_corpus_statistics", _peer_methods.extract_corpus_statistics),
        (peer.Metric, "corpus_score", _peer_methods.corpus_score),
        *[(kind, "_aggregate_and_compute", aggregate) for kind in peer.metrics.values()],
        (peer.metrics["TER"], "_compute_segment_statistics", segment),
        (peer.PairedTest, "__init__", _peer_tests.initialize),
        (peer.PairedTest, "__call__", _peer_tests.call),
    ]
