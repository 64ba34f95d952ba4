/// Text as code points: what character n-grams and character error rates count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tercel/text/lowercase.hpp"
#include "tercel/text/text_view.hpp"
#include "tercel/text/unicode.hpp"
#include "tercel/text/utf8.hpp"

namespace tercel {

/// Whether white space counts as characters.
enum class WhiteSpace { keep, drop };

/// Code points of a text, and the memory that finding them takes; to be reused.
struct CodePoints {
  std::vector<std::uint32_t> values;
  std::string utf8;
  std::string lowered;
};

namespace detail {

template <class Unit>
void append_units(const void* data, std::size_t size, std::vector<std::uint32_t>& out) {
  const auto* units = static_cast<const Unit*>(data);
  out.resize(size);
  for (std::size_t i = 0; i < size; ++i) out[i] = units[i];
}

inline void append_utf8(std::string_view text, std::vector<std::uint32_t>& out) {
  out.resize(text.size());  // a code point has at least one byte
  std::uint32_t* next = out.data();
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte < 0x80) {
      *next++ = byte;
      ++at;
      continue;
    }
    const DecodedCodePoint c = decode_utf8(at, end);
    *next++ = c.value;
    at += c.length;
  }
  out.resize(static_cast<std::size_t>(next - out.data()));
}

/// Drops white space in place, without a branch a character.
inline void drop_white_space(std::vector<std::uint32_t>& values) {
  std::size_t kept = 0;
  for (const std::uint32_t c : values) {
    values[kept] = c;
    const bool dropped = c <= 0x3000 && is_space(static_cast<char32_t>(c));
    kept += dropped ? 0 : 1;
  }
  values.resize(kept);
}

}  // namespace detail

/// Fills `out.values`: lower case if asked for, then the code points. O(n).
inline void code_points(TextView text, bool lowercase, WhiteSpace white_space, CodePoints& out) {
  if (lowercase) {
    detail::append_utf8(to_lower(to_utf8(text, out.utf8), out.lowered), out.values);
  } else {
    switch (text.encoding) {
      case Encoding::utf8:
        detail::append_utf8({static_cast<const char*>(text.data), text.size}, out.values);
        break;
      case Encoding::ucs2:
        detail::append_units<std::uint16_t>(text.data, text.size, out.values);
        break;
      case Encoding::ucs4:
        detail::append_units<std::uint32_t>(text.data, text.size, out.values);
        break;
      default:
        detail::append_units<std::uint8_t>(text.data, text.size, out.values);
    }
  }
  if (white_space == WhiteSpace::drop) detail::drop_white_space(out.values);
}

}  // namespace tercel
