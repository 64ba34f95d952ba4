/// A piece of text as the caller holds it, in any of the encodings that hosts keep in memory.
#pragma once

#include <cstddef>
#include <string_view>

namespace tercel {

/// How code points are laid out. Everything but utf8 has one unit a code point.
///
/// `ascii` is a promise that no byte is above 0x7f; it lets text through without a look or a copy.
enum class Encoding { ascii, utf8, latin1, ucs2, ucs4 };

/// Text owned by somebody else. Any code point may stand in it, lone surrogates included.
struct TextView {
  const void* data = nullptr;
  std::size_t size = 0;  ///< in units of the encoding, not in bytes
  Encoding encoding = Encoding::utf8;

  constexpr TextView() = default;
  constexpr TextView(const void* units, std::size_t n_units, Encoding how)
      : data(units), size(n_units), encoding(how) {}
  TextView(std::string_view utf8) : data(utf8.data()), size(utf8.size()) {}
};

}  // namespace tercel
