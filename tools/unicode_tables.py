"""Write csrc/include/tercel/text/unicode_tables.hpp: what our tokenizers know about code points.

    python tools/unicode_tables.py            # write the header
    python tools/unicode_tables.py --check    # exit 1 if the header is not what would be written

Punctuation, symbols and numbers come from the `regex` package, because sacreBLEU's "intl" tokenizer
asks that package. White space and lower case come from the interpreter that runs this script,
because sacreBLEU calls str.split() and str.lower(). So the output depends on both versions, and
says which.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import re
import sys
import unicodedata
from pathlib import Path

import regex

HEADER = Path(__file__).resolve().parent.parent / "csrc/include/tercel/text/unicode_tables.hpp"
N_CODE_POINTS = 0x110000
PAGE = 128  # the size with the smallest tables: 64 and 256 take 3 KB more

# Bits of a record's properties. The names are repeated in the header.
PROPERTIES = {
    "kPunctuation": 1,
    "kSymbol": 2,
    "kNumber": 4,
    "kSpace": 8,
    "kCased": 16,
    "kCaseIgnorable": 32,
    "kUnusualLower": 64,
}
SIGMA, FINAL_SIGMA, DOTTED_I = "\u03a3", "\u03c2", "\u0130"

Record = tuple[int, int]  # properties, distance to the lower-case code point


CATEGORIES = [
    (regex.compile(r"\p{P}"), PROPERTIES["kPunctuation"]),
    (regex.compile(r"\p{S}"), PROPERTIES["kSymbol"]),
    (regex.compile(r"\p{N}"), PROPERTIES["kNumber"]),
]


def category_bits(char: str) -> int:
    return sum(bit for pattern, bit in CATEGORIES if pattern.match(char))


def case_bits(char: str) -> int:
    """What the rule for a final sigma sees in `char`, asked of str.lower() itself.

    A capital sigma becomes final after a cased character, with ignorable ones between. A character
    that is both cased and ignorable counts as ignorable, so the two bits exclude each other here.
    """
    if (char + SIGMA).lower().endswith(FINAL_SIGMA):
        return PROPERTIES["kCased"]
    if ("A" + char + SIGMA).lower().endswith(FINAL_SIGMA):
        return PROPERTIES["kCaseIgnorable"]
    return 0


def lower_distance(char: str) -> int:
    """Distance to the lower-case code point; the unusual ones are spelled out in lowercase.hpp."""
    if char == SIGMA:
        return ord("\u03c3") - ord(SIGMA)
    lower = char.lower()
    if len(lower) != 1:
        if char != DOTTED_I or lower != "i\u0307":
            raise SystemExit(f"U+{ord(char):04X}: str.lower() gives {lower!r}, which is new to us")
        return 0
    return ord(lower) - ord(char)


def record_of(code_point: int) -> Record:
    char = chr(code_point)
    properties = category_bits(char) | case_bits(char)
    if not char.split():
        properties |= PROPERTIES["kSpace"]
    if char in (SIGMA, DOTTED_I):
        properties |= PROPERTIES["kUnusualLower"]
    return properties, lower_distance(char)


def numbered(items: list) -> tuple[dict, list]:
    """Distinct items in order of first appearance, and each item's number among them."""
    numbers: dict = {}
    return numbers, [numbers.setdefault(item, len(numbers)) for item in items]


def rows(values: list[int]) -> str:
    """One line for each 128 values: a line of kPages is a page."""
    lines = (values[i : i + PAGE] for i in range(0, len(values), PAGE))
    return "".join(",".join(map(str, line)) + ",\n" for line in lines)


def leads_of_interest(content: list[int], records: dict) -> str:
    """First bytes of the UTF-8 of code points that some tokenizer has to look at, as C++ escapes.

    Most scripts do not share these bytes with punctuation, and text in them can be skipped.
    """
    interest = sum(PROPERTIES[n] for n in ("kPunctuation", "kSymbol", "kNumber", "kSpace"))
    noted = {number for (properties, _), number in records.items() if properties & interest}
    wide = (i for i in range(0x80, N_CODE_POINTS) if content[i] in noted)
    leads = {chr(i).encode("utf-8", "surrogatepass")[0] for i in wide}
    return "".join(f"\\x{lead:02x}" for lead in sorted(leads))


def regex_unicode_version() -> str:
    description = importlib.metadata.metadata("regex").get_payload()
    found = re.search(r"supports Unicode (\d+\.\d+\.\d+)", str(description))
    return found.group(1) if found else "unknown"


def header_text() -> str:
    """The whole header. Small numbers stand for records, and numbers of pages for their content."""
    # The plainest record is number 0, which is what out-of-range code points get.
    records, record_numbers = numbered([(0, 0)] + [record_of(i) for i in range(N_CODE_POINTS)])
    content = record_numbers[1:]
    page_list = [tuple(content[i : i + PAGE]) for i in range(0, N_CODE_POINTS, PAGE)]
    pages, page_numbers = numbered(page_list)
    assert len(records) <= 256 and len(pages) <= 256
    bits = "\n".join(f"inline constexpr std::uint8_t {n} = {b};" for n, b in PROPERTIES.items())
    pairs = [f"{{{lower},{properties}}}," for properties, lower in records]
    record_rows = "".join("".join(pairs[i : i + 8]) + "\n" for i in range(0, len(pairs), 8))
    return TEMPLATE.format(
        python=f"Python {platform.python_version()} (Unicode {unicodedata.unidata_version})",
        regex=f"regex {importlib.metadata.version('regex')} (Unicode {regex_unicode_version()})",
        page=PAGE,
        bits=bits,
        leads=leads_of_interest(content, records),
        n_records=len(records),
        records=record_rows,
        n_indices=len(page_numbers),
        page_numbers=rows(page_numbers),
        n_pages=len(pages),
        pages=rows([number for page in pages for number in page]),
    )


TEMPLATE = """\
/// Properties of code points, in two stages: a page for each {page} of them, a record for each one.
///
/// Generated by tools/unicode_tables.py; do not edit. Categories: {regex}.
/// White space and lower case: {python}.
#pragma once

#include <cstdint>
#include <string_view>

namespace tercel {{
namespace detail {{

// clang-format off
{bits}

/// First bytes, above 0x7f, of code points that are punctuation, symbols, numbers or white space.
inline constexpr std::string_view kLeadsOfInterest =
    "{leads}";

struct CodePointRecord {{
  std::int32_t to_lower;    ///< add this to get the lower-case code point
  std::uint8_t properties;  ///< bits from the list above
}};

inline constexpr CodePointRecord kRecords[{n_records}] = {{
{records}}};

inline constexpr std::uint8_t kPageNumbers[{n_indices}] = {{
{page_numbers}}};

inline constexpr std::uint8_t kPages[{n_pages} * {page}] = {{
{pages}}};
// clang-format on

}}  // namespace detail
}}  // namespace tercel
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the header of code point properties.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    arguments = parser.parse_args()
    text = header_text()
    if not arguments.check:
        HEADER.write_text(text, encoding="ascii")
        return 0
    if HEADER.is_file() and HEADER.read_text(encoding="ascii") == text:
        return 0
    print(f"{HEADER} differs from what this script writes here", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
