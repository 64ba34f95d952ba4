/// A lexicon's table: for each source word the target words that it may become, ascending.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "tercel/base/view.hpp"
#include "tercel/lexicon/corpus_view.hpp"

namespace tercel {

/// Whether every row has every target word that its source word meets in the text. Then scratch
/// memory need not be wiped between rows; an entry that is missing counts as probability 0.
enum class Pattern { complete, any };

/// Rows of the source words first_word, first_word + 1, ...; a whole table starts with word 0.
///
/// Entries of row r are ptr[r] - ptr[0] to ptr[r + 1] - ptr[0] in `indices` and in the values.
template <class Value>
struct TableView {
  std::size_t first_word = 0;
  View<const std::int64_t> ptr;
  View<const std::uint32_t> indices;
  View<Value> values;

  std::size_t n_rows() const { return ptr.size() - 1; }
  std::size_t begin(std::size_t row) const { return static_cast<std::size_t>(ptr[row] - ptr[0]); }
  std::size_t end(std::size_t row) const { return begin(row + 1); }
};

/// Throws std::invalid_argument unless the table is whole: indices below n_target_words, and
/// strictly ascending within a row. O(entries).
template <class Value>
void check_table(const TableView<Value>& table, std::size_t n_target_words) {
  detail::check_pointers(table.ptr, table.indices.size(), "indptr");
  detail::check_below(table.indices, n_target_words, "indices");
  if (table.values.size() != table.indices.size()) {
    throw std::invalid_argument("indices has " + std::to_string(table.indices.size()) +
                                " entries, but there are " + std::to_string(table.values.size()) +
                                " values");
  }
  for (std::size_t row = 0; row < table.n_rows(); ++row) {
    for (std::size_t k = table.begin(row) + 1; k < table.end(row); ++k) {
      if (table.indices[k - 1] >= table.indices[k])
        throw std::invalid_argument("indices of row " + std::to_string(row) + " do not ascend");
    }
  }
}

}  // namespace tercel
