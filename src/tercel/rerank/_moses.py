"""N-best lists as Moses and Marian write them: ``id ||| text ||| features ||| score``."""

import math
from collections.abc import Iterator

from tercel.rerank._candidate import Candidate, Place, finite
from tercel.rerank.nbest import NBest

_SEPARATOR = "|||"
_FIELDS = "id ||| text ||| features ||| score, and perhaps ||| alignment"


def parse_line(line: str, place: Place) -> Candidate:
    """Return the candidate of a line.

    Raises
    ------
    ValueError
        If it has not 4 or 5 fields, or a field is not what it should be.
    """
    fields = [field.removeprefix(" ").removesuffix(" ") for field in line.split(_SEPARATOR)]
    if len(fields) not in (4, 5):
        raise place.error(f"found {len(fields)} fields, expected {_FIELDS}")
    number, text, features, score, *alignment = fields
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise place.error(f"found id {number[:40]!r}, expected a whole number of at least 0")
    return Candidate(
        int(number),
        text,
        finite(score, "score", place),
        dict(_parse_features(features, place)),
        None,
        alignment[0].strip() if alignment else None,
    )


def _parse_features(text: str, place: Place) -> Iterator[tuple[str, float]]:
    """Yield names and values; the values of one name are NAME, NAME[1], NAME[2], ..."""
    name, count = "", 0
    seen = set()
    for piece in text.split():
        if piece[-1] in "=:" and len(piece) > 1:
            name, count = piece[:-1], 0
            if name in seen:
                raise place.error(f"feature {name!r} is there twice")
            seen.add(name)
            continue
        value = finite(piece, f"feature {name!r}" if name else "a feature without a name", place)
        yield (f"{name}[{count}]" if count or not name else name), value
        count += 1


def format_lines(nbest: NBest) -> Iterator[str]:
    """Yield the lines of all candidates.

    Raises
    ------
    ValueError
        If something has no place in this format: candidates of several origins, a missing score, a
        text or name that cannot be told from its surroundings.
    """
    origins = list(dict.fromkeys(nbest.origins))
    if len(origins) > 1:
        raise ValueError(f"Moses lists have no place for origins ({', '.join(origins)}): use JSONL")
    groups = nbest.groups
    columns = [(name, values.tolist()) for name, values in nbest.features.items()]
    for name, _ in columns:
        if not name or any(c.isspace() for c in name) or _SEPARATOR in name or name[-1] in "=:":
            raise ValueError(f"feature name {name!r} has no place in a Moses list: use JSONL")
    for i, text in enumerate(nbest.texts):
        score = float(nbest.scores[i])
        if math.isnan(score):
            raise ValueError(f"scores[{i}] is missing, and Moses lists need one: use JSONL")
        if _SEPARATOR in text or "\n" in text:
            raise ValueError(f"texts[{i}] has {_SEPARATOR} or a line feed in it: use JSONL")
        fields = [str(nbest.ids[groups[i]]), text, _features_of(columns, i), repr(score)]
        alignment = nbest.alignments[i]
        yield " ||| ".join(fields if alignment is None else [*fields, alignment])


def _features_of(columns: list[tuple[str, list[float]]], i: int) -> str:
    pieces = []
    for name, values in columns:
        if math.isnan(values[i]):
            continue
        base, bracket, index = name.removesuffix("]").rpartition("[")
        is_first = not (bracket and index.isdigit() and (index != "0" or base))
        if is_first and not (bracket and not base):
            pieces.append(f"{name}=")
        pieces.append(repr(values[i]))
    return " ".join(pieces)
