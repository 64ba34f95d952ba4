// The functions for C with arguments of every kind, above all hostile ones: codes, never a crash.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "allocations.hpp"
#include "tercel.h"

namespace {

constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

tercel_text text(const char* string) {
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

struct Rescorer {
  Rescorer(const Metric& metric, const std::vector<tercel_text>& refs, std::size_t n_streams) {
    REQUIRE(tercel_rescorer_create(metric.handle, refs.data(), refs.size() / n_streams, n_streams,
                                   &handle) == TERCEL_OK);
  }
  Rescorer(const Rescorer&) = delete;
  Rescorer& operator=(const Rescorer&) = delete;
  ~Rescorer() { CHECK(tercel_rescorer_free(handle) == TERCEL_OK); }

  tercel_rescorer* handle = nullptr;
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

bool error_contains(const char* wanted) {
  return std::strstr(tercel_last_error(), wanted) != nullptr;
}

std::vector<std::int64_t> systems_row(std::size_t n, std::size_t n_columns, std::int64_t step) {
  std::vector<std::int64_t> rows(n * n_columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = 20 + static_cast<std::int64_t>(i * 7 % 11) * step;
  }
  return rows;
}

using PairedTest = decltype(&tercel_paired_bootstrap);
constexpr PairedTest kTests[] = {&tercel_paired_bootstrap, &tercel_paired_permutation};

}  // namespace

TEST_CASE("one segment by hand") {
  const Metric bleu(Metric::bleu);
  Call call;
  call.hyps = {text("the cat sat on the mat")};
  call.refs = {text("the cat is on the mat")};
  call.n = 1;
  call.out_size = 10;
  call.out.resize(10);
  REQUIRE(call.statistics(bleu.handle) == TERCEL_OK);
  CHECK(call.out == std::vector<std::int64_t>{6, 6, 5, 3, 1, 0, 6, 5, 4, 3});
  CHECK(std::string(tercel_last_error()).empty());
}

TEST_CASE("versions") {
  CHECK(tercel_abi_version() == TERCEL_ABI_VERSION);
  CHECK(std::string(tercel_version()) == "0.1.0");
}

TEST_CASE("options out of range give no metric") {
  // What is left of an earlier metric must not be taken for a new one.
  auto* metric = reinterpret_cast<tercel_metric*>(std::uintptr_t{8});
  SUBCASE("BLEU") {
    tercel_bleu_options options = TERCEL_BLEU_OPTIONS_INIT;
    SUBCASE("tokenizer") {
      options.tokenizer = "14a";
    }
    SUBCASE("no tokenizer") {
      options.tokenizer = nullptr;
    }
    SUBCASE("smoothing") {
      options.smooth_method = "Exp";
    }
    SUBCASE("no smoothing") {
      options.smooth_method = nullptr;
    }
    SUBCASE("a value without use") {
      options.smooth_value = 1.0;
    }
    SUBCASE("negative value") {
      (options.smooth_method = "floor", options.smooth_value = -1.0);
    }
    SUBCASE("nan") {
      (options.smooth_method = "add-k", options.smooth_value = kNan);
    }
    SUBCASE("order 0") {
      options.max_ngram_order = 0;
    }
    SUBCASE("order 101") {
      options.max_ngram_order = 101;
    }
    SUBCASE("order below 0") {
      options.max_ngram_order = std::numeric_limits<int>::min();
    }
    SUBCASE("flag") {
      options.lowercase = 2;
    }
    SUBCASE("other flag") {
      options.effective_order = -1;
    }
    CHECK(tercel_metric_create_bleu(&options, &metric) == TERCEL_ERROR_ARGUMENT);
    CHECK(error_contains("options->"));
  }
  SUBCASE("chrF") {
    tercel_chrf_options options = TERCEL_CHRF_OPTIONS_INIT;
    SUBCASE("no order") {
      options.char_order = 0;
    }
    SUBCASE("order below 0") {
      options.word_order = -1;
    }
    SUBCASE("order 101") {
      options.char_order = 101;
    }
    SUBCASE("beta 0") {
      options.beta = 0.0;
    }
    SUBCASE("beta nan") {
      options.beta = kNan;
    }
    SUBCASE("beta infinite") {
      options.beta = std::numeric_limits<double>::infinity();
    }
    SUBCASE("flag") {
      options.eps_smoothing = 7;
    }
    CHECK(tercel_metric_create_chrf(&options, &metric) == TERCEL_ERROR_ARGUMENT);
  }
  SUBCASE("TER") {
    tercel_ter_options options = TERCEL_TER_OPTIONS_INIT;
    options.exact = 2;
    CHECK(tercel_metric_create_ter(&options, &metric) == TERCEL_ERROR_ARGUMENT);
  }
  SUBCASE("a structure of another size") {
    tercel_ter_options options = TERCEL_TER_OPTIONS_INIT;
    options.struct_size = 0;
    CHECK(tercel_metric_create_ter(&options, &metric) == TERCEL_ERROR_SIZE);
    options.struct_size = kHuge;
    CHECK(tercel_metric_create_ter(&options, &metric) == TERCEL_ERROR_SIZE);
  }
  CHECK(metric == nullptr);
  CHECK(tercel_metric_create_bleu(nullptr, nullptr) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_metric_create_chrf(nullptr, nullptr) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_metric_create_ter(nullptr, nullptr) == TERCEL_ERROR_ARGUMENT);
}

TEST_CASE("what is no metric is refused by every function") {
  alignas(16) unsigned char zeros[256] = {};
  tercel_metric* handle = nullptr;
  SUBCASE("NULL") {
  }
  SUBCASE("other memory") {
    handle = reinterpret_cast<tercel_metric*>(zeros);
  }
  SUBCASE("an odd address") {
    handle = reinterpret_cast<tercel_metric*>(zeros + 1);
  }
  Call call;
  std::size_t n = 5;
  double score = 0.0;
  CHECK(tercel_metric_n_statistics(handle, &n) == TERCEL_ERROR_HANDLE);
  CHECK(n == 0);
  CHECK(call.statistics(handle) == TERCEL_ERROR_HANDLE);
  CHECK(tercel_aggregate(handle, call.out.data(), 10, &score, 1) == TERCEL_ERROR_HANDLE);
  CHECK(tercel_sentence_scores(handle, call.hyps.data(), 1, call.refs.data(), 1, 1, &score) ==
        TERCEL_ERROR_HANDLE);
  CHECK(tercel_nbest_scores(handle, call.hyps.data(), 1, call.refs.data(), 1, 1, &score) ==
        TERCEL_ERROR_HANDLE);
  for (const PairedTest test : kTests) {
    tercel_test result;
    CHECK(test(handle, call.out.data(), call.out.data(), 10, 1, 100, 1, 0, 1, &result) ==
          TERCEL_ERROR_HANDLE);
    CHECK(result.p_value == 0.0);
  }
  CHECK(tercel_metric_free(handle) == (handle == nullptr ? TERCEL_OK : TERCEL_ERROR_HANDLE));
  auto* rescorer = reinterpret_cast<tercel_rescorer*>(std::uintptr_t{8});
  CHECK(tercel_rescorer_create(handle, call.refs.data(), 2, 1, &rescorer) == TERCEL_ERROR_HANDLE);
  CHECK(rescorer == nullptr);
}

TEST_CASE("what is no rescorer is refused, a metric above all") {
  const Metric bleu(Metric::bleu);
  alignas(16) unsigned char zeros[256] = {};
  tercel_rescorer* handle = nullptr;
  SUBCASE("NULL") {
  }
  SUBCASE("other memory") {
    handle = reinterpret_cast<tercel_rescorer*>(zeros);
  }
  SUBCASE("an odd address") {
    handle = reinterpret_cast<tercel_rescorer*>(zeros + 1);
  }
  SUBCASE("a metric") {
    handle = reinterpret_cast<tercel_rescorer*>(bleu.handle);
  }
  const Call call;
  double scores[2] = {-1.0, -1.0};
  CHECK(tercel_rescorer_scores(handle, 0, call.hyps.data(), 2, nullptr, 0, scores) ==
        TERCEL_ERROR_HANDLE);
  CHECK(scores[0] == -1.0);
  CHECK(tercel_rescorer_free(handle) == (handle == nullptr ? TERCEL_OK : TERCEL_ERROR_HANDLE));
}

TEST_CASE("a rescorer refuses what does not fit, and writes nothing") {
  const Metric bleu(Metric::bleu);
  Call call;
  tercel_rescorer* none = nullptr;
  const auto create = [&](const tercel_text* refs, std::size_t n, std::size_t n_streams) {
    none = reinterpret_cast<tercel_rescorer*>(std::uintptr_t{8});
    const tercel_status status = tercel_rescorer_create(bleu.handle, refs, n, n_streams, &none);
    CHECK(none == nullptr);
    return status;
  };
  CHECK(create(nullptr, 2, 1) == TERCEL_ERROR_ARGUMENT);
  for (const std::size_t n : {std::size_t{0}, kHuge, kHuge / 2}) {
    CHECK(create(call.refs.data(), n, 1) == TERCEL_ERROR_SIZE);
    CHECK(create(call.refs.data(), 2, n) == TERCEL_ERROR_SIZE);
  }
  CHECK(tercel_rescorer_create(bleu.handle, call.refs.data(), 2, 1, nullptr) ==
        TERCEL_ERROR_ARGUMENT);

  const Rescorer rescorer(bleu, call.refs, 1);
  std::vector<double> scores(2, -1.0);
  const auto run = [&](std::size_t segment, const tercel_text* texts, std::size_t n,
                       std::int64_t* rows, std::size_t size) {
    return tercel_rescorer_scores(rescorer.handle, segment, texts, n, rows, size, scores.data());
  };
  const tercel_text* const hyps = call.hyps.data();
  for (const std::size_t wrong : {std::size_t{2}, kHuge}) {
    CHECK(run(wrong, hyps, 2, nullptr, 0) == TERCEL_ERROR_SIZE);
    CHECK(error_contains("below 2"));
  }
  for (const std::size_t wrong : {std::size_t{0}, kHuge}) {
    CHECK(run(0, hyps, wrong, nullptr, 0) == TERCEL_ERROR_SIZE);
    CHECK(run(0, hyps, 2, call.out.data(), wrong) == TERCEL_ERROR_SIZE);
  }
  CHECK(run(0, hyps, 2, nullptr, 20) == TERCEL_ERROR_SIZE);
  CHECK(run(0, nullptr, 2, nullptr, 0) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_rescorer_scores(rescorer.handle, 0, hyps, 2, nullptr, 0, nullptr) ==
        TERCEL_ERROR_ARGUMENT);
  call.hyps[1] = {nullptr, 0};
  CHECK(run(0, hyps, 2, call.out.data(), 20) == TERCEL_ERROR_ARGUMENT);
  CHECK(error_contains("candidates[1]"));
  call.hyps[1] = {"x", kHuge};
  CHECK(run(0, hyps, 2, call.out.data(), 20) == TERCEL_ERROR_SIZE);
  CHECK(scores == std::vector<double>(2, -1.0));
  CHECK(call.out == std::vector<std::int64_t>(20));
}

TEST_CASE("a rescorer outlives metric and texts, and takes no memory once warm") {
  for (const auto kind : {Metric::bleu, Metric::chrf, Metric::ter}) {
    std::vector<std::string> strings = {"a b c d f", "x z y", "a c", "x y z w v"};
    std::vector<tercel_text> refs;
    for (const std::string& string : strings) refs.push_back(text(string.c_str()));
    auto* metric = new Metric(kind);
    const std::vector<tercel_text> list = {text("a b c d e"), text("x y z"), text("")};
    std::vector<std::int64_t> expected_rows(3 * metric->n_columns);
    std::vector<double> expected(3);
    const tercel_text twice[] = {refs[1], refs[1], refs[1], refs[3], refs[3], refs[3]};
    REQUIRE(tercel_statistics(metric->handle, list.data(), 3, twice, 2, 1, expected_rows.data(),
                              expected_rows.size()) == TERCEL_OK);
    REQUIRE(tercel_aggregate(metric->handle, expected_rows.data(), expected_rows.size(),
                             expected.data(), 3) == TERCEL_OK);

    std::size_t before = n_allocations;
    const Rescorer rescorer(*metric, refs, 2);
#if !defined(_WIN32)  // where a library has its own operator new
    CHECK(n_allocations > before);
#endif
    delete metric;
    for (std::string& string : strings) string.assign(string.size(), '#');
    std::vector<std::int64_t> rows(expected_rows.size());
    std::vector<double> scores(3);
    for (const bool is_warm : {false, true}) {
      before = n_allocations;
      REQUIRE(tercel_rescorer_scores(rescorer.handle, 0, list.data(), 3, nullptr, 0,
                                     scores.data()) == TERCEL_OK);
      REQUIRE(tercel_rescorer_scores(rescorer.handle, 1, list.data(), 3, rows.data(), rows.size(),
                                     scores.data()) == TERCEL_OK);
      const std::size_t after = n_allocations;
      if (is_warm) CHECK(after == before);
      CHECK(rows == expected_rows);
      CHECK(scores == expected);
    }
  }
}

TEST_CASE("statistics refuse what does not fit, and write nothing") {
  const Metric bleu(Metric::bleu);
  Call call;
  tercel_status expected = TERCEL_ERROR_SIZE;
  SUBCASE("no segment") {
    call.n = 0;
  }
  SUBCASE("huge number of segments") {
    call.n = kHuge;
  }
  SUBCASE("a product that overflows") {
    call.n = kHuge / 10 + 1;
  }
  SUBCASE("no stream") {
    call.n_streams = 0;
  }
  SUBCASE("huge number of streams") {
    call.n_streams = kHuge;
  }
  SUBCASE("small out") {
    call.out_size = 19;
  }
  SUBCASE("no out") {
    call.out_size = 0;
  }
  SUBCASE("huge out") {
    call.out_size = kHuge;
  }
  SUBCASE("huge text") {
    call.hyps[1].size = kHuge;
  }
  SUBCASE("huge reference") {
    call.refs[0].size = kHuge / 2;
  }
  SUBCASE("arguments") {
    expected = TERCEL_ERROR_ARGUMENT;
    SUBCASE("no worker") {
      call.workers = 0;
    }
    SUBCASE("negative workers") {
      call.workers = std::numeric_limits<int>::min();
    }
    SUBCASE("many workers") {
      call.workers = 1025;
    }
    SUBCASE("missing hypothesis") {
      call.hyps[0] = {nullptr, 0};
    }
    SUBCASE("NULL of some size") {
      call.hyps[0] = {nullptr, 3};
    }
    SUBCASE("segment without reference") {
      call.refs[1] = {nullptr, 0};
    }
    SUBCASE("missing reference of some size") {
      call.refs[1] = {nullptr, 9};
    }
  }
  CHECK(call.statistics(bleu.handle) == expected);
  CHECK(!std::string(tercel_last_error()).empty());
  CHECK(call.out == std::vector<std::int64_t>(20));
}

TEST_CASE("NULL arrays") {
  const Metric chrf(Metric::chrf);
  Call call;
  double scores[2];
  const auto* hyps = call.hyps.data();
  const auto* refs = call.refs.data();
  std::int64_t* out = call.out.data();
  std::vector<std::int64_t> rows(2 * chrf.n_columns);
  CHECK(tercel_statistics(chrf.handle, nullptr, 2, refs, 1, 1, rows.data(), rows.size()) ==
        TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_statistics(chrf.handle, hyps, 2, nullptr, 1, 1, rows.data(), rows.size()) ==
        TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_statistics(chrf.handle, hyps, 2, refs, 1, 1, nullptr, rows.size()) ==
        TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_aggregate(chrf.handle, nullptr, chrf.n_columns, scores, 1) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_aggregate(chrf.handle, out, chrf.n_columns, nullptr, 1) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_sentence_scores(chrf.handle, nullptr, 2, refs, 1, 1, scores) ==
        TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_sentence_scores(chrf.handle, hyps, 2, refs, 1, 1, nullptr) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_nbest_scores(chrf.handle, hyps, 2, nullptr, 1, 1, scores) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_nbest_scores(chrf.handle, hyps, 2, refs, 1, 1, nullptr) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_metric_n_statistics(chrf.handle, nullptr) == TERCEL_ERROR_ARGUMENT);
}

TEST_CASE("sizes of the other functions") {
  const Metric ter(Metric::ter);
  Call call;
  double scores[2];
  const auto* hyps = call.hyps.data();
  const auto* refs = call.refs.data();
  for (const std::size_t n : {std::size_t{0}, kHuge, kHuge / 2}) {
    CHECK(tercel_aggregate(ter.handle, call.out.data(), 2, scores, n) == TERCEL_ERROR_SIZE);
    CHECK(tercel_aggregate(ter.handle, call.out.data(), n, scores, 1) == TERCEL_ERROR_SIZE);
    CHECK(tercel_sentence_scores(ter.handle, hyps, n, refs, 1, 1, scores) == TERCEL_ERROR_SIZE);
    CHECK(tercel_sentence_scores(ter.handle, hyps, 2, refs, n, 1, scores) == TERCEL_ERROR_SIZE);
    CHECK(tercel_nbest_scores(ter.handle, hyps, n, refs, 1, 1, scores) == TERCEL_ERROR_SIZE);
    CHECK(tercel_nbest_scores(ter.handle, hyps, 2, refs, n, 1, scores) == TERCEL_ERROR_SIZE);
  }
  // TER's limit, which the core knows.
  const std::vector<tercel_text> many(21, text("a"));
  CHECK(tercel_nbest_scores(ter.handle, hyps, 2, many.data(), 21, 1, scores) ==
        TERCEL_ERROR_ARGUMENT);
  CHECK(error_contains("at most 20"));
}

TEST_CASE("tests refuse what does not fit") {
  const Metric bleu(Metric::bleu);
  for (const PairedTest test : kTests) {
    std::vector<std::int64_t> a = systems_row(3, bleu.n_columns, 1);
    std::vector<std::int64_t> b = systems_row(3, bleu.n_columns, 2);
    tercel_test result;
    const auto run = [&](std::size_t size, std::size_t n, std::uint64_t n_resamples,
                         int alternative, int workers) {
      return test(bleu.handle, a.data(), b.data(), size, n, n_resamples, 1, alternative, workers,
                  &result);
    };
    CHECK(run(30, 3, 100, 0, 1) == TERCEL_OK);
    CHECK(result.p_value > 0.0);
    CHECK(run(30, 0, 100, 0, 1) == TERCEL_ERROR_SIZE);
    CHECK(result.p_value == 0.0);
    CHECK(run(30, kHuge, 100, 0, 1) == TERCEL_ERROR_SIZE);
    CHECK(run(30, 4, 100, 0, 1) == TERCEL_ERROR_SIZE);
    CHECK(run(kHuge, 3, 100, 0, 1) == TERCEL_ERROR_SIZE);
    CHECK(run(30, 3, 0, 0, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, std::uint64_t{1} << 40, 0, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, std::numeric_limits<std::uint64_t>::max(), 0, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, 100, 3, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, 100, -1, 1) == TERCEL_ERROR_ARGUMENT);
    CHECK(run(30, 3, 100, 0, 0) == TERCEL_ERROR_ARGUMENT);
    CHECK(test(bleu.handle, nullptr, b.data(), 30, 3, 100, 1, 0, 1, &result) ==
          TERCEL_ERROR_ARGUMENT);
    CHECK(test(bleu.handle, a.data(), nullptr, 30, 3, 100, 1, 0, 1, &result) ==
          TERCEL_ERROR_ARGUMENT);
    CHECK(test(bleu.handle, a.data(), b.data(), 30, 3, 100, 1, 0, 1, nullptr) ==
          TERCEL_ERROR_ARGUMENT);
    for (const std::int64_t extreme :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
      b[4] = extreme;
      CHECK(run(30, 3, 100, 0, 1) == TERCEL_ERROR_ARGUMENT);
      CHECK(error_contains("b[4]"));
    }
  }
}

TEST_CASE("numbers that are no statistics give a score or an error") {
  for (const auto kind : {Metric::bleu, Metric::chrf, Metric::ter}) {
    const Metric metric(kind);
    for (const std::int64_t value :
         {std::int64_t{-1}, std::int64_t{0}, std::numeric_limits<std::int64_t>::min(),
          std::numeric_limits<std::int64_t>::max()}) {
      const std::vector<std::int64_t> totals(metric.n_columns, value);
      double score = 0.0;
      const tercel_status status =
          tercel_aggregate(metric.handle, totals.data(), totals.size(), &score, 1);
      CHECK((status == TERCEL_OK || status == TERCEL_ERROR_ARGUMENT));
    }
  }
}

TEST_CASE("bytes that are no UTF-8 are read to their end and no further") {
  const std::vector<std::string> broken = {
      "\xff\xfe", "\xe2\x82", "a \xf0\x9f", "\xc0\x80 b", "\xed\xa0\x80", std::string("a\0b", 3),
      ""};
  for (const auto kind : {Metric::bleu, Metric::chrf, Metric::ter}) {
    const Metric metric(kind);
    for (const std::string& string : broken) {
      // Exactly as long as it says, so that the sanitizer sees one byte too many. One byte of room
      // for the empty text, whose data must not be NULL.
      std::vector<char> bytes(string.begin(), string.end());
      bytes.reserve(1);
      const tercel_text one = {bytes.data(), bytes.size()};
      double scores[2];
      CHECK(tercel_sentence_scores(metric.handle, &one, 1, &one, 1, 1, scores) == TERCEL_OK);
      CHECK(tercel_nbest_scores(metric.handle, &one, 1, &one, 1, 1, scores + 1) == TERCEL_OK);
      CHECK(scores[0] == scores[1]);
    }
  }
}

TEST_CASE("errors belong to their thread, and success clears them") {
  const Metric bleu(Metric::bleu);
  Call call;
  call.n = 0;
  CHECK(call.statistics(bleu.handle) == TERCEL_ERROR_SIZE);
  CHECK(error_contains("n_segments is 0"));
  std::thread([] { CHECK(std::string(tercel_last_error()).empty()); }).join();
  CHECK(error_contains("n_segments is 0"));
  call.n = 2;
  CHECK(call.statistics(bleu.handle) == TERCEL_OK);
  CHECK(std::string(tercel_last_error()).empty());
}

TEST_CASE("threads share a metric, and the number of workers changes no bit") {
  const Metric ter(Metric::ter);
  const std::vector<std::int64_t> a = systems_row(200, 2, 3);
  const std::vector<std::int64_t> b = systems_row(200, 2, 5);
  for (const PairedTest test : kTests) {
    std::vector<tercel_test> results(4);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&, i] {
        test(ter.handle, a.data(), b.data(), 400, 200, 500, 9, TERCEL_TWO_SIDED, 1 + i,
             &results[static_cast<std::size_t>(i)]);
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(results[0].p_value > 0.0);
    for (const tercel_test& result : results) {
      CHECK(result.p_value == results[0].p_value);
      CHECK(result.effect == results[0].effect);
    }
  }
}
