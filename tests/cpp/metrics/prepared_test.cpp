#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/prepared.hpp"

#include <doctest/doctest.h>

#include <random>

#include "metrics/texts.hpp"

using tercel_test::Row;

namespace {

std::vector<std::string> made_up(std::size_t n, unsigned seed) {
  static const char* const kWords[] = {"the", "cat", "sat.", "on", "\xc3\xa9t\xc3\xa9",
                                       "a-b", "5.5"};
  std::mt19937 random(seed);
  std::vector<std::string> texts(n);
  for (std::string& text : texts) {
    for (std::size_t i = random() % 12; i > 0; --i) text += std::string(kWords[random() % 7]) + " ";
  }
  return texts;
}

/// The metric's own rows, and those of its prepared references.
template <class References, class Options, class Count>
void check(const Options& options, Count count) {
  const auto hypotheses = made_up(100, 1);
  const auto references = made_up(200, 2);
  const auto refs = tercel_test::views_of(references);
  const References prepared({refs.data(), 2, 100}, options);
  const Row expected = tercel_test::rows_of(
      hypotheses, references, prepared.n_columns(),
      [&](auto hyps, auto streams, auto out) { count(hyps, streams, options, out); });
  const Row rows = tercel_test::rows_of(
      hypotheses, references, prepared.n_columns(),
      [&](auto hyps, auto, auto out) { CHECK(prepared.statistics(hyps, out)); });
  CHECK(rows == expected);
  CHECK_THROWS_AS(
      tercel_test::rows_of({"a"}, {"a"}, prepared.n_columns(),
                           [&](auto hyps, auto, auto out) { prepared.statistics(hyps, out); }),
      std::invalid_argument);
}

}  // namespace

TEST_CASE("prepared references give the metric's own numbers") {
  check<tercel::BleuReferences>(tercel::BleuOptions{},
                                [](auto... args) { tercel::bleu_statistics(args...); });
  tercel::ChrfOptions chrf;
  chrf.word_order = 2;
  check<tercel::ChrfReferences>(chrf, [](auto... args) { tercel::chrf_statistics(args...); });
  check<tercel::TerReferences>(tercel::TerScoring{},
                               [](auto... args) { tercel::ter_statistics(args...); });
}

TEST_CASE("a segment without any reference is refused") {
  const tercel::TextView missing;
  CHECK_THROWS_AS(tercel::BleuReferences({&missing, 1, 1}, {}), std::invalid_argument);
}
