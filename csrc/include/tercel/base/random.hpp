/// Random bits for one replicate: a function of (seed, purpose, replicate) alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tercel {

/// The finalizer of SplitMix64 (Steele, Lea & Flood 2014): a bijection that mixes all bits.
inline constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

inline constexpr std::uint64_t rotate_left(std::uint64_t x, int by) {
  return (x << by) | (x >> (64 - by));
}

/// What a stream is used for. Streams of different purposes are independent at the same seed.
enum class Purpose : std::uint64_t { bootstrap = 1, permutation = 2 };

/// Eight interleaved generators xoshiro256++ (Blackman & Vigna 2021), stepped together.
///
/// The lanes are part of the stream's definition: step s gives the words of lanes 0 to 7 in that
/// order, whatever the width of the machine's registers. State word w of lane l is output number
/// 4 l + w of SplitMix64 started from a hash of (seed, purpose, replicate).
struct StreamState {
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kWords = 4;
  /// word[w][l] is state word w of lane l: a word of all lanes fills one 512-bit register.
  alignas(64) std::array<std::array<std::uint64_t, kLanes>, kWords> word;

  StreamState() = default;
  StreamState(std::uint64_t seed, Purpose purpose, std::uint64_t replicate) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15U;
    std::uint64_t counter = mix64(seed + kGolden * static_cast<std::uint64_t>(purpose));
    counter = mix64(counter ^ mix64(replicate + kGolden));
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t w = 0; w < kWords; ++w) word[w][lane] = mix64(counter += kGolden);
    }
  }
};

}  // namespace tercel
