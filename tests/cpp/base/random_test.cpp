#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/base/random.hpp"

#include <doctest/doctest.h>

#include <set>

TEST_CASE("mix64 is the finalizer of SplitMix64") {
  // The first output of SplitMix64 seeded with 0 mixes its increment (Vigna's reference code).
  CHECK(tercel::mix64(0x9e3779b97f4a7c15U) == 0xe220a8397b1dcdafU);
}

TEST_CASE("states of different seeds, purposes and replicates differ, in every word") {
  std::set<std::uint64_t> words;
  std::size_t n_words = 0;
  for (const std::uint64_t seed : {0U, 1U, 12345U}) {
    for (const auto purpose : {tercel::Purpose::bootstrap, tercel::Purpose::permutation}) {
      for (const std::uint64_t replicate : {0U, 1U, 2U}) {
        const tercel::StreamState state(seed, purpose, replicate);
        for (const auto& lanes : state.word) {
          words.insert(lanes.begin(), lanes.end());
          n_words += lanes.size();
        }
      }
    }
  }
  CHECK(words.size() == n_words);
}
