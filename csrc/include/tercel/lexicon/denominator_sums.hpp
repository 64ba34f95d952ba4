/// Half of Model 1's E step: what the words of a sentence give to each target word together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/lexicon/occurrences.hpp"
#include "tercel/lexicon/table_view.hpp"

namespace tercel {
namespace detail {

/// Adds one table's probabilities to the denominators of some pairs.
class DenominatorSums {
 public:
  DenominatorSums(const CorpusView& corpus, const TableView<const float>& table, Pattern pattern,
                  View<double> denominators)
      : corpus_(corpus),
        table_(table),
        pattern_(pattern),
        denominators_(denominators),
        dense_(corpus.n_target_words, 0.0F) {}

  void add(std::size_t first_pair, std::size_t last_pair, const Checkpoint& checkpoint) {
    for (std::size_t row = 0; row < table_.n_rows(); ++row) {
      const std::size_t word = table_.first_word + row;
      const std::uint32_t* const all = corpus_.occurrences.data();
      const std::uint32_t* const stop = all + first_occurrence(corpus_, word + 1);
      const std::uint32_t* const begin =
          std::lower_bound(all + first_occurrence(corpus_, word), stop, first_pair);
      const std::uint32_t* const end = std::lower_bound(begin, stop, last_pair);
      if (begin == end) continue;
      spread(row);
      if (!add_word(static_cast<std::size_t>(begin - all), static_cast<std::size_t>(end - all),
                    checkpoint))
        return;
      if (row % 1024 == 0 && !checkpoint.keep_going()) return;
    }
  }

 private:
  /// Makes the row dense. In a complete pattern, what an earlier row left is never looked at.
  void spread(std::size_t row) {
    if (pattern_ == Pattern::any) {
      for (const std::uint32_t target : spread_) dense_[target] = 0;
      spread_ = table_.indices.subview(table_.begin(row), table_.end(row) - table_.begin(row));
    }
    for (std::size_t k = table_.begin(row); k < table_.end(row); ++k)
      dense_[table_.indices[k]] = table_.values[k];
  }

  bool add_word(std::size_t begin, std::size_t end, const Checkpoint& checkpoint) {
    const std::uint32_t* const ids = corpus_.target_ids.data();
    const float* const dense = dense_.data();
    double* const sums = denominators_.data();
    const auto visit = [=](std::size_t first, std::size_t last, std::size_t times) {
      const auto factor = static_cast<double>(times);
      for (std::size_t slot = first; slot < last; ++slot)
        sums[slot] += factor * static_cast<double>(dense[ids[slot]]);
    };
    return visit_pairs(corpus_, denominators_.data(), begin, end, checkpoint, visit);
  }

  const CorpusView& corpus_;
  const TableView<const float>& table_;
  Pattern pattern_;
  View<double> denominators_;
  std::vector<float> dense_;
  View<const std::uint32_t> spread_;
};

}  // namespace detail
}  // namespace tercel
