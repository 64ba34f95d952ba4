/// BLEU and chrF between all texts of a list, over n-grams that are interned once.
///
/// A utility is filled with the texts of a list (hypotheses, then references; or only once if they
/// are the same), then asked for pairs. Scores are those of the metrics, to the bit: the same
/// integers go through the same functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/fixed_exp.hpp"
#include "tercel/base/view.hpp"
#include "tercel/metrics/bleu.hpp"
#include "tercel/metrics/bleu_score.hpp"
#include "tercel/metrics/chrf.hpp"
#include "tercel/rank/ngram_items.hpp"
#include "tercel/text/token_store.hpp"

namespace tercel {

/// BLEU of each hypothesis against the selected reference.
class BleuUtility {
 public:
  /// The matches of two texts are the same from both sides.
  static constexpr bool kSymmetric = true;

  BleuUtility(const BleuOptions& options, const BleuScoring& scoring, Isa isa)
      : options_(options), scoring_(scoring), row_(bleu_columns(options.max_ngram_order)) {
    tokens_.isa = isa;
  }

  void read(View<const TextView> hypotheses, View<const TextView> references, bool keep_alone) {
    TokenStore store;
    items_.clear(options_.max_ngram_order);
    for (const View<const TextView> texts : {hypotheses, references}) {
      for (const TextView& text : texts) {
        tokenize(text, options_.tokenizer, options_.lowercase, tokens_);
        store.add_words(tokens_.views);
        items_.add(store.ids(items_.n_texts()));
      }
    }
    items_.finish(keep_alone);
  }

  void select(std::size_t text) { items_.select(text); }
  void match(std::size_t text) { items_.match(text, matches()); }
  void match_itself(std::size_t text) {
    for (std::size_t n = 0; n < matches().size(); ++n) {
      matches()[n] = static_cast<std::int64_t>(items_.n_ngrams(text, n));
    }
  }

  /// The score of the last match, with one text as hypothesis and the other as reference.
  double score(std::size_t hypothesis, std::size_t reference) {
    const std::size_t n_orders = options_.max_ngram_order;
    row_[0] = static_cast<std::int64_t>(items_.size(hypothesis));
    row_[1] = static_cast<std::int64_t>(items_.size(reference));
    for (std::size_t n = 0; n < n_orders; ++n) {
      row_[2 + n_orders + n] = static_cast<std::int64_t>(items_.n_ngrams(hypothesis, n));
    }
    return bleu_score(row_, scoring_).score;
  }

  void weigh(std::size_t first, View<const double> weights) {
    items_.weigh(first, weights);
    length_ = 0.0;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      length_ += weights[j] * static_cast<double>(items_.size(first + j));
    }
  }

  /// BLEU of the expected statistics: matches and reference length are weighted means.
  double expected_score(std::size_t hypothesis) {
    expected_.resize(options_.max_ngram_order);
    items_.expected_matches(hypothesis, View<double>(expected_.data(), expected_.size()));
    const auto size = static_cast<double>(items_.size(hypothesis));
    detail::GeometricMean mean;
    double halvings = 1.0;
    double any = 0.0;
    std::size_t n = 0;
    for (; n < expected_.size() && items_.n_ngrams(hypothesis, n) > 0; ++n) {
      any += expected_[n];
      const auto precision = detail::smoothed_precision(
          expected_[n], static_cast<double>(items_.n_ngrams(hypothesis, n)), n + 1, scoring_,
          halvings);
      mean.multiply(precision.numerator, precision.denominator);
    }
    if (any == 0.0 || (n < expected_.size() && !scoring_.effective_order)) return 0.0;
    const double penalty = size < length_ ? fixed_exp(1.0 - length_ / size) : 1.0;
    return penalty * mean.value(n);
  }

 private:
  View<std::int64_t> matches() { return {row_.data() + 2, options_.max_ngram_order}; }

  BleuOptions options_;
  BleuScoring scoring_;
  Tokens tokens_;
  NgramItems items_;
  std::vector<std::int64_t> row_;
  std::vector<double> expected_;
  double length_ = 0.0;  ///< expected, of the references
};

/// chrF, chrF+ or chrF++ of each hypothesis against the selected reference.
class ChrfUtility {
 public:
  static constexpr bool kSymmetric = true;

  ChrfUtility(const ChrfOptions& options, Isa isa)
      : options_(options),
        matches_(options.char_order + options.word_order),
        row_(chrf_columns(options)),
        expected_row_(row_.size()) {
    side_.tokens.isa = isa;
  }

  void read(View<const TextView> hypotheses, View<const TextView> references, bool keep_alone) {
    TokenStore store;
    characters_.clear(options_.char_order);
    words_.clear(options_.word_order);
    for (const View<const TextView> texts : {hypotheses, references}) {
      for (const TextView& text : texts) {
        side_.words.clear();
        side_.read(text, options_);
        store.add_words(side_.words);
        characters_.add(side_.characters.values);
        words_.add(store.ids(words_.n_texts()));
      }
    }
    characters_.finish(keep_alone);
    words_.finish(keep_alone);
  }

  void select(std::size_t text) {
    characters_.select(text);
    words_.select(text);
  }

  void match(std::size_t text) {
    characters_.match(text, {matches_.data(), options_.char_order});
    words_.match(text, {matches_.data() + options_.char_order, options_.word_order});
  }

  void match_itself(std::size_t text) {
    for (std::size_t n = 0; n < matches_.size(); ++n) {
      matches_[n] = static_cast<std::int64_t>(n < options_.char_order
                                                  ? characters_.n_ngrams(text, n)
                                                  : words_.n_ngrams(text, n - options_.char_order));
    }
  }

  double score(std::size_t hypothesis, std::size_t reference) {
    const std::size_t n_chars = options_.char_order;
    detail::chrf_triples(characters_.size(hypothesis), characters_.size(reference), n_chars,
                         matches_.data(), row_.data());
    detail::chrf_triples(words_.size(hypothesis), words_.size(reference), options_.word_order,
                         matches_.data() + n_chars, row_.data() + 3 * n_chars);
    return chrf_score(row_, options_);
  }

  void weigh(std::size_t first, View<const double> weights) {
    characters_.weigh(first, weights);
    words_.weigh(first, weights);
    expected_sizes_.assign(matches_.size(), 0.0);
    for (std::size_t j = 0; j < weights.size(); ++j) {
      for (std::size_t n = 0; n < matches_.size(); ++n) {
        expected_sizes_[n] += weights[j] * static_cast<double>(n_ngrams(first + j, n));
      }
    }
  }

  /// chrF of the expected statistics: matches and the reference's n-grams are weighted means.
  double expected_score(std::size_t hypothesis) {
    expected_.resize(matches_.size());
    const std::size_t n_chars = options_.char_order;
    characters_.expected_matches(hypothesis, {expected_.data(), n_chars});
    words_.expected_matches(hypothesis, {expected_.data() + n_chars, options_.word_order});
    for (std::size_t n = 0; n < matches_.size(); ++n) {
      const double ref = expected_sizes_[n];
      expected_row_[3 * n] = ref > 0.0 ? static_cast<double>(n_ngrams(hypothesis, n)) : 0.0;
      expected_row_[3 * n + 1] = ref;
      expected_row_[3 * n + 2] = expected_[n];
    }
    return detail::chrf_score_of(View<const double>(expected_row_), options_);
  }

 private:
  std::size_t n_ngrams(std::size_t text, std::size_t n) const {
    return n < options_.char_order ? characters_.n_ngrams(text, n)
                                   : words_.n_ngrams(text, n - options_.char_order);
  }

  ChrfOptions options_;
  detail::ChrfSide side_;
  NgramItems characters_;
  NgramItems words_;
  std::vector<std::int64_t> matches_;
  std::vector<std::int64_t> row_;
  std::vector<double> expected_;
  std::vector<double> expected_sizes_;
  std::vector<double> expected_row_;
};

}  // namespace tercel
