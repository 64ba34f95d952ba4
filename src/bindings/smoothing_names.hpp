// BLEU's smoothing methods by name.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "tercel/metrics/bleu_score.hpp"

namespace tercel::bindings {

inline BleuScoring scoring_of(const std::string& smoothing, double value, bool effective_order) {
  static constexpr std::pair<const char*, BleuSmoothing> kNames[] = {
      {"none", BleuSmoothing::none},
      {"floor", BleuSmoothing::floor},
      {"add-k", BleuSmoothing::add_k},
      {"exp", BleuSmoothing::exp}};
  for (const auto& [name, method] : kNames) {
    if (smoothing == name) return {method, value, effective_order};
  }
  throw std::invalid_argument("unknown smoothing method '" + smoothing + "'");
}

}  // namespace tercel::bindings
