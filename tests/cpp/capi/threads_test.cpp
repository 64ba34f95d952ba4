// What the contract says of threads: one metric for all of them, a rescorer for each, errors apart.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "capi/fixtures.hpp"

using namespace capi_tests;

namespace {

constexpr std::size_t kThreads = 4;
constexpr std::size_t kSegments = 30;

/// Calls `work(t)` in threads that start together.
template <class Work>
void in_threads(Work work) {
  std::atomic<std::size_t> ready{0};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&ready, &work, t] {
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
      work(t);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

/// Lines of words that recur; with `seed` in some places, so that no two sets are the same.
std::vector<std::string> lines(std::size_t seed) {
  std::vector<std::string> out(kSegments);
  for (std::size_t i = 0; i < kSegments; ++i) {
    for (std::size_t k = 0; k < 8 + i % 70; ++k) {
      out[i] += std::to_string((i * 7 + k * (k % 5 == seed ? seed + 2 : 1)) % 23) + " ";
    }
  }
  return out;
}

std::vector<tercel_text> views(const std::vector<std::string>& lines) {
  std::vector<tercel_text> out;
  for (const std::string& line : lines) out.push_back({line.data(), line.size()});
  return out;
}

/// All that functions compute of one system against another; empty after an error.
struct Results {
  std::vector<std::int64_t> statistics;
  std::vector<double> numbers;

  bool operator==(const Results& other) const {
    return statistics == other.statistics && numbers == other.numbers;
  }
};

/// No doctest here: its assertions are not for several threads everywhere.
Results compute(const Metric& metric, const std::vector<tercel_text>& a,
                const std::vector<tercel_text>& b, const std::vector<tercel_text>& refs,
                int workers) {
  const std::size_t size = kSegments * metric.n_columns;
  std::vector<std::int64_t> of_b(size);
  Results results{std::vector<std::int64_t>(size), std::vector<double>(2 * kSegments)};
  const auto count = [&](const std::vector<tercel_text>& hyps, std::vector<std::int64_t>& out) {
    return tercel_statistics(metric.handle, hyps.data(), kSegments, refs.data(), 1, workers,
                             out.data(), size);
  };
  bool good = count(a, results.statistics) == TERCEL_OK && count(b, of_b) == TERCEL_OK;
  for (const PairedTest test : kTests) {
    tercel_test found;
    good = good && test(metric.handle, results.statistics.data(), of_b.data(), size, kSegments, 300,
                        5, TERCEL_TWO_SIDED, workers, &found) == TERCEL_OK;
    results.numbers.push_back(found.p_value);
  }
  double* const scores = results.numbers.data();
  good = good && tercel_sentence_scores(metric.handle, a.data(), kSegments, refs.data(), 1, workers,
                                        scores) == TERCEL_OK;
  good = good && tercel_nbest_scores(metric.handle, a.data(), kSegments, refs.data(), 1, workers,
                                     scores + kSegments) == TERCEL_OK;
  return good ? results : Results{};
}

/// The lists of all segments, each of all hypotheses.
std::vector<double> rescored(const Metric& metric, const std::vector<tercel_text>& hyps,
                             const std::vector<tercel_text>& refs) {
  tercel_rescorer* rescorer = nullptr;
  std::vector<double> scores(kSegments * kSegments);
  std::vector<std::int64_t> statistics(kSegments * metric.n_columns);
  bool good =
      tercel_rescorer_create(metric.handle, refs.data(), kSegments, 1, &rescorer) == TERCEL_OK;
  for (std::size_t i = 0; good && i < kSegments; ++i) {
    good = tercel_rescorer_scores(rescorer, i, hyps.data(), kSegments, statistics.data(),
                                  statistics.size(), &scores[i * kSegments]) == TERCEL_OK;
  }
  good = tercel_rescorer_free(rescorer) == TERCEL_OK && good;
  return good ? scores : std::vector<double>();
}

}  // namespace

TEST_CASE("threads share a metric, and each gets what one thread gets") {
  const std::vector<std::string> texts[] = {lines(0), lines(1), lines(2)};
  const auto a = views(texts[0]);
  const auto b = views(texts[1]);
  const auto refs = views(texts[2]);
  for (const Metric::Kind kind : {Metric::bleu, Metric::chrf, Metric::ter}) {
    const Metric metric(kind);
    const Results expected = compute(metric, a, b, refs, 1);
    REQUIRE(!expected.numbers.empty());
    std::vector<Results> found(kThreads);
    in_threads([&](std::size_t t) {
      for (int repeat = 0; repeat < 3; ++repeat) {
        found[t] = compute(metric, a, b, refs, 1 + static_cast<int>(t % 2));
      }
    });
    for (const Results& results : found) CHECK(results == expected);
  }
}

TEST_CASE("a rescorer a thread, made from the same metric and the same texts") {
  const std::vector<std::string> texts[] = {lines(0), lines(2)};
  const auto hyps = views(texts[0]);
  const auto refs = views(texts[1]);
  for (const Metric::Kind kind : {Metric::bleu, Metric::chrf, Metric::ter}) {
    const Metric metric(kind);
    const std::vector<double> expected = rescored(metric, hyps, refs);
    REQUIRE(!expected.empty());
    std::vector<std::vector<double>> found(kThreads);
    in_threads([&](std::size_t t) { found[t] = rescored(metric, hyps, refs); });
    for (const std::vector<double>& scores : found) CHECK(scores == expected);
  }
}

TEST_CASE("metrics come and go in all threads, and each has the error that it made") {
  std::vector<std::string> errors(kThreads);
  std::vector<int> calls_that_failed(kThreads);
  in_threads([&](std::size_t t) {
    const std::string name = "tokenizer" + std::to_string(t);
    for (int repeat = 0; repeat < 50; ++repeat) {
      tercel_bleu_options options = TERCEL_BLEU_OPTIONS_INIT;
      tercel_metric* metric = nullptr;
      calls_that_failed[t] += tercel_metric_create_bleu(&options, &metric) != TERCEL_OK ? 1 : 0;
      calls_that_failed[t] += tercel_metric_free(metric) != TERCEL_OK ? 1 : 0;
      options.tokenizer = name.c_str();
      calls_that_failed[t] += tercel_metric_create_bleu(&options, &metric) != TERCEL_OK ? 1 : 0;
    }
    errors[t] = tercel_last_error();
  });
  for (std::size_t t = 0; t < kThreads; ++t) {
    CHECK(calls_that_failed[t] == 50);
    CHECK(errors[t].find("tokenizer" + std::to_string(t)) != std::string::npos);
  }
}
