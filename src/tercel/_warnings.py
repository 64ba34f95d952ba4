"""The one family of warnings: statistics that deserve doubt. Bad input is an error instead."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# Koehn (2004), section 5: below this many segments wrong conclusions become noticeable.
FEW_SEGMENTS = 300

# Intervals and tests by document rest on the spread between documents, known from so many only.
FEW_DOCUMENTS = 20


class DoubtfulStatisticsWarning(UserWarning):
    """A number is right but means less than it seems to."""


class SmallTestSetWarning(DoubtfulStatisticsWarning):
    """The test set has so few segments that wrong conclusions become noticeable."""


class FewDocumentsWarning(DoubtfulStatisticsWarning):
    """Documents are resampled, and there are so few that their spread is hardly known."""


_UNSAID: ContextVar[bool] = ContextVar("tercel_doubts_unsaid", default=False)


@contextmanager
def doubts_unsaid() -> Iterator[None]:
    """Leave doubts about statistics unsaid, in this thread.

    ``warnings.catch_warnings`` would change the filters of all threads, and two at once may leave
    them changed.
    """
    token = _UNSAID.set(True)
    try:
        yield
    finally:
        _UNSAID.reset(token)


def warn_of_doubt(
    message: str | None, category: type[DoubtfulStatisticsWarning], stacklevel: int
) -> None:
    """Warn, if there is a message, as ``warnings.warn`` would with this level at our caller's."""
    if message is not None and not _UNSAID.get():
        warnings.warn(message, category, stacklevel=stacklevel + 1)


def few_documents_message(n_documents: int) -> str | None:
    """Return what to say about so many documents, or None if there are enough."""
    if n_documents >= FEW_DOCUMENTS:
        return None
    return (
        f"{n_documents} documents: with fewer than {FEW_DOCUMENTS}, intervals by document are too "
        "narrow and p is coarse"
    )


def small_test_set_message(n_segments: int) -> str | None:
    """Return what to say about a test set of this size, or None if it is large enough."""
    if n_segments >= FEW_SEGMENTS:
        return None
    noun = "segment" if n_segments == 1 else "segments"
    return (
        f"{n_segments} {noun}: with fewer than {FEW_SEGMENTS}, wrong conclusions become "
        "noticeable and real differences are often missed"
    )


def warn_if_small(n_segments: int, stacklevel: int) -> None:
    """Warn the caller `stacklevel` frames up, as ``warnings.warn`` counts them from here."""
    warn_of_doubt(small_test_set_message(n_segments), SmallTestSetWarning, stacklevel + 1)
