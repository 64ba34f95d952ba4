/// In which order training visits the lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tercel/base/random.hpp"

namespace tercel {
namespace detail {

/// Fisher and Yates; each number is a stream of its own. The bias of a remainder of 64 bits is far
/// below what matters here.
inline void shuffle_lists(std::vector<std::size_t>& order, std::uint64_t number) {
  std::uint64_t state = stream_origin(0, Purpose::training, number);
  for (std::size_t i = order.size(); i > 1; --i) {
    state += kGoldenStep;
    std::swap(order[i - 1], order[static_cast<std::size_t>(mix64(state) % i)]);
  }
}

}  // namespace detail
}  // namespace tercel
