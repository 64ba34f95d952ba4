/// Statistics and scores of BLEU, chrF and TER: tests/golden/metrics.py.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lines.hpp"
#include "metric.hpp"  // of csrc/capi

namespace golden {

using tercel::MatrixView;
using tercel::TextView;
using tercel::View;
using tercel::capi::AnyMetric;

struct NamedMetric {
  std::string name;
  AnyMetric metric;
  std::size_t n_streams = 1;  ///< of references
};

template <class Change>
AnyMetric bleu(Change change) {
  tercel_bleu_options options = TERCEL_BLEU_OPTIONS_INIT;
  change(options);
  return tercel::capi::bleu_of(options);
}

template <class Change>
AnyMetric chrf(Change change) {
  tercel_chrf_options options = TERCEL_CHRF_OPTIONS_INIT;
  change(options);
  return tercel::capi::chrf_of(options);
}

template <class Change>
AnyMetric ter(Change change) {
  tercel_ter_options options = TERCEL_TER_OPTIONS_INIT;
  change(options);
  return tercel::capi::ter_of(options);
}

inline AnyMetric default_bleu() {
  return bleu([](auto&) {});
}
inline AnyMetric default_ter() {
  return ter([](auto&) {});
}

inline std::vector<NamedMetric> all_metrics() {
  const auto smooth = [](const char* method, double value, int order) {
    return bleu([=](auto& o) {
      o.smooth_method = method;
      o.smooth_value = value;
      o.max_ngram_order = order;
    });
  };
  std::vector<NamedMetric> all;
  all.push_back({"bleu", default_bleu(), 1});
  all.push_back({"bleu-two-references", default_bleu(), 2});
  all.push_back({"bleu-intl-lowercase", bleu([](auto& o) {
                   o.tokenizer = "intl";
                   o.lowercase = 1;
                 })});
  all.push_back({"bleu-zh", bleu([](auto& o) { o.tokenizer = "zh"; })});
  all.push_back({"bleu-char-order-6", bleu([](auto& o) {
                   o.tokenizer = "char";
                   o.max_ngram_order = 6;
                 })});
  all.push_back({"bleu-floor-order-3", smooth("floor", 0.1, 3)});
  all.push_back({"bleu-add-k-order-5", smooth("add-k", 1.0, 5)});
  all.push_back({"bleu-effective", bleu([](auto& o) {
                   o.smooth_method = "none";
                   o.effective_order = 1;
                 }),
                 2});
  all.push_back({"chrf", chrf([](auto&) {}), 1});
  all.push_back({"chrf-two-references", chrf([](auto&) {}), 2});
  all.push_back({"chrf++-lowercase", chrf([](auto& o) {
                   o.word_order = 2;
                   o.lowercase = 1;
                 })});
  all.push_back({"chrf-eps-whitespace", chrf([](auto& o) {
                   o.eps_smoothing = o.whitespace = 1;
                   o.beta = 3.0;
                 })});
  all.push_back({"ter", default_ter(), 1});
  all.push_back({"ter-two-references", default_ter(), 2});
  all.push_back({"ter-normalized-asian",
                 ter([](auto& o) { o.normalized = o.asian_support = o.no_punct = 1; })});
  all.push_back({"ter-case-sensitive", ter([](auto& o) { o.case_sensitive = 1; }), 2});
  return all;
}

/// The statistics of a system, a row each.
struct Rows {
  Rows(const Setting& setting, const std::string& system, const NamedMetric& named)
      : n_columns(tercel::capi::n_columns_of(named.metric)) {
    const Texts hyps(setting, system);
    const Texts first(setting, "reference");
    const Texts second(setting, "reference-2");
    std::vector<TextView> refs = first.views;
    if (named.n_streams == 2) {
      refs.insert(refs.end(), second.views.begin(), second.views.end());
    }
    values.resize(hyps.views.size() * n_columns);
    const MatrixView<std::int64_t> out(values.data(), hyps.views.size(), n_columns);
    const MatrixView<const TextView> streams(refs.data(), named.n_streams, hyps.views.size());
    std::visit(
        [&](const auto& metric) { metric.statistics(hyps.views, streams, out, setting.execution); },
        named.metric);
  }

  std::size_t n_rows() const { return values.size() / n_columns; }
  MatrixView<const std::int64_t> view() const { return {values.data(), n_rows(), n_columns}; }

  std::size_t n_columns;
  std::vector<std::int64_t> values;
};

inline std::vector<double> scores_of(const AnyMetric& metric, MatrixView<const std::int64_t> rows) {
  std::vector<double> scores(rows.rows());
  tercel::capi::aggregate_checked(metric, rows, {scores.data(), scores.size()});
  return scores;
}

inline void add_metrics(const Setting& setting, Lines& lines) {
  for (const std::string system : {"system-a", "system-b"}) {
    for (const NamedMetric& named : all_metrics()) {
      const Rows rows(setting, system, named);
      std::vector<std::int64_t> totals(rows.n_columns);
      std::vector<std::int64_t> weighted(rows.n_columns);
      for (std::size_t i = 0; i < rows.values.size(); ++i) {
        totals[i % rows.n_columns] += rows.values[i];
        weighted[i % rows.n_columns] +=
            static_cast<std::int64_t>(i / rows.n_columns + 1) * rows.values[i];
      }
      const std::string name = system + "/" + named.name;
      lines.add(name + "/totals", totals);
      lines.more(weighted);
      lines.add(name + "/score", scores_of(named.metric, {totals.data(), 1, totals.size()}));
      lines.add(name + "/sentences", scores_of(named.metric, rows.view()));
    }
  }
}

}  // namespace golden
