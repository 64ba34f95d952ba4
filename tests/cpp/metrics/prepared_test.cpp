#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/prepared.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

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

/// Segments by number give the rows of all segments, whatever their order.
template <class References>
void check_some_segments(const References& prepared, const std::vector<std::string>& hypotheses,
                         const Row& expected) {
  const std::size_t width = prepared.n_columns();
  std::vector<std::int64_t> numbers = {99, 0, 42, 42, 7};
  std::vector<tercel::TextView> hyps;
  for (const std::int64_t i : numbers) hyps.emplace_back(hypotheses[static_cast<std::size_t>(i)]);
  Row rows(numbers.size() * width);
  const tercel::MatrixView<std::int64_t> out(rows.data(), numbers.size(), width);
  const auto count = [&] {
    return prepared.statistics(hyps, out, {}, tercel::SegmentNumbers(numbers));
  };
  CHECK(count());
  for (std::size_t r = 0; r < numbers.size(); ++r) {
    const auto begin = expected.begin() + numbers[r] * static_cast<std::ptrdiff_t>(width);
    CHECK(std::equal(begin, begin + static_cast<std::ptrdiff_t>(width), out.row(r).begin()));
  }
  for (const std::int64_t wrong : {std::int64_t{100}, std::int64_t{-1}}) {
    numbers[3] = wrong;
    CHECK_THROWS_AS(count(), std::out_of_range);
  }
  numbers.pop_back();
  CHECK_THROWS_AS(count(), std::invalid_argument);
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
  check_some_segments(prepared, hypotheses, expected);
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

TEST_CASE("references are not read to the end if the monitor stops it") {
  const auto texts = made_up(40, 3);
  const auto views = tercel_test::views_of(texts);
  const tercel::MatrixView<const tercel::TextView> references(views.data(), 2, 20);
  const auto ask = [](void* context, std::size_t done, std::size_t total) {
    CHECK(total == 20);
    *static_cast<std::size_t*>(context) = done;
    return done < 7;
  };
  std::size_t done = 0;
  const tercel::Monitor monitor(ask, &done);
  CHECK_THROWS_AS(tercel::BleuReferences(references, {}, monitor), std::runtime_error);
  CHECK(done == 7);
  CHECK_THROWS_AS(tercel::ChrfReferences(references, {}, monitor), std::runtime_error);
  CHECK_THROWS_AS(tercel::TerReferences(references, {}, monitor), std::runtime_error);
}
