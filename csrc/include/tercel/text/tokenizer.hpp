/// From a segment to its tokens, exactly as sacreBLEU 2.6.0 does it for BLEU.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tercel/base/isa.hpp"
#include "tercel/text/lowercase.hpp"
#include "tercel/text/split_line.hpp"
#include "tercel/text/text_view.hpp"
#include "tercel/text/tokenize_13a.hpp"
#include "tercel/text/tokenize_intl.hpp"
#include "tercel/text/tokenize_zh.hpp"
#include "tercel/text/unicode.hpp"
#include "tercel/text/utf8.hpp"

namespace tercel {

enum class TokenizerKind { none, v13a, intl, character, zh };

/// sacreBLEU's name for a tokenizer.
inline constexpr std::string_view tokenizer_name(TokenizerKind kind) {
  switch (kind) {
    case TokenizerKind::none:
      return "none";
    case TokenizerKind::intl:
      return "intl";
    case TokenizerKind::character:
      return "char";
    case TokenizerKind::zh:
      return "zh";
    default:
      return "13a";
  }
}

/// The inverse of tokenizer_name; nothing if no tokenizer has that name.
inline constexpr std::optional<TokenizerKind> tokenizer_from_name(std::string_view name) {
  for (const TokenizerKind kind : {TokenizerKind::none, TokenizerKind::v13a, TokenizerKind::intl,
                                   TokenizerKind::character, TokenizerKind::zh}) {
    if (tokenizer_name(kind) == name) return kind;
  }
  return std::nullopt;
}

/// Tokens of one segment, and the memory that finding them takes. Reuse it: then nothing is
/// allocated once it has seen a long segment.
///
/// The views point into the segment or into the buffers here. They live until the next call that
/// fills this object, and no longer than the segment. A copy's views point into the original.
struct Tokens {
  std::vector<std::string_view> views;  ///< in order, none empty, UTF-8
  Isa isa = best_isa();                 ///< changes the speed only

  std::string utf8;       ///< the segment, if it came in another encoding
  std::string lowered;    ///< the segment in lower case, if that was asked for
  std::string rewritten;  ///< the segment after the replacements of 13a, if there were any
  detail::LineBits bits;
};

namespace detail {

inline void tokenize_none(std::string_view line, Isa isa, LineBits& bits,
                          std::vector<std::string_view>& tokens) {
  constexpr static ClassTable kClasses = kPlainClasses.with(kWideByte, kWideSpaceLeads);
  bits.reset(line, kClasses, true, isa);
  bits.look_at_wide<role_13a>();
  bits.split(tokens);
}

inline WideCharacter role_character(const char* at, const char* end) {
  const DecodedCodePoint c = decode_utf8(at, end);
  const bool may_be_space = c.value <= 0x3000;
  return {may_be_space && is_space(c.value) ? WideRole::space : WideRole::alone, c.length};
}

/// Every code point is a token.
inline void tokenize_characters(std::string_view line, Isa isa, LineBits& bits,
                                std::vector<std::string_view>& tokens) {
  constexpr static ClassTable kClasses =
      kPlainClasses.with(kAloneByte, 0, 0x7f).with(kWideByte, 0xc2, 0xf4);
  bits.reset(line, kClasses, true, isa);
  bits.look_at_wide<role_character>();
  bits.split(tokens);
}

}  // namespace detail

/// Fills `tokens.views`: lower case if asked for, white space off the end, the tokenizer, and a
/// split at white space, in this order. O(n).
///
/// No token has a space put into it or taken out: each is a piece of the segment. Text that claims
/// to be UTF-8 and is not gives some tokens, and is never read beyond its end.
inline void tokenize(TextView line, TokenizerKind kind, bool lowercase, Tokens& tokens) {
  std::string_view text = to_utf8(line, tokens.utf8);
  if (lowercase) text = to_lower(text, tokens.lowered);
  text = strip_right(text);
  switch (kind) {
    case TokenizerKind::none:
      return detail::tokenize_none(text, tokens.isa, tokens.bits, tokens.views);
    case TokenizerKind::v13a:
      return detail::tokenize_13a(text, tokens.isa, tokens.bits, tokens.rewritten, tokens.views);
    case TokenizerKind::intl:
      return detail::tokenize_intl(text, tokens.isa, tokens.bits, tokens.views);
    case TokenizerKind::zh:
      return detail::tokenize_zh(text, tokens.isa, tokens.bits, tokens.views);
    case TokenizerKind::character:
      return detail::tokenize_characters(text, tokens.isa, tokens.bits, tokens.views);
  }
}

}  // namespace tercel
