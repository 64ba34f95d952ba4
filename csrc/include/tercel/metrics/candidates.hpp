/// Many candidates for one segment, as tuning, minimum-risk training and reranking have them.
///
/// The references of a segment are selected once; then each candidate costs only its own words.
/// Selecting and counting allocate nothing once they have seen a long segment, so that both may
/// stand in a decoder's loop. One object a thread, over prepared references that threads share and
/// that must outlive it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/metrics/bleu.hpp"
#include "tercel/metrics/chrf.hpp"
#include "tercel/metrics/ngram_automaton.hpp"
#include "tercel/metrics/prepared.hpp"
#include "tercel/metrics/ter_statistics.hpp"
#include "tercel/text/symbol_table.hpp"
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

  /// What follows is about this segment. Cost as of making an NgramAutomaton.
  void select(std::size_t segment) {
    selected_.select(references_.stored(), segment);
    ref_lengths_.clear();
    views_.clear();
    for (std::size_t k = 0; k < selected_.size(); ++k) {
      views_.push_back(selected_[k]);
      ref_lengths_.push_back(static_cast<std::int64_t>(selected_[k].size()));
    }
    ngrams_.assign(views_, selected_.vocabulary().size(), references_.options().max_ngram_order);
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
    ngrams_.match(ids_, out.subview(2, options.max_ngram_order));
  }

 private:
  const BleuReferences& references_;
  detail::SelectedReferences selected_;
  PreparedNgrams ngrams_;
  std::vector<View<const TokenId>> views_;  ///< of the references
  std::vector<std::int64_t> ref_lengths_;
  Tokens tokens_;
  std::vector<TokenId> ids_;  ///< of the candidate
};

/// chrF's statistics of candidates, those of chrf_statistics.
class ChrfCandidates {
 public:
  explicit ChrfCandidates(const ChrfReferences& references, Isa isa = best_isa())
      : references_(references),
        character_ngrams_(references.characters().n_streams()),
        word_ngrams_(references.characters().n_streams()),
        matches_(std::max(references.options().char_order, references.options().word_order)),
        row_(references.n_columns()) {
    side_.tokens.isa = isa;
  }

  std::size_t n_columns() const { return references_.n_columns(); }

  /// What follows is about this segment. Cost as of making an NgramAutomaton a reference.
  void select(std::size_t segment) {
    words_.select(references_.words(), segment);
    select_characters(segment);
    for (std::size_t k = 0; k < words_.size(); ++k) {
      const auto assign = [&](PreparedNgrams& ngrams, View<const TokenId> ids, std::size_t n_tokens,
                              std::size_t order) {
        views_.assign(1, ids);
        if (order > 0) ngrams.assign(views_, n_tokens, order);
      };
      const ChrfOptions& options = references_.options();
      assign(character_ngrams_[k], characters(k), symbols_.size(), options.char_order);
      assign(word_ngrams_[k], words_[k], words_.vocabulary().size(), options.word_order);
    }
  }

  /// A row of n_columns() numbers: those against the reference with the best score, the first of
  /// equals. O(characters * char_order + words * word_order) a reference, and its n-grams.
  void statistics(TextView candidate, View<std::int64_t> out) {
    words_.check(out, n_columns());
    const ChrfOptions& options = references_.options();
    side_.read(candidate, options);
    for (std::uint32_t& c : side_.characters.values) c = symbols_.find(c) - 1;
    find_all(words_.vocabulary(), side_.words, ids_);
    double best = -1.0;
    for (std::size_t k = 0; k < words_.size(); ++k) {
      std::int64_t* const row = row_.data();
      count(side_.characters.values, characters(k), character_ngrams_[k], options.char_order, row);
      count(ids_, words_[k], word_ngrams_[k], options.word_order, row + 3 * options.char_order);
      best = detail::keep_best(chrf_score(row_, options), best, row_, out);
    }
  }

 private:
  /// Characters are numbered from 0, and what no reference has is kUnknownToken.
  void select_characters(std::size_t segment) {
    characters_.clear();
    ends_.clear();
    references_.characters().for_each(segment, [&](View<const TokenId> values) {
      characters_.insert(characters_.end(), values.begin(), values.end());
      ends_.push_back(characters_.size());
    });
    symbols_.clear(characters_.size());
    for (TokenId& c : characters_) c = symbols_.intern(c) - 1;
  }

  View<const TokenId> characters(std::size_t k) const {
    const std::size_t begin = k == 0 ? 0 : ends_[k - 1];
    return View<const TokenId>(characters_).subview(begin, ends_[k] - begin);
  }

  void count(View<const TokenId> hyp, View<const TokenId> ref, PreparedNgrams& ngrams,
             std::size_t n_orders, std::int64_t* row) {
    if (n_orders == 0) return;
    ngrams.match(hyp, {matches_.data(), n_orders});
    detail::chrf_triples(hyp.size(), ref.size(), n_orders, matches_.data(), row);
  }

  const ChrfReferences& references_;
  detail::SelectedReferences words_;
  SymbolTable symbols_;
  std::vector<TokenId> characters_;  ///< of all references
  std::vector<std::size_t> ends_;    ///< of each
  std::vector<PreparedNgrams> character_ngrams_;
  std::vector<PreparedNgrams> word_ngrams_;
  std::vector<View<const TokenId>> views_;
  detail::ChrfSide side_;
  std::vector<TokenId> ids_;  ///< words of the candidate
  std::vector<std::int64_t> matches_;
  std::vector<std::int64_t> row_;
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
          translation_edit_total(ids_, prepared_[k], search_, references_.scoring().search);
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
