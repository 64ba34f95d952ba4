/// Lower case, exactly as Python's str.lower().
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "tercel/text/unicode.hpp"
#include "tercel/text/utf8.hpp"

namespace tercel {
namespace detail {

inline constexpr char32_t kCapitalSigma = 0x3a3;
inline constexpr char32_t kDottedCapitalI = 0x130;

inline constexpr char lower_ascii(char c) {
  return static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/// Lowers eight bytes at once; all must be ASCII, so that no sum carries into the next byte.
inline constexpr std::uint64_t lower_ascii(std::uint64_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  const std::uint64_t from_a = bytes + kOnes * (0x80 - 'A');    // bit 7: at least 'A'
  const std::uint64_t behind_z = bytes + kOnes * (0x7f - 'Z');  // bit 7: beyond 'Z'
  return bytes | ((from_a ^ behind_z) & kHighBits) >> 2;
}

/// Lowers eight bytes if all are ASCII.
inline bool lower_ascii_block(const char* at, char* out) {
  const auto bytes = load_unit<std::uint64_t>(at);
  if ((bytes & kHighBits) != 0) return false;
  const std::uint64_t lowered = lower_ascii(bytes);
  std::memcpy(out, &lowered, sizeof lowered);
  return true;
}

/// The code point that ends at `at`, which must be behind `begin`.
inline DecodedCodePoint decode_before(const char* begin, const char* at) {
  for (std::ptrdiff_t length = 1; length <= 4 && length <= at - begin; ++length) {
    if (is_continuation(at[-length])) continue;
    const DecodedCodePoint c = decode_utf8(at - length, at);
    if (c.length == static_cast<std::size_t>(length)) return c;
    break;
  }
  return {kReplacement, 1};
}

/// Whether a cased character comes before `at`, with only case-ignorable ones between.
inline bool cased_before(const char* begin, const char* at) {
  while (at != begin) {
    const DecodedCodePoint previous = decode_before(begin, at);
    const std::uint8_t properties = record_of(previous.value).properties;
    if ((properties & kCaseIgnorable) == 0) return (properties & kCased) != 0;
    at -= previous.length;
  }
  return false;
}

/// The same after `at`.
inline bool cased_after(const char* at, const char* end) {
  while (at != end) {
    const DecodedCodePoint next = decode_utf8(at, end);
    const std::uint8_t properties = record_of(next.value).properties;
    if ((properties & kCaseIgnorable) == 0) return (properties & kCased) != 0;
    at += next.length;
  }
  return false;
}

/// Text with a position in it, since what becomes of a capital sigma depends on its neighbours.
struct LowerContext {
  const char* begin;
  const char* end;
};

/// The two code points that a distance cannot describe.
inline char* lower_unusual(LowerContext text, const char* at, DecodedCodePoint c, char* out) {
  if (c.value == kDottedCapitalI) {
    *out++ = 'i';
    return encode_utf8(0x307, out);
  }
  const bool is_final = cased_before(text.begin, at) && !cased_after(at + c.length, text.end);
  return encode_utf8(is_final ? 0x3c2 : 0x3c3, out);
}

/// Lowers the code point at `at`, which is not ASCII, and moves `at` past it.
inline char* lower_wide(LowerContext text, const char*& at, char* out) {
  const DecodedCodePoint c = decode_utf8(at, text.end);
  const CodePointRecord& record = record_of(c.value);
  const char* const from = at;
  at += c.length;
  if ((record.properties & kUnusualLower) != 0) return lower_unusual(text, from, c, out);
  if (c.length == 1) {
    *out = *from;  // not UTF-8, and stays what it is
    return out + 1;
  }
  return encode_utf8(c.value + static_cast<char32_t>(record.to_lower), out);
}

}  // namespace detail

/// `text`, which is UTF-8, in lower case at the front of `buffer`, which must not be the text's
/// own.
///
/// O(n): what a capital sigma looks at ends at the next one. The result lives as long as the
/// buffer; the buffer may be larger than it and is best reused. Full mapping: U+0130 becomes two
/// code points, and a capital sigma becomes final after a cased character unless one follows.
inline std::string_view to_lower(std::string_view text, std::string& buffer) {
  // The worst is U+023A: two bytes become three. The block at the end writes no more than it reads.
  char* const begin = detail::room_for(buffer, text.size() + text.size() / 2 + 4);
  const detail::LowerContext context{text.data(), text.data() + text.size()};
  const char* at = context.begin;
  char* out = begin;
  while (at != context.end) {
    if (context.end - at >= 8 && detail::lower_ascii_block(at, out)) {
      at += 8;
      out += 8;
      continue;
    }
    const char* const stop = context.end - at < 8 ? context.end : at + 8;
    while (at < stop) {
      if (detail::byte_of(*at) < 0x80) {
        *out++ = detail::lower_ascii(*at++);
      } else {
        out = detail::lower_wide(context, at, out);
      }
    }
  }
  return std::string_view(begin, static_cast<std::size_t>(out - begin));
}

}  // namespace tercel
