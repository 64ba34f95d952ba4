/// The tokenizer of translation edit rate: tercom's, as sacreBLEU 2.6.0 has it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tercel/text/tokenizer.hpp"

namespace tercel {

struct TerTokenizerOptions {
  bool normalized = false;      ///< set punctuation apart, and replace what XML escaped
  bool no_punct = false;        ///< take punctuation out
  bool asian_support = false;   ///< let the two options above treat CJK text too
  bool case_sensitive = false;  ///< do not lowercase
};

namespace detail {

inline constexpr bool is_in_ranges(char32_t c, const std::pair<char32_t, char32_t>* ranges,
                                   std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (c >= ranges[i].first && c <= ranges[i].second) return true;
  }
  return false;
}

/// CJK and full-width punctuation.
inline bool is_asian_punctuation(char32_t c) {
  static constexpr std::pair<char32_t, char32_t> kRanges[] = {
      {0x3001, 0x3002}, {0x3008, 0x3011}, {0x3014, 0x301f}, {0x30fb, 0x30fb},
      {0xff01, 0xff02}, {0xff08, 0xff09}, {0xff0c, 0xff0c}, {0xff0e, 0xff0e},
      {0xff1a, 0xff1b}, {0xff1f, 0xff1f}, {0xff61, 0xff65}};
  return c >= 0x3001 && is_in_ranges(c, kRanges, sizeof kRanges / sizeof kRanges[0]);
}

/// What normalization sets apart. Its rules for kana match only a segment of kana from end to end,
/// which the spaces put around it before make impossible.
inline bool is_asian_alone(char32_t c) {
  static constexpr std::pair<char32_t, char32_t> kRanges[] = {{0x2e80, 0x2eff}, {0x31c0, 0x31ef},
                                                              {0x3200, 0x4dbf}, {0x4e00, 0x9fff},
                                                              {0xf900, 0xfaff}, {0xfe30, 0xfe4f}};
  return (c >= 0x2e80 && is_in_ranges(c, kRanges, sizeof kRanges / sizeof kRanges[0])) ||
         is_asian_punctuation(c);
}

inline std::string_view rewrite_ter(std::string_view line, std::string& buffer) {
  if (line.find_first_of("&\n") == std::string_view::npos) return line;
  buffer.assign(line);
  replace_all(buffer, "\n-", "");
  replace_all(buffer, "\n", " ");
  replace_all(buffer, "&quot;", "\"");
  replace_all(buffer, "&amp;", "&");
  replace_all(buffer, "&lt;", "<");
  replace_all(buffer, "&gt;", ">");
  return buffer;
}

/// Whether normalization puts a space behind `token` before it looks for possessives: a space is
/// there, or a sign that is set apart, or the end of the line. Full stops, commas and dashes are
/// set apart later.
inline bool has_space_behind(std::string_view token, std::string_view line) {
  static constexpr std::string_view kAlone = " !\"#$%&()*+/:;<=>?@[\\]^_`{|}~";
  const char* const behind = token.data() + token.size();
  return behind == line.data() + line.size() || kAlone.find(*behind) != std::string_view::npos;
}

/// Tokens, and room for what they are cut into.
struct Pieces {
  std::vector<std::string_view>& tokens;
  std::vector<std::string_view>& room;
};

/// Replaces each token by pieces: `cut(token, add)` calls `add(piece)` for them.
template <class Cut>
void cut_tokens(Pieces pieces, Cut cut) {
  pieces.room.clear();
  const auto add = [&](std::string_view piece) {
    if (!piece.empty()) pieces.room.push_back(piece);
  };
  for (const std::string_view token : pieces.tokens) cut(token, add);
  pieces.tokens.swap(pieces.room);
}

inline void cut_possessives(std::string_view line, Pieces pieces) {
  cut_tokens(pieces, [line](std::string_view token, const auto& add) {
    const bool is_possessive =
        token.size() > 2 && token.substr(token.size() - 2) == "'s" && has_space_behind(token, line);
    const std::size_t stem = is_possessive ? token.size() - 2 : token.size();
    add(token.substr(0, stem));
    add(token.substr(stem));
  });
}

inline void cut_asian(Pieces pieces) {
  cut_tokens(pieces, [](std::string_view token, const auto& add) {
    const char* const end = token.data() + token.size();
    const char* begin = token.data();
    for (const char* at = begin; at != end;) {
      const DecodedCodePoint c = decode_utf8(at, end);
      if (is_asian_alone(c.value)) {
        add({begin, static_cast<std::size_t>(at - begin)});
        add({at, c.length});
        begin = at + c.length;
      }
      at += c.length;
    }
    add({begin, static_cast<std::size_t>(end - begin)});
  });
}

/// Takes punctuation out of each token; what is left lies in `buffer`.
inline void remove_punctuation(bool asian, std::string& buffer, Pieces pieces) {
  static constexpr std::string_view kMarks = ".,?:;!\"()";
  std::size_t size = 0;
  for (const std::string_view token : pieces.tokens) size += token.size();
  buffer.clear();
  buffer.reserve(size);  // so that views into it stay where they are
  cut_tokens(pieces, [&](std::string_view token, const auto& add) {
    const std::size_t first = buffer.size();
    const char* const end = token.data() + token.size();
    for (const char* at = token.data(); at != end;) {
      const DecodedCodePoint c = decode_utf8(at, end);
      const bool is_mark = kMarks.find(*at) != std::string_view::npos;
      if (!is_mark && !(asian && is_asian_punctuation(c.value))) buffer.append(at, c.length);
      at += c.length;
    }
    add(std::string_view(buffer).substr(first));
  });
}

}  // namespace detail

/// Memory of tokenize_ter, and the tokens. See Tokens for how long views live.
struct TerTokens {
  Tokens tokens;
  std::string kept;    ///< what is left when punctuation is taken out
  std::string joined;  ///< the tokens of the first pass, for a second one
  std::vector<std::string_view> pieces;
};

/// Fills `out.tokens.views`. O(n).
inline void tokenize_ter(TextView line, const TerTokenizerOptions& options, TerTokens& out) {
  Tokens& tokens = out.tokens;
  const detail::Pieces pieces{tokens.views, out.pieces};
  std::string_view text = strip_right(to_utf8(line, tokens.utf8));
  if (!options.case_sensitive) text = to_lower(text, tokens.lowered);
  if (options.normalized) {
    text = detail::rewrite_ter(text, tokens.rewritten);
    tokens.bits.reset(text, detail::kClasses13a, true, tokens.isa);
    tokens.bits.look_at_wide<detail::role_13a>();
    tokens.bits.split(tokens.views);
    detail::cut_possessives(text, pieces);
    if (options.asian_support) detail::cut_asian(pieces);
  } else {
    detail::tokenize_none(text, tokens.isa, tokens.bits, tokens.views);
  }
  if (options.no_punct) {
    detail::remove_punctuation(options.asian_support, out.kept, pieces);
  }
}

/// As tokenize_ter for a reference, which the reference implementation tokenizes twice. That makes
/// a difference with `normalized` or `no_punct` only.
inline void tokenize_ter_reference(TextView line, const TerTokenizerOptions& options,
                                   TerTokens& out) {
  tokenize_ter(line, options, out);
  if (!options.normalized && !options.no_punct) return;
  out.joined.clear();
  for (const std::string_view token : out.tokens.views) out.joined.append(token).push_back(' ');
  tokenize_ter(TextView(std::string_view(out.joined)), options, out);
}

}  // namespace tercel
