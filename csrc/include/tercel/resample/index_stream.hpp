/// From random words to row numbers.
///
/// For n <= 65,536 rows each word gives four 16-bit values x, low bits first, else two of 32 bits.
/// Of the product x n the high half is the row number; x is rejected if the low half is below
/// 2^bits mod n, which makes all row numbers exactly equally likely (Lemire, "Fast random integer
/// generation in an interval", ACM TOMACS 29(1), 2019). The accepted ones in order are the draws.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "tercel/base/random.hpp"
#include "tercel/resample/kernels.hpp"

namespace tercel {
namespace detail {

/// The draws of one replicate. Index is std::uint16_t for n <= 65,536, else std::uint32_t.
template <class Index>
class IndexStream {
 public:
  IndexStream(std::uint64_t origin, std::uint32_t n, const Kernels& kernels)
      : bound_(make_bound(n)), kernels_(kernels) {
    kernels.seed(origin, state_);
  }

  /// Draws at least one and at most `wanted` indices, and returns how many.
  std::size_t draw(std::size_t wanted) {
    std::size_t accepted = 0;
    while (accepted == 0) {
      const std::size_t steps = steps_for(std::min(wanted, kCapacity));
      kernels_.step(state_, steps, words_.data());
      accepted = bound(steps * StreamState::kLanes);
    }
    // What is drawn beyond `wanted` is never asked for: a replicate ends here.
    return std::min(accepted, wanted);
  }

  const Index* indices() const { return indices_.data(); }

 private:
  static constexpr std::size_t kMaxSteps = 64;
  static constexpr std::size_t kMaxWords = kMaxSteps * StreamState::kLanes;
  static constexpr std::size_t kPerWord = sizeof(std::uint64_t) / sizeof(Index);
  static constexpr std::size_t kPerStep = StreamState::kLanes * kPerWord;
  static constexpr std::size_t kCapacity = kMaxWords * kPerWord;

  /// As many as will probably do, given how often values are rejected.
  std::size_t steps_for(std::size_t wanted) const {
    constexpr std::uint64_t kValues = std::uint64_t{1} << (8 * sizeof(Index));
    const std::uint64_t expected = wanted * kValues / (kValues - bound_.threshold);
    return std::min(static_cast<std::size_t>(expected / kPerStep) + 1, kMaxSteps);
  }

  std::size_t bound(std::size_t n_words) {
    if constexpr (sizeof(Index) == 2) {
      return kernels_.bound(words_.data(), n_words, bound_, indices_.data());
    } else {
      return bound32_scalar(words_.data(), n_words, bound_, indices_.data());
    }
  }

  StreamState state_;
  Bound bound_;
  const Kernels& kernels_;
  std::array<std::uint64_t, kMaxWords> words_;
  std::array<Index, kCapacity> indices_;
};

}  // namespace detail
}  // namespace tercel
