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
enum class Purpose : std::uint64_t { bootstrap = 1, permutation = 2, training = 4 };

/// The step of SplitMix64's counter: 2^64 divided by the golden ratio.
inline constexpr std::uint64_t kGoldenStep = 0x9e3779b97f4a7c15U;

/// Where the SplitMix64 that fills a stream's state starts: a hash of all that names the stream.
///
/// Seed and replicate must not enter alike: replicate 2 of seed 1 is not replicate 1 of seed 2.
inline constexpr std::uint64_t stream_origin(std::uint64_t seed, Purpose purpose,
                                             std::uint64_t replicate) {
  const std::uint64_t of_seed = mix64(seed + kGoldenStep * static_cast<std::uint64_t>(purpose));
  return mix64(of_seed + kGoldenStep * replicate);
}

/// Eight interleaved generators xoshiro256++ (Blackman & Vigna 2021), stepped together.
///
/// The lanes are part of the stream's definition: step s gives the words of lanes 0 to 7 in that
/// order, whatever the width of the machine's registers. State word w of lane l is output number
/// 4 l + w (from 0) of SplitMix64 started from stream_origin(seed, purpose, replicate).
struct StreamState {
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kWords = 4;
  /// word[w][l] is state word w of lane l: a word of all lanes fills one 512-bit register.
  alignas(64) std::array<std::array<std::uint64_t, kLanes>, kWords> word;

  StreamState() = default;
  explicit StreamState(std::uint64_t origin) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t w = 0; w < kWords; ++w) word[w][lane] = mix64(origin += kGoldenStep);
    }
  }
  StreamState(std::uint64_t seed, Purpose purpose, std::uint64_t replicate)
      : StreamState(stream_origin(seed, purpose, replicate)) {}
};

}  // namespace tercel
