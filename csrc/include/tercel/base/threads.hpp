/// One parallel loop, used by everything that has `workers`.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "tercel/base/monitor.hpp"

namespace tercel {
namespace detail {

/// The shared state of one parallel loop: the next chunk, and whether to give up.
class ChunkQueue {
 public:
  ChunkQueue(std::size_t size, std::size_t chunk)
      : size_(size), chunk_(std::max<std::size_t>(chunk, 1)) {}

  bool next(std::size_t& begin, std::size_t& end) {
    if (stopped_.load(std::memory_order_relaxed)) return false;
    begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
    if (begin >= size_) return false;
    end = std::min(begin + chunk_, size_);
    return true;
  }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  std::size_t started() const { return std::min(next_.load(std::memory_order_relaxed), size_); }

  void fail(std::exception_ptr error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!error_) error_ = error;
    stop();
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::size_t size_;
  std::size_t chunk_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace detail

/// Calls `body(begin, end)` for chunks that cover [0, size), each element exactly once.
///
/// `make_body()` is called once in each of `workers` threads (the calling one among them), so that
/// a body may own scratch memory. Which thread gets which chunk is not defined: a body must write
/// only what belongs to its elements, and then results cannot depend on `workers` or `chunk`.
/// `monitor` is asked between chunks. Returns false if it stopped the loop, in which case some
/// elements were not visited. The first exception of a body is rethrown here.
template <class MakeBody>
bool parallel_for(std::size_t size, std::size_t chunk, std::size_t workers, const Monitor& monitor,
                  MakeBody make_body) {
  detail::ChunkQueue queue(size, chunk);
  const auto run = [&](bool is_caller) {
    try {
      auto body = make_body();
      std::size_t begin = 0;
      std::size_t end = 0;
      while (queue.next(begin, end)) {
        body(begin, end);
        if (is_caller && !monitor.keep_going(queue.started(), size)) queue.stop();
      }
    } catch (...) {
      queue.fail(std::current_exception());
    }
  };
  const std::size_t n_chunks = chunk == 0 ? size : (size + chunk - 1) / chunk;
  const std::size_t n_helpers =
      std::min(workers, std::max<std::size_t>(n_chunks, 1)) - (workers > 0);
  std::vector<std::thread> helpers;
  helpers.reserve(n_helpers);
  try {
    for (std::size_t i = 0; i < n_helpers; ++i) helpers.emplace_back(run, false);
  } catch (...) {
    // The system gives no more threads: the ones at hand do the work.
  }
  run(true);
  for (std::thread& helper : helpers) helper.join();
  queue.rethrow();
  return !queue.stopped();
}

}  // namespace tercel
