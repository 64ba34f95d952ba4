#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/tokenize_13a.hpp"

#include <doctest/doctest.h>

#include "text/slow_tokenizer.hpp"

using Strings = std::vector<std::string>;

namespace {

Strings v13a(const std::string& line) {
  return slow::fast_tokenize(line, tercel::TokenizerKind::v13a, tercel::best_isa());
}

}  // namespace

TEST_CASE("punctuation stands alone, but not the apostrophe") {
  CHECK(v13a("Don't (really) say: \"yes\"!") ==
        Strings{"Don't", "(", "really", ")", "say", ":", "\"", "yes", "\"", "!"});
}

TEST_CASE("digits hold a period or comma between them only") {
  CHECK(v13a("cost 1,000.50 or .5 or 5.") ==
        Strings{"cost", "1,000.50", "or", ".", "5", "or", "5", "."});
}

TEST_CASE("the parity of a run of marks decides what its last one does") {
  CHECK(v13a("x.5") == Strings{"x", ".", "5"});
  CHECK(v13a("x..5") == Strings{"x", ".", ".5"});
  CHECK(v13a("x...5") == Strings{"x", ".", ".", ".", "5"});
  CHECK(v13a("5..5") == Strings{"5", ".", ".", "5"});
  CHECK(v13a("5...5") == Strings{"5", ".", ".", ".5"});
  CHECK(v13a("5..x") == Strings{"5", ".", ".", "x"});
}

TEST_CASE("a dash stands alone after a digit only") {
  CHECK(v13a("well-known 5-a-side 1990--95 -3") ==
        Strings{"well-known", "5", "-", "a-side", "1990", "-", "-95", "-3"});
}

TEST_CASE("replacements happen in their order") {
  CHECK(v13a("a<skipped>b") == Strings{"ab"});
  CHECK(v13a("exam-\nple\nnext") == Strings{"example", "next"});
  CHECK(v13a("&quot;&lt;&gt;&amp;") == Strings{"\"", "<", ">", "&"});
  CHECK(v13a("&amp;lt;") == Strings{"<"});
  CHECK(v13a("&amp;amp;") == Strings{"&", "amp", ";"});
  CHECK(v13a("-<skipped>\nx") == Strings{"x"});
  CHECK(v13a("&am-\np;") == Strings{"&"});
  CHECK(v13a("a < b && c &") == Strings{"a", "<", "b", "&", "&", "c", "&"});
}

TEST_CASE("digits and punctuation of other scripts are letters to 13a") {
  CHECK(v13a("\u0665.\u0665 \u4e2d\u3002a,") ==
        Strings{"\u0665", ".", "\u0665", "\u4e2d\u3002a", ","});
}

TEST_CASE("13a is its slow twin on all short strings") {
  using tercel::TokenizerKind;
  CHECK(slow::count_differences(U"5.,-a &", 5, TokenizerKind::v13a) == 0);
  CHECK(slow::count_differences(U"5.-\n", 7, TokenizerKind::v13a) == 0);
  CHECK(slow::count_differences(U".5\u3000\u00a0\u00e9", 5, TokenizerKind::v13a) == 0);
  for (std::size_t prefix = 58; prefix < 66; ++prefix) {
    CHECK(slow::count_differences(U"5.-a ", 4, TokenizerKind::v13a, prefix) == 0);
  }
}
