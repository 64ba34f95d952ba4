/// What each kind of bead costs at each place of a document.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/lexicon/bead.hpp"
#include "tercel/lexicon/cognates.hpp"
#include "tercel/lexicon/tail_cost.hpp"
#include "tercel/lexicon/word_evidence.hpp"
#include "tercel/text/text_view.hpp"

namespace tercel {

/// What a bead's cost is made of.
struct BeadWeights {
  double ratio = 1.0;     ///< expected characters of the target for one of the source
  double variance = 6.8;  ///< of that, a character
  double length = 1.0;    ///< weight of the length cost, penalty included
  double cognate = 0.0;   ///< weight of the cognates; 0 means that they are not counted
  double empty = 1.0;     ///< both weights are multiplied by this where a side is empty
};

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

/// The costs of beads that end behind source sentence i - 1 (the row) and target sentence j - 1.
class BeadCosts {
 public:
  BeadCosts(View<const TextView> source, View<const TextView> target, const BeadWeights& weights,
            const DocumentEvidence& document)
      : weights_(weights),
        tail_(TailCost::table()),
        source_lengths_(lengths_of(source)),
        target_lengths_(lengths_of(target)),
        document_(document) {
    if (weights.cognate != 0.0) cognates_.emplace(source, target);
    none_one_.reserve(target.size());
    for (std::size_t j = 0; j < target.size(); ++j) {
      none_one_.push_back(
          empty_cost(0.0, target_lengths_[j], cognates_ ? cognates_->target_words(j) : 0.0));
    }
  }

  std::size_t n_source() const { return source_lengths_.size(); }
  std::size_t n_target() const { return target_lengths_.size(); }
  const std::vector<double>& source_lengths() const { return source_lengths_; }
  const std::vector<double>& target_lengths() const { return target_lengths_; }
  const BeadWeights& weights() const { return weights_; }

  /// Whether no bead can cost less than 0: then a path's cost never falls.
  bool never_negative() const { return !cognates_ && document_.evidence == nullptr; }

  /// Beads from now on end behind source sentence i - 1; i >= 1.
  void set_row(std::size_t i) {
    row_ = i - 1;
    one_length_ = source_lengths_[row_];
    two_length_ = one_length_ + (row_ > 0 ? source_lengths_[row_ - 1] : 0.0);
    if (cognates_) {
      cognates_->set_row(row_);
      one_words_ = cognates_->source_words(row_);
      two_words_ = one_words_ + (row_ > 0 ? cognates_->source_words(row_ - 1) : 0.0);
    }
    if (document_.evidence != nullptr) {
      document_.evidence->set_row(document_.source, document_.first_source, row_);
      evidence_column_ = std::numeric_limits<std::size_t>::max();
    }
    one_none_ = empty_cost(one_length_, 0.0, one_words_);
  }

  double one_none() const { return one_none_; }
  double none_one(std::size_t j) const { return none_one_[j - 1]; }

  struct Cell {
    double one_one;
    double two_one;
    double one_two;
    double two_two;
  };

  /// j >= 1. What takes two sentences where there is one has a cost, too, which means nothing.
  Cell cell(std::size_t j) {
    const std::size_t column = j - 1;
    const double one = target_lengths_[column];
    const double two = one + (column > 0 ? target_lengths_[column - 1] : 0.0);
    const double w = weights_.length;
    Cell cell{w * length_cost(one_length_, one, 0.0), w * length_cost(two_length_, one, 230.0),
              w * length_cost(one_length_, two, 230.0), w * length_cost(two_length_, two, 440.0)};
    if (cognates_) add_cognates(column, cell);
    if (document_.evidence != nullptr) add_evidence(column, cell);
    return cell;
  }

  /// What one bead costs; sets the row.
  double bead(const Bead& bead) {
    const std::size_t n_source = bead.source_end - bead.source_begin;
    const std::size_t n_target = bead.target_end - bead.target_begin;
    if (n_source == 0) return none_one(bead.target_end);
    set_row(bead.source_end);
    if (n_target == 0) return one_none();
    const Cell costs = cell(bead.target_end);
    if (n_source == 1) return n_target == 1 ? costs.one_one : costs.one_two;
    return n_target == 1 ? costs.two_one : costs.two_two;
  }

 private:
  static std::vector<double> lengths_of(View<const TextView> texts) {
    std::vector<double> lengths;
    lengths.reserve(texts.size());
    for (const TextView& text : texts) {
      std::size_t length = text.size;
      if (text.encoding == Encoding::utf8) {
        length = 0;
        const char* at = static_cast<const char*>(text.data);
        for (std::size_t k = 0; k < text.size; ++k) length += !is_continuation(at[k]);
      }
      lengths.push_back(static_cast<double>(length));
    }
    return lengths;
  }

  static bool is_continuation(char c) { return detail::is_continuation(c); }

  double length_cost(double source, double target, double penalty) const {
    const double mean = (source + target / weights_.ratio) / 2.0;
    if (mean == 0.0) return penalty;
    const double delta =
        std::fabs(target - weights_.ratio * source) / std::sqrt(mean * weights_.variance);
    return tail_(delta) + penalty;
  }

  double empty_cost(double source, double target, double n_words) const {
    return weights_.empty *
           (weights_.length * length_cost(source, target, 450.0) + cognate_cost(0, n_words, 0.0));
  }

  double cognate_cost(std::uint32_t count, double source_words, double target_words) const {
    const double n_cognates = count;
    const double n_words = (source_words + target_words) / 2.0;
    return 100.0 * weights_.cognate *
           (n_cognates * detail::kCognateCost + (n_words - n_cognates) * detail::kOtherCost);
  }

  void add_cognates(std::size_t column, Cell& cell) const {
    const double one_words = cognates_->target_words(column);
    const double two_words = one_words + (column > 0 ? cognates_->target_words(column - 1) : 0.0);
    const Cognates::Counts one = cognates_->with_target(column);
    const Cognates::Counts two = cognates_->with_target_pair(column);
    cell.one_one += cognate_cost(one.one, one_words_, one_words);
    cell.two_one += cognate_cost(one.two, two_words_, one_words);
    cell.one_two += cognate_cost(two.one, one_words_, two_words);
    cell.two_two += cognate_cost(two.two, two_words_, two_words);
  }

  void add_evidence(std::size_t column, Cell& cell) {
    const WordEvidence::Costs now = evidence_of(column);
    WordEvidence::Costs before;
    if (column > 0) before = evidence_column_ == column - 1 ? last_ : evidence_of(column - 1);
    evidence_column_ = column;
    last_ = now;
    cell.one_one += now.one;
    cell.two_one += now.two;
    cell.one_two += before.one + now.one;
    cell.two_two += before.two + now.two;
  }

  WordEvidence::Costs evidence_of(std::size_t column) const {
    return document_.evidence->cost(document_.target[document_.first_target + column]);
  }

  BeadWeights weights_;
  const TailCost& tail_;
  std::vector<double> source_lengths_;
  std::vector<double> target_lengths_;
  std::vector<double> none_one_;
  std::optional<Cognates> cognates_;
  DocumentEvidence document_;

  std::size_t row_ = 0;
  double one_length_ = 0.0;
  double two_length_ = 0.0;
  double one_words_ = 0.0;
  double two_words_ = 0.0;
  double one_none_ = 0.0;
  std::size_t evidence_column_ = 0;  ///< whose costs `last_` holds
  WordEvidence::Costs last_;
};

}  // namespace tercel
