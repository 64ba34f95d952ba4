/// The other half of Model 1's E step: for each source word, the weights of its target words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/lexicon/cooccurrence.hpp"
#include "tercel/lexicon/occurrences.hpp"
#include "tercel/lexicon/pair_blocks.hpp"
#include "tercel/lexicon/table_view.hpp"

namespace tercel {
namespace detail {

/// Sums the weights of each target word over one source word's pairs, in a dense row.
class WeightSums {
 public:
  WeightSums(const CorpusView& corpus, View<const double> weights)
      : corpus_(corpus), weights_(weights), sums_(corpus.n_target_words, 0.0) {}

  /// Adds the weights of the occurrences from `begin` to `end`.
  bool add(std::size_t begin, std::size_t end, const Checkpoint& checkpoint) {
    // Plain pointers: the compiler cannot know that the sums do not overlap the views.
    const std::uint32_t* const ids = corpus_.target_ids.data();
    const double* const weights = weights_.data();
    double* const sums = sums_.data();
    const auto visit = [=](std::size_t first, std::size_t last, std::size_t times) {
      const auto factor = static_cast<double>(times);
      for (std::size_t slot = first; slot < last; ++slot) sums[ids[slot]] += factor * weights[slot];
    };
    return visit_pairs(corpus_, weights_.data(), begin, end, checkpoint, visit);
  }

  /// The sum of a target word, which starts anew from 0.
  double take(std::uint32_t target) {
    const double sum = sums_[target];
    sums_[target] = 0;
    return sum;
  }

  void put(std::uint32_t target, double sum) { sums_[target] = sum; }

  /// Forgets the sums of target words that were not taken.
  bool wipe(std::size_t begin, std::size_t end, const Checkpoint& checkpoint) {
    const auto visit = [&](std::size_t first, std::size_t last, std::size_t) {
      for (std::size_t slot = first; slot < last; ++slot) sums_[corpus_.target_ids[slot]] = 0;
    };
    return visit_pairs(corpus_, weights_.data(), begin, end, checkpoint, visit);
  }

  /// Memory for the counts of a row, so that it need not be found anew for each.
  std::vector<double>& counts() { return counts_; }

 private:
  const CorpusView& corpus_;
  View<const double> weights_;
  std::vector<double> sums_;
  std::vector<double> counts_;
};

/// Frequent words side by side: their weights are read block by block, each block once for all of
/// them, where each word alone would read the whole text. The sums are the same bits, as each is
/// put aside between two blocks and goes on in the same order.
class FrequentWords {
 public:
  /// So many occurrences a block are worth putting the sums aside.
  static constexpr std::size_t kOccurrencesPerBlock = 64;
  /// So many sums are put aside at the most, 8 bytes each.
  static constexpr std::size_t kMostEntries = std::size_t{1} << 20;

  static bool is_frequent(const CorpusView& corpus, std::size_t word, std::size_t n_blocks) {
    const std::size_t n = first_occurrence(corpus, word + 1) - first_occurrence(corpus, word);
    return n_blocks > 1 && n >= kOccurrencesPerBlock * n_blocks;
  }

  template <class Value>
  bool add(const CorpusView& corpus, const TableView<Value>& table,
           View<const std::size_t> rows, View<const std::size_t> bounds, WeightSums& sums,
           const Checkpoint& checkpoint) {
    start(corpus, table, rows);
    for (std::size_t block = 0; block + 1 < bounds.size(); ++block) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t begin = next_[i];
        const std::size_t end = first_at_or_after(corpus, i, bounds[block + 1]);
        if (begin == end) continue;
        bring(table, rows, i, sums);
        if (!sums.add(begin, end, checkpoint)) return false;
        put_aside(table, rows, i, sums);
        next_[i] = end;
      }
    }
    return true;
  }

  /// Brings the sums of rows[i] back.
  template <class Value>
  void bring(const TableView<Value>& table, View<const std::size_t> rows, std::size_t i,
             WeightSums& sums) const {
    const double* aside = aside_.data() + offsets_[i];
    for (std::size_t k = table.begin(rows[i]); k < table.end(rows[i]); ++k)
      sums.put(table.indices[k], *aside++);
  }

 private:
  template <class Value>
  void start(const CorpusView& corpus, const TableView<Value>& table,
             View<const std::size_t> rows) {
    next_.clear();
    stop_.clear();
    offsets_.clear();
    std::size_t size = 0;
    for (const std::size_t row : rows) {
      next_.push_back(first_occurrence(corpus, table.first_word + row));
      stop_.push_back(first_occurrence(corpus, table.first_word + row + 1));
      offsets_.push_back(size);
      size += table.end(row) - table.begin(row);
    }
    aside_.assign(size, 0.0);
  }

  std::size_t first_at_or_after(const CorpusView& corpus, std::size_t i, std::size_t pair) const {
    const std::uint32_t* const all = corpus.occurrences.data();
    return static_cast<std::size_t>(std::lower_bound(all + next_[i], all + stop_[i], pair) - all);
  }

  template <class Value>
  void put_aside(const TableView<Value>& table, View<const std::size_t> rows, std::size_t i,
                 WeightSums& sums) {
    double* aside = aside_.data() + offsets_[i];
    for (std::size_t k = table.begin(rows[i]); k < table.end(rows[i]); ++k)
      *aside++ = sums.take(table.indices[k]);
  }

  std::vector<std::size_t> next_;     ///< the first occurrence that is not added yet, by row
  std::vector<std::size_t> stop_;     ///< of each row's occurrences
  std::vector<std::size_t> offsets_;  ///< where a row's sums are put aside
  std::vector<double> aside_;
};

/// Rows in the order of work, in units that a thread does at once.
struct RowUnits {
  std::vector<std::size_t> rows;    ///< the frequent ones first
  std::vector<std::size_t> bounds;  ///< unit i is rows[bounds[i]] to rows[bounds[i + 1]]
  std::size_t n_frequent = 0;       ///< units of frequent words
};

template <class Value>
RowUnits row_units(const CorpusView& corpus, const TableView<Value>& table,
                   std::size_t n_blocks) {
  RowUnits units;
  units.bounds.push_back(0);
  std::vector<std::size_t> rare;
  std::size_t entries = 0;
  for (std::size_t row = 0; row < table.n_rows(); ++row) {
    if (!FrequentWords::is_frequent(corpus, table.first_word + row, n_blocks)) {
      rare.push_back(row);
      continue;
    }
    entries += table.end(row) - table.begin(row);
    if (entries > FrequentWords::kMostEntries && units.rows.size() > units.bounds.back()) {
      units.bounds.push_back(units.rows.size());
      entries = table.end(row) - table.begin(row);
    }
    units.rows.push_back(row);
  }
  if (units.rows.size() > units.bounds.back()) units.bounds.push_back(units.rows.size());
  units.n_frequent = units.bounds.size() - 1;
  for (const std::size_t row : rare) {
    units.rows.push_back(row);
    if (units.rows.size() - units.bounds.back() == kWordsAtOnce)
      units.bounds.push_back(units.rows.size());
  }
  if (units.rows.size() > units.bounds.back()) units.bounds.push_back(units.rows.size());
  return units;
}

/// Calls use_row(sums, row) for each row of the table, its weights summed up.
template <class Value, class UseRow>
void for_each_row(const CorpusView& corpus, const TableView<Value>& table, Pattern pattern,
                  View<const double> weights, const Execution& execution, UseRow use_row) {
  const std::vector<std::size_t> blocks =
      pattern == Pattern::complete ? pair_blocks(corpus, 1) : std::vector<std::size_t>{0};
  const RowUnits units = row_units(corpus, table, blocks.size() - 1);
  const auto do_rare = [&](WeightSums& sums, View<const std::size_t> rows,
                           const Checkpoint& checkpoint) {
    for (const std::size_t row : rows) {
      const std::size_t begin = first_occurrence(corpus, table.first_word + row);
      const std::size_t end = first_occurrence(corpus, table.first_word + row + 1);
      if (!sums.add(begin, end, checkpoint)) return;
      use_row(sums, row);
      if (pattern == Pattern::any && !sums.wipe(begin, end, checkpoint)) return;
    }
  };
  const auto do_frequent = [&](WeightSums& sums, FrequentWords& words,
                               View<const std::size_t> rows, const Checkpoint& checkpoint) {
    if (!words.add(corpus, table, rows, blocks, sums, checkpoint)) return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      words.bring(table, rows, i, sums);
      use_row(sums, rows[i]);
    }
  };
  const auto make_body = [&] {
    return [&, sums = WeightSums(corpus, weights), frequent = FrequentWords()](
               std::size_t begin, std::size_t end, const Checkpoint& checkpoint) mutable {
      for (std::size_t unit = begin; unit < end; ++unit) {
        const View<const std::size_t> rows = View<const std::size_t>(units.rows).subview(
            units.bounds[unit], units.bounds[unit + 1] - units.bounds[unit]);
        if (unit < units.n_frequent) {
          do_frequent(sums, frequent, rows, checkpoint);
        } else {
          do_rare(sums, rows, checkpoint);
        }
      }
    };
  };
  parallel_for(units.bounds.size() - 1, 1, execution.workers, execution.monitor, make_body);
}

}  // namespace detail
}  // namespace tercel
