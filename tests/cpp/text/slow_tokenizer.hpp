/// The slow twin of the tokenizers: the substitutions one by one, as sacreBLEU's patterns spell
/// them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tercel/text/tokenizer.hpp"

namespace slow {

using Is = std::function<bool(char32_t)>;

inline std::string to_utf8(const std::u32string& text) {
  std::string bytes;
  for (const char32_t c : text) {
    char unit[4];
    bytes.append(unit, tercel::encode_utf8(c, unit));
  }
  return bytes;
}

/// re.sub("(first)(second)", before + "\1 \2" + after)
inline std::u32string space_pairs(const std::u32string& text, const Is& first, const Is& second,
                                  const std::u32string& before, const std::u32string& after) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size();) {
    if (i + 1 < text.size() && first(text[i]) && second(text[i + 1])) {
      out += before + text[i] + U" " + text[i + 1] + after;
      i += 2;
    } else {
      out += text[i++];
    }
  }
  return out;
}

/// re.sub("(one)", " \1 ")
inline std::u32string space_each(const std::u32string& text, const Is& one) {
  std::u32string out;
  for (const char32_t c : text)
    out += one(c) ? U" " + std::u32string(1, c) + U" " : std::u32string(1, c);
  return out;
}

inline std::u32string replace(std::u32string text, const std::u32string& from,
                              const std::u32string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::u32string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

inline std::vector<std::string> split(const std::u32string& text) {
  std::vector<std::string> tokens;
  std::u32string token;
  for (const char32_t c : text + U" ") {
    if (!tercel::is_space(c)) {
      token += c;
    } else if (!token.empty()) {
      tokens.push_back(to_utf8(token));
      token.clear();
    }
  }
  return tokens;
}

inline std::u32string strip_right(std::u32string text) {
  while (!text.empty() && tercel::is_space(text.back())) text.pop_back();
  return text;
}

inline std::u32string strip_left(std::u32string text) {
  while (!text.empty() && tercel::is_space(text.front())) text.erase(0, 1);
  return text;
}

inline bool is_digit(char32_t c) {
  return c >= U'0' && c <= U'9';
}
inline bool is_mark(char32_t c) {
  return c == U'.' || c == U',';
}
inline bool is_dash(char32_t c) {
  return c == U'-';
}
inline bool is_western_symbol(char32_t c) {
  return (c >= U'{' && c <= U'~') || (c >= U'[' && c <= U'`') || (c >= U' ' && c <= U'&') ||
         (c >= U'(' && c <= U'+') || (c >= U':' && c <= U'@') || c == U'/';
}

inline std::u32string western(std::u32string text) {
  text = space_each(text, is_western_symbol);
  text = space_pairs(text, std::not_fn(is_digit), is_mark, U"", U" ");
  text = space_pairs(text, is_mark, std::not_fn(is_digit), U" ", U"");
  return space_pairs(text, is_digit, is_dash, U"", U" ");
}

inline std::u32string v13a(std::u32string text) {
  text = replace(replace(replace(text, U"<skipped>", U""), U"-\n", U""), U"\n", U" ");
  text = replace(replace(text, U"&quot;", U"\""), U"&amp;", U"&");
  text = replace(replace(text, U"&lt;", U"<"), U"&gt;", U">");
  return western(U" " + text + U" ");
}

inline std::u32string zh(const std::u32string& text) {
  return western(space_each(strip_left(text), tercel::detail::is_chinese));
}

inline std::u32string intl(std::u32string text) {
  text = space_pairs(text, std::not_fn(tercel::is_number), tercel::is_punctuation, U"", U" ");
  text = space_pairs(text, tercel::is_punctuation, std::not_fn(tercel::is_number), U" ", U"");
  return space_each(text, tercel::is_symbol);
}

/// Without lower case, which has tests of its own.
inline std::vector<std::string> tokenize(const std::u32string& line, tercel::TokenizerKind kind) {
  const std::u32string text = strip_right(line);
  switch (kind) {
    case tercel::TokenizerKind::none:
      return split(text);
    case tercel::TokenizerKind::intl:
      return split(intl(text));
    case tercel::TokenizerKind::character:
      return split(space_each(text, [](char32_t) { return true; }));
    case tercel::TokenizerKind::zh:
      return split(zh(text));
    default:
      return split(v13a(text));
  }
}

/// Calls `visit` with each string of up to `longest` characters of `alphabet`.
template <class Visit>
void for_each_string(const std::u32string& alphabet, std::size_t longest, Visit visit) {
  std::u32string text;
  const std::function<void()> extend = [&] {
    visit(text);
    if (text.size() == longest) return;
    for (const char32_t c : alphabet) {
      text.push_back(c);
      extend();
      text.pop_back();
    }
  };
  extend();
}

/// The library's tokens, from memory of exactly the right size, so that a sanitizer sees
/// over-reads.
inline std::vector<std::string> fast_tokenize(const std::string& bytes, tercel::TokenizerKind kind,
                                              tercel::Isa isa, bool lowercase = false) {
  static tercel::Tokens tokens;
  tokens.isa = isa;
  const std::unique_ptr<char[]> exact(new char[bytes.size()]);
  bytes.copy(exact.get(), bytes.size());
  tercel::tokenize(std::string_view(exact.get(), bytes.size()), kind, lowercase, tokens);
  return std::vector<std::string>(tokens.views.begin(), tokens.views.end());
}

/// How many strings the two disagree about, for every body; `prefix` moves them over block borders.
inline std::size_t count_differences(const std::u32string& alphabet, std::size_t longest,
                                     tercel::TokenizerKind kind, std::size_t prefix = 0) {
  std::size_t n = 0;
  for_each_string(alphabet, longest, [&](const std::u32string& text) {
    const std::u32string line = std::u32string(prefix, U'x') + text;
    const std::vector<std::string> expected = tokenize(line, kind);
    for (const tercel::Isa isa : {tercel::Isa::scalar, tercel::best_isa()}) {
      n += fast_tokenize(to_utf8(line), kind, isa) != expected;
    }
  });
  return n;
}

}  // namespace slow
