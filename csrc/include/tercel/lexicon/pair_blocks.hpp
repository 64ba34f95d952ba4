/// The text in blocks that fit into a processor's cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/lexicon/corpus_view.hpp"

namespace tercel {
namespace detail {

/// With its sums a slot takes 12 bytes: 6 MB a block, which the caches that cores share hold.
inline constexpr std::size_t kSlotsPerBlock = std::size_t{1} << 19;

/// Bounds of blocks of pairs with about as many slots each, `at_least` blocks: block i is the
/// pairs bounds[i] to bounds[i + 1].
inline std::vector<std::size_t> pair_blocks(const CorpusView& corpus, std::size_t at_least) {
  const std::size_t n_blocks =
      std::max({(corpus.n_slots() + kSlotsPerBlock - 1) / kSlotsPerBlock, at_least,
                std::size_t{1}});
  std::vector<std::size_t> bounds{0};
  for (std::size_t block = 1; block < n_blocks; ++block) {
    const auto wanted = static_cast<std::int64_t>(corpus.n_slots() / n_blocks * block);
    const std::int64_t* const at =
        std::lower_bound(corpus.target_ptr.begin(), corpus.target_ptr.end(), wanted);
    bounds.push_back(std::min(static_cast<std::size_t>(at - corpus.target_ptr.begin()),
                              corpus.n_pairs()));
  }
  bounds.push_back(corpus.n_pairs());
  return bounds;
}

}  // namespace detail
}  // namespace tercel
