/// Ranking SVMs and minimum Bayes risk: tests/golden/ranking.py.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "lines.hpp"
#include "tercel/rank/expected_score.hpp"
#include "tercel/rank/mbr.hpp"
#include "tercel/rank/rbf_training.hpp"

namespace golden {

/// Lists of candidates with features, each list sorted by quality.
struct Candidates {
  explicit Candidates(const Setting& setting) {
    for (const std::string& row : read_lines(setting.folder + "/input/candidates.txt")) {
      const char* at = row.c_str();
      char* end = nullptr;
      std::vector<long> numbers;
      for (long x = std::strtol(at, &end, 10); end != at; x = std::strtol(at, &end, 10)) {
        numbers.push_back(x);
        at = end;
      }
      if (quality.empty() || numbers[0] != list_) {
        offsets.push_back(static_cast<std::int64_t>(quality.size()));
      }
      list_ = numbers[0];
      quality.push_back(static_cast<double>(numbers[1]) / 64);
      for (std::size_t f = 2; f < numbers.size(); ++f) {
        features.push_back(static_cast<double>(numbers[f]) / 64);
      }
    }
    offsets.push_back(static_cast<std::int64_t>(quality.size()));
  }

  tercel::MatrixView<const double> items() const {
    return {features.data(), quality.size(), features.size() / quality.size()};
  }

  std::vector<double> features;
  std::vector<double> quality;
  std::vector<std::int64_t> offsets;

 private:
  long list_ = 0;
};

inline tercel::View<double> all_of(std::vector<double>& values) {
  return {values.data(), values.size()};
}

inline void add_model(const std::string& name, const tercel::RankOutcome& outcome,
                      const std::vector<double>& weights, const std::vector<double>& scores,
                      Lines& lines) {
  lines.add(name + "/outcome", std::vector<double>{outcome.objective, outcome.gap, outcome.loss});
  lines.more(std::vector<std::size_t>{outcome.n_iterations});
  lines.add(name + "/weights", weights);
  std::vector<double> some;
  for (std::size_t i = 0; i < scores.size(); i += 8) some.push_back(scores[i]);
  lines.add(name + "/scores", some);
}

inline tercel::RankTraining training_with(std::size_t cache_bytes) {
  return {1.0, 1e-4, 60, cache_bytes};
}

inline void add_linear(const Candidates& data, const tercel::Execution& execution, Lines& lines) {
  const tercel::PreferencePairs pairs(data.quality, data.offsets);
  std::vector<double> weights(data.items().columns());
  std::vector<double> alphas(pairs.n_pairs());
  std::vector<double> scores(data.quality.size());
  const auto outcome =
      tercel::train_linear(data.items(), pairs, training_with(std::size_t{256} << 20),
                           all_of(weights), all_of(alphas), execution);
  tercel::linear_scores(data.items(), weights, all_of(scores));
  add_model("linear", outcome, weights, scores, lines);
}

inline void add_rbf(const std::string& name, std::size_t cache_bytes, const Candidates& data,
                    const tercel::Execution& execution, Lines& lines) {
  constexpr double kGamma = 0.25;
  const tercel::PreferencePairs pairs(data.quality, data.offsets);
  std::vector<double> coefficients(data.quality.size());
  std::vector<double> alphas(pairs.n_pairs());
  std::vector<double> scores(data.quality.size());
  const auto outcome = tercel::train_rbf(data.items(), pairs, kGamma, training_with(cache_bytes),
                                         all_of(coefficients), all_of(alphas), execution);
  // Items without a weight are left out, as RankingSVM does.
  std::vector<double> weights;
  std::vector<double> support;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (coefficients[i] == 0.0) continue;
    weights.push_back(coefficients[i]);
    const tercel::View<const double> row = data.items().row(i);
    support.insert(support.end(), row.begin(), row.end());
  }
  tercel::rbf_scores(data.items(), {support.data(), weights.size(), data.items().columns()},
                     weights, kGamma, all_of(scores), execution);
  add_model(name, outcome, weights, scores, lines);
}

/// Some lists of four candidates, with the softmax of made-up scores.
struct Lists {
  static constexpr std::size_t kLists = 16;

  explicit Lists(const Setting& setting) {
    for (const char* name : {"system-a", "system-b", "reference", "reference-2"}) {
      files.emplace_back(setting, name);
    }
    offsets.push_back(0);
    for (std::size_t i = 0; i < kLists; ++i) {
      std::vector<double> scores;
      for (std::size_t j = 0; j < files.size(); ++j) {
        texts.push_back(files[j].views[i]);
        scores.push_back(static_cast<double>((7 * i + 3 * j) % 16) / 8);
      }
      std::vector<double> probabilities(scores.size());
      tercel::list_probabilities(scores, 1.0, all_of(probabilities));
      weights.insert(weights.end(), probabilities.begin(), probabilities.end());
      offsets.push_back(static_cast<std::int64_t>(texts.size()));
    }
  }

  std::vector<Texts> files;
  std::vector<tercel::TextView> texts;
  std::vector<std::int64_t> offsets;
  std::vector<double> weights;
};

template <class MakeUtility>
void add_utility(const std::string& name, const Lists& lists, const tercel::Execution& execution,
                 Lines& lines, MakeUtility make) {
  const tercel::MbrLists all{lists.texts, lists.offsets, {}, {}};
  std::vector<double> expected(lists.texts.size());
  tercel::expected_utilities(all, lists.weights, all_of(expected), execution, make);
  lines.add("mbr/" + name, expected);
  if constexpr (decltype(make())::kSymmetric) {
    tercel::aggregated_utilities(all, lists.weights, all_of(expected), execution, make);
    lines.add("mbr/" + name + "/aggregated", expected);
  }
}

inline void add_bayes_risk(const Setting& setting, Lines& lines) {
  const Lists lists(setting);
  const tercel::Execution& execution = setting.execution;
  tercel::BleuScoring scoring;
  scoring.effective_order = true;
  tercel::ChrfOptions with_words;
  with_words.word_order = 2;
  add_utility("bleu", lists, execution, lines,
              [&] { return tercel::BleuUtility({}, scoring, execution.isa); });
  add_utility("chrf", lists, execution, lines,
              [&] { return tercel::ChrfUtility({}, execution.isa); });
  add_utility("chrf++", lists, execution, lines,
              [&] { return tercel::ChrfUtility(with_words, execution.isa); });
  add_utility("ter", lists, execution, lines,
              [&] { return tercel::TerUtility({}, execution.isa); });
}

inline void add_ranking(const Setting& setting, Lines& lines) {
  const Candidates data(setting);
  add_linear(data, setting.execution, lines);
  add_rbf("rbf", std::size_t{256} << 20, data, setting.execution, lines);
  add_rbf("rbf-low-rank", std::size_t{256} << 10, data, setting.execution, lines);
  add_rbf("rbf-working-sets", std::size_t{32} << 10, data, setting.execution, lines);
  add_bayes_risk(setting, lines);
}

}  // namespace golden
