/// BLEU (Papineni et al. 2002): sufficient statistics of segments, and the score of their totals.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/metrics/ngram_matcher.hpp"
#include "tercel/metrics/segments.hpp"
#include "tercel/text/tokenizer.hpp"

namespace tercel {

/// What the statistics depend on.
struct BleuOptions {
  TokenizerKind tokenizer = TokenizerKind::v13a;
  bool lowercase = false;
  std::size_t max_ngram_order = 4;
};

/// Smoothing of orders without a match (Chen & Cherry 2014): none, methods 1, 2 and 3.
enum class BleuSmoothing { none, floor, add_k, exp };

/// What the score of given totals depends on.
struct BleuScoring {
  BleuSmoothing smoothing = BleuSmoothing::exp;
  double smooth_value = 0.0;     ///< for floor and add_k; at least 0
  bool effective_order = false;  ///< leave out orders that the text is too short to have
};

/// Columns of a row of statistics: hypothesis length, closest reference length, matches of orders
/// 1 to N, totals of orders 1 to N.
inline constexpr std::size_t bleu_columns(std::size_t max_ngram_order) {
  return 2 + 2 * max_ngram_order;
}

/// Scratch memory for bleu_segment_statistics; one a thread.
struct BleuWorkspace {
  explicit BleuWorkspace(Isa isa = best_isa()) { hypothesis.isa = isa; }

  Vocabulary vocabulary;
  NgramMatcher matcher;
  Tokens hypothesis;
  std::vector<Tokens> references;
  std::vector<TokenId> ids;
};

namespace detail {

/// The length nearest to the hypothesis's; of two equally near ones the shorter.
inline std::int64_t closest_length(std::int64_t hyp_length, std::int64_t best, std::int64_t next) {
  if (best < 0) return next;
  const std::int64_t best_gap = std::abs(best - hyp_length);
  const std::int64_t next_gap = std::abs(next - hyp_length);
  return next_gap < best_gap || (next_gap == best_gap && next < best) ? next : best;
}

/// Matches the hypothesis, whose ids are in the workspace, and writes its row.
inline void write_bleu_row(std::int64_t ref_length, std::size_t n_orders, BleuWorkspace& workspace,
                           View<std::int64_t> out) {
  const auto hyp_length = static_cast<std::int64_t>(workspace.ids.size());
  out[0] = hyp_length;
  out[1] = ref_length;
  workspace.matcher.match(workspace.ids, out.subview(2, n_orders));
  for (std::size_t n = 0; n < n_orders; ++n) {
    out[2 + n_orders + n] = std::max<std::int64_t>(0, hyp_length - static_cast<std::int64_t>(n));
  }
}

/// Counts the n-grams of all references that are there; returns the closest length.
inline std::int64_t count_references(View<const TextView> references, std::int64_t hyp_length,
                                     const BleuOptions& options, BleuWorkspace& workspace) {
  workspace.vocabulary.clear();
  workspace.matcher.clear(options.max_ngram_order);
  while (workspace.references.size() < references.size()) {
    workspace.references.emplace_back();
    workspace.references.back().isa = workspace.hypothesis.isa;
  }
  std::int64_t closest = -1;
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (references[i].data == nullptr) continue;
    Tokens& tokens = workspace.references[i];
    tokenize(references[i], options.tokenizer, options.lowercase, tokens);
    intern_all(workspace.vocabulary, tokens.views, workspace.ids);
    workspace.matcher.add_reference(workspace.ids);
    closest = closest_length(hyp_length, closest, static_cast<std::int64_t>(tokens.views.size()));
  }
  if (closest < 0) {
    throw std::invalid_argument("bleu_segment_statistics: references has none, needs at least one");
  }
  return closest;
}

}  // namespace detail

/// The statistics of one segment into `out`, of bleu_columns(options.max_ngram_order) values.
///
/// References without data are missing; at least one must be there. O(characters + tokens times
/// max_ngram_order); no allocation once the workspace is warm.
inline void bleu_segment_statistics(TextView hypothesis, View<const TextView> references,
                                    const BleuOptions& options, BleuWorkspace& workspace,
                                    View<std::int64_t> out) {
  tokenize(hypothesis, options.tokenizer, options.lowercase, workspace.hypothesis);
  const std::vector<std::string_view>& words = workspace.hypothesis.views;
  const std::int64_t ref_length = detail::count_references(
      references, static_cast<std::int64_t>(words.size()), options, workspace);
  find_all(workspace.vocabulary, words, workspace.ids);
  detail::write_bleu_row(ref_length, options.max_ngram_order, workspace, out);
}

/// The statistics of all segments, a row each. References are streams: references.row(k)[i]
/// belongs to segment i. Returns false if the monitor stopped it.
inline bool bleu_statistics(View<const TextView> hypotheses, MatrixView<const TextView> references,
                            const BleuOptions& options, MatrixView<std::int64_t> out,
                            const Execution& execution = {}) {
  if (options.max_ngram_order == 0) {
    throw std::invalid_argument("bleu_statistics: max_ngram_order is 0, needs at least 1");
  }
  return detail::for_each_segment(
      "bleu_statistics", hypotheses, references, bleu_columns(options.max_ngram_order), out,
      execution, [&] { return BleuWorkspace(execution.isa); },
      [&](TextView hypothesis, View<const TextView> of_segment, BleuWorkspace& workspace,
          View<std::int64_t> row) {
        bleu_segment_statistics(hypothesis, of_segment, options, workspace, row);
      });
}

/// A score with the numbers that people print beside it.
struct BleuScore {
  double score = 0.0;            ///< in percent, 0 to 100
  double brevity_penalty = 1.0;  ///< 0 to 1
};

namespace detail {

/// The geometric mean of fractions: one division and, for four of them, two square roots.
class GeometricMean {
 public:
  void multiply(double numerator, double denominator) {
    numerator_ *= numerator;
    denominator_ *= denominator;
    // Far more factors than anybody has orders: their logarithm takes over.
    if (numerator_ > 1e200 || numerator_ < 1e-200 || denominator_ > 1e200) {
      log_ += std::log(numerator_ / denominator_);
      numerator_ = denominator_ = 1.0;
      is_log_ = true;
    }
  }

  double value(std::size_t n_factors) const {
    const double ratio = numerator_ / denominator_;
    if (n_factors == 4 && !is_log_) return std::sqrt(std::sqrt(ratio));
    return std::exp((log_ + std::log(ratio)) / static_cast<double>(n_factors));
  }

 private:
  double numerator_ = 1.0;
  double denominator_ = 1.0;
  double log_ = 0.0;
  bool is_log_ = false;
};

/// A precision as a fraction, in percent.
struct Precision {
  double numerator;
  double denominator;
};

/// The precision of one order; `halvings` doubles with each order that exp smoothing fills.
inline Precision smoothed_precision(double matches, double count, std::size_t order,
                                    const BleuScoring& scoring, double& halvings) {
  if (scoring.smoothing == BleuSmoothing::add_k && order > 1) {
    matches += scoring.smooth_value;
    count += scoring.smooth_value;
  }
  if (matches == 0.0 && scoring.smoothing == BleuSmoothing::exp) {
    halvings *= 2.0;
    return {100.0, halvings * count};
  }
  if (matches == 0.0 && scoring.smoothing == BleuSmoothing::floor) matches = scoring.smooth_value;
  return {100.0 * matches, count};
}

inline double brevity_penalty(std::int64_t hyp_length, std::int64_t ref_length) {
  if (hyp_length >= ref_length) return 1.0;
  if (hyp_length <= 0) return 0.0;
  return std::exp(1.0 - static_cast<double>(ref_length) / static_cast<double>(hyp_length));
}

}  // namespace detail

/// The score of totals [hyp_length, ref_length, matches..., totals...]; `precisions` (in percent,
/// one an order) may be empty if nobody wants them.
///
/// One pure function of the integers: equal totals give equal bits.
inline BleuScore bleu_score(View<const std::int64_t> totals, const BleuScoring& scoring,
                            View<double> precisions = {}) {
  const std::size_t n_orders = (totals.size() - 2) / 2;
  const View<const std::int64_t> matches = totals.subview(2, n_orders);
  const View<const std::int64_t> counts = totals.subview(2 + n_orders, n_orders);
  std::fill(precisions.begin(), precisions.end(), 0.0);

  BleuScore result;
  result.brevity_penalty = detail::brevity_penalty(totals[0], totals[1]);
  if (std::all_of(matches.begin(), matches.end(), [](std::int64_t m) { return m == 0; })) {
    return result;
  }
  detail::GeometricMean mean;
  double halvings = 1.0;
  std::size_t order = 0;
  for (; order < n_orders; ++order) {
    const auto precision = detail::smoothed_precision(static_cast<double>(matches[order]),
                                                      static_cast<double>(counts[order]), order + 1,
                                                      scoring, halvings);
    if (precision.denominator == 0.0) break;
    if (!precisions.empty()) precisions[order] = precision.numerator / precision.denominator;
    mean.multiply(precision.numerator, precision.denominator);
  }
  // An order without any n-gram has precision 0, unless the effective order leaves it out.
  if (order == n_orders || scoring.effective_order) {
    result.score = result.brevity_penalty * mean.value(order);
  }
  return result;
}

/// Scores of many totals, a row each: what resampling calls.
inline void bleu_aggregate(MatrixView<const std::int64_t> totals, const BleuScoring& scoring,
                           View<double> scores) {
  for (std::size_t r = 0; r < totals.rows(); ++r) {
    scores[r] = bleu_score(totals.row(r), scoring).score;
  }
}

}  // namespace tercel
