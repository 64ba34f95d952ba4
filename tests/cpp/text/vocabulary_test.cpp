#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/vocabulary.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using tercel::kUnknownToken;
using tercel::Vocabulary;

TEST_CASE("ids are dense, in the order of first appearance, and forgotten by clear") {
  Vocabulary vocabulary;
  for (int round = 0; round < 3; ++round) {
    vocabulary.clear();
    CHECK(vocabulary.find("b") == kUnknownToken);
    CHECK(vocabulary.intern("b") == 0);
    CHECK(vocabulary.intern("") == 1);
    CHECK(vocabulary.intern("b") == 0);
    CHECK(vocabulary.find("") == 1);
    CHECK(vocabulary.find("a") == kUnknownToken);
    CHECK(vocabulary.token(0) == "b");
    CHECK(vocabulary.size() == 2);
  }
}

TEST_CASE("tokens of every length that differ in one byte are different") {
  for (std::size_t size = 1; size <= 40; ++size) {
    Vocabulary vocabulary;
    const std::string base(size, 'x');
    CHECK(vocabulary.intern(base) == 0);
    for (std::size_t i = 0; i < size; ++i) {
      std::string other = base;
      other[i] = '\0';
      CHECK(vocabulary.find(other) == kUnknownToken);
    }
    CHECK(vocabulary.find(base + '\0') == kUnknownToken);
    CHECK(vocabulary.find(std::string(base)) == 0);
  }
}

TEST_CASE("a token is read within its bounds: exact allocations, for the sanitizer to see") {
  Vocabulary vocabulary;
  for (std::size_t size = 1; size <= 40; ++size) {
    const std::unique_ptr<char[]> bytes(new char[size]());
    CHECK(vocabulary.find({bytes.get(), size}) == kUnknownToken);
  }
}

TEST_CASE("many tokens") {
  std::vector<std::string> words;
  for (int i = 0; i < 50000; ++i) words.push_back("w" + std::to_string(i));
  Vocabulary vocabulary;
  for (std::size_t i = 0; i < words.size(); ++i) CHECK(vocabulary.intern(words[i]) == i);
  for (std::size_t i = 0; i < words.size(); ++i) CHECK(vocabulary.find(words[i]) == i);
}
