// The rescorer for C: what it refuses, and that it takes no memory once warm.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "allocations.hpp"
#include "capi/fixtures.hpp"

using namespace capi_tests;

namespace {

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

}  // namespace

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
