/// Random segments and translations of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace ter_random {

using Words = std::vector<std::uint32_t>;

struct Random {
  std::mt19937 bits;
  explicit Random(unsigned seed) : bits(seed) {}

  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(bits() % n); }
  Words sequence(std::size_t size, std::size_t alphabet) {
    Words out(size);
    for (auto& word : out) word = below(alphabet);
    return out;
  }
  /// The sequence with blocks moved and words replaced, dropped and added.
  Words translated(Words out, std::size_t alphabet, std::size_t moves, std::size_t changes) {
    for (std::size_t k = 0; k < moves && out.size() > 2; ++k) {
      std::size_t at[3];
      for (auto& place : at) place = below(out.size() + 1);
      std::sort(at, at + 3);
      const auto from = [&](std::size_t place) {
        return out.begin() + static_cast<std::ptrdiff_t>(place);
      };
      std::rotate(from(at[0]), from(at[1]), from(at[2]));
    }
    for (std::size_t k = 0; k < changes && !out.empty(); ++k) {
      const auto at = out.begin() + below(out.size());
      const std::uint32_t kind = below(3);
      if (kind == 0) *at = below(alphabet);
      if (kind == 1) out.erase(at);
      if (kind == 2) out.insert(at, below(alphabet));
    }
    return out;
  }
};

}  // namespace ter_random
