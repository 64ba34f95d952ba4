/// Where a word occurs: an inverted index as arrays, and queries against it as arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "tercel/base/view.hpp"

namespace tercel {

/// Documents by word: the documents of word w are documents[starts[w]] .. documents[starts[w + 1]].
struct Postings {
  View<const std::int64_t> starts;      ///< n_words + 1, from 0, never falling
  View<const std::uint32_t> documents;  ///< rising within a word
  View<const std::uint32_t> counts;     ///< how often the word occurs there, at least once
  View<const std::uint32_t> lengths;    ///< words of each document

  std::size_t n_words() const { return starts.size() - 1; }
  std::size_t n_documents() const { return lengths.size(); }
};

/// Queries, each some concepts, each with a weight and some words with probabilities.
///
/// A word counts in a document as often as the sum over a concept's words of probability * count
/// says. A concept of one word with probability 1 is that word.
struct ConceptQueries {
  View<const std::int64_t> query_starts;    ///< n_queries + 1: the concepts of each query
  View<const double> weights;               ///< of each concept, above 0
  View<const std::int64_t> concept_starts;  ///< n_concepts + 1: the words of each concept
  View<const std::uint32_t> words;
  View<const double> probabilities;  ///< of each of these words, above 0

  std::size_t n_queries() const { return query_starts.size() - 1; }
};

namespace detail {

inline void check_starts(const std::string& function, const char* what,
                         View<const std::int64_t> starts, std::size_t size) {
  bool good = !starts.empty() && starts[0] == 0;
  for (std::size_t i = 1; good && i < starts.size(); ++i) good = starts[i] >= starts[i - 1];
  if (good && static_cast<std::uint64_t>(starts[starts.size() - 1]) == size) return;
  throw std::invalid_argument(function + ": " + what + " must rise from 0 to " +
                              std::to_string(size));
}

inline void check_same_size(const std::string& function, const char* what, std::size_t found,
                            std::size_t expected) {
  if (found == expected) return;
  throw std::invalid_argument(function + ": " + what + " has " + std::to_string(found) +
                              " elements, needs " + std::to_string(expected));
}

inline void check_below(const std::string& function, const char* what,
                        View<const std::uint32_t> numbers, std::size_t limit) {
  for (const std::uint32_t number : numbers) {
    if (number < limit) continue;
    throw std::out_of_range(function + ": " + what + " holds " + std::to_string(number) +
                            ", needs values below " + std::to_string(limit));
  }
}

inline void check_positive(const std::string& function, const char* what,
                           View<const double> numbers) {
  for (const double number : numbers) {
    if (number > 0) continue;  // NaN is not
    throw std::invalid_argument(function + ": " + what + " holds " + std::to_string(number) +
                                ", needs numbers above 0");
  }
}

}  // namespace detail

/// Refuses arrays that do not fit together; O(postings).
inline void check_postings(const std::string& function, const Postings& postings) {
  detail::check_starts(function, "starts", postings.starts, postings.documents.size());
  detail::check_same_size(function, "counts", postings.counts.size(), postings.documents.size());
  detail::check_below(function, "documents", postings.documents, postings.n_documents());
}

/// Refuses queries whose arrays do not fit together, or that name a word beyond `n_words`.
inline void check_queries(const std::string& function, const ConceptQueries& queries,
                          std::size_t n_words) {
  detail::check_starts(function, "query_starts", queries.query_starts, queries.weights.size());
  detail::check_starts(function, "concept_starts", queries.concept_starts, queries.words.size());
  detail::check_same_size(function, "concept_starts", queries.concept_starts.size(),
                          queries.weights.size() + 1);
  detail::check_same_size(function, "probabilities", queries.probabilities.size(),
                          queries.words.size());
  detail::check_below(function, "words", queries.words, n_words);
  detail::check_positive(function, "weights", queries.weights);
  detail::check_positive(function, "probabilities", queries.probabilities);
}

}  // namespace tercel
