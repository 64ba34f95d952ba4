#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/token_store.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

TEST_CASE("texts come back as they went in, and words live on their own") {
  tercel::TokenStore store;
  {
    std::string text = "a longer word than eight bytes";
    store.add_words({text, "b", text});
    text.assign(text.size(), '?');
  }
  store.add_missing();
  store.add_words({});
  const std::vector<tercel::TokenId> ids = {7, 8};
  store.add_ids(ids);
  const tercel::TokenStore moved = std::move(store);
  CHECK(moved.ids(0).size() == 3);
  CHECK(moved.ids(0)[0] == moved.ids(0)[2]);
  CHECK(moved.vocabulary().find("a longer word than eight bytes") == moved.ids(0)[0]);
  CHECK(moved.is_missing(1));
  CHECK_FALSE(moved.is_missing(2));
  CHECK(moved.ids(2).size() == 0);
  CHECK(moved.ids(3)[1] == 8);
}

TEST_CASE("many words, and one that is larger than a block") {
  tercel::TokenStore store;
  const std::string large(200000, 'x');
  for (int i = 0; i < 20000; ++i) store.add_words({std::to_string(i), large});
  for (int i = 0; i < 20000; i += 77) {
    CHECK(store.vocabulary().find(std::to_string(i)) == store.ids(static_cast<std::size_t>(i))[0]);
  }
}
