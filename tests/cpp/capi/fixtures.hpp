// What the tests of the functions for C share: metrics that free themselves, calls to spoil.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "tercel.h"

namespace capi_tests {

inline constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();

inline tercel_text text(const char* string) {
  return {string, std::strlen(string)};
}

struct Metric {
  enum Kind { bleu, chrf, ter };

  explicit Metric(Kind kind) {
    if (kind == bleu) REQUIRE(tercel_metric_create_bleu(nullptr, &handle) == TERCEL_OK);
    if (kind == chrf) REQUIRE(tercel_metric_create_chrf(nullptr, &handle) == TERCEL_OK);
    if (kind == ter) REQUIRE(tercel_metric_create_ter(nullptr, &handle) == TERCEL_OK);
    REQUIRE(tercel_metric_n_statistics(handle, &n_columns) == TERCEL_OK);
  }
  Metric(const Metric&) = delete;
  Metric& operator=(const Metric&) = delete;
  ~Metric() { CHECK(tercel_metric_free(handle) == TERCEL_OK); }

  tercel_metric* handle = nullptr;
  std::size_t n_columns = 0;
};

// Arguments that are all right; a test spoils one of them.
struct Call {
  std::vector<tercel_text> hyps = {text("a b c d e"), text("x y z")};
  std::vector<tercel_text> refs = {text("a b c d f"), text("x z y")};
  std::size_t n = 2;
  std::size_t n_streams = 1;
  int workers = 1;
  std::vector<std::int64_t> out = std::vector<std::int64_t>(20);
  std::size_t out_size = 20;

  tercel_status statistics(const tercel_metric* metric) {
    return tercel_statistics(metric, hyps.data(), n, refs.data(), n_streams, workers, out.data(),
                             out_size);
  }
};

inline bool error_contains(const char* wanted) {
  return std::strstr(tercel_last_error(), wanted) != nullptr;
}

using PairedTest = decltype(&tercel_paired_bootstrap);
inline constexpr PairedTest kTests[] = {&tercel_paired_bootstrap, &tercel_paired_permutation};

}  // namespace capi_tests
