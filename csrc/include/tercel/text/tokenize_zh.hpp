/// The tokenizer "zh": each Chinese character is a token, and the rest is split as 13a does.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tercel/text/split_line.hpp"
#include "tercel/text/tokenize_13a.hpp"
#include "tercel/text/unicode.hpp"

namespace tercel {
namespace detail {

struct CodePointRange {
  char32_t first;
  char32_t last;
};

/// What sacreBLEU takes for Chinese. The first range comes from a slip there (issue 298: a string
/// of two characters where one was meant), so quotes and arrows are Chinese and Extension B is not;
/// it is kept because published scores have it.
inline constexpr CodePointRange kChineseRanges[] = {
    {0x2001, 0x2a6d}, {0x2e80, 0x2fdf}, {0x2ff0, 0x303f}, {0x3100, 0x312f}, {0x31a0, 0x31ef},
    {0x3200, 0x4db5}, {0x4e00, 0x9fbb}, {0xf900, 0xfa2d}, {0xfa30, 0xfa6a}, {0xfa70, 0xfad9},
    {0xfe10, 0xfe1f}, {0xfe30, 0xfe4f}, {0xff00, 0xffef}};

inline bool is_chinese(char32_t c) {
  if (c >= 0x4e00 && c <= 0x9fbb) return true;  // nearly all of real text
  for (const CodePointRange range : kChineseRanges) {
    if (c <= range.last) return c >= range.first;
  }
  return false;
}

/// The ranges above begin with the bytes 0xe2 to 0xe9 and 0xef.
inline constexpr ClassTable kClassesZh = kWesternClasses.with(kWideByte, kWideSpaceLeads)
                                             .with(kWideByte, 0xe2, 0xe9)
                                             .with(kWideByte, 0xef, 0xef);

inline WideCharacter role_zh(const char* at, const char* end) {
  const DecodedCodePoint c = decode_utf8(at, end);
  // Some white space is Chinese, too, and none comes after the ideographic space.
  if (c.value <= 0x3000 && is_space(c.value)) return {WideRole::space, c.length};
  return {is_chinese(c.value) ? WideRole::alone : WideRole::plain, c.length};
}

/// `line` has no white space at its end. O(n). Nothing is replaced and nothing padded, unlike in
/// 13a.
inline void tokenize_zh(std::string_view line, Isa isa, LineBits& bits,
                        std::vector<std::string_view>& tokens) {
  bits.reset(strip_left(line), kClassesZh, false, isa);
  bits.look_at_wide<role_zh>();
  bits.split(tokens);
}

}  // namespace detail
}  // namespace tercel
