/// What each kind of bead costs at each place of a document.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "tercel/base/monitor.hpp"
#include "tercel/base/view.hpp"
#include "tercel/lexicon/bead.hpp"
#include "tercel/lexicon/bead_weights.hpp"
#include "tercel/lexicon/cognates.hpp"
#include "tercel/lexicon/length_cost.hpp"
#include "tercel/lexicon/word_evidence.hpp"
#include "tercel/text/text_view.hpp"

namespace tercel {

/// The word translations of one document, if there are any.
struct DocumentEvidence {
  WordEvidence* evidence = nullptr;
  WordSequences source;
  WordSequences target;
  std::size_t first_source = 0;  ///< index of the document's first sentence in `source`
  std::size_t first_target = 0;
};

namespace detail {

// -ln(p_T / p_R) and -ln((1 - p_T) / (1 - p_R)) with p_T = .3 in translations, p_R = .09 by chance.
inline constexpr double kCognateCost = -1.20397280432593599263;
inline constexpr double kOtherCost = 0.26236426446749105204;

}  // namespace detail

/// The costs of beads that end behind source sentence i - 1 (the row) and target sentence j - 1
/// (the column), a row at a time. A cost is weight * (length cost + penalty) + cognates + words.
class BeadCosts {
 public:
  /// The length cost is made once for many documents; it must have the same weights.
  BeadCosts(const BeadWeights& weights, LengthCost& length_cost, const DocumentEvidence& document)
      : weights_(weights), length_cost_(length_cost), document_(document) {}

  /// Reads both sides, once. False if the monitor stopped it; then nothing may be asked.
  bool read(View<const TextView> source, View<const TextView> target, PacedMonitor& monitor) {
    if (!measure(source, source_lengths_, monitor)) return false;
    if (!measure(target, target_lengths_, monitor)) return false;
    if (weights_.cognate != 0.0 && !cognates_.emplace().read(source, target, monitor)) return false;
    row_costs_.resize(target.size() + 1);
    none_one_.reserve(target.size() + 1);
    none_one_.push_back(0.0);
    const LengthCostRow nothing = length_cost_.row(0.0);
    for (std::size_t j = 0; j < target.size(); ++j) {
      none_one_.push_back(
          empty_cost(nothing(target_lengths_[j]), cognates_ ? cognates_->target_words()[j] : 0.0));
      if (!monitor.keep_going(1)) return false;
    }
    return true;
  }

  std::size_t n_source() const { return source_lengths_.size(); }
  std::size_t n_target() const { return target_lengths_.size(); }
  const std::vector<double>& source_lengths() const { return source_lengths_; }
  const std::vector<double>& target_lengths() const { return target_lengths_; }
  const BeadWeights& weights() const { return weights_; }

  /// Whether no bead can cost less than 0: then a path's cost never falls.
  bool never_negative() const { return !cognates_ && document_.evidence == nullptr; }

  /// Beads from now on end behind source sentence i - 1, and at a column from `lo` to `hi`; i >= 1.
  void set_row(std::size_t i, std::size_t lo, std::size_t hi) {
    const std::size_t sentence = i - 1;
    const LengthCostRow one = length_cost_.row(source_lengths_[sentence]);
    one_none_ = empty_cost(one(0.0), cognates_ ? cognates_->source_words()[sentence] : 0.0);
    lo = std::max<std::size_t>(lo, 1);
    if (lo > hi) return;
    price_lengths(one, length_cost_.row(sum_with_before(source_lengths_, sentence)), lo, hi);
    if (cognates_) add_cognates(sentence, lo, hi);
    if (document_.evidence != nullptr) add_words(sentence, lo, hi);
  }

  /// What a bead costs that has the row's sentence alone.
  double one_none() const { return one_none_; }
  /// By column: what a bead costs that has the column's sentence alone.
  const std::vector<double>& none_one() const { return none_one_; }
  /// Column 0 has none, and what takes two sentences where there is one has a cost, too, which
  /// means nothing.
  const BeadRow& row() const { return row_costs_; }

  /// What one bead costs; sets the row.
  double bead(const Bead& bead) {
    const std::size_t n_source = bead.source_end - bead.source_begin;
    const std::size_t n_target = bead.target_end - bead.target_begin;
    if (n_source == 0) return none_one_[bead.target_end];
    set_row(bead.source_end, bead.target_end, bead.target_end);
    if (n_target == 0) return one_none_;
    const std::vector<double>& costs =
        n_source == 1 ? (n_target == 1 ? row_costs_.one_one : row_costs_.one_two)
                      : (n_target == 1 ? row_costs_.two_one : row_costs_.two_two);
    return costs[bead.target_end];
  }

 private:
  /// lengths = those of all texts, in code points.
  static bool measure(View<const TextView> texts, std::vector<double>& lengths,
                      PacedMonitor& monitor) {
    lengths.reserve(texts.size());
    for (const TextView& text : texts) {
      std::size_t length = text.size;
      if (text.encoding == Encoding::utf8) {
        length = 0;
        const char* at = static_cast<const char*>(text.data);
        for (std::size_t k = 0; k < text.size; ++k) length += !detail::is_continuation(at[k]);
      }
      lengths.push_back(static_cast<double>(length));
      if (!monitor.keep_going(1)) return false;
    }
    return true;
  }

  static double sum_with_before(const std::vector<double>& values, std::size_t i) {
    return values[i] + (i > 0 ? values[i - 1] : 0.0);
  }

  void price_lengths(const LengthCostRow& one, const LengthCostRow& two, std::size_t lo,
                     std::size_t hi) {
    const double weight = weights_.length;
    double before = lo > 1 ? target_lengths_[lo - 2] : 0.0;
    for (std::size_t j = lo; j <= hi; ++j) {
      const double length = target_lengths_[j - 1];
      row_costs_.one_one[j] = weight * one(length);
      row_costs_.two_one[j] = weight * (two(length) + kBeadKinds[kTwoOne].penalty);
      row_costs_.one_two[j] = weight * (one(before + length) + kBeadKinds[kOneTwo].penalty);
      row_costs_.two_two[j] = weight * (two(before + length) + kBeadKinds[kTwoTwo].penalty);
      before = length;
    }
  }

  double empty_cost(double length_cost, double n_words) const {
    return weights_.empty * (weights_.length * (length_cost + kBeadKinds[kOneNone].penalty) +
                             cognate_cost(0.0, n_words, 0.0));
  }

  double cognate_cost(double n_cognates, double source_words, double target_words) const {
    const double n_words = (source_words + target_words) / 2.0;
    return 100.0 * weights_.cognate *
           (n_cognates * detail::kCognateCost + (n_words - n_cognates) * detail::kOtherCost);
  }

  void add_cognates(std::size_t sentence, std::size_t lo, std::size_t hi) {
    cognates_->count_row(sentence, lo - 1, hi);
    const double one_words = cognates_->source_words()[sentence];
    const double two_words = sum_with_before(cognates_->source_words(), sentence);
    const BeadRow& counts = cognates_->counts();
    for (std::size_t j = lo; j <= hi; ++j) {
      const double one = cognates_->target_words()[j - 1];
      const double two = cognates_->target_words_of_pair()[j - 1];
      row_costs_.one_one[j] += cognate_cost(counts.one_one[j - 1], one_words, one);
      row_costs_.two_one[j] += cognate_cost(counts.two_one[j - 1], two_words, one);
      row_costs_.one_two[j] += cognate_cost(counts.one_two[j - 1], one_words, two);
      row_costs_.two_two[j] += cognate_cost(counts.two_two[j - 1], two_words, two);
    }
  }

  void add_words(std::size_t sentence, std::size_t lo, std::size_t hi) {
    document_.evidence->set_row(document_.source, document_.first_source, sentence);
    WordEvidence::Costs before;
    if (lo > 1) before = words_at(lo - 1);
    for (std::size_t j = lo; j <= hi; ++j) {
      const WordEvidence::Costs now = words_at(j);
      row_costs_.one_one[j] += now.one;
      row_costs_.two_one[j] += now.two;
      row_costs_.one_two[j] += before.one + now.one;
      row_costs_.two_two[j] += before.two + now.two;
      before = now;
    }
  }

  WordEvidence::Costs words_at(std::size_t j) const {
    return document_.evidence->cost(document_.target[document_.first_target + j - 1]);
  }

  BeadWeights weights_;
  LengthCost& length_cost_;
  std::vector<double> source_lengths_;
  std::vector<double> target_lengths_;
  std::vector<double> none_one_;
  std::optional<Cognates> cognates_;
  DocumentEvidence document_;

  BeadRow row_costs_;
  double one_none_ = 0.0;
};

}  // namespace tercel
