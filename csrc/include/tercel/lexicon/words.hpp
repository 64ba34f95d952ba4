/// The words of a sentence as sentence alignment counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tercel/text/lowercase.hpp"
#include "tercel/text/unicode.hpp"
#include "tercel/text/utf8.hpp"

namespace tercel {

/// A piece of a lower-case sentence.
struct AlignmentWord {
  std::string_view text;
  std::size_t prefix_bytes =
      0;  ///< of its first four code points, or of all where they count whole
};

namespace detail {

inline constexpr std::size_t kCognatePrefix = 4;  ///< code points

/// Collects words from code points that come in order.
class WordScanner {
 public:
  explicit WordScanner(std::vector<AlignmentWord>& words) : words_(words) {}

  void scan(std::string_view line) {
    words_.clear();
    const char* at = line.data();
    const char* const end = at + line.size();
    begin_ = at;
    while (at != end) {
      const DecodedCodePoint c = decode_utf8(at, end);
      take(c.value, at, c.length);
      at += c.length;
    }
    close(end);
  }

 private:
  static std::uint8_t properties(char32_t c) {
    if (c - 'a' < 26U) return 0;
    return record_of(c).properties & (kPunctuation | kSymbol | kNumber | kSpace);
  }

  void take(char32_t c, const char* at, std::size_t length) {
    const std::uint8_t kind = properties(c);
    if ((kind & (kPunctuation | kSymbol | kSpace)) != 0) {
      close(at);
      begin_ = at + length;
      if ((kind & kSpace) == 0) words_.push_back({std::string_view(at, length), length});
      return;
    }
    has_digit_ = has_digit_ || (kind & kNumber) != 0;
    if (++n_code_points_ == kCognatePrefix) prefix_end_ = at + length;
  }

  void close(const char* end) {
    if (n_code_points_ > 0) {
      const std::string_view text(begin_, static_cast<std::size_t>(end - begin_));
      const bool whole = has_digit_ || n_code_points_ < kCognatePrefix;
      words_.push_back(
          {text, whole ? text.size() : static_cast<std::size_t>(prefix_end_ - begin_)});
    }
    n_code_points_ = 0;
    has_digit_ = false;
  }

  std::vector<AlignmentWord>& words_;
  const char* begin_ = nullptr;
  const char* prefix_end_ = nullptr;
  std::size_t n_code_points_ = 0;
  bool has_digit_ = false;
};

}  // namespace detail

/// words = the words of `line`, which is lower-case UTF-8 and which they point into. O(n).
///
/// Punctuation and symbols are words of one code point; between them and white space, everything is
/// one word. Two words are cognates if the first `prefix_bytes` of both are equal: four code points
/// of a word, all of a number (a word with any digit in it), of punctuation and of shorter words.
inline void split_words(std::string_view line, std::vector<AlignmentWord>& words) {
  detail::WordScanner(words).scan(line);
}

}  // namespace tercel
