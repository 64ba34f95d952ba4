/// Which target words a source word meets: the pattern of the table that Model 1 fills.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/lexicon/occurrences.hpp"
#include "tercel/lexicon/table_view.hpp"

namespace tercel {
namespace detail {

/// Words that are done between two looks at the queue.
inline constexpr std::size_t kWordsAtOnce = 64;

/// Collects the distinct target words of one source word after the other.
class RowCollector {
 public:
  explicit RowCollector(const CorpusView& corpus)
      : corpus_(corpus), seen_(corpus.n_target_words, kNobody) {}

  /// Calls found(target word) once for each; returns false if the checkpoint said stop.
  template <class Found>
  bool collect(std::size_t word, const Checkpoint& checkpoint, Found found) {
    const auto mark = static_cast<std::uint32_t>(word);
    const auto visit = [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t slot = begin; slot < end; ++slot) {
        const std::uint32_t target = corpus_.target_ids[slot];
        if (seen_[target] == mark) continue;
        seen_[target] = mark;
        found(target);
      }
    };
    return visit_pairs(corpus_, corpus_.target_ids.data(), first_occurrence(corpus_, word),
                       first_occurrence(corpus_, word + 1), checkpoint, visit);
  }

 private:
  static constexpr std::uint32_t kNobody = 0xffffffffU;

  const CorpusView& corpus_;
  std::vector<std::uint32_t> seen_;  ///< the last source word that met each target word
};

}  // namespace detail

/// sizes[w] = the number of distinct target words that source word w meets. O(word pairs).
inline void cooccurrence_sizes(const CorpusView& corpus, View<std::int64_t> sizes,
                               const Execution& execution) {
  const auto make_body = [&] {
    return [&, rows = detail::RowCollector(corpus)](std::size_t begin, std::size_t end,
                                                    const Checkpoint& checkpoint) mutable {
      for (std::size_t word = begin; word < end; ++word) {
        std::int64_t size = 0;
        if (!rows.collect(word, checkpoint, [&size](std::uint32_t) { ++size; })) return;
        sizes[word] = size;
      }
    };
  };
  parallel_for(sizes.size(), detail::kWordsAtOnce, execution.workers, execution.monitor, make_body);
}

/// Fills the rows' indices, `values` of the table, with the target words in ascending order.
///
/// table.ptr must hold the sums of cooccurrence_sizes.
inline void cooccurrence_fill(const CorpusView& corpus, const TableView<std::uint32_t>& table,
                              const Execution& execution) {
  const auto make_body = [&] {
    return [&, rows = detail::RowCollector(corpus)](std::size_t begin, std::size_t end,
                                                    const Checkpoint& checkpoint) mutable {
      for (std::size_t row = begin; row < end; ++row) {
        std::uint32_t* const first = table.values.data() + table.begin(row);
        std::uint32_t* const last = table.values.data() + table.end(row);
        std::uint32_t* next = first;
        const auto put = [&](std::uint32_t target) {
          if (next != last) *next++ = target;
        };
        if (!rows.collect(table.first_word + row, checkpoint, put)) return;
        std::sort(first, next);
      }
    };
  };
  parallel_for(table.n_rows(), detail::kWordsAtOnce, execution.workers, execution.monitor,
               make_body);
}

}  // namespace tercel
