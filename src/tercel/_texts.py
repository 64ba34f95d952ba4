"""The door for texts: hypotheses and references are checked and explained here, once."""

from collections.abc import Sequence

Texts = Sequence[str]
References = Sequence[str] | Sequence[Sequence[str | None]]


def check_hypotheses(hypotheses: Texts, name: str = "hypotheses") -> Sequence[str]:
    """Return the segments as a list or tuple of str.

    Raises
    ------
    TypeError
        If it is one string, or an element is not a string.
    ValueError
        If there is no segment.
    """
    if isinstance(hypotheses, str | bytes):
        raise TypeError(f"{name} is one {type(hypotheses).__name__}, expected a list of str")
    segments = hypotheses if isinstance(hypotheses, list | tuple) else list(hypotheses)
    if not segments:
        raise ValueError(f"{name} is empty, expected at least one segment")
    _check_strings(segments, name, may_miss=False)
    return segments


def check_references(
    references: References, n_segments: int | None = None
) -> list[Sequence[str | None]]:
    """Return the references as streams of n_segments texts each, or as many as the first has.

    A list of str is one stream. A list of lists is taken as streams, in sacreBLEU's order.

    Raises
    ------
    TypeError
        If an element is neither a string nor (where another stream has one) None.
    ValueError
        If lengths differ, or a segment has no reference at all.
    """
    if isinstance(references, str | bytes):
        raise TypeError(
            f"references is one {type(references).__name__}, expected a list of str "
            "or a list of reference streams"
        )
    items = list(references)
    if not items:
        raise ValueError("references is empty, expected at least one reference stream")
    streams = [items] if all(isinstance(item, str) or item is None for item in items) else items
    checked = [_check_stream(stream, k) for k, stream in enumerate(streams)]
    if n_segments is None:
        n_segments = len(checked[0])
    _check_lengths(checked, n_segments)
    _check_none_missing_everywhere(checked)
    return checked


def _check_stream(stream: object, k: int) -> Sequence[str | None]:
    if isinstance(stream, str | bytes) or not hasattr(stream, "__iter__"):
        raise TypeError(
            f"references[{k}] is {type(stream).__name__}, expected a list of str: "
            "either all elements of references are strings or all are lists of strings"
        )
    segments = stream if isinstance(stream, list | tuple) else list(stream)
    _check_strings(segments, f"references[{k}]", may_miss=True)
    return segments


def _check_strings(segments: Sequence[object], name: str, *, may_miss: bool) -> None:
    # The set of types is small whatever the number of segments is; only an error needs a search.
    types = set(map(type, segments)) - {str}
    if not types or (may_miss and types == {type(None)}):
        return
    for i, segment in enumerate(segments):
        if not isinstance(segment, str) and not (may_miss and segment is None):
            raise TypeError(f"{name}[{i}] is {type(segment).__name__}, expected str")


def _check_lengths(streams: Sequence[Sequence[str | None]], n_segments: int) -> None:
    lengths = {len(stream) for stream in streams}
    if lengths == {n_segments}:
        return
    if len(streams) == n_segments and len(lengths) == 1:
        raise ValueError(
            f"references has {n_segments} streams of length {lengths.pop()} for {n_segments} "
            "hypotheses: it looks transposed; expected one list per reference stream, each with "
            "one text per segment"
        )
    for k, stream in enumerate(streams):
        if len(stream) != n_segments:
            raise ValueError(
                f"hypotheses has {n_segments} segments, but references[{k}] has {len(stream)}"
            )


def _check_none_missing_everywhere(streams: Sequence[Sequence[str | None]]) -> None:
    if all(None not in stream for stream in streams):
        return
    for i, segment in enumerate(zip(*streams, strict=True)):
        if all(text is None for text in segment):
            raise ValueError(f"segment {i} has no reference: it is None in every stream")
