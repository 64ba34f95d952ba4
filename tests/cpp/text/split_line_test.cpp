#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/split_line.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace tercel::detail;
using Strings = std::vector<std::string>;

namespace {

/// A toy tokenizer in which two-byte code points take all the roles.
constexpr ClassTable kTable = kPlainClasses.with(kMarkByte, ".").with(kWideByte, 0xc2, 0xc5);

WideCharacter role_of(const char* at, const char* end) {
  if (end - at < 2) return {WideRole::plain, 1};
  switch (*at) {
    case '\xc2':
      return {WideRole::space, 2};
    case '\xc3':
      return {WideRole::alone, 2};
    case '\xc4':
      return {WideRole::digit, 2};
    default:
      return {WideRole::mark, 2};
  }
}

const std::string kSpace = "\xc2\x80", kAlone = "\xc3\x80", kDigit = "\xc4\x80", kMark = "\xc5\x80";

Strings split(const std::string& line, bool padded) {
  static LineBits bits;
  std::vector<std::string_view> tokens;
  bits.reset(line, kTable, padded, tercel::best_isa());
  bits.look_at_wide<role_of>();
  bits.split(tokens);
  return Strings(tokens.begin(), tokens.end());
}

}  // namespace

TEST_CASE("wide characters take the roles that they are given") {
  CHECK(split("a" + kSpace + "b" + kAlone + "c" + kAlone + kAlone, true) ==
        Strings{"a", "b", kAlone, "c", kAlone, kAlone});
  CHECK(split(kDigit + kMark + "5" + kMark + kDigit, true) ==
        Strings{kDigit + kMark + "5" + kMark + kDigit});
  CHECK(split("x" + kMark + ".5", true) == Strings{"x", kMark, ".5"});
}

TEST_CASE("padding decides what the ends of the line do") {
  CHECK(split("5" + kMark, true) == Strings{"5", kMark});
  CHECK(split("5" + kMark, false) == Strings{"5" + kMark});
  CHECK(split(kMark + "5", true) == Strings{kMark, "5"});
  CHECK(split(kMark + "5", false) == Strings{kMark + "5"});
  CHECK(split("..5", false) == Strings{".", ".", "5"});
  CHECK(split("...5", false) == Strings{".", ".", ".5"});
}

TEST_CASE("tokens reach over the borders of blocks, and wide characters lie across them") {
  for (std::size_t n = 1; n < 200; ++n) {
    const std::string word(n, 'x');
    CHECK(split(word, true) == Strings{word});
    CHECK(split(word + kAlone + word, true) == Strings{word, kAlone, word});
    CHECK(split(word + kSpace + kMark + word, false) == Strings{word, kMark, word});
    CHECK(split(word + "5" + kMark + kDigit, false) == Strings{word + "5" + kMark + kDigit});
    CHECK(split(word + "5" + kMark, false) == Strings{word + "5" + kMark});
    CHECK(split(word + "..5", false) == Strings{word, ".", ".5"});
  }
}

TEST_CASE("looking tells whether there is something to rewrite") {
  constexpr ClassTable kRewriting = kTable.with(kRewriteByte, "&");
  LineBits bits;
  bits.reset("no such byte", kRewriting, true, tercel::Isa::scalar);
  CHECK_FALSE(bits.look_at_wide<role_of>());
  bits.reset(std::string(100, ' ') + "&", kRewriting, true, tercel::Isa::scalar);
  CHECK(bits.look_at_wide<role_of>());
}
