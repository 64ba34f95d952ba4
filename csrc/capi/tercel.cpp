// The functions of tercel.h: checks, then one call of the core.
#include "tercel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "checks.hpp"
#include "metric.hpp"
#include "paired.hpp"
#include "rescorer.hpp"
#include "tercel/version.hpp"
#include "texts.hpp"

namespace tercel::capi {
namespace {

template <class Make>
tercel_status create(tercel_metric** metric, Make make) noexcept {
  if (metric != nullptr) *metric = nullptr;
  return guarded([&] {
    check_pointer(metric, "metric");
    *metric = new tercel_metric{kMagic, make()};
  });
}

Execution execution_of(int workers) {
  Execution execution;
  execution.workers = checked_workers(workers);
  return execution;
}

// The statistics of all segments; `out` has room for them.
void count(const AnyMetric& metric, const tercel_text* hypotheses, std::size_t n_segments,
           const tercel_text* references, std::size_t n_streams, int workers,
           MatrixView<std::int64_t> out) {
  const Execution execution = execution_of(workers);
  const Texts hyps(hypotheses, 1, n_segments, false, "hypotheses");
  const Texts refs(references, n_streams, n_segments, true, "references");
  refs.check_each_has_one("references");
  std::visit([&](const auto& m) { m.statistics(hyps.row(0), refs.matrix(), out, execution); },
             metric);
}

using Test = tercel_test (*)(const Pair&, const TestOptions&);

tercel_status run_test(Test test, const tercel_metric* metric, const std::int64_t* a,
                       const std::int64_t* b, std::size_t size, std::size_t n_segments,
                       std::uint64_t n_resamples, std::uint64_t seed, int alternative, int workers,
                       tercel_test* result) noexcept {
  if (result != nullptr) *result = tercel_test{};
  return guarded([&] {
    check_pointer(result, "result");
    const AnyMetric& any = metric_of(metric);
    check_pointer(a, "a");
    check_pointer(b, "b");
    check_count(n_segments, "n_segments");
    const std::size_t n_columns = n_columns_of(any);
    // Side by side, as the bootstrap needs them.
    checked_product(n_segments, 2 * n_columns, sizeof(std::int64_t), "n_segments");
    check_size(size, n_segments * n_columns, "size");
    check_whole(alternative, TERCEL_TWO_SIDED, TERCEL_LESS, "alternative");
    if (n_resamples < 1 || n_resamples >= std::uint64_t{1} << 40) {
      throw std::invalid_argument("n_resamples is " + std::to_string(n_resamples) +
                                  ", expected from 1 to 2^40 - 1");
    }
    const TestOptions options{n_resamples, seed, alternative, execution_of(workers)};
    *result = test(Pair(any, {a, n_segments, n_columns}, {b, n_segments, n_columns}), options);
  });
}

}  // namespace
}  // namespace tercel::capi

using namespace tercel::capi;

int tercel_abi_version(void) {
  return TERCEL_ABI_VERSION;
}

const char* tercel_version(void) {
  return TERCEL_VERSION;
}

const char* tercel_last_error(void) {
  return error_text();
}

tercel_status tercel_metric_create_bleu(const tercel_bleu_options* options,
                                        tercel_metric** metric) {
  return create(metric, [&] { return bleu_of(options_or(options, TERCEL_BLEU_OPTIONS_INIT)); });
}

tercel_status tercel_metric_create_chrf(const tercel_chrf_options* options,
                                        tercel_metric** metric) {
  return create(metric, [&] { return chrf_of(options_or(options, TERCEL_CHRF_OPTIONS_INIT)); });
}

tercel_status tercel_metric_create_ter(const tercel_ter_options* options, tercel_metric** metric) {
  return create(metric, [&] { return ter_of(options_or(options, TERCEL_TER_OPTIONS_INIT)); });
}

tercel_status tercel_metric_free(tercel_metric* metric) {
  return guarded([&] {
    if (metric == nullptr) return;
    metric_of(metric);
    metric->magic = 0;
    delete metric;
  });
}

tercel_status tercel_metric_n_statistics(const tercel_metric* metric, size_t* n) {
  if (n != nullptr) *n = 0;
  return guarded([&] {
    check_pointer(n, "n");
    *n = n_columns_of(metric_of(metric));
  });
}

tercel_status tercel_statistics(const tercel_metric* metric, const tercel_text* hypotheses,
                                size_t n_segments, const tercel_text* references, size_t n_streams,
                                int workers, int64_t* out, size_t out_size) {
  return guarded([&] {
    const AnyMetric& any = metric_of(metric);
    check_pointer(out, "out");
    check_count(n_segments, "n_segments");
    check_count(n_streams, "n_streams");
    const std::size_t n_columns = n_columns_of(any);
    check_size(out_size, checked_product(n_segments, n_columns, sizeof(int64_t), "n_segments"),
               "out_size");
    count(any, hypotheses, n_segments, references, n_streams, workers,
          {out, n_segments, n_columns});
  });
}

tercel_status tercel_aggregate(const tercel_metric* metric, const int64_t* totals,
                               size_t totals_size, double* scores, size_t n_rows) {
  return guarded([&] {
    const AnyMetric& any = metric_of(metric);
    check_pointer(totals, "totals");
    check_pointer(scores, "scores");
    check_count(n_rows, "n_rows");
    const std::size_t n_columns = n_columns_of(any);
    check_size(totals_size, checked_product(n_rows, n_columns, sizeof(int64_t), "n_rows"),
               "totals_size");
    aggregate_checked(any, {totals, n_rows, n_columns}, {scores, n_rows});
  });
}

tercel_status tercel_sentence_scores(const tercel_metric* metric, const tercel_text* hypotheses,
                                     size_t n_segments, const tercel_text* references,
                                     size_t n_streams, int workers, double* scores) {
  return guarded([&] {
    const AnyMetric& any = metric_of(metric);
    check_pointer(scores, "scores");
    check_count(n_segments, "n_segments");
    check_count(n_streams, "n_streams");
    const std::size_t n_columns = n_columns_of(any);
    std::vector<int64_t> rows(
        checked_product(n_segments, n_columns, sizeof(int64_t), "n_segments"));
    count(any, hypotheses, n_segments, references, n_streams, workers,
          {rows.data(), n_segments, n_columns});
    aggregate_checked(any, {rows.data(), n_segments, n_columns}, {scores, n_segments});
  });
}

tercel_status tercel_nbest_scores(const tercel_metric* metric, const tercel_text* candidates,
                                  size_t n_candidates, const tercel_text* references,
                                  size_t n_references, int workers, double* scores) {
  return guarded([&] {
    const AnyMetric& any = metric_of(metric);
    check_pointer(scores, "scores");
    check_count(n_candidates, "n_candidates");
    check_count(n_references, "n_references");
    const tercel::Execution execution = execution_of(workers);
    check_pointer(candidates, "candidates");
    const CandidateList list{candidates, n_candidates, nullptr, scores};
    list.check();
    const Texts refs(references, n_references, 1, true, "references");
    refs.check_each_has_one("references");
    score_list(any, refs, list, execution);
  });
}

tercel_status tercel_rescorer_create(const tercel_metric* metric, const tercel_text* references,
                                     size_t n_segments, size_t n_streams,
                                     tercel_rescorer** rescorer) {
  if (rescorer != nullptr) *rescorer = nullptr;
  return guarded([&] {
    check_pointer(rescorer, "rescorer");
    const AnyMetric& any = metric_of(metric);
    check_count(n_segments, "n_segments");
    check_count(n_streams, "n_streams");
    const Texts refs(references, n_streams, n_segments, true, "references");
    refs.check_each_has_one("references");
    *rescorer = new tercel_rescorer{kRescorerMagic, make_rescorer(any, refs)};
  });
}

tercel_status tercel_rescorer_scores(tercel_rescorer* rescorer, size_t segment,
                                     const tercel_text* candidates, size_t n_candidates,
                                     int64_t* statistics, size_t statistics_size, double* scores) {
  return guarded([&] {
    Rescorer& found = rescorer_of(rescorer);
    check_pointer(candidates, "candidates");
    check_pointer(scores, "scores");
    check_count(n_candidates, "n_candidates");
    if (segment >= found.n_segments()) {
      throw SizeError("segment is " + std::to_string(segment) + ", expected one below " +
                      std::to_string(found.n_segments()));
    }
    const std::size_t n_rows = statistics == nullptr ? 0 : n_candidates;
    check_size(statistics_size,
               checked_product(n_rows, found.n_columns(), sizeof(int64_t), "n_candidates"),
               "statistics_size");
    const CandidateList list{candidates, n_candidates, statistics, scores};
    list.check();
    found.score(segment, list);
  });
}

tercel_status tercel_rescorer_free(tercel_rescorer* rescorer) {
  return guarded([&] {
    if (rescorer == nullptr) return;
    rescorer_of(rescorer);
    rescorer->magic = 0;
    delete rescorer;
  });
}

tercel_status tercel_paired_bootstrap(const tercel_metric* metric, const int64_t* a,
                                      const int64_t* b, size_t size, size_t n_segments,
                                      uint64_t n_resamples, uint64_t seed, int alternative,
                                      int workers, tercel_test* result) {
  return run_test(bootstrap_test, metric, a, b, size, n_segments, n_resamples, seed, alternative,
                  workers, result);
}

tercel_status tercel_paired_permutation(const tercel_metric* metric, const int64_t* a,
                                        const int64_t* b, size_t size, size_t n_segments,
                                        uint64_t n_resamples, uint64_t seed, int alternative,
                                        int workers, tercel_test* result) {
  return run_test(permutation_test, metric, a, b, size, n_segments, n_resamples, seed, alternative,
                  workers, result);
}
