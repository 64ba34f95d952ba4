#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/parallel_text.hpp"

#include <doctest/doctest.h>

#include "lexicon/corpora.hpp"

using lexicon_test::Corpus;
using Ids = std::vector<std::uint32_t>;
using Ptr = std::vector<std::int64_t>;

TEST_CASE("pairs come by source word, slots once a distinct word") {
  const Corpus corpus({{"a b a", "x y x"}, {"b", "y"}, {"c", ""}, {"", "x"}});
  const tercel::CorpusArrays& arrays = corpus.arrays;
  CHECK(corpus.n_skipped == 1);
  CHECK(arrays.occurrence_ptr == Ptr{0, 3, 5, 7});
  CHECK(arrays.occurrences == Ids{0, 1, 2, 0, 0, 0, 1});
  CHECK(arrays.source_lengths == Ids{4, 2, 1});
  CHECK(arrays.target_ptr == Ptr{0, 2, 3, 4});
  CHECK(arrays.target_ids == Ids{0, 1, 1, 0});
  CHECK(arrays.target_counts == std::vector<float>{2, 1, 1, 1});
  tercel::check_corpus(corpus.view());
}

TEST_CASE("without the empty word a pair needs words on both sides") {
  const Corpus corpus({{"a", "x"}, {"", "x"}, {"a", ""}}, false);
  CHECK(corpus.n_skipped == 2);
  CHECK(corpus.arrays.source_lengths == Ids{1});
}

TEST_CASE("limits and given vocabularies are kept") {
  tercel::ParallelText text(true);
  text.source_words().limit(1);  // beside the empty word
  text.add(std::string_view("a"), std::string_view("x"));
  CHECK(text.n_source_tokens() == 1);
  CHECK_THROWS_WITH_AS(text.add(std::string_view("b"), std::string_view("x")),
                       "source has more than 1 distinct words", std::invalid_argument);
  tercel::WordList words("source");
  CHECK(words.number("a") == 0);
  words.freeze();
  CHECK(words.number("a") == 0);
  CHECK_THROWS_AS(words.number("b"), std::invalid_argument);
}
