#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/lowercase.hpp"

#include <doctest/doctest.h>

#include <memory>

namespace {

std::string lower(const std::string& text) {
  const std::unique_ptr<char[]> exact(new char[text.size()]);
  text.copy(exact.get(), text.size());
  std::string buffer(3, '?');
  return std::string(tercel::to_lower({exact.get(), text.size()}, buffer));
}

}  // namespace

TEST_CASE("ASCII, in blocks and alone") {
  std::string all;
  std::string expected;
  for (int c = 0; c < 128; ++c) {
    all += static_cast<char>(c);
    expected += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  CHECK(lower(all) == expected);
  for (std::size_t i = 0; i < all.size(); ++i)
    CHECK(lower(all.substr(i, 1)) == expected.substr(i, 1));
  for (std::size_t n = 0; n < 40; ++n) CHECK(lower(std::string(n, 'Q')) == std::string(n, 'q'));
}

TEST_CASE("one code point for one") {
  CHECK(lower("\u00c9COLE \u041f\u0420\u0418\u0412\u0415\u0422") ==
        "\u00e9cole \u043f\u0440\u0438\u0432\u0435\u0442");
  CHECK(lower("\u1e9e\u212a\u2126") == "\u00dfk\u03c9");  // shorter in UTF-8
  CHECK(lower("\U00010400") == "\U00010428");
  CHECK(lower("\u4e2d\u00df") == "\u4e2d\u00df");
}

TEST_CASE("lower case may be longer than the text") {
  CHECK(lower("\u0130") == "i\u0307");
  std::string text;
  std::string expected;
  for (int i = 0; i < 50; ++i) {
    text += "\u023a";
    expected += "\u2c65";
    CHECK(lower(text) == expected);
    CHECK(lower(text + "ABCDEFGHIJKLMNOPQ") == expected + "abcdefghijklmnopq");
  }
}

TEST_CASE("a capital sigma is final after a cased character unless one follows") {
  CHECK(lower("\u03a3") == "\u03c3");
  CHECK(lower("A\u03a3") == "a\u03c2");
  CHECK(lower("A\u03a3B") == "a\u03c3b");
  CHECK(lower("A\u03a3.B") == "a\u03c3.b");  // a period is ignored
  CHECK(lower("A'\u0301\u03a3'\u0301 B") == "a'\u0301\u03c2'\u0301 b");
  CHECK(lower("1\u03a3") == "1\u03c3");
  CHECK(lower("A \u03a3") == "a \u03c3");
  CHECK(lower("\u03a3\u03a3\u03a3") == "\u03c3\u03c3\u03c2");
  CHECK(lower(".\u03a3") == ".\u03c3");
  CHECK(lower("ABCDEFGHIJKLMNOP\u03a3") == "abcdefghijklmnop\u03c2");
}

TEST_CASE("what is no UTF-8 stays") {
  CHECK(lower("A\xff\xc3"
              "B\xed\xa0\x80\xe2\x82") ==
        "a\xff\xc3"
        "b\xed\xa0\x80\xe2\x82");
  CHECK(lower("A\x80\x80\xce\xa3\x80\xce") == "a\x80\x80\xcf\x83\x80\xce");
}

TEST_CASE("the record's distance is what lower case adds") {
  std::size_t n = 0;
  for (char32_t c = 0; c <= tercel::kMaxCodePoint; ++c) {
    const std::int32_t distance = tercel::detail::record_of(c).to_lower;
    if (distance == 0) continue;
    ++n;
    const auto lowered = static_cast<char32_t>(static_cast<std::int32_t>(c) + distance);
    if (tercel::detail::record_of(lowered).to_lower != 0) FAIL_CHECK("not lower: ", distance);
  }
  CHECK(n > 1300);
}
