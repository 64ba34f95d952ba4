#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/tokenize_zh.hpp"

#include <doctest/doctest.h>

#include "text/slow_tokenizer.hpp"

using Strings = std::vector<std::string>;

namespace {

Strings zh(const std::string& line) {
  return slow::fast_tokenize(line, tercel::TokenizerKind::zh, tercel::best_isa());
}

}  // namespace

TEST_CASE("Chinese characters stand alone and the rest is western") {
  CHECK(zh("\u6211\u6709NBA-5.5,\u3002 x-y") ==
        Strings{"\u6211", "\u6709", "NBA-5.5", ",", "\u3002", "x-y"});
}

TEST_CASE("nothing is padded: the ends of the line hold marks and dashes") {
  CHECK(zh("cost 5.") == Strings{"cost", "5."});
  CHECK(zh("cost 5,.") == Strings{"cost", "5", ",", "."});
  CHECK(zh(".5") == Strings{".5"});
  CHECK(zh("..5") == Strings{".", ".", "5"});
  CHECK(zh(" -5 x") == Strings{"-5", "x"});
  CHECK(zh("5.\u4e2d.5") == Strings{"5", ".", "\u4e2d", ".", "5"});
}

TEST_CASE("nothing is replaced") {
  CHECK(zh("a&lt;b") == Strings{"a", "&", "lt", ";", "b"});
  CHECK(zh("x-\ny") == Strings{"x-", "y"});
}

TEST_CASE("what counts as Chinese has sacreBLEU's surprises") {
  CHECK(zh("a\u2019b\u20ac") == Strings{"a", "\u2019", "b", "\u20ac"});  // quote and euro sign do
  CHECK(zh("\u3042\u3044") == Strings{"\u3042\u3044"});                  // kana do not
  CHECK(zh("\U00020000\U00020001") == Strings{"\U00020000\U00020001"});  // Extension B does not
  CHECK(zh("\u4dc0\u4dc1") == Strings{"\u4dc0\u4dc1"});                  // hexagrams do not
}

TEST_CASE("the ranges are in order and end where they should") {
  char32_t last = 0;
  std::size_t size = 0;
  for (const tercel::detail::CodePointRange range : tercel::detail::kChineseRanges) {
    CHECK(range.first > last);
    last = range.last;
    size += last - range.first + 1;
    CHECK(tercel::detail::is_chinese(range.first));
    CHECK(tercel::detail::is_chinese(range.last));
  }
  std::size_t found = 0;
  for (char32_t c = 0; c <= tercel::kMaxCodePoint; ++c) found += tercel::detail::is_chinese(c);
  CHECK(found == size);
}

TEST_CASE("zh is its slow twin on all short strings") {
  using tercel::TokenizerKind;
  CHECK(slow::count_differences(U"5.-a &", 5, TokenizerKind::zh) == 0);
  CHECK(slow::count_differences(U"5.-\u4e2d\u2003\u3042", 5, TokenizerKind::zh) == 0);
  CHECK(slow::count_differences(U"5.,\u3000\u00a0", 5, TokenizerKind::zh) == 0);
  for (std::size_t prefix = 58; prefix < 66; ++prefix) {
    CHECK(slow::count_differences(U"5.\u4e2d ", 4, TokenizerKind::zh, prefix) == 0);
  }
}
