/// The cells of a document, row by row: what the cheapest path to each costs, and its last bead.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "tercel/lexicon/band.hpp"
#include "tercel/lexicon/bead.hpp"
#include "tercel/lexicon/bead_costs.hpp"

namespace tercel {
namespace detail {

inline constexpr double kUnreachable = std::numeric_limits<double>::infinity();

/// Keeps the costs of three rows, and a byte a cell for the way back: bit k is set where a bead of
/// kind k ends a cheapest path.
class PathRows {
 public:
  /// Begins with row 0, of which only column 0 is reached.
  void start(std::size_t n, std::size_t m) {
    m_ = m;
    for (Row* row : {&now_, &last_, &before_}) row->assign(m + 1 + kMargin, kUnreachable);
    ceilings_.assign(m + 1, kUnreachable);
    spans_.assign(n + 1, {});
    begins_.assign(n + 1, 0);
    way_.assign(1, 0);
    now_[kMargin] = 0.0;
    row_ = 0;
  }

  /// Goes on to the next row, columns lo to hi, which must be below those of the rows before plus
  /// two. A path that costs more than the ceiling of its column is not followed.
  void next(const BeadCosts& costs, const BandRow& span) {
    if (++row_ >= 3) clear(before_, spans_[row_ - 3]);
    // The row before last is needed no more: its memory becomes the new row's.
    std::swap(before_, last_);
    std::swap(last_, now_);
    spans_[row_] = span;
    begins_[row_] = way_.size();
    way_.resize(way_.size() + (span.hi + 1 - span.lo));
    come_from_above(costs);
    come_from_left(costs);
    note_kinds(costs);
  }

  /// Adds a column at the end of the row, where only a bead without a source sentence leads.
  void append(double cost) {
    ++spans_[row_].hi;
    now_[spans_[row_].hi + kMargin] = cost;
    way_.push_back(std::uint8_t{1} << kNoneOne);
  }

  std::size_t row() const { return row_; }
  const BandRow& span() const { return spans_[row_]; }
  std::size_t n_cells() const { return way_.size(); }
  double cost(std::size_t j) const { return now_[j + kMargin]; }
  std::vector<double>& ceilings() { return ceilings_; }

  /// The beads of the cheapest path to column m of the last row, in order, without their costs.
  std::vector<Bead> beads() const {
    std::vector<Bead> beads;
    std::size_t i = spans_.size() - 1;
    std::size_t j = m_;
    while (i > 0 || j > 0) {
      const BeadKind& kind = kBeadKinds[first_kind(way_[begins_[i] + (j - spans_[i].lo)])];
      beads.push_back({i - kind.source, i, j - kind.target, j, 0.0});
      i -= kind.source;
      j -= kind.target;
    }
    std::reverse(beads.begin(), beads.end());
    return beads;
  }

 private:
  using Row = std::vector<double>;

  // Columns -2 and -1 exist and cannot be reached.
  static constexpr std::size_t kMargin = 2;

  static void clear(Row& row, const BandRow& span) {
    std::fill(row.begin() + static_cast<std::ptrdiff_t>(span.lo + kMargin),
              row.begin() + static_cast<std::ptrdiff_t>(span.hi + kMargin + 1), kUnreachable);
  }

  static std::size_t first_kind(std::uint8_t kinds) {
    std::size_t kind = 0;
    while ((kinds >> kind & 1U) == 0) ++kind;
    return kind;
  }

  /// What a path comes from, and what its last bead costs, as plain pointers: through a vector the
  /// compiler would have to look again after each write.
  struct Ways {
    const double* last;
    const double* before;
    const double* one_one;
    const double* two_one;
    const double* one_two;
    const double* two_two;
    double one_none;
  };

  Ways ways(const BeadCosts& costs) const {
    const BeadRow& bead = costs.row();
    return {last_.data(),        before_.data(),      bead.one_one.data(), bead.two_one.data(),
            bead.one_two.data(), bead.two_two.data(), costs.one_none()};
  }

  /// The costs of paths whose last bead has a source sentence: no column waits for another.
  void come_from_above(const BeadCosts& costs) {
    const Ways way = ways(costs);
    double* const now = now_.data() + kMargin;
    const auto [lo, hi] = spans_[row_];
    for (std::size_t j = lo; j <= hi; ++j) {
      const double a = std::min(way.last[j + 1] + way.one_one[j], way.last[j + 2] + way.one_none);
      const double b = std::min(way.before[j + 1] + way.two_one[j], way.last[j] + way.one_two[j]);
      now[j] = std::min(std::min(a, b), way.before[j] + way.two_two[j]);
    }
  }

  /// Then those of paths whose last bead has none, and the ceilings.
  void come_from_left(const BeadCosts& costs) {
    const double* const none_one = costs.none_one().data();
    const double* const ceilings = ceilings_.data();
    double* const now = now_.data() + kMargin;
    const auto [lo, hi] = spans_[row_];
    double left = kUnreachable;
    for (std::size_t j = lo; j <= hi; ++j) {
      left = std::min(now[j], left + none_one[j]);
      left = left > ceilings[j] ? kUnreachable : left;
      now[j] = left;
    }
  }

  /// And which kinds of beads they end with: the same sums once more.
  void note_kinds(const BeadCosts& costs) {
    const Ways way = ways(costs);
    const double* const none_one = costs.none_one().data();
    const double* const now = now_.data();
    const auto [lo, hi] = spans_[row_];
    std::uint8_t* const noted = way_.data() + begins_[row_] - lo;
    for (std::size_t j = lo; j <= hi; ++j) {
      const double best = now[j + 2];
      unsigned kinds = (way.last[j + 1] + way.one_one[j] <= best ? 1U : 0U) << kOneOne;
      kinds |= (way.last[j + 2] + way.one_none <= best ? 1U : 0U) << kOneNone;
      kinds |= (now[j + 1] + none_one[j] <= best ? 1U : 0U) << kNoneOne;
      kinds |= (way.before[j + 1] + way.two_one[j] <= best ? 1U : 0U) << kTwoOne;
      kinds |= (way.last[j] + way.one_two[j] <= best ? 1U : 0U) << kOneTwo;
      kinds |= (way.before[j] + way.two_two[j] <= best ? 1U : 0U) << kTwoTwo;
      noted[j] = static_cast<std::uint8_t>(kinds);
    }
  }

  std::size_t m_ = 0;
  std::size_t row_ = 0;
  Row now_;     ///< of row_
  Row last_;    ///< of row_ - 1
  Row before_;  ///< of row_ - 2
  Row ceilings_;
  std::vector<BandRow> spans_;
  std::vector<std::size_t> begins_;  ///< of each row, in `way_`
  std::vector<std::uint8_t> way_;
};

}  // namespace detail
}  // namespace tercel
