/// Parallel text as arrays, in the order in which Model 1 reads it: by source word.
///
/// An index of all word pairs would take 4 bytes a pair, 14 GB for ten million sentence pairs.
/// There is none: for each source word its sentence pairs are listed, and the target words of
/// those are met in a dense row of scratch memory that belongs to the source word at hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "tercel/base/view.hpp"

namespace tercel {

/// A pair is a source sentence and its target sentence. A slot is a distinct word of a target
/// sentence: the slots of pair s are target_ptr[s] to target_ptr[s + 1], words ascending.
struct CorpusView {
  /// Word w has occurrences occurrence_ptr[w] to occurrence_ptr[w + 1].
  View<const std::int64_t> occurrence_ptr;
  /// Pairs, ascending within a word; a pair comes twice if the word stands twice in it.
  View<const std::uint32_t> occurrences;
  View<const std::uint32_t> source_lengths;  ///< of each pair, the empty word included
  View<const std::int64_t> target_ptr;
  View<const std::uint32_t> target_ids;  ///< of each slot
  View<const float> target_counts;       ///< how often the slot's word stands in its sentence
  std::size_t n_target_words = 0;

  std::size_t n_pairs() const { return source_lengths.size(); }
  std::size_t n_slots() const { return target_ids.size(); }
  std::size_t n_source_words() const { return occurrence_ptr.size() - 1; }
};

namespace detail {

/// Throws unless ptr is 0, ..., size without a step down.
inline void check_pointers(View<const std::int64_t> ptr, std::size_t size, const char* name) {
  const std::string what(name);
  if (ptr.empty() || ptr[0] != 0) throw std::invalid_argument(what + " does not start with 0");
  for (std::size_t i = 1; i < ptr.size(); ++i) {
    if (ptr[i] < ptr[i - 1])
      throw std::invalid_argument(what + " falls at position " + std::to_string(i));
  }
  if (static_cast<std::uint64_t>(ptr[ptr.size() - 1]) != size) {
    throw std::invalid_argument(what + " ends with " + std::to_string(ptr[ptr.size() - 1]) +
                                ", expected " + std::to_string(size));
  }
}

inline void check_below(View<const std::uint32_t> ids, std::size_t limit, const char* name) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= limit) {
      throw std::invalid_argument(std::string(name) + "[" + std::to_string(i) + "] is " +
                                  std::to_string(ids[i]) + ", expected less than " +
                                  std::to_string(limit));
    }
  }
}

}  // namespace detail

/// Throws std::invalid_argument unless every index of the arrays may be followed. O(size).
inline void check_corpus(const CorpusView& corpus) {
  detail::check_pointers(corpus.occurrence_ptr, corpus.occurrences.size(), "occurrence_ptr");
  detail::check_pointers(corpus.target_ptr, corpus.n_slots(), "target_ptr");
  if (corpus.target_ptr.size() != corpus.n_pairs() + 1) {
    throw std::invalid_argument("target_ptr has " + std::to_string(corpus.target_ptr.size()) +
                                " values, expected one more than source_lengths, which has " +
                                std::to_string(corpus.n_pairs()));
  }
  if (corpus.target_counts.size() != corpus.n_slots()) {
    throw std::invalid_argument("target_counts has " + std::to_string(corpus.target_counts.size()) +
                                " values, expected as many as target_ids, which has " +
                                std::to_string(corpus.n_slots()));
  }
  detail::check_below(corpus.occurrences, corpus.n_pairs(), "occurrences");
  detail::check_below(corpus.target_ids, corpus.n_target_words, "target_ids");
}

}  // namespace tercel
