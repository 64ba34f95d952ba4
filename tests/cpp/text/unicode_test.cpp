#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/unicode.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string encode(char32_t c) {
  char bytes[4];
  return std::string(bytes, tercel::encode_utf8(c, bytes));
}

}  // namespace

TEST_CASE("white space is where Python's str.split() splits") {
  std::u32string spaces;
  for (char32_t c = 0; c <= tercel::kMaxCodePoint; ++c) {
    if (tercel::is_space(c)) spaces += c;
  }
  CHECK(spaces.size() == 29);
  CHECK(spaces ==
        U"\u0009\u000a\u000b\u000c\u000d\u001c\u001d\u001e\u001f\u0020\u0085\u00a0\u1680"
        U"\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f"
        U"\u205f\u3000");
}

TEST_CASE("white space is found by its bytes, too") {
  for (char32_t c = 0x80; c <= tercel::kMaxCodePoint; ++c) {
    const std::string bytes = encode(c);
    const char* const end = bytes.data() + bytes.size();
    const std::size_t expected = tercel::is_space(c) ? bytes.size() : 0;
    if (tercel::detail::wide_space_length(bytes.data(), end) != expected ||
        tercel::detail::space_length_before(bytes.data(), end) != expected) {
      FAIL_CHECK("U+", static_cast<std::uint32_t>(c));
    }
  }
  for (char c = 0; c < 127; ++c) {
    CHECK(tercel::detail::is_ascii_space(c) == tercel::is_space(static_cast<char32_t>(c)));
  }
}

TEST_CASE("categories") {
  CHECK(tercel::is_punctuation(U'!'));
  CHECK(tercel::is_punctuation(U'_'));
  CHECK(tercel::is_punctuation(U'\u3002'));
  CHECK_FALSE(tercel::is_punctuation(U'$'));
  CHECK(tercel::is_symbol(U'$'));
  CHECK(tercel::is_symbol(U'\U0001f600'));
  CHECK(tercel::is_symbol(tercel::kReplacement));
  CHECK(tercel::is_number(U'7'));
  CHECK(tercel::is_number(U'\u00bd'));
  CHECK(tercel::is_number(U'\u2167'));
  CHECK_FALSE(tercel::is_number(U'\u4e00'));
}

TEST_CASE("categories exclude each other, and nothing is beyond U+10FFFF") {
  for (char32_t c = 0; c <= tercel::kMaxCodePoint; ++c) {
    const int n = tercel::is_punctuation(c) + tercel::is_symbol(c) + tercel::is_number(c) +
                  tercel::is_space(c);
    if (n > 1) FAIL_CHECK("U+", static_cast<std::uint32_t>(c));
  }
  CHECK_FALSE(tercel::is_symbol(0x110000));
  CHECK_FALSE(tercel::is_space(0xffffffff));
}

TEST_CASE("the tables are small") {
  using namespace tercel::detail;
  CHECK(sizeof kPages + sizeof kPageNumbers + sizeof kRecords < 40 * 1024);
}

TEST_CASE("strip takes all white space from one side") {
  CHECK(tercel::strip_right("a \xc2\x85\xe3\x80\x80\x1f\n") == "a");
  CHECK(tercel::strip_right("\xe2\x80\x8b") == "\xe2\x80\x8b");
  CHECK(tercel::strip_right("\xe2\x80\x80") == "");
  CHECK(tercel::strip_right("\x80\x80") == "\x80\x80");
  CHECK(tercel::strip_right("\x80") == "\x80");
  CHECK(tercel::strip_left("\xe2\x80\x89\t a ") == "a ");
  CHECK(tercel::strip_left(" ") == "");
  CHECK(tercel::strip_left("\xe2\x80") == "\xe2\x80");
}
