/// Which entries of a table are worth keeping.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/lexicon/table_view.hpp"

namespace tercel {

/// What an entry must satisfy within its row; the defaults keep everything.
struct RowCut {
  double threshold = 0;  ///< least probability
  double relative = 0;   ///< least probability, as a share of the row's largest
  double mass = 1;       ///< the most probable entries that reach this share of the row's sum
};

namespace detail {

/// Orders entries of a row: by probability, then by word.
class MoreProbable {
 public:
  MoreProbable(const TableView<const float>& table, View<const std::uint32_t> ranks)
      : table_(table), ranks_(ranks) {}

  bool operator()(std::size_t a, std::size_t b) const {
    if (table_.values[a] != table_.values[b]) return table_.values[a] > table_.values[b];
    return ranks_[table_.indices[a]] < ranks_[table_.indices[b]];
  }

 private:
  const TableView<const float>& table_;
  View<const std::uint32_t> ranks_;
};

/// Marks the entries behind the one at which the cumulative probability reaches the share `mass`.
inline void cut_mass(const TableView<const float>& table, std::size_t row, double mass,
                     const MoreProbable& order, std::vector<std::size_t>& entries,
                     View<std::uint8_t> keep) {
  entries.clear();
  double total = 0;
  for (std::size_t k = table.begin(row); k < table.end(row); ++k) {
    entries.push_back(k);
    total += static_cast<double>(table.values[k]);
  }
  std::sort(entries.begin(), entries.end(), order);
  double sum = 0;
  for (const std::size_t k : entries) {
    if (sum >= mass * total) keep[k] = 0;
    sum += static_cast<double>(table.values[k]);
  }
}

}  // namespace detail

/// keep[k] = 1 for the entries that satisfy the cut, else 0. An entry must satisfy all of it; the
/// mass counts the entries of the whole row. `ranks` orders target words.
/// O(entries), and O(entries log row) if there is a mass.
inline void select_in_rows(const TableView<const float>& table, const RowCut& cut,
                           View<const std::uint32_t> ranks, View<std::uint8_t> keep) {
  const detail::MoreProbable order(table, ranks);
  std::vector<std::size_t> entries;
  for (std::size_t row = 0; row < table.n_rows(); ++row) {
    float largest = 0;
    for (std::size_t k = table.begin(row); k < table.end(row); ++k)
      largest = std::max(largest, table.values[k]);
    const double least = std::max(cut.threshold, cut.relative * static_cast<double>(largest));
    for (std::size_t k = table.begin(row); k < table.end(row); ++k)
      keep[k] = static_cast<double>(table.values[k]) >= least;
    if (cut.mass < 1) detail::cut_mass(table, row, cut.mass, order, entries, keep);
  }
}

/// Unmarks all but the `size` most probable of the marked entries of the whole table. Among equal
/// ones, the first source word's and then the first target word's stay. O(entries).
inline void select_best(const TableView<const float>& table, std::size_t size,
                        View<const std::uint32_t> source_ranks,
                        View<const std::uint32_t> target_ranks, View<std::uint8_t> keep) {
  std::vector<float> kept;
  for (std::size_t k = 0; k < keep.size(); ++k) {
    if (keep[k] != 0) kept.push_back(table.values[k]);
  }
  if (kept.size() <= size) return;
  const auto at = kept.begin() + static_cast<std::ptrdiff_t>(size);
  std::nth_element(kept.begin(), at, kept.end(), [](float a, float b) { return a > b; });
  const float limit = *at;  // the largest that need not stay: entries above it do
  struct Tie {
    std::uint32_t source;
    std::uint32_t target;
    std::size_t entry;
  };
  std::vector<Tie> ties;
  std::size_t n_above = 0;
  for (std::size_t row = 0; row < table.n_rows(); ++row) {
    for (std::size_t k = table.begin(row); k < table.end(row); ++k) {
      if (keep[k] == 0) continue;
      if (table.values[k] > limit) {
        ++n_above;
        continue;
      }
      keep[k] = 0;
      if (table.values[k] == limit)
        ties.push_back({source_ranks[row], target_ranks[table.indices[k]], k});
    }
  }
  const auto before = [](const Tie& a, const Tie& b) {
    return a.source != b.source ? a.source < b.source : a.target < b.target;
  };
  const std::size_t n_ties = size - n_above;
  std::nth_element(ties.begin(), ties.begin() + static_cast<std::ptrdiff_t>(n_ties), ties.end(),
                   before);
  for (std::size_t i = 0; i < n_ties; ++i) keep[ties[i].entry] = 1;
}

}  // namespace tercel
