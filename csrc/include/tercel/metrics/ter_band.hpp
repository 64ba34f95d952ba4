/// The beam of translation edit rate: which cells of the edit distance matrix may be entered.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tercel::detail {

inline constexpr std::size_t kTerBeam = 25;

/// Columns [low, high) of one row.
struct TerWindow {
  std::uint32_t low;
  std::uint32_t high;
};

/// True if no path that costs `distance` or less, between sequences of these two sizes, can touch
/// the edge of the beam; then every question about such paths has the same answer without it.
///
/// Proof. Row i of the beam is floor(x) - 25 <= j < floor(x) + 25 with x = i * ref / hyp, and
/// rounding can make floor(x) one less than it is, never more; so x - 25 <= j <= x + 23 lies in
/// the beam. Let g = ref - hyp >= 0. A path with I steps along the row and E along the column has
/// I - E = g and I + E <= distance, hence I <= (distance + g) / 2. Its cells have j - i in [-E, I]
/// and x - i is in [0, g], so |j - x| <= I. For g < 0 exchange the roles of I and E.
inline bool beam_is_wide_enough(std::size_t hyp, std::size_t ref, std::size_t distance) {
  const std::size_t gap = hyp > ref ? hyp - ref : ref - hyp;
  return ref < kTerBeam || distance + gap <= 2 * kTerBeam - 3;
}

/// Half the width of the beam. A reference 50 times longer than the hypothesis would leave gaps
/// between the windows of neighbouring rows, hence the second case.
inline std::size_t beam_width(std::size_t hyp, std::size_t ref) {
  const double half = static_cast<double>(ref) / static_cast<double>(hyp) / 2;
  const double beam = static_cast<double>(kTerBeam);
  return half > beam ? static_cast<std::size_t>(std::ceil(half + beam)) : kTerBeam;
}

/// Fills `windows` with rows 0 ... hyp. Row 0 is whole, the last row has no upper edge.
/// Both edges never fall from row 1 on, and neighbouring windows meet. O(hyp).
inline void beam_windows(std::size_t hyp, std::size_t ref, std::vector<TerWindow>& windows) {
  const auto full = static_cast<std::uint32_t>(ref + 1);
  windows.assign(hyp + 1, {0, full});
  if (hyp == 0) return;
  const std::size_t beam = beam_width(hyp, ref);
  // A double, because its rounding decides the window where i * ref / hyp is a whole number.
  const double ratio = static_cast<double>(ref) / static_cast<double>(hyp);
  for (std::size_t i = 1; i <= hyp; ++i) {
    const auto centre = static_cast<std::size_t>(static_cast<double>(i) * ratio);
    windows[i].low = static_cast<std::uint32_t>(centre > beam ? centre - beam : 0);
    if (i < hyp) windows[i].high = static_cast<std::uint32_t>(std::min(ref + 1, centre + beam));
  }
}

}  // namespace tercel::detail
