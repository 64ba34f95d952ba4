#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/retrieval/bm25.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

using tercel::View;

namespace {

/// Three documents of 2, 3 and 1 words: "a b", "a a c", "d"; words a b c d by number.
struct Collection {
  std::vector<std::int64_t> starts{0, 2, 3, 4, 5};
  std::vector<std::uint32_t> documents{0, 1, 0, 1, 2};
  std::vector<std::uint32_t> counts{1, 2, 1, 1, 1};
  std::vector<std::uint32_t> lengths{2, 3, 1};

  tercel::Postings postings() const { return {starts, documents, counts, lengths}; }
};

/// One query of one concept or more.
struct Query {
  std::vector<std::int64_t> query_starts;
  std::vector<double> weights;
  std::vector<std::int64_t> concept_starts;
  std::vector<std::uint32_t> words;
  std::vector<double> probabilities;

  tercel::ConceptQueries queries() const {
    return {query_starts, weights, concept_starts, words, probabilities};
  }
};

struct Result {
  std::vector<std::uint32_t> documents;
  std::vector<float> scores;
};

Result search(const Collection& collection, const Query& query, std::size_t most = 3) {
  std::vector<std::uint32_t> documents(most);
  std::vector<float> scores(most);
  std::vector<std::uint32_t> n_found(1);
  const tercel::Ranking ranking{
      {documents.data(), 1, most}, {scores.data(), 1, most}, {n_found.data(), 1}};
  tercel::bm25_rank(collection.postings(), query.queries(), {}, ranking, {});
  documents.resize(n_found[0]);
  scores.resize(n_found[0]);
  return {documents, scores};
}

double formula(double weight, double frequency, double n_with, double length) {
  const double idf = std::log(1 + (3 - n_with + 0.5) / (n_with + 0.5));
  const double norm = 1.2 * (0.25 + 0.75 * length / 2);
  return weight * idf * frequency * 2.2 / (frequency + norm);
}

}  // namespace

TEST_CASE("one word is BM25 of that word") {
  const Result found = search({}, {{0, 1}, {1.5}, {0, 1}, {0}, {1}});
  REQUIRE(found.documents == std::vector<std::uint32_t>{1, 0});
  CHECK(found.scores[0] == static_cast<float>(formula(1.5, 2, 2, 3)));
  CHECK(found.scores[1] == static_cast<float>(formula(1.5, 1, 2, 2)));
}

TEST_CASE("a concept adds counts and numbers of documents before the formula") {
  const Result found = search({}, {{0, 1}, {1}, {0, 2}, {0, 2}, {0.5, 0.25}});
  REQUIRE(found.documents == std::vector<std::uint32_t>{1, 0});
  CHECK(found.scores[0] == static_cast<float>(formula(1, 1.25, 1.25, 3)));
  CHECK(found.scores[1] == static_cast<float>(formula(1, 0.5, 1.25, 2)));
}

TEST_CASE("equal scores: the higher number first, and no more than asked for") {
  Collection same;
  same.starts = {0, 3, 3, 3, 3};
  same.documents = {0, 1, 2};
  same.counts = {1, 1, 1};
  same.lengths = {1, 1, 1};
  const Query query{{0, 1}, {1}, {0, 1}, {0}, {1}};
  CHECK(search(same, query).documents == std::vector<std::uint32_t>{2, 1, 0});
  CHECK(search(same, query, 2).documents == std::vector<std::uint32_t>{2, 1});
}

TEST_CASE("a query without words finds nothing") {
  CHECK(search({}, {{0, 0}, {}, {0}, {}, {}}).documents.empty());
  CHECK(search({}, {{0, 1}, {1}, {0, 0}, {}, {}}).documents.empty());
}

TEST_CASE("arrays that do not fit together are refused") {
  const Query good{{0, 1}, {1}, {0, 1}, {0}, {1}};
  Collection damaged;
  damaged.documents[1] = 3;
  CHECK_THROWS_AS(search(damaged, good), std::out_of_range);
  damaged = {};
  damaged.starts[1] = 4;
  CHECK_THROWS_AS(search(damaged, good), std::invalid_argument);
  damaged = {};
  damaged.starts.clear();
  CHECK_THROWS_AS(search(damaged, good), std::invalid_argument);
  damaged = {};
  damaged.counts.pop_back();
  CHECK_THROWS_AS(search(damaged, good), std::invalid_argument);
  CHECK_THROWS_AS(search({}, {{0, 1}, {1}, {0, 1}, {4}, {1}}), std::out_of_range);
  CHECK_THROWS_AS(search({}, {{0, 1}, {0}, {0, 1}, {0}, {1}}), std::invalid_argument);
  CHECK_THROWS_AS(search({}, {{0, 1}, {1}, {0, 1}, {0}, {-1}}), std::invalid_argument);
  CHECK_THROWS_AS(search({}, {{0, 2}, {1}, {0, 1}, {0}, {1}}), std::invalid_argument);
  CHECK_THROWS_AS(search({}, {{}, {}, {0}, {}, {}}), std::invalid_argument);
}
