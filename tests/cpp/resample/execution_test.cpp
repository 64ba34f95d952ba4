#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/resample/execution.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "tercel/resample/bootstrap.hpp"
#include "tercel/resample/permutation.hpp"
#include "twins.hpp"

namespace {

/// Counts questions, notes what the last one said, and says no from the n-th on.
struct Watch {
  std::size_t no_from = ~std::size_t{0};
  std::size_t asked = 0;
  std::size_t last_done = 0;
  std::size_t last_total = 0;
  std::thread::id thread = std::this_thread::get_id();
  bool other_thread = false;

  static bool ask(void* context, std::size_t done, std::size_t total) {
    auto* self = static_cast<Watch*>(context);
    self->last_done = done;
    self->last_total = total;
    self->other_thread = self->other_thread || self->thread != std::this_thread::get_id();
    return ++self->asked < self->no_from;
  }

  tercel::Execution execution(std::size_t workers) {
    tercel::Execution result;
    result.workers = workers;
    result.monitor = tercel::Monitor(&ask, this);
    return result;
  }
};

bool bootstrap(const twin::Table<std::int64_t>& statistics, std::size_t n_replicates,
               const tercel::Execution& execution) {
  twin::Table<std::int64_t> totals(n_replicates, statistics.columns);
  return tercel::bootstrap_totals(statistics.view(), statistics.rows, {1, 0}, totals.view(),
                                  execution);
}

bool permutation(const twin::Table<std::int64_t>& statistics, std::size_t n_replicates,
                 const tercel::Execution& execution) {
  twin::Table<std::int64_t> totals(n_replicates, statistics.columns);
  return tercel::permutation_totals(statistics.view(), {1, 0}, totals.view(), execution);
}

}  // namespace

TEST_CASE("a monitor stops every plan, whenever it says no, and is not asked again") {
  const auto statistics = twin::statistics(30000, 2);
  for (const auto plan : {&bootstrap, &permutation}) {
    Watch patient;
    CHECK(plan(statistics, 1000, patient.execution(1)));
    CHECK(patient.asked > 3);
    CHECK(patient.last_done == 1000);
    CHECK(patient.last_total == 1000);
    for (const std::size_t no_from : {std::size_t{1}, std::size_t{2}, patient.asked / 2}) {
      Watch watch;
      watch.no_from = no_from;
      CHECK_FALSE(plan(statistics, 1000, watch.execution(1)));
      CHECK(watch.asked == no_from);
    }
  }
}

TEST_CASE("with helpers, too, only the calling thread asks, and no more after a no") {
  const auto statistics = twin::statistics(30000, 2);
  for (const auto plan : {&bootstrap, &permutation}) {
    for (const std::size_t no_from : {1U, 2U, 5U, 1000000U}) {
      Watch watch;
      watch.no_from = no_from;
      // How often it is asked is a matter of time: helpers may do all the work before.
      if (!plan(statistics, 1000, watch.execution(3))) CHECK(watch.asked == no_from);
      CHECK_FALSE(watch.other_thread);
    }
  }
}

TEST_CASE("a monitor is asked within replicates that take long") {
  const auto statistics = twin::statistics(2000000, 2);
  for (const auto plan : {&bootstrap, &permutation}) {
    Watch alone;
    CHECK(plan(statistics, 1, alone.execution(1)));
    CHECK(alone.asked > 10);
    Watch stopping;
    stopping.no_from = alone.asked - 3;
    CHECK_FALSE(plan(statistics, 1, stopping.execution(1)));
  }
}

TEST_CASE("the calling thread asks while it waits for a helper, which then sees the flag") {
  // Whichever thread gets the only long element: the other has nothing to do.
  std::atomic<bool> seen{false};
  Watch watch;
  watch.no_from = 5;
  const auto monitor = watch.execution(2).monitor;
  const bool finished = tercel::parallel_for(2, 1, 2, monitor, [&] {
    return [&](std::size_t begin, std::size_t, const tercel::Checkpoint& checkpoint) {
      if (begin == 0) return;
      while (checkpoint.keep_going()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      seen = true;
    };
  });
  CHECK_FALSE(finished);
  CHECK(seen);
  CHECK(watch.asked == 5);
  CHECK_FALSE(watch.other_thread);
}

TEST_CASE("an exception of a monitor reaches the caller") {
  const auto fail = [](void*, std::size_t, std::size_t) -> bool {
    throw std::runtime_error("interrupted");
  };
  const auto statistics = twin::statistics(3000, 2);
  for (const std::size_t workers : {1U, 3U}) {
    tercel::Execution execution;
    execution.workers = workers;
    execution.monitor = tercel::Monitor(fail, nullptr);
    CHECK_THROWS_AS(bootstrap(statistics, 100, execution), std::runtime_error);
    CHECK_THROWS_AS(permutation(statistics, 100, execution), std::runtime_error);
  }
}

TEST_CASE("chunks of replicates have about the same work, and every worker gets some") {
  using tercel::detail::replicates_per_chunk;
  CHECK(replicates_per_chunk(1000, 10000000, 1) == 1);
  CHECK(replicates_per_chunk(0, 0, 0) == 1);
  CHECK(replicates_per_chunk(1000, 1, 4) <= 1000 / 4);
}
