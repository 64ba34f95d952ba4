#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/corpus_view.hpp"

#include <doctest/doctest.h>

#include "lexicon/corpora.hpp"

TEST_CASE("arrays that lead outside are refused") {
  const lexicon_test::Corpus good({{"a b", "x y"}, {"b", "y z"}});
  tercel::check_corpus(good.view());
  const auto refused = [&](auto change) {
    lexicon_test::Corpus corpus = good;
    change(corpus.arrays);
    CHECK_THROWS_AS(tercel::check_corpus(corpus.view()), std::invalid_argument);
  };
  refused([](auto& arrays) { arrays.occurrences[1] = 2; });
  refused([](auto& arrays) { arrays.target_ids[0] = 3; });
  refused([](auto& arrays) { arrays.occurrence_ptr[1] = 9; });
  refused([](auto& arrays) { arrays.occurrence_ptr[0] = 1; });
  refused([](auto& arrays) { arrays.target_ptr.back() += 1; });
  refused([](auto& arrays) { arrays.target_ptr.pop_back(); });
  refused([](auto& arrays) { arrays.target_counts.pop_back(); });
  refused([](auto& arrays) { arrays.source_lengths.pop_back(); });
}
