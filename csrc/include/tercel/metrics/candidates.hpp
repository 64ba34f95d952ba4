/// Many candidates for one segment, as tuning, minimum-risk training and reranking have them.
///
/// The references of a segment are selected once; then each candidate costs only its own words.
/// Selecting and counting allocate nothing once they have seen a long segment, so that both may
/// stand in a decoder's loop. One object a thread, over prepared references that threads share and
/// that must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/metrics/bleu.hpp"
#include "tercel/metrics/ngram_matcher.hpp"
#include "tercel/metrics/prepared.hpp"
#include "tercel/metrics/ter_statistics.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {
namespace detail {

/// The references of one segment in a vocabulary of their own words, which stays in the cache
/// however many segments there are.
class SelectedReferences {
 public:
  void select(const StoredReferences& stored, std::size_t segment) {
    if (segment >= stored.n_segments()) {
      throw std::out_of_range("select: segment is " + std::to_string(segment) +
                              ", but the prepared references have " +
                              std::to_string(stored.n_segments()) + " segments");
    }
    vocabulary_.clear();
    ids_.clear();
    ends_.clear();
    stored.for_each(segment, [&](View<const TokenId> words) {
      for (const TokenId word : words) {
        ids_.push_back(vocabulary_.intern(stored.vocabulary().token(word)));
      }
      ends_.push_back(ids_.size());
    });
  }

  std::size_t size() const { return ends_.size(); }
  std::size_t n_tokens() const { return ids_.size(); }
  View<const TokenId> operator[](std::size_t k) const {
    const std::size_t begin = k == 0 ? 0 : ends_[k - 1];
    return View<const TokenId>(ids_).subview(begin, ends_[k] - begin);
  }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// Refuses a row that is not for n_columns numbers, and counting before any segment is selected.
  void check(View<std::int64_t> out, std::size_t n_columns) const {
    if (ends_.empty()) throw std::invalid_argument("statistics: no segment is selected");
    if (out.size() != n_columns) {
      throw std::invalid_argument("statistics: out has " + std::to_string(out.size()) +
                                  " columns, needs " + std::to_string(n_columns));
    }
  }

 private:
  Vocabulary vocabulary_;
  std::vector<TokenId> ids_;
  std::vector<std::size_t> ends_;
};

}  // namespace detail

/// BLEU's statistics of candidates, those of bleu_statistics.
class BleuCandidates {
 public:
  explicit BleuCandidates(const BleuReferences& references, Isa isa = best_isa())
      : references_(references) {
    tokens_.isa = isa;
  }

  std::size_t n_columns() const { return references_.n_columns(); }

  /// What follows is about this segment. O(tokens of its references * max_ngram_order).
  void select(std::size_t segment) {
    selected_.select(references_.stored(), segment);
    matcher_.clear(references_.options().max_ngram_order, selected_.n_tokens());
    ref_lengths_.clear();
    for (std::size_t k = 0; k < selected_.size(); ++k) {
      matcher_.add_reference(selected_[k]);
      ref_lengths_.push_back(static_cast<std::int64_t>(selected_[k].size()));
    }
  }

  /// A row of n_columns() numbers. O(characters + tokens * max_ngram_order), whatever the length
  /// and number of the references.
  void statistics(TextView candidate, View<std::int64_t> out) {
    selected_.check(out, n_columns());
    const BleuOptions& options = references_.options();
    tokenize(candidate, options.tokenizer, options.lowercase, tokens_);
    find_all(selected_.vocabulary(), tokens_.views, ids_);
    const auto length = static_cast<std::int64_t>(ids_.size());
    detail::bleu_lengths(length, ref_lengths_, out);
    matcher_.match(ids_, out.subview(2, options.max_ngram_order));
  }

 private:
  const BleuReferences& references_;
  detail::SelectedReferences selected_;
  NgramMatcher matcher_;
  std::vector<std::int64_t> ref_lengths_;
  Tokens tokens_;
  std::vector<TokenId> ids_;  ///< of the candidate
};

/// TER's statistics of candidates, those of ter_statistics.
class TerCandidates {
 public:
  explicit TerCandidates(const TerReferences& references, Isa isa = best_isa())
      : references_(references), prepared_(references.stored().n_streams()) {
    tokens_.tokens.isa = isa;
  }

  std::size_t n_columns() const { return kTerColumns; }

  /// What follows is about this segment. Cost as of making a TerReference.
  void select(std::size_t segment) {
    selected_.select(references_.stored(), segment);
    for (std::size_t k = 0; k < selected_.size(); ++k) prepared_[k].assign(selected_[k]);
  }

  /// A row of n_columns() numbers. Cost as of translation_edits, for each reference.
  void statistics(TextView candidate, View<std::int64_t> out) {
    selected_.check(out, n_columns());
    tokenize_ter(candidate, references_.scoring().tokenizer, tokens_);
    find_all(selected_.vocabulary(), tokens_.tokens.views, ids_);
    EditRateSegment segment{0, static_cast<std::int64_t>(selected_.n_tokens()),
                            static_cast<std::int64_t>(selected_.size())};
    for (std::size_t k = 0; k < selected_.size(); ++k) {
      const std::int64_t edits =
          translation_edits(ids_, prepared_[k], search_, references_.scoring().search).total();
      if (k == 0 || edits < segment.edits) segment.edits = edits;
    }
    detail::write_edits(segment, references_.stored().n_streams(), out);
  }

 private:
  const TerReferences& references_;
  detail::SelectedReferences selected_;
  std::vector<TerReference> prepared_;  ///< the first ones are those of the segment
  TerTokens tokens_;
  std::vector<TokenId> ids_;  ///< of the candidate
  TerWorkspace search_;
};

}  // namespace tercel
