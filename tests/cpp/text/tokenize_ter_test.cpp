#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/tokenize_ter.hpp"

#include <doctest/doctest.h>

using Words = std::vector<std::string>;

namespace {

Words tokens_of(const std::string& line, const tercel::TerTokenizerOptions& options,
                bool is_reference = false) {
  tercel::TerTokens tokens;
  if (is_reference) {
    tercel::tokenize_ter_reference(std::string_view(line), options, tokens);
  } else {
    tercel::tokenize_ter(std::string_view(line), options, tokens);
  }
  return {tokens.tokens.views.begin(), tokens.tokens.views.end()};
}

tercel::TerTokenizerOptions normalized() {
  tercel::TerTokenizerOptions options;
  options.normalized = true;
  return options;
}

}  // namespace

TEST_CASE("by default: lower case, and a split at white space") {
  CHECK(tokens_of("It's  3.5, OK. ", {}) == Words{"it's", "3.5,", "ok."});
  tercel::TerTokenizerOptions options;
  options.case_sensitive = true;
  CHECK(tokens_of("OK", options) == Words{"OK"});
}

TEST_CASE("normalized: punctuation, possessives, escapes, joined lines") {
  CHECK(tokens_of("It's 3.5, ok.", normalized()) == Words{"it", "'s", "3.5", ",", "ok", "."});
  CHECK(tokens_of("a's.", normalized()) == Words{"a's", "."});
  CHECK(tokens_of("a's!", normalized()) == Words{"a", "'s", "!"});
  CHECK(tokens_of("&lt;a&gt; &amp;quot;", normalized()) == Words{"<", "a", ">", "&", "quot", ";"});
  CHECK(tokens_of("ab\n-c\nd", normalized()) == Words{"abc", "d"});
}

TEST_CASE("a reference is tokenized twice, which can change it") {
  CHECK(tokens_of("s's,", normalized()) == Words{"s's", ","});
  CHECK(tokens_of("s's,", normalized(), true) == Words{"s", "'s", ","});
}

TEST_CASE("CJK text, set apart or without its punctuation") {
  tercel::TerTokenizerOptions options = normalized();
  options.asian_support = true;
  CHECK(tokens_of("\xe4\xb8\xad\xe6\x96\x87"
                  "ab\xe3\x80\x82",
                  options) == Words{"\xe4\xb8\xad", "\xe6\x96\x87", "ab", "\xe3\x80\x82"});
  options.no_punct = true;
  CHECK(tokens_of("\xe4\xb8\xad\xe3\x80\x82 a.b (c)", options) ==
        Words{"\xe4\xb8\xad", "a", "b", "c"});
}

TEST_CASE(
    "without punctuation what was around it grows together, and nothing is left of it alone") {
  tercel::TerTokenizerOptions options;
  options.no_punct = true;
  CHECK(tokens_of("a.b , (c)", options) == Words{"ab", "c"});
}
