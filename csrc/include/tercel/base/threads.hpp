/// One parallel loop, used by everything that has `workers`.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "tercel/base/monitor.hpp"

namespace tercel {
namespace detail {

/// The shared state of one parallel loop: the next chunk, what is done, and whether to give up.
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

  void finish(std::size_t n) { done_.fetch_add(n, std::memory_order_relaxed); }
  std::size_t done() const { return done_.load(std::memory_order_relaxed); }
  std::size_t size() const { return size_; }

  void fail(std::exception_ptr error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!error_) error_ = error;
    stop();
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

  void add_helper() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++n_helpers_;
  }

  void leave_helper() {
    const std::lock_guard<std::mutex> lock(mutex_);
    --n_helpers_;
    helper_left_.notify_one();
  }

  /// Waits until no helper is at work, but not for long; returns whether none is.
  bool wait_for_helpers() {
    std::unique_lock<std::mutex> lock(mutex_);
    return helper_left_.wait_for(lock, std::chrono::milliseconds(10),
                                 [this] { return n_helpers_ == 0; });
  }

 private:
  std::size_t size_;
  std::size_t chunk_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> done_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
  std::size_t n_helpers_ = 0;
  std::condition_variable helper_left_;
};

}  // namespace detail

/// What a body asks in the middle of a chunk that takes longer than a few milliseconds.
class Checkpoint {
 public:
  Checkpoint(detail::ChunkQueue& queue, const Monitor* monitor)
      : queue_(queue), monitor_(monitor) {}

  /// False if the loop was stopped: then the body returns at once. Only in the calling thread
  /// does this ask the monitor, and never again once the loop was stopped; elsewhere it reads a
  /// flag.
  bool keep_going() const {
    if (monitor_ != nullptr && !queue_.stopped() &&
        !monitor_->keep_going(queue_.done(), queue_.size())) {
      queue_.stop();
    }
    return !queue_.stopped();
  }

 private:
  detail::ChunkQueue& queue_;
  const Monitor* monitor_;
};

namespace detail {

template <class Body>
void call_body(Body& body, std::size_t begin, std::size_t end, const Checkpoint& checkpoint) {
  if constexpr (std::is_invocable_v<Body&, std::size_t, std::size_t, const Checkpoint&>) {
    body(begin, end, checkpoint);
  } else {
    body(begin, end);
  }
}

/// One thread's share of the loop: chunks, until none is left.
template <class MakeBody>
void run_chunks(ChunkQueue& queue, const Checkpoint& checkpoint, MakeBody& make_body) {
  try {
    auto body = make_body();
    std::size_t begin = 0;
    std::size_t end = 0;
    while (queue.next(begin, end)) {
      call_body(body, begin, end, checkpoint);
      queue.finish(end - begin);
      checkpoint.keep_going();
    }
  } catch (...) {
    queue.fail(std::current_exception());
  }
}

/// The calling thread has no chunk left, but helpers do: the monitor is still asked.
inline void wait_for_helpers(ChunkQueue& queue, const Checkpoint& checkpoint) {
  while (!queue.wait_for_helpers()) {
    try {
      checkpoint.keep_going();
    } catch (...) {
      queue.fail(std::current_exception());
    }
  }
}

}  // namespace detail

/// Calls `body(begin, end)` for chunks that cover [0, size), each element exactly once.
///
/// `make_body()` is called once in each of `workers` threads (the calling one among them), so that
/// a body may own scratch memory. Which thread gets which chunk is not defined: a body must write
/// only what belongs to its elements, and then results cannot depend on `workers` or `chunk`.
/// `monitor` is asked between chunks; a body whose chunks are long takes a third argument,
/// `const Checkpoint&`, and asks that too. Returns false if the monitor stopped the loop, in which
/// case some elements were not visited. The first exception of a body is rethrown here.
template <class MakeBody>
bool parallel_for(std::size_t size, std::size_t chunk, std::size_t workers, const Monitor& monitor,
                  MakeBody make_body) {
  detail::ChunkQueue queue(size, chunk);
  const std::size_t n_chunks = chunk == 0 ? size : (size + chunk - 1) / chunk;
  const std::size_t n_helpers =
      std::min(workers, std::max<std::size_t>(n_chunks, 1)) - (workers > 0);
  const auto help = [&] {
    detail::run_chunks(queue, Checkpoint(queue, nullptr), make_body);
    queue.leave_helper();
  };
  std::vector<std::thread> helpers;
  helpers.reserve(n_helpers);
  for (std::size_t i = 0; i < n_helpers; ++i) {
    queue.add_helper();
    try {
      helpers.emplace_back(help);
    } catch (...) {
      // The system gives no more threads: the ones at hand do the work.
      queue.leave_helper();
      break;
    }
  }
  const Checkpoint checkpoint(queue, &monitor);
  detail::run_chunks(queue, checkpoint, make_body);
  detail::wait_for_helpers(queue, checkpoint);
  for (std::thread& helper : helpers) helper.join();
  queue.rethrow();
  return !queue.stopped();
}

}  // namespace tercel
