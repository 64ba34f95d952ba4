/// Which replicates are wanted, and how the work is carried out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tercel/base/execution.hpp"

namespace tercel {

/// Which replicates: `first`, `first + 1`, ... of `seed`, as many as the output has rows.
///
/// Replicate r is the same whatever `first` is, so a long job may be split at any place.
struct Replicates {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
};

namespace detail {

/// Asks a checkpoint now and then: `after(work)` is cheap enough for an inner loop.
class Pace {
 public:
  /// Row additions between two questions: about a millisecond, ten when every row misses the cache.
  static constexpr std::size_t kPeriod = std::size_t{1} << 17;

  explicit Pace(const Checkpoint& checkpoint) : checkpoint_(checkpoint) {}

  bool after(std::size_t work) {
    work_ += work;
    if (work_ < kPeriod) return true;
    work_ = 0;
    return checkpoint_.keep_going();
  }

 private:
  const Checkpoint& checkpoint_;
  std::size_t work_ = 0;
};

/// While the statistics are prepared the user's monitor is asked too, but sees no progress yet:
/// otherwise a progress bar would count rows first and replicates later.
class Preparation {
 public:
  Preparation(const Monitor& monitor, std::size_t total) : monitor_(monitor), total_(total) {}
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;
  /// An execution for the preparation; it must not outlive this object.
  Execution of(Execution execution) {
    execution.monitor = Monitor(&ask, this);
    return execution;
  }

 private:
  static bool ask(void* context, std::size_t, std::size_t) {
    const auto* self = static_cast<const Preparation*>(context);
    return self->monitor_.keep_going(0, self->total_);
  }

  const Monitor& monitor_;
  std::size_t total_;
};

/// Replicates a chunk: about Pace::kPeriod additions, but a few chunks for every worker.
inline std::size_t replicates_per_chunk(std::size_t n_replicates, std::size_t work_per_replicate,
                                        std::size_t workers) {
  const std::size_t by_work = Pace::kPeriod / std::max<std::size_t>(work_per_replicate, 1);
  const std::size_t by_share = n_replicates / (4 * std::max<std::size_t>(workers, 1)) + 1;
  return std::clamp<std::size_t>(by_work, 1, by_share);
}

}  // namespace detail
}  // namespace tercel
