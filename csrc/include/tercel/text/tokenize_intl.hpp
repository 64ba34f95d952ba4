/// The tokenizer "intl": what mteval-v14.pl does to text in any language.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tercel/text/split_line.hpp"
#include "tercel/text/unicode.hpp"

namespace tercel {
namespace detail {

/// Marks are \p{P}, what holds them is \p{N}, and \p{S} stands alone.
inline constexpr ClassTable kClassesIntl = kPlainClasses.with(kAloneByte, "$+<=>^`|~")
                                               .with(kMarkByte, "!\"#%&'()*,-./:;?@[\\]_{}")
                                               .with(kWideByte, kLeadsOfInterest);

inline WideCharacter role_intl(const char* at, const char* end) {
  const DecodedCodePoint c = decode_utf8(at, end);
  const std::uint8_t properties = record_of(c.value).properties;
  const auto has = [properties](int bits) { return (properties & bits) != 0; };
  if (!has(kPunctuation | kSymbol | kNumber | kSpace)) return {WideRole::plain, c.length};
  if (has(kPunctuation)) return {WideRole::mark, c.length};
  if (has(kSymbol)) return {WideRole::alone, c.length};
  return {has(kNumber) ? WideRole::digit : WideRole::space, c.length};
}

/// `line` has no white space at its end. O(n). Nothing is padded: a mark at the end of the line
/// stays with a number before it.
inline void tokenize_intl(std::string_view line, Isa isa, LineBits& bits,
                          std::vector<std::string_view>& tokens) {
  bits.reset(line, kClassesIntl, false, isa);
  bits.look_at_wide<role_intl>();
  bits.split(tokens);
}

}  // namespace detail
}  // namespace tercel
