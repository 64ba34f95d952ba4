// Statistics and scores for C, above all with hostile arguments: codes, never a crash.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "capi/fixtures.hpp"

using namespace capi_tests;

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
