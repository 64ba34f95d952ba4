/// Streams, sums of resamples, p-values and intervals: tests/golden/resampling.py.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "metrics.hpp"
#include "paired.hpp"  // of csrc/capi

namespace golden {

inline constexpr std::uint64_t kSeed = 12345;
inline constexpr std::size_t kResamples = 1000;

inline void add_streams(const Setting& setting, Lines& lines) {
  const tercel::Isa isa = setting.execution.isa;
  const tercel::Replicates all[] = {
      {0, 0}, {kSeed, 7}, {~std::uint64_t{0}, std::uint64_t{1} << 40}};
  for (const tercel::Replicates& which : all) {
    const std::string of = "/" + text_of(which.seed) + "/" + text_of(which.first);
    for (const std::size_t n : {1UL, 2UL, 7UL, 1000UL, 65536UL, 65537UL, 4294967295UL}) {
      std::vector<std::uint32_t> drawn(12);
      tercel::bootstrap_indices(n, which, {drawn.data(), 1, drawn.size()}, isa);
      lines.add("indices/" + text_of(n) + of, drawn);
    }
    std::vector<std::uint64_t> words(3);
    tercel::permutation_words(150, which, {words.data(), 1, words.size()}, isa);
    lines.add("swaps/150" + of, words);
  }
}

/// Numbers of both signs and all sizes up to 2^40, made by a simple rule.
inline std::vector<std::int64_t> wide_values(std::size_t size) {
  std::vector<std::int64_t> values;
  for (std::uint64_t i = 0; i < size; ++i) {
    const auto mixed = static_cast<std::int64_t>((i + 1) * 0x9E3779B97F4A7C15);
    values.push_back(mixed >> (24 + i % 39));
  }
  return values;
}

inline void add_wide_sums(const Setting& setting, Lines& lines) {
  constexpr std::size_t kShapes[][2] = {{1, 1}, {130, 3}, {300, 10}, {70000, 2}};
  for (const auto& [n_rows, n_columns] : kShapes) {
    const std::vector<std::int64_t> values = wide_values(n_rows * n_columns);
    const MatrixView<const std::int64_t> rows(values.data(), n_rows, n_columns);
    std::vector<std::int64_t> totals(5 * n_columns);
    const MatrixView<std::int64_t> out(totals.data(), 5, n_columns);
    const std::string name = text_of(n_rows) + "x" + text_of(n_columns);
    tercel::bootstrap_totals(rows, n_rows, {kSeed, 0}, out, setting.execution);
    lines.add("bootstrap/" + name, totals);
    tercel::permutation_totals(rows, {kSeed, 0}, out, setting.execution);
    lines.add("permutation/" + name, totals);
  }
}

inline void add_interval(const Setting& setting, const std::string& name, const AnyMetric& metric,
                         const Rows& a, Lines& lines) {
  std::vector<std::int64_t> totals(kResamples * a.n_columns);
  const MatrixView<std::int64_t> out(totals.data(), kResamples, a.n_columns);
  tercel::bootstrap_totals(a.view(), a.n_rows(), {kSeed, 0}, out, setting.execution);
  std::vector<double> scores = scores_of(metric, out);
  std::vector<double> some;
  for (std::size_t r = 0; r < kResamples; r += kResamples / 20) some.push_back(scores[r]);
  std::sort(scores.begin(), scores.end());
  lines.add(name + "/replicates", some);
  // 2.5 % of them are outside at each end.
  constexpr std::size_t kOutside = kResamples / 40;
  lines.add(name + "/interval",
            std::vector<double>{scores[kOutside], scores[kResamples - 1 - kOutside]});
}

inline void add_tests(const Setting& setting, const std::string& name, const AnyMetric& metric,
                      const Rows& a, const Rows& b, Lines& lines) {
  const std::pair<const char*, int> alternatives[] = {
      {"two-sided", TERCEL_TWO_SIDED}, {"greater", TERCEL_GREATER}, {"less", TERCEL_LESS}};
  for (const auto& [label, alternative] : alternatives) {
    const tercel::capi::TestOptions options{kResamples, kSeed, alternative, setting.execution};
    const tercel::capi::Pair pair(metric, a.view(), b.view());
    const tercel_test test = tercel::capi::bootstrap_test(pair, options);
    lines.add(name + "/bootstrap/" + label, std::vector<double>{test.effect, test.p_value});
    lines.add(name + "/wins/" + label,
              std::vector<std::uint64_t>{test.wins, test.losses, test.ties});
    for (const std::size_t n : {a.n_rows(), std::size_t{12}}) {
      const tercel::capi::Pair first(metric, {a.values.data(), n, a.n_columns},
                                     {b.values.data(), n, b.n_columns});
      const tercel_test swapped = tercel::capi::permutation_test(first, options);
      lines.add(name + "/permutation/" + text_of(n) + "/" + label,
                std::vector<double>{swapped.p_value});
      lines.more(std::vector<std::uint64_t>{swapped.n_resamples});
    }
  }
}

inline void add_resampling(const Setting& setting, Lines& lines) {
  add_streams(setting, lines);
  add_wide_sums(setting, lines);
  const NamedMetric metrics[] = {{"bleu", default_bleu(), 1},
                                 {"chrf++", chrf([](auto& o) { o.word_order = 2; }), 1},
                                 {"ter", default_ter(), 2}};
  for (const NamedMetric& named : metrics) {
    const Rows a(setting, "system-a", named);
    const Rows b(setting, "system-b", named);
    add_interval(setting, named.name, named.metric, a, lines);
    add_tests(setting, named.name, named.metric, a, b, lines);
  }
}

}  // namespace golden
