/// The text in blocks that fit into a processor's cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/lexicon/table_view.hpp"

namespace tercel {
namespace detail {

/// With its sums a slot takes 12 bytes: 6 MB a block, which the caches that cores share hold.
inline constexpr std::size_t kSlotsPerBlock = std::size_t{1} << 19;

/// Bounds of parts of the pairs with about as many slots each: part i is the pairs bounds[i] to
/// bounds[i + 1].
inline std::vector<std::size_t> equal_parts(const CorpusView& corpus, std::size_t n_parts) {
  std::vector<std::size_t> bounds{0};
  for (std::size_t part = 1; part < n_parts; ++part) {
    const auto wanted = static_cast<std::int64_t>(corpus.n_slots() / n_parts * part);
    const std::int64_t* const at =
        std::lower_bound(corpus.target_ptr.begin(), corpus.target_ptr.end(), wanted);
    bounds.push_back(
        std::min(static_cast<std::size_t>(at - corpus.target_ptr.begin()), corpus.n_pairs()));
  }
  bounds.push_back(corpus.n_pairs());
  return bounds;
}

/// Bounds of the blocks of the text, one at the least.
inline std::vector<std::size_t> pair_blocks(const CorpusView& corpus) {
  const std::size_t n_blocks = (corpus.n_slots() + kSlotsPerBlock - 1) / kSlotsPerBlock;
  return equal_parts(corpus, std::max<std::size_t>(n_blocks, 1));
}

/// Whether a row is worth being brought anew for each block: its occurrences must outweigh its
/// entries, which are gone through once a block. Depends on the text alone if the row is complete.
template <class Value>
bool is_frequent(const CorpusView& corpus, const TableView<Value>& table, std::size_t row,
                 std::size_t n_blocks) {
  constexpr std::size_t kEntriesPerOccurrence = 16;
  const std::size_t word = table.first_word + row;
  const auto n =
      static_cast<std::size_t>(corpus.occurrence_ptr[word + 1] - corpus.occurrence_ptr[word]);
  return n_blocks > 1 &&
         n * kEntriesPerOccurrence >= n_blocks * (table.end(row) - table.begin(row));
}

}  // namespace detail
}  // namespace tercel
