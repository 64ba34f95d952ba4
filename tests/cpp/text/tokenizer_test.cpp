#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/tokenizer.hpp"

#include <doctest/doctest.h>

#include <random>

#include "text/slow_tokenizer.hpp"

using tercel::Encoding;
using tercel::TokenizerKind;
using Strings = std::vector<std::string>;

namespace {

constexpr TokenizerKind kKinds[] = {TokenizerKind::none, TokenizerKind::v13a, TokenizerKind::intl,
                                    TokenizerKind::character, TokenizerKind::zh};

Strings tokens_of(tercel::TextView line, TokenizerKind kind, bool lowercase = false) {
  tercel::Tokens tokens;
  tercel::tokenize(line, kind, lowercase, tokens);
  return Strings(tokens.views.begin(), tokens.views.end());
}

}  // namespace

TEST_CASE("names are sacreBLEU's and lead back to their kinds") {
  for (const TokenizerKind kind : kKinds) {
    CHECK(tercel::tokenizer_from_name(tercel::tokenizer_name(kind)) == kind);
  }
  CHECK(tercel::tokenizer_name(TokenizerKind::character) == "char");
  CHECK_FALSE(tercel::tokenizer_from_name("ja-mecab").has_value());
  CHECK_FALSE(tercel::tokenizer_from_name("").has_value());
}

TEST_CASE("an empty or blank line has no tokens") {
  for (const TokenizerKind kind : kKinds) {
    CHECK(tokens_of(std::string_view(), kind).empty());
    CHECK(tokens_of(std::string_view(" \t\n\xe3\x80\x80\xc2\x85 "), kind).empty());
  }
}

TEST_CASE("none splits at white space only, at all of it") {
  CHECK(tokens_of(std::string_view(" a,\xc2\xa0"
                                   "b.\x1f"
                                   "c\xe2\x80\x8b"
                                   "d\xe2\x80\xa9"),
                  TokenizerKind::none) == Strings{"a,", "b.",
                                                  "c\xe2\x80\x8b"
                                                  "d"});
}

TEST_CASE("char makes a token of each code point") {
  CHECK(tokens_of(std::string_view("a\xcc\x81 \xf0\x9f\x98\x80!\xed\xa0\x80"),
                  TokenizerKind::character) ==
        Strings{"a", "\xcc\x81", "\xf0\x9f\x98\x80", "!", "\xed\xa0\x80"});
}

TEST_CASE("all encodings give the same tokens") {
  const std::uint8_t latin1[] = {'A', 0xc9, '.', 0xa0, '5', '.', '5'};
  const std::uint16_t ucs2[] = {'A', 0xc9, '.', 0xa0, '5', '.', '5'};
  const std::uint32_t ucs4[] = {'A', 0xc9, '.', 0xa0, '5', '.', '5'};
  const Strings expected{"a\xc3\xa9", ".", "5.5"};
  CHECK(tokens_of({latin1, 7, Encoding::latin1}, TokenizerKind::v13a, true) == expected);
  CHECK(tokens_of({ucs2, 7, Encoding::ucs2}, TokenizerKind::v13a, true) == expected);
  CHECK(tokens_of({ucs4, 7, Encoding::ucs4}, TokenizerKind::v13a, true) == expected);
  CHECK(tokens_of(std::string_view("A\xc3\x89.\xc2\xa0"
                                   "5.5"),
                  TokenizerKind::v13a, true) == expected);
  CHECK(tokens_of({"Ab. 5", 5, Encoding::ascii}, TokenizerKind::v13a) == Strings{"Ab", ".", "5"});
}

TEST_CASE("lower case comes first, then the strip, then the tokenizer") {
  CHECK(tokens_of(std::string_view("a<SKIPPED>b &AMP; c-\n"), TokenizerKind::v13a, true) ==
        Strings{"ab", "&", "c-"});
}

TEST_CASE("tokens point into the segment when nothing was changed") {
  const std::string line = "plain words, here";
  tercel::Tokens tokens;
  tercel::tokenize(std::string_view(line), TokenizerKind::v13a, false, tokens);
  REQUIRE(tokens.views.size() == 4);
  CHECK(tokens.views[0].data() == line.data());
  CHECK(tokens.views[3].data() == line.data() + 13);
}

TEST_CASE("none and char are their slow twins") {
  for (const TokenizerKind kind : {TokenizerKind::none, TokenizerKind::character}) {
    CHECK(slow::count_differences(U"a. \u00e9\u2003\U0001f600", 5, kind) == 0);
    CHECK(slow::count_differences(U"a \u3000", 4, kind, 62) == 0);
  }
}

TEST_CASE("arbitrary bytes give non-empty tokens in order, and nothing is read beyond the end") {
  std::mt19937 random(1);
  const std::string alphabet = "a5., -&<\n\x80\x85\xa0\xbf\xc2\xcc\xe2\xe3\xe5\xed\xf0\xf4\xff";
  for (int trial = 0; trial < 20000; ++trial) {
    std::string bytes(random() % 140, ' ');
    for (char& c : bytes) c = alphabet[random() % alphabet.size()];
    for (const TokenizerKind kind : kKinds) {
      for (const bool lowercase : {false, true}) {
        const Strings tokens = slow::fast_tokenize(bytes, kind, tercel::best_isa(), lowercase);
        CHECK(tokens == slow::fast_tokenize(bytes, kind, tercel::Isa::scalar, lowercase));
        for (const std::string& token : tokens) REQUIRE(!token.empty());
      }
    }
  }
}

TEST_CASE("every truncation of a sequence is survived") {
  const std::string text =
      "5.\xc2\xa0"
      "5\xe2\x80\x99.\xe4\xb8\xad\xf0\x9f\x98\x80\xcc\x81\xe3\x80\x80";
  for (std::size_t padding = 0; padding < 70; ++padding) {
    for (std::size_t size = 0; size <= text.size(); ++size) {
      for (const TokenizerKind kind : kKinds) {
        const std::string bytes = std::string(padding, 'x') + text.substr(0, size);
        CHECK(slow::fast_tokenize(bytes, kind, tercel::best_isa(), true) ==
              slow::fast_tokenize(bytes, kind, tercel::Isa::scalar, true));
      }
    }
  }
}
