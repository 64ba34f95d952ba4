#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/prune.hpp"

#include <doctest/doctest.h>

using Kept = std::vector<std::uint8_t>;

namespace {

const std::vector<std::int64_t> kPtr{0, 3, 3, 5};
const std::vector<std::uint32_t> kIndices{0, 1, 2, 0, 2};
const std::vector<float> kValues{0.5F, 0.25F, 0.25F, 0.25F, 0.75F};
const tercel::TableView<const float> kTable{0, kPtr, kIndices, kValues};
const std::vector<std::uint32_t> kRanks{2, 1, 0};

Kept select(const tercel::RowCut& cut, std::size_t size) {
  Kept keep(kValues.size());
  const tercel::View<std::uint8_t> out(keep.data(), keep.size());
  tercel::select_in_rows(kTable, cut, kRanks, out);
  tercel::select_best(kTable, size, kRanks, kRanks, out);
  return keep;
}

}  // namespace

TEST_CASE("each cut alone, ties by rank") {
  CHECK(select({}, 5) == Kept{1, 1, 1, 1, 1});
  CHECK(select({0.5, 0, 1}, 5) == Kept{1, 0, 0, 0, 1});
  CHECK(select({0, 0.5, 1}, 5) == Kept{1, 1, 1, 0, 1});
  CHECK(select({0, 0, 0.6}, 5) == Kept{1, 0, 1, 0, 1});
  CHECK(select({0, 0, 0.5}, 5) == Kept{1, 0, 0, 0, 1});
  // Row 2 has rank 0, so its tie comes first; then target word 2 of row 0.
  CHECK(select({}, 3) == Kept{1, 0, 0, 1, 1});
  CHECK(select({}, 4) == Kept{1, 0, 1, 1, 1});
  CHECK(select({}, 0) == Kept{0, 0, 0, 0, 0});
}
