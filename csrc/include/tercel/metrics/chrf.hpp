/// chrF and chrF++ (Popovic 2015, 2017): character and word n-gram F-scores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/metrics/direct_ngrams.hpp"
#include "tercel/metrics/ngram_matcher.hpp"
#include "tercel/metrics/segments.hpp"
#include "tercel/text/code_points.hpp"
#include "tercel/text/tokenizer.hpp"
#include "tercel/text/vocabulary.hpp"

namespace tercel {

struct ChrfOptions {
  std::size_t char_order = 6;
  std::size_t word_order = 0;  ///< 2 makes chrF++
  double beta = 2.0;           ///< how much more recall counts than precision
  bool lowercase = false;
  bool whitespace = false;     ///< whether white space counts as characters
  bool eps_smoothing = false;  ///< mean of F-scores, instead of F-score of means
};

/// Columns of a row of statistics: for each order, characters first, the n-grams of the hypothesis,
/// those of the reference, and the matches.
inline constexpr std::size_t chrf_columns(const ChrfOptions& options) {
  return 3 * (options.char_order + options.word_order);
}

namespace detail {

/// Totals may also be expectations, which are no integers.
template <class Number>
double chrf_score_of(View<const Number> totals, const ChrfOptions& options) {
  constexpr double kEpsilon = 1e-16;
  const double factor = options.beta * options.beta;
  const std::size_t n_orders = totals.size() / 3;
  double sum_of_scores = 0.0;
  double precisions = 0.0;
  double recalls = 0.0;
  double effective = 0.0;
  for (std::size_t i = 0; i < n_orders; ++i) {
    const auto hyp = static_cast<double>(totals[3 * i]);
    const auto ref = static_cast<double>(totals[3 * i + 1]);
    const auto match = static_cast<double>(totals[3 * i + 2]);
    const double precision = hyp > 0.0 ? match / hyp : kEpsilon;
    const double recall = ref > 0.0 ? match / ref : kEpsilon;
    if (options.eps_smoothing) {
      const double denominator = factor * precision + recall;
      sum_of_scores +=
          denominator > 0.0 ? (1.0 + factor) * precision * recall / denominator : kEpsilon;
    } else if (hyp > 0.0 && ref > 0.0) {
      precisions += precision;
      recalls += recall;
      effective += 1.0;
    }
  }
  if (options.eps_smoothing) return 100.0 * sum_of_scores / static_cast<double>(n_orders);
  if (precisions + recalls == 0.0) return 0.0;
  const double precision = precisions / effective;
  const double recall = recalls / effective;
  return 100.0 * ((1.0 + factor) * precision * recall / (factor * precision + recall));
}

}  // namespace detail

/// The score of totals, 0 to 100: one pure function of the integers.
inline double chrf_score(View<const std::int64_t> totals, const ChrfOptions& options) {
  return detail::chrf_score_of(totals, options);
}

/// Scores of many totals, a row each: what resampling calls.
inline void chrf_aggregate(MatrixView<const std::int64_t> totals, const ChrfOptions& options,
                           View<double> scores) {
  for (std::size_t r = 0; r < totals.rows(); ++r) scores[r] = chrf_score(totals.row(r), options);
}

namespace detail {

/// Words with ASCII punctuation taken off, one sign a word: the last one, else the first one.
inline void split_punctuation(const std::vector<std::string_view>& words,
                              std::vector<std::string_view>& out) {
  const auto is_mark = [](char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
  };
  out.clear();
  for (const std::string_view word : words) {
    const std::size_t last = word.size() - 1;
    if (last > 0 && is_mark(word[last])) {
      out.push_back(word.substr(0, last));
      out.push_back(word.substr(last));
    } else if (last > 0 && is_mark(word[0])) {
      out.push_back(word.substr(0, 1));
      out.push_back(word.substr(1));
    } else {
      out.push_back(word);
    }
  }
}

/// A segment as chrF sees it.
struct ChrfSide {
  CodePoints characters;
  Tokens tokens;
  std::vector<std::string_view> words;

  void read(TextView text, const ChrfOptions& options) {
    code_points(text, options.lowercase, options.whitespace ? WhiteSpace::keep : WhiteSpace::drop,
                characters);
    if (options.word_order == 0) return;
    tokenize(text, TokenizerKind::none, options.lowercase, tokens);
    split_punctuation(tokens.views, words);
  }
};

}  // namespace detail

/// Scratch memory for chrf_segment_statistics; one a thread.
struct ChrfWorkspace {
  explicit ChrfWorkspace(Isa isa = best_isa()) {
    hypothesis.tokens.isa = reference.tokens.isa = isa;
  }

  detail::ChrfSide hypothesis;
  detail::ChrfSide reference;
  Vocabulary vocabulary;
  DirectNgrams direct;
  NgramMatcher matcher;          ///< for references with very many different characters
  std::vector<TokenId> ids;      ///< words of the hypothesis
  std::vector<TokenId> ref_ids;  ///< words of the reference
  std::vector<std::int64_t> matches;
  std::vector<std::int64_t> row;
};

namespace detail {

/// Fills n_orders triples of a row. A hypothesis has no n-grams of an order that the reference has
/// none of: that is how the reference implementation counts.
inline void chrf_triples(std::size_t hyp_size, std::size_t ref_size, std::size_t n_orders,
                         const std::int64_t* matches, std::int64_t* row) {
  for (std::size_t n = 0; n < n_orders; ++n) {
    const std::size_t ref = ref_size > n ? ref_size - n : 0;
    const std::size_t hyp = hyp_size > n && ref > 0 ? hyp_size - n : 0;
    row[3 * n] = static_cast<std::int64_t>(hyp);
    row[3 * n + 1] = static_cast<std::int64_t>(ref);
    row[3 * n + 2] = matches[n];
  }
}

/// The statistics against one reference into workspace.row. The words of the hypothesis are in
/// workspace.ids, in the vocabulary of `ref_words`.
inline void chrf_row(const ChrfOptions& options, View<const TokenId> ref_characters,
                     View<const TokenId> ref_words, ChrfWorkspace& workspace) {
  workspace.matches.resize(std::max(options.char_order, options.word_order));
  workspace.row.resize(chrf_columns(options));
  const auto count = [&](View<const TokenId> hyp, View<const TokenId> ref, std::size_t n_orders,
                         std::int64_t* row) {
    if (n_orders == 0) return;
    const View<std::int64_t> matches(workspace.matches.data(), n_orders);
    if (!workspace.direct.match(hyp, ref, matches)) {
      workspace.matcher.clear(n_orders);
      workspace.matcher.add_reference(ref);
      workspace.matcher.match(hyp, matches);
    }
    chrf_triples(hyp.size(), ref.size(), n_orders, workspace.matches.data(), row);
  };
  std::int64_t* const row = workspace.row.data();
  count(workspace.hypothesis.characters.values, ref_characters, options.char_order, row);
  count(workspace.ids, ref_words, options.word_order, row + 3 * options.char_order);
}

/// Copies a row that is better than the best so far; returns the better score.
inline double keep_best(double score, double best, const std::vector<std::int64_t>& row,
                        View<std::int64_t> out) {
  if (score <= best) return best;
  std::copy(row.begin(), row.end(), out.begin());
  return score;
}

}  // namespace detail

/// The statistics of one segment into `out`, of chrf_columns(options) values: those against the
/// reference with the best score, the first of equals.
///
/// References without data are missing; at least one must be there. O(characters times char_order).
inline void chrf_segment_statistics(TextView hypothesis, View<const TextView> references,
                                    const ChrfOptions& options, ChrfWorkspace& workspace,
                                    View<std::int64_t> out) {
  workspace.hypothesis.read(hypothesis, options);
  double best = -1.0;
  for (const TextView& reference : references) {
    if (reference.data == nullptr) continue;
    workspace.reference.read(reference, options);
    workspace.vocabulary.clear();
    intern_all(workspace.vocabulary, workspace.reference.words, workspace.ref_ids);
    find_all(workspace.vocabulary, workspace.hypothesis.words, workspace.ids);
    detail::chrf_row(options, workspace.reference.characters.values, workspace.ref_ids, workspace);
    best = detail::keep_best(chrf_score(workspace.row, options), best, workspace.row, out);
  }
  if (best < 0.0) {
    throw std::invalid_argument("chrf_segment_statistics: references has none, needs at least one");
  }
}

/// The statistics of all segments, a row each; see detail::for_each_segment for the shapes.
inline bool chrf_statistics(View<const TextView> hypotheses, MatrixView<const TextView> references,
                            const ChrfOptions& options, MatrixView<std::int64_t> out,
                            const Execution& execution = {}) {
  if (chrf_columns(options) == 0) {
    throw std::invalid_argument("chrf_statistics: char_order and word_order are 0");
  }
  return detail::for_each_segment(
      "chrf_statistics", hypotheses, references, chrf_columns(options), out, execution,
      [&] { return ChrfWorkspace(execution.isa); },
      [&](TextView hypothesis, View<const TextView> of_segment, ChrfWorkspace& workspace,
          View<std::int64_t> row) {
        chrf_segment_statistics(hypothesis, of_segment, options, workspace, row);
      });
}

}  // namespace tercel
