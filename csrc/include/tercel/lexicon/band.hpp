/// Which columns of each row of a document's cells are searched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tercel/lexicon/bead.hpp"

namespace tercel {
namespace detail {

/// Columns [lo, hi] of a row.
struct BandRow {
  std::size_t lo = 0;
  std::size_t hi = 0;
};

/// The band of `half_width` columns on both sides of where the same share of the characters has
/// been read. Neighbouring rows overlap, so that a path exists whatever the texts are.
inline std::vector<BandRow> diagonal_band(const std::vector<double>& source_lengths,
                                          const std::vector<double>& target_lengths,
                                          std::size_t half_width) {
  const auto total = [](const std::vector<double>& lengths) {
    double sum = 0.0;                                         // of integers, and so exact
    for (const double length : lengths) sum += length + 1.0;  // empty sentences count, too
    return sum;
  };
  const double source_total = total(source_lengths);
  const double target_total = total(target_lengths);
  const std::size_t n = source_lengths.size();
  const std::size_t m = target_lengths.size();
  std::vector<BandRow> rows(n + 1);
  double source_read = 0.0;
  double target_read = 0.0;
  std::size_t centre = 0;
  for (std::size_t i = 0; i <= n; ++i) {
    if (i > 0) source_read += source_lengths[i - 1] + 1.0;
    while (centre < m && target_read * source_total < source_read * target_total) {
      target_read += target_lengths[centre++] + 1.0;
    }
    rows[i].lo = centre - std::min(centre, half_width);
    rows[i].hi = m - centre < half_width ? m : centre + half_width;
  }
  rows[0].lo = 0;
  rows[n].hi = m;
  for (std::size_t i = 0; i < n; ++i) rows[i].hi = std::max(rows[i].hi, rows[i + 1].lo);
  return rows;
}

inline bool covers_all(const std::vector<BandRow>& band, std::size_t m) {
  return std::all_of(band.begin(), band.end(),
                     [m](const BandRow& row) { return row.lo == 0 && row.hi == m; });
}

/// Whether a path keeps a quarter of the band's width away from its edges (those of the matrix are
/// no edges).
inline bool stays_inside(const std::vector<Bead>& beads, const std::vector<BandRow>& band,
                         std::size_t m) {
  return std::all_of(beads.begin(), beads.end(), [&](const Bead& bead) {
    const BandRow& row = band[bead.source_end];
    const std::size_t margin = (row.hi - row.lo) / 4;
    return (row.lo == 0 || bead.target_end >= row.lo + margin) &&
           (row.hi == m || bead.target_end + margin <= row.hi);
  });
}

}  // namespace detail
}  // namespace tercel
