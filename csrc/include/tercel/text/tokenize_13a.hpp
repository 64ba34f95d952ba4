/// The tokenizer "13a": what mteval-v13a.pl does to Western languages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tercel/text/split_line.hpp"
#include "tercel/text/unicode.hpp"

namespace tercel {
namespace detail {

/// Marks are '.' and ',', and only the ten ASCII digits hold them. Every byte above 0x7f is part of
/// something that is neither, so bytes can stand for characters.
inline constexpr ClassTable kWesternClasses =
    kPlainClasses.with(kAloneByte, "!\"#$%&()*+/:;<=>?@[\\]^_`{|}~")
        .with(kMarkByte, ".,")
        .with(kDashByte, "-");

/// Only white space matters beyond ASCII, and these bytes begin it.
inline constexpr std::string_view kWideSpaceLeads = "\xc2\xe1\xe2\xe3";

inline constexpr ClassTable kClasses13a =
    kWesternClasses.with(kWideByte, kWideSpaceLeads).with(kRewriteByte, "&<\n");

inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::size_t read = text.find(from);
  if (read == std::string::npos) return;
  std::size_t write = read;
  while (read < text.size()) {
    if (text.compare(read, from.size(), from) == 0) {
      write += to.copy(text.data() + write, to.size());
      read += from.size();
    } else {
      text[write++] = text[read++];
    }
  }
  text.resize(write);
}

/// What 13a replaces before it splits. One after the other, since a replacement can make room for
/// the next: "&amp;lt;" ends as "<". A line break alone needs nothing: it is white space anyway.
inline std::string_view rewrite_13a(std::string_view line, std::string& buffer) {
  buffer.assign(line);
  replace_all(buffer, "<skipped>", "");
  replace_all(buffer, "-\n", "");
  replace_all(buffer, "&quot;", "\"");
  replace_all(buffer, "&amp;", "&");
  replace_all(buffer, "&lt;", "<");
  replace_all(buffer, "&gt;", ">");
  return buffer;
}

inline WideCharacter role_13a(const char* at, const char* end) {
  const std::size_t length = wide_space_length(at, end);
  return {length != 0 ? WideRole::space : WideRole::plain, length};
}

/// `line` has no white space at its end. O(n). `rewritten` is used in the rare case that something
/// has to be replaced.
inline void tokenize_13a(std::string_view line, Isa isa, LineBits& bits, std::string& rewritten,
                         std::vector<std::string_view>& tokens) {
  bits.reset(line, kClasses13a, true, isa);
  if (bits.look_at_wide<role_13a>()) {
    bits.reset(rewrite_13a(line, rewritten), kClasses13a, true, isa);
    bits.look_at_wide<role_13a>();
  }
  bits.split(tokens);
}

}  // namespace detail
}  // namespace tercel
