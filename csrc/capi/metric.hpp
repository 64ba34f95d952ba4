// A metric behind a handle: BLEU, chrF or TER with its options.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "checks.hpp"
#include "tercel/metrics/bleu.hpp"
#include "tercel/metrics/bleu_score.hpp"
#include "tercel/metrics/candidates.hpp"
#include "tercel/metrics/chrf.hpp"
#include "tercel/metrics/prepared.hpp"
#include "tercel/metrics/ter_statistics.hpp"

namespace tercel::capi {

struct BleuMetric {
  using References = BleuReferences;
  using Candidates = BleuCandidates;
  static constexpr bool kHigherIsBetter = true;
  BleuOptions options;
  BleuScoring scoring;

  std::size_t n_columns() const { return bleu_columns(options.max_ngram_order); }
  void statistics(View<const TextView> hyps, MatrixView<const TextView> refs,
                  MatrixView<std::int64_t> out, const Execution& execution) const {
    bleu_statistics(hyps, refs, options, out, execution);
  }
  void aggregate(MatrixView<const std::int64_t> totals, View<double> scores) const {
    bleu_aggregate(totals, scoring, scores);
  }
};

struct ChrfMetric {
  using References = ChrfReferences;
  using Candidates = ChrfCandidates;
  static constexpr bool kHigherIsBetter = true;
  ChrfOptions options;

  std::size_t n_columns() const { return chrf_columns(options); }
  void statistics(View<const TextView> hyps, MatrixView<const TextView> refs,
                  MatrixView<std::int64_t> out, const Execution& execution) const {
    chrf_statistics(hyps, refs, options, out, execution);
  }
  void aggregate(MatrixView<const std::int64_t> totals, View<double> scores) const {
    chrf_aggregate(totals, options, scores);
  }
};

struct TerMetric {
  using References = TerReferences;
  using Candidates = TerCandidates;
  static constexpr bool kHigherIsBetter = false;
  TerScoring options;

  std::size_t n_columns() const { return kTerColumns; }
  void statistics(View<const TextView> hyps, MatrixView<const TextView> refs,
                  MatrixView<std::int64_t> out, const Execution& execution) const {
    ter_statistics(hyps, refs, options, out, execution);
  }
  void aggregate(MatrixView<const std::int64_t> totals, View<double> scores) const {
    error_rate_aggregate(totals, scores);
  }
};

using AnyMetric = std::variant<BleuMetric, ChrfMetric, TerMetric>;

inline constexpr std::uint64_t kMagic = 0x7465'7263'656c'4d01;

}  // namespace tercel::capi

struct tercel_metric {
  std::uint64_t magic;
  tercel::capi::AnyMetric any;
};

namespace tercel::capi {

inline const AnyMetric& metric_of(const tercel_metric* handle) {
  check_handle(handle, kMagic, "metric is NULL",
               "metric is not a pointer that tercel_metric_create_... gave");
  return handle->any;
}

inline std::size_t n_columns_of(const AnyMetric& metric) {
  return std::visit([](const auto& m) { return m.n_columns(); }, metric);
}

// The scores of totals; a score that is not finite is an error, for tests could not order it.
inline void aggregate_checked(const AnyMetric& metric, MatrixView<const std::int64_t> totals,
                              View<double> scores) {
  std::visit([&](const auto& m) { m.aggregate(totals, scores); }, metric);
  for (std::size_t r = 0; r < scores.size(); ++r) {
    if (std::isfinite(scores[r])) continue;
    throw std::invalid_argument("totals of row " + std::to_string(r) +
                                " have no finite score: they are no sums of statistics");
  }
}

template <class Options>
Options options_or(const Options* given, const Options& defaults) {
  if (given == nullptr) return defaults;
  check_size(given->struct_size, sizeof(Options), "options->struct_size");
  return *given;
}

inline BleuScoring bleu_scoring_of(const tercel_bleu_options& options) {
  static constexpr std::pair<const char*, BleuSmoothing> kNames[] = {
      {"none", BleuSmoothing::none},
      {"floor", BleuSmoothing::floor},
      {"add-k", BleuSmoothing::add_k},
      {"exp", BleuSmoothing::exp}};
  check_pointer(options.smooth_method, "options->smooth_method");
  const std::string wanted(options.smooth_method);
  const double value = options.smooth_value;
  for (const auto& [name, method] : kNames) {
    if (wanted != name) continue;
    const bool takes_value = method == BleuSmoothing::floor || method == BleuSmoothing::add_k;
    if (!(std::isfinite(value) && value >= 0.0) || (!takes_value && value != 0.0)) {
      throw std::invalid_argument("options->smooth_value is " + std::to_string(value) +
                                  ", expected a finite number of at least 0 for floor and add-k, "
                                  "and 0 for the others");
    }
    return {method, value, checked_flag(options.effective_order, "options->effective_order")};
  }
  throw std::invalid_argument("options->smooth_method is " + quoted(wanted) +
                              ", expected exp, floor, add-k or none");
}

inline BleuMetric bleu_of(const tercel_bleu_options& options) {
  check_pointer(options.tokenizer, "options->tokenizer");
  const auto tokenizer = tokenizer_from_name(options.tokenizer);
  if (!tokenizer) {
    throw std::invalid_argument("options->tokenizer is " + quoted(options.tokenizer) +
                                ", expected 13a, intl, zh, char or none");
  }
  check_whole(options.max_ngram_order, 1, 100, "options->max_ngram_order");
  return {{*tokenizer, checked_flag(options.lowercase, "options->lowercase"),
           static_cast<std::size_t>(options.max_ngram_order)},
          bleu_scoring_of(options)};
}

inline ChrfMetric chrf_of(const tercel_chrf_options& options) {
  check_whole(options.char_order, 0, 100, "options->char_order");
  check_whole(options.word_order, 0, 100, "options->word_order");
  if (options.char_order + options.word_order == 0) {
    throw std::invalid_argument(
        "options->char_order and options->word_order are 0, expected one above 0");
  }
  if (!(std::isfinite(options.beta) && options.beta > 0.0)) {
    throw std::invalid_argument("options->beta is " + std::to_string(options.beta) +
                                ", expected a finite number above 0");
  }
  return {{static_cast<std::size_t>(options.char_order),
           static_cast<std::size_t>(options.word_order), options.beta,
           checked_flag(options.lowercase, "options->lowercase"),
           checked_flag(options.whitespace, "options->whitespace"),
           checked_flag(options.eps_smoothing, "options->eps_smoothing")}};
}

inline TerMetric ter_of(const tercel_ter_options& options) {
  return {{{checked_flag(options.normalized, "options->normalized"),
            checked_flag(options.no_punct, "options->no_punct"),
            checked_flag(options.asian_support, "options->asian_support"),
            checked_flag(options.case_sensitive, "options->case_sensitive")},
           {checked_flag(options.exact, "options->exact")}}};
}

}  // namespace tercel::capi
