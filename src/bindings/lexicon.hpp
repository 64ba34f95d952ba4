// What the bindings of lexicon/ share: arrays of a corpus and of a table as the core's views.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "tercel/lexicon/corpus_view.hpp"
#include "tercel/lexicon/table_view.hpp"

namespace tercel::bindings {

// A NumPy array that owns what was a vector; nothing is copied.
template <class T>
py::array_t<T> array_owning(std::vector<T>&& values) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  std::vector<T>* const vector = owned.get();
  const py::capsule owner(owned.release(),
                          [](void* held) { delete static_cast<std::vector<T>*>(held); });
  return py::array_t<T>(static_cast<py::ssize_t>(vector->size()), vector->data(), owner);
}

template <class T>
View<T> writable_vector_of(Array<T>& array, const char* name) {
  check_dimensions(array, 1, name);
  return {array.mutable_data(), static_cast<std::size_t>(array.shape(0))};
}

// The arrays of a corpus, checked once and kept alive.
class Corpus {
 public:
  Corpus(Array<std::int64_t> occurrence_ptr, Array<std::uint32_t> occurrences,
         Array<std::uint32_t> source_lengths, Array<std::int64_t> target_ptr,
         Array<std::uint32_t> target_ids, Array<float> target_counts, std::size_t n_target_words)
      : owners_(py::make_tuple(occurrence_ptr, occurrences, source_lengths, target_ptr, target_ids,
                               target_counts)),
        view_{vector_of(occurrence_ptr, "occurrence_ptr"),
              vector_of(occurrences, "occurrences"),
              vector_of(source_lengths, "source_lengths"),
              vector_of(target_ptr, "target_ptr"),
              vector_of(target_ids, "target_ids"),
              vector_of(target_counts, "target_counts"),
              n_target_words} {
    check_corpus(view_);
  }

  const CorpusView& view() const { return view_; }

 private:
  py::tuple owners_;
  CorpusView view_;
};

// Rows of a table with `first_word` as their first; `whole` also checks every entry.
template <class Value>
TableView<const Value> table_of(std::size_t first_word, const Array<std::int64_t>& indptr,
                                const Array<std::uint32_t>& indices, const Array<Value>& values) {
  TableView<const Value> table{first_word, vector_of(indptr, "indptr"),
                               vector_of(indices, "indices"), vector_of(values, "values")};
  if (table.ptr.empty()) throw std::invalid_argument("indptr is empty");
  const std::int64_t size = table.ptr[table.n_rows()] - table.ptr[0];
  if (size < 0 || static_cast<std::size_t>(size) != table.indices.size() ||
      table.values.size() != table.indices.size()) {
    throw std::invalid_argument("the table has " + std::to_string(table.indices.size()) +
                                " indices and " + std::to_string(table.values.size()) +
                                " values, but indptr spans " + std::to_string(size));
  }
  return table;
}

inline void check_rows(std::size_t first_word, std::size_t n_rows, const CorpusView& corpus) {
  if (first_word + n_rows > corpus.n_source_words()) {
    throw std::invalid_argument("the table has rows up to source word " +
                                std::to_string(first_word + n_rows) + ", but the corpus has " +
                                std::to_string(corpus.n_source_words()) + " source words");
  }
}

inline void check_slots(std::size_t size, const CorpusView& corpus, const char* name) {
  if (size != corpus.n_slots()) {
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(size) +
                                " values, expected one a slot: " +
                                std::to_string(corpus.n_slots()));
  }
}

}  // namespace tercel::bindings
