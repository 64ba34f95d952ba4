#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/model1.hpp"

#include <doctest/doctest.h>

#include "lexicon/corpora.hpp"

using lexicon_test::Corpus;
using lexicon_test::random_pairs;
using lexicon_test::Table;
using tercel::Execution;
using tercel::Pattern;
using tercel::View;

namespace {

struct Step {
  double log_likelihood;
  std::vector<double> weights;
};

Step denominators(const Corpus& corpus, const tercel::TableView<const float>& table,
                  Pattern pattern, const Execution& execution) {
  std::vector<double> sums(corpus.arrays.target_ids.size());
  const View<double> view(sums.data(), sums.size());
  for (const tercel::Rows rows : {tercel::Rows::frequent, tercel::Rows::rare})
    tercel::add_denominators(corpus.view(), table, pattern, rows, view, execution);
  const double log_likelihood = tercel::denominators_to_weights(corpus.view(), view, execution);
  return {log_likelihood, sums};
}

}  // namespace

TEST_CASE("the counts are those of the formula, a pair at a time") {
  const Corpus corpus(random_pairs(60, 1));
  const tercel::CorpusView view = corpus.view();
  Table table(view);
  for (std::size_t k = 0; k < table.values.size(); ++k)
    table.values[k] = 1.0F / static_cast<float>(1 + k % 7);
  const Step step = denominators(corpus, table.view(), Pattern::complete, {});
  std::vector<double> counts(table.values.size());
  tercel::expected_counts(view, table.view(), Pattern::complete, step.weights,
                          {counts.data(), counts.size()}, {});
  std::vector<double> expected(counts.size());
  const auto entry = [&](std::size_t word, std::uint32_t target) {
    const auto begin = table.indices.begin() + table.ptr[word];
    const auto end = table.indices.begin() + table.ptr[word + 1];
    return static_cast<std::size_t>(std::lower_bound(begin, end, target) - table.indices.begin());
  };
  for (std::uint32_t pair = 0; pair < view.n_pairs(); ++pair) {
    for (auto slot = view.target_ptr[pair]; slot < view.target_ptr[pair + 1]; ++slot) {
      const auto at = static_cast<std::size_t>(slot);
      double denominator = 0;
      for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t word = 0; word < view.n_source_words(); ++word) {
          for (auto o = view.occurrence_ptr[word]; o < view.occurrence_ptr[word + 1]; ++o) {
            if (view.occurrences[static_cast<std::size_t>(o)] != pair) continue;
            const std::size_t k = entry(word, view.target_ids[at]);
            const auto t = static_cast<double>(table.values[k]);
            if (pass == 0) denominator += t;
            if (pass == 1)
              expected[k] += static_cast<double>(view.target_counts[at]) * t / denominator;
          }
        }
      }
    }
  }
  for (std::size_t k = 0; k < counts.size(); ++k)
    CHECK(counts[k] == doctest::Approx(expected[k]).epsilon(1e-12));
}

TEST_CASE("threads, parts, blocks and patterns do not change a bit") {
  const Corpus corpus(random_pairs(120'000, 2));
  const tercel::CorpusView view = corpus.view();
  REQUIRE(tercel::detail::pair_blocks(view).size() > 2);
  Table first(view);
  const Step step = denominators(corpus, first.view(), Pattern::complete, {});
  Table other = first;
  for (const std::size_t workers : {1, 3}) {
    Execution execution;
    execution.workers = workers;
    const Step same = denominators(corpus, other.view(), Pattern::any, execution);
    CHECK(same.log_likelihood == step.log_likelihood);
    CHECK(same.weights == step.weights);
  }
  tercel::reestimate(view, first.writable(), step.weights, {});
  std::vector<double> counts(other.values.size());
  tercel::expected_counts(view, other.view(), Pattern::any, step.weights,
                          {counts.data(), counts.size()}, {});
  tercel::maximize({0, other.ptr, other.indices, counts},
                   {other.values.data(), other.values.size()});
  CHECK(other.values == first.values);
}

TEST_CASE("a monitor stops the work") {
  const Corpus corpus(random_pairs(5000, 3));
  Table table(corpus.view());
  const Step step = denominators(corpus, table.view(), Pattern::complete, {});
  const std::vector<float> before = table.values;
  Execution execution;
  execution.monitor =
      tercel::Monitor([](void*, std::size_t, std::size_t) { return false; }, nullptr);
  tercel::reestimate(corpus.view(), table.writable(), step.weights, execution);
  CHECK(table.values.back() == before.back());
}

TEST_CASE("a row without counts stays zero") {
  const std::vector<std::int64_t> ptr{0, 2, 3};
  const std::vector<std::uint32_t> indices{0, 1, 0};
  const std::vector<double> counts{0, 0, 5};
  std::vector<float> out(3, 9.0F);
  tercel::maximize({0, ptr, indices, counts}, {out.data(), out.size()});
  CHECK(out == std::vector<float>{0, 0, 1});
}
