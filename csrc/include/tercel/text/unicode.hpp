/// Classes of code points, exactly as Python and its `regex` package have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tercel/text/unicode_tables.hpp"
#include "tercel/text/utf8.hpp"

namespace tercel {
namespace detail {

/// O(1), three loads. Beyond U+10FFFF everything is plain.
inline const CodePointRecord& record_of(char32_t c) {
  if (c > kMaxCodePoint) return kRecords[0];
  const std::size_t page = kPageNumbers[c >> 7];
  return kRecords[kPages[page << 7 | (c & 0x7f)]];
}

inline bool has_property(char32_t c, std::uint8_t property) {
  return (record_of(c).properties & property) != 0;
}

inline constexpr bool is_ascii_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
}

/// Length of the white space beyond ASCII that starts at `at` (0 if none does). Reads up to `end`.
///
/// It decodes nothing: there are only 19 of these sequences, and their bytes are easy to compare.
inline std::size_t wide_space_length(const char* at, const char* end) {
  const std::ptrdiff_t left = end - at;
  const auto byte = [at](std::size_t i) { return byte_of(at[i]); };
  if (left >= 2 && byte(0) == 0xc2) return byte(1) == 0x85 || byte(1) == 0xa0 ? 2 : 0;
  if (left < 3) return 0;
  const std::uint8_t last = byte(2);
  switch (byte(0) << 8 | byte(1)) {
    case 0xe19a:  // U+1680
    case 0xe380:  // U+3000
      return last == 0x80 ? 3 : 0;
    case 0xe280:  // U+2000 to U+200A, U+2028, U+2029, U+202F
      return (last >= 0x80 && last <= 0x8a) || last == 0xa8 || last == 0xa9 || last == 0xaf ? 3 : 0;
    case 0xe281:  // U+205F
      return last == 0x9f ? 3 : 0;
    default:
      return 0;
  }
}

/// Length of the white space that ends at `end`, 0 if none does.
inline std::size_t space_length_before(const char* begin, const char* end) {
  if (begin == end) return 0;
  if (byte_of(end[-1]) < 0x80) return is_ascii_space(end[-1]) ? 1 : 0;
  for (const std::ptrdiff_t length : {2, 3}) {
    if (end - begin < length) return 0;
    const std::size_t found = wide_space_length(end - length, end);
    if (found == static_cast<std::size_t>(length)) return found;
  }
  return 0;
}

}  // namespace detail

/// General category P, S, N; or one of the 29 code points at which Python's str.split() splits.
inline bool is_punctuation(char32_t c) {
  return detail::has_property(c, detail::kPunctuation);
}
inline bool is_symbol(char32_t c) {
  return detail::has_property(c, detail::kSymbol);
}
inline bool is_number(char32_t c) {
  return detail::has_property(c, detail::kNumber);
}
inline bool is_space(char32_t c) {
  return detail::has_property(c, detail::kSpace);
}

/// `text` without white space at its end, as Python's str.rstrip().
inline std::string_view strip_right(std::string_view text) {
  while (const std::size_t length =
             detail::space_length_before(text.data(), text.data() + text.size())) {
    text.remove_suffix(length);
  }
  return text;
}

/// `text` without white space at its start, as Python's str.lstrip().
inline std::string_view strip_left(std::string_view text) {
  while (!text.empty()) {
    const DecodedCodePoint first = decode_utf8(text.data(), text.data() + text.size());
    if (!is_space(first.value)) break;
    text.remove_prefix(first.length);
  }
  return text;
}

}  // namespace tercel
