"""N-best lists as JSON lines, a list a line, and as TSV, a candidate a line."""

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from tercel.rerank._candidate import Candidate, Place, finite
from tercel.rerank.nbest import NBest

_KEYS = {"text", "score", "features", "origin", "alignment"}
_COLUMNS = ("id", "text", "score", "origin", "alignment")


def parse_json(line: str, place: Place) -> tuple[int, list[Candidate]]:
    """Return the id and the candidates of a line such as ``{"id": 0, "candidates": [...]}``."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise place.error(f"found {line[:40]!r}, expected a JSON object, whole") from None
    if not isinstance(record, dict) or set(record) != {"id", "candidates"}:
        raise place.error("expected a JSON object with the keys id and candidates")
    number, items = record["id"], record["candidates"]
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**63:
        raise place.error(f"id is {str(number)[:40]}, expected a whole number of at least 0")
    if not isinstance(items, list):
        raise place.error("candidates is no list")
    return number, [_candidate(number, k, item, place) for k, item in enumerate(items)]


def _candidate(number: int, k: int, item: Any, place: Place) -> Candidate:
    name = f"candidates[{k}]"
    if not isinstance(item, dict) or not set(item) <= _KEYS:
        raise place.error(f"{name}: expected an object with keys out of {', '.join(sorted(_KEYS))}")
    text, features = item.get("text"), item.get("features", {})
    if not isinstance(text, str):
        raise place.error(f"{name}: text is {type(text).__name__}, expected a string")
    if not isinstance(features, dict):
        raise place.error(f"{name}: features is no object")
    for key in ("origin", "alignment"):
        if not isinstance(item.get(key), str | None):
            raise place.error(f"{name}: {key} is no string")
    score = item.get("score")
    return Candidate(
        number,
        text,
        math.nan if score is None else finite(score, f"{name}: score", place),
        {f: finite(v, f"{name}: feature {f!r}", place) for f, v in features.items()},
        item.get("origin"),
        item.get("alignment"),
    )


def format_json(nbest: NBest) -> Iterator[str]:
    """Yield a line a list; missing values are left out."""
    for k in range(nbest.n_lists):
        members = range(int(nbest.offsets[k]), int(nbest.offsets[k + 1]))
        items = [_item(nbest, i) for i in members]
        record = {"id": int(nbest.ids[k]), "candidates": items}
        yield json.dumps(record, ensure_ascii=False, allow_nan=False)


def _item(nbest: NBest, i: int) -> dict[str, Any]:
    values = {name: float(column[i]) for name, column in nbest.features.items()}
    item: dict[str, Any] = {"text": nbest.texts[i], "origin": nbest.origins[i]}
    if not math.isnan(nbest.scores[i]):
        item["score"] = float(nbest.scores[i])
    present = {name: value for name, value in values.items() if not math.isnan(value)}
    if present:
        item["features"] = present
    if nbest.alignments[i] is not None:
        item["alignment"] = nbest.alignments[i]
    return item


class TableReader:
    """Lines of TSV under a header: id and text, and perhaps score, origin, alignment, features."""

    def __init__(self, header: str, place: Place) -> None:
        self.columns = header.removesuffix("\r").split("\t")
        if len(set(self.columns)) < len(self.columns) or not {"id", "text"} <= set(self.columns):
            raise place.error("expected a header with the columns id and text, each name once")

    def parse(self, line: str, place: Place) -> Candidate:
        """Return the candidate of a line."""
        cells = line.removesuffix("\r").split("\t")
        if len(cells) != len(self.columns):
            raise place.error(f"found {len(cells)} columns, expected {len(self.columns)}")
        row = dict(zip(self.columns, cells, strict=True))
        number = row["id"]
        if not (number.isascii() and number.isdigit() and len(number) < 19):
            raise place.error(f"id is {number[:40]!r}, expected a whole number of at least 0")
        features = {
            name: finite(cell, f"column {name!r}", place)
            for name, cell in row.items()
            if name not in _COLUMNS and cell != ""
        }
        score = row.get("score", "")
        return Candidate(
            int(number),
            row["text"],
            finite(score, "score", place) if score else math.nan,
            features,
            row.get("origin") or None,
            row.get("alignment") or None,
        )


def format_table(nbest: NBest) -> Iterator[str]:
    """Yield a header and a line a candidate; missing values are empty cells.

    Raises
    ------
    ValueError
        If a text, origin, alignment or name has a tab or an end of line in it, or a list is empty.
    """
    if nbest.n_lists and not nbest.sizes.all():
        raise ValueError("an empty list has no place in TSV: use JSONL")
    if set(nbest.features) & set(_COLUMNS):
        raise ValueError(f"features must not be called {', '.join(_COLUMNS)} in TSV")
    yield _row([*_COLUMNS, *nbest.features])
    groups = nbest.groups
    for i, text in enumerate(nbest.texts):
        numbers = [float(column[i]) for column in nbest.features.values()]
        yield _row(
            [
                str(nbest.ids[groups[i]]),
                text,
                _cell(float(nbest.scores[i])),
                nbest.origins[i],
                nbest.alignments[i] or "",
                *map(_cell, numbers),
            ]
        )


def _cell(value: float) -> str:
    return "" if math.isnan(value) else repr(value)


def _row(cells: Sequence[str]) -> str:
    for cell in cells:
        if any(c in cell for c in "\t\n\r"):
            raise ValueError(f"{cell[:40]!r} has a tab or an end of line in it: use JSONL")
    return "\t".join(cells)
