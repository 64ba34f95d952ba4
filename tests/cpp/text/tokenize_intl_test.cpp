#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/tokenize_intl.hpp"

#include <doctest/doctest.h>

#include "text/slow_tokenizer.hpp"

using Strings = std::vector<std::string>;

namespace {

Strings intl(const std::string& line) {
  return slow::fast_tokenize(line, tercel::TokenizerKind::intl, tercel::best_isa());
}

}  // namespace

TEST_CASE("punctuation and symbols of all scripts stand alone") {
  CHECK(intl("\u201cdon\u2019t\u201d, it\u2014costs 5\u20ac") ==
        Strings{"\u201c", "don", "\u2019", "t", "\u201d", ",", "it", "\u2014", "costs", "5",
                "\u20ac"});
  CHECK(intl("well-known+a") == Strings{"well", "-", "known", "+", "a"});
  CHECK(intl("\u4e2d\u3002\u6587") == Strings{"\u4e2d", "\u3002", "\u6587"});
}

TEST_CASE("numbers of all scripts hold punctuation, whatever it is") {
  CHECK(intl("1-2 \u0665\u066b\u0666 \u00b2.\u00bd") ==
        Strings{"1-2", "\u0665\u066b\u0666", "\u00b2.\u00bd"});
  CHECK(intl("3'4 x'4") == Strings{"3'4", "x", "'", "4"});
}

TEST_CASE("nothing is padded: a number at the end keeps its period") {
  CHECK(intl("in 1990.") == Strings{"in", "1990."});
  CHECK(intl("in 1990.)") == Strings{"in", "1990", ".", ")"});
  CHECK(intl(".5") == Strings{".5"});
  CHECK(intl(" .5") == Strings{".", "5"});
}

TEST_CASE("the parity of a run decides, across marks of different length") {
  CHECK(intl("x.\u20195") == Strings{"x", ".", "\u20195"});
  CHECK(intl("5\u2019.5") == Strings{"5", "\u2019", ".", "5"});
  CHECK(intl("\u0665\u2019.\u2019\u0665") == Strings{"\u0665", "\u2019", ".", "\u2019\u0665"});
}

TEST_CASE("intl is its slow twin on all short strings") {
  using tercel::TokenizerKind;
  CHECK(slow::count_differences(U"5.,a $", 5, TokenizerKind::intl) == 0);
  CHECK(slow::count_differences(U"5.\u2019\u00b2a ", 5, TokenizerKind::intl) == 0);
  CHECK(slow::count_differences(U"\u0665\u3001\U0001d7ce\U00010100\U0001f600\u2003", 5,
                                TokenizerKind::intl) == 0);
  for (std::size_t prefix = 58; prefix < 66; ++prefix) {
    CHECK(slow::count_differences(U"5.\u2019\u0665", 4, TokenizerKind::intl, prefix) == 0);
  }
}
