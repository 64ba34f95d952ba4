#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/base/threads.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

TEST_CASE("every element is visited once, for any number of workers and any chunk") {
  for (const std::size_t workers : {0U, 1U, 2U, 3U, 8U}) {
    for (const std::size_t chunk : {0U, 1U, 7U, 1000U}) {
      for (const std::size_t size : {0U, 1U, 100U}) {
        std::vector<int> visits(size, 0);
        const bool finished = tercel::parallel_for(size, chunk, workers, {}, [&] {
          return [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) ++visits[i];
          };
        });
        CHECK(finished);
        for (const int n : visits) CHECK(n == 1);
      }
    }
  }
}

TEST_CASE("a monitor that says no stops the loop") {
  const auto no = [](void*, std::size_t, std::size_t) { return false; };
  std::atomic<int> visits{0};
  const bool finished = tercel::parallel_for(1000, 1, 1, tercel::Monitor(no, nullptr), [&] {
    return [&](std::size_t, std::size_t) { ++visits; };
  });
  CHECK_FALSE(finished);
  CHECK(visits == 1);
}

TEST_CASE("an exception of a body reaches the caller") {
  const auto run = [](std::size_t workers) {
    tercel::parallel_for(100, 1, workers, {}, [] {
      return [](std::size_t begin, std::size_t) {
        if (begin == 50) throw std::invalid_argument("fifty");
      };
    });
  };
  CHECK_THROWS_AS(run(1), std::invalid_argument);
  CHECK_THROWS_AS(run(4), std::invalid_argument);
}
