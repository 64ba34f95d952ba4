/// BM25 with weights of words, and with words whose counts are sums over translations.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/fixed_log.hpp"
#include "tercel/base/view.hpp"
#include "tercel/retrieval/postings.hpp"

namespace tercel {

struct Bm25Parameters {
  double k1 = 1.2;  ///< how fast the count of a word saturates, at least 0
  double b = 0.75;  ///< how much the length of a document counts, 0 to 1
};

/// The best documents of each query, filled into the caller's arrays.
struct Ranking {
  MatrixView<std::uint32_t> documents;  ///< a row a query; best first
  MatrixView<float> scores;
  View<std::uint32_t> n_found;  ///< how much of each row is filled; the rest is left alone
};

namespace detail {

/// Scores the documents for one query after another; owns the memory that this takes.
class Bm25Scorer {
 public:
  Bm25Scorer(const Postings& postings, const ConceptQueries& queries,
             const Bm25Parameters& parameters)
      : postings_(postings),
        queries_(queries),
        k1_(parameters.k1),
        norms_(norms_of(postings.lengths, parameters)),
        scores_(postings.n_documents()),
        frequencies_(postings.n_documents()) {}

  void rank(std::size_t query, const Ranking& ranking) {
    std::fill(scores_.begin(), scores_.end(), 0.0);
    const auto begin = static_cast<std::size_t>(queries_.query_starts[query]);
    const auto end = static_cast<std::size_t>(queries_.query_starts[query + 1]);
    for (std::size_t concept_ = begin; concept_ < end; ++concept_) add(concept_);
    const std::size_t n = keep_best(ranking.documents.columns());
    for (std::size_t i = 0; i < n; ++i) {
      ranking.scores.row(query)[i] = best_[i].score;
      ranking.documents.row(query)[i] = best_[i].document;
    }
    ranking.n_found[query] = static_cast<std::uint32_t>(n);
  }

 private:
  struct Found {
    float score;
    std::uint32_t document;
    /// Equal scores by number of the document, the higher first.
    bool operator<(const Found& other) const {
      return score != other.score ? score > other.score : document > other.document;
    }
  };

  static std::vector<double> norms_of(View<const std::uint32_t> lengths,
                                      const Bm25Parameters& parameters) {
    double total = 0;  // whole numbers: exact in any order
    for (const std::uint32_t length : lengths) total += length;
    const double mean = std::max(total / static_cast<double>(lengths.size()), 1.0);
    std::vector<double> norms;
    norms.reserve(lengths.size());
    for (const std::uint32_t length : lengths) {
      norms.push_back(parameters.k1 * (1 - parameters.b + parameters.b * length / mean));
    }
    return norms;
  }

  void add(std::size_t concept_) {
    const auto begin = static_cast<std::size_t>(queries_.concept_starts[concept_]);
    const auto end = static_cast<std::size_t>(queries_.concept_starts[concept_ + 1]);
    double n_with = 0;
    for (std::size_t i = begin; i < end; ++i) n_with += add_word(i);
    const double weight = queries_.weights[concept_] * idf(n_with) * (k1_ + 1);
    for (const std::uint32_t document : touched_) {
      const double frequency = frequencies_[document];
      scores_[document] += weight * frequency / (frequency + norms_[document]);
      frequencies_[document] = 0;
    }
    touched_.clear();
  }

  /// Adds probability * count to each document of a word; returns probability * documents.
  double add_word(std::size_t i) {
    const std::uint32_t word = queries_.words[i];
    const double probability = queries_.probabilities[i];
    const auto begin = static_cast<std::size_t>(postings_.starts[word]);
    const auto end = static_cast<std::size_t>(postings_.starts[word + 1]);
    for (std::size_t j = begin; j < end; ++j) {
      const std::uint32_t document = postings_.documents[j];
      if (frequencies_[document] == 0) touched_.push_back(document);
      frequencies_[document] += probability * postings_.counts[j];
    }
    return probability * static_cast<double>(end - begin);
  }

  /// Above 0 for any share of documents, unlike the formula without "1 +".
  double idf(double n_with) const {
    const auto n = static_cast<double>(postings_.n_documents());
    const double with = std::min(n_with, n);
    return fixed_log(1 + (n - with + 0.5) / (with + 0.5));
  }

  /// Sorts the best `most` documents to the front and returns how many there are.
  std::size_t keep_best(std::size_t most) {
    best_.clear();
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      const auto score = static_cast<float>(scores_[i]);
      if (score > 0) best_.push_back({score, static_cast<std::uint32_t>(i)});
    }
    const std::size_t n = std::min(most, best_.size());
    const auto end = best_.begin() + static_cast<std::ptrdiff_t>(n);
    std::partial_sort(best_.begin(), end, best_.end());
    return n;
  }

  const Postings& postings_;
  const ConceptQueries& queries_;
  double k1_;
  std::vector<double> norms_;
  std::vector<double> scores_;
  std::vector<double> frequencies_;     // of the present concept; 0 between concepts
  std::vector<std::uint32_t> touched_;  // where it is not 0
  std::vector<Found> best_;
};

}  // namespace detail

/// Ranks the documents by BM25 for each query.
///
/// score = sum over concepts of weight * idf * f * (k1 + 1) / (f + k1 * (1 - b + b * length /
/// mean)), where f is the concept's count in the document, idf = ln(1 + (N - n + .5) / (n + .5)),
/// and n is the sum over the concept's words of probability * number of documents (Darwish and
/// Oard 2003), at most N. With one word of probability 1 this is BM25 of that word (Robertson and
/// Zaragoza 2009). Sums go in the order of the query, in double precision; a score is then rounded
/// to float, which is what evaluation programs compare. Equal scores are ordered by the number of
/// the document, the higher first. A document without a word of the query, or whose score rounds
/// to 0, is not found.
///
/// O(postings + queries * documents + postings of all queries' words). Memory beyond the output:
/// some 30 bytes a document and thread. Returns false if the monitor stopped it.
inline bool bm25_rank(const Postings& postings, const ConceptQueries& queries,
                      const Bm25Parameters& parameters, const Ranking& ranking,
                      const Execution& execution) {
  const std::string name = "bm25_rank";
  check_postings(name, postings);
  check_queries(name, queries, postings.n_words());
  if (!(parameters.k1 >= 0 && parameters.b >= 0 && parameters.b <= 1)) {
    throw std::invalid_argument(name + ": k1 is " + std::to_string(parameters.k1) + " and b is " +
                                std::to_string(parameters.b) + ", needs k1 >= 0 and 0 <= b <= 1");
  }
  const std::size_t n_queries = queries.n_queries();
  detail::check_same_size(name, "n_found", ranking.n_found.size(), n_queries);
  detail::check_same_size(name, "documents by row", ranking.documents.rows(), n_queries);
  detail::check_same_size(name, "scores by row", ranking.scores.rows(), n_queries);
  detail::check_same_size(name, "scores by column", ranking.scores.columns(),
                          ranking.documents.columns());
  return parallel_for(n_queries, 4, execution.workers, execution.monitor, [&] {
    return [&, scorer = detail::Bm25Scorer(postings, queries, parameters)](
               std::size_t begin, std::size_t end) mutable {
      for (std::size_t query = begin; query < end; ++query) scorer.rank(query, ranking);
    };
  });
}

}  // namespace tercel
