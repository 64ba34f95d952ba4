/// The cheapest path of beads through a document, inside a band.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tercel/base/monitor.hpp"
#include "tercel/lexicon/bead.hpp"
#include "tercel/lexicon/bead_costs.hpp"

namespace tercel {
namespace detail {

inline constexpr double kUnreachable = std::numeric_limits<double>::infinity();

/// Columns [lo, hi] of a row.
struct BandRow {
  std::size_t lo = 0;
  std::size_t hi = 0;
};

/// The band of `half_width` columns on both sides of where the same share of the characters has
/// been read. Neighbouring rows overlap, so that a path exists whatever the texts are.
inline std::vector<BandRow> diagonal_band(const BeadCosts& costs, std::size_t half_width) {
  const auto total = [](const std::vector<double>& lengths) {
    double sum = 0.0;                                         // of integers, and so exact
    for (const double length : lengths) sum += length + 1.0;  // empty sentences count, too
    return sum;
  };
  const double source_total = total(costs.source_lengths());
  const double target_total = total(costs.target_lengths());
  const std::size_t n = costs.n_source();
  const std::size_t m = costs.n_target();
  std::vector<BandRow> rows(n + 1);
  double source_read = 0.0;
  double target_read = 0.0;
  std::size_t centre = 0;
  for (std::size_t i = 0; i <= n; ++i) {
    if (i > 0) source_read += costs.source_lengths()[i - 1] + 1.0;
    while (centre < m && target_read * source_total < source_read * target_total) {
      target_read += costs.target_lengths()[centre++] + 1.0;
    }
    rows[i].lo = centre - std::min(centre, half_width);
    rows[i].hi = m - centre < half_width ? m : centre + half_width;
  }
  rows[0].lo = 0;
  rows[n].hi = m;
  for (std::size_t i = 0; i < n; ++i) rows[i].hi = std::max(rows[i].hi, rows[i + 1].lo);
  return rows;
}

/// A lower bound of what is left to pay, where no bead costs less than 0.
///
/// Each bead changes the difference between sentences left on both sides by one at most, and pays
/// 230 or more for it. And since 2 Q(x) <= exp(-x^2 / 2), the lengths cost at least 50
/// sum(delta^2), which by Cauchy and Schwarz is at least what one bead of all that is left would
/// have.
class RestBound {
 public:
  explicit RestBound(const BeadCosts& costs)
      : weights_(costs.weights()),
        source_left_(sums(costs.source_lengths())),
        target_left_(sums(costs.target_lengths())) {}

  double operator()(std::size_t i, std::size_t j) const {
    const std::size_t sentences_left = source_left_.size() - i;
    const std::size_t others_left = target_left_.size() - j;
    const double uneven = sentences_left > others_left
                              ? static_cast<double>(sentences_left - others_left)
                              : static_cast<double>(others_left - sentences_left);
    const double mean = (source_left_[i] + target_left_[j] / weights_.ratio) / 2.0;
    const double difference = target_left_[j] - weights_.ratio * source_left_[i];
    const double by_length =
        mean == 0.0 ? 0.0 : 50.0 * (difference * difference) / (mean * weights_.variance);
    return weights_.length * (230.0 * uneven + by_length);
  }

 private:
  static std::vector<double> sums(const std::vector<double>& lengths) {
    std::vector<double> left(lengths.size() + 1);
    for (std::size_t i = lengths.size(); i > 0; --i) left[i - 1] = left[i] + lengths[i - 1];
    return left;
  }

  BeadWeights weights_;
  std::vector<double> source_left_;
  std::vector<double> target_left_;
};

}  // namespace detail

/// How far a computation of the cheapest path went.
enum class PathOutcome { found, too_many_cells, stopped };

/// Row by row, O(cells) time. Memory: a byte a cell for the way back, three rows of costs.
class BandPath {
 public:
  BandPath(BeadCosts& costs, const Monitor& monitor) : costs_(costs), monitor_(monitor) {}

  /// The cheapest path that stays inside `band`.
  PathOutcome inside(const std::vector<detail::BandRow>& band) {
    start();
    for (std::size_t i = 0; i <= n(); ++i) {
      open_row(i, band[i].lo);
      for (std::size_t j = band[i].lo; j <= band[i].hi; ++j) set(j, cheapest(i, j));
      if (!close_row(i, band[i].hi)) return PathOutcome::stopped;
    }
    return PathOutcome::found;
  }

  /// The cheapest path of all, given that a path of cost `limit` exists and that no bead costs less
  /// than 0. A cell that cannot be on a path of that cost is not followed any further. Gives up
  /// beyond `most_cells`.
  PathOutcome below(double limit, std::size_t most_cells) {
    const detail::RestBound rest(costs_);
    // Sums in another order differ in their last digits.
    const double most = limit * (1.0 + 1e-9) + 1e-6;
    start();
    for (std::size_t i = 0; i <= n(); ++i) {
      const detail::BandRow reached = reachable(i);
      open_row(i, reached.lo);
      std::size_t j = reached.lo;
      for (; j <= m(); ++j) {
        const bool follows = j > reached.lo && value(now_, j - 1) != detail::kUnreachable;
        if (j > reached.hi && !follows) break;
        Step step = cheapest(i, j);
        if (step.cost + rest(i, j) > most) step.cost = detail::kUnreachable;
        set(j, step);
      }
      if (!close_row(i, j - 1)) return PathOutcome::stopped;
      if (way_.size() > most_cells) return PathOutcome::too_many_cells;
      keep_reached(i);
    }
    return PathOutcome::found;
  }

  /// Of the path that was found.
  double cost() const { return value(now_, m()); }
  std::size_t n_cells() const { return way_.size(); }

  /// The beads of the path that was found, in order, without their costs.
  std::vector<Bead> beads() const {
    std::vector<Bead> beads;
    std::size_t i = n();
    std::size_t j = m();
    while (i > 0 || j > 0) {
      const BeadKind& kind = kBeadKinds[way_[row_begins_[i] + (j - rows_[i].lo)]];
      beads.push_back({i - kind.source, i, j - kind.target, j, 0.0});
      i -= kind.source;
      j -= kind.target;
    }
    std::reverse(beads.begin(), beads.end());
    return beads;
  }

 private:
  struct Step {
    double cost = detail::kUnreachable;
    std::uint8_t kind = 0;

    void offer(double other, std::uint8_t other_kind) {
      if (other < cost) {
        cost = other;
        kind = other_kind;
      }
    }
  };
  using Row = std::vector<double>;

  // Columns -2 and -1 exist and cannot be reached.
  static constexpr std::size_t kMargin = 2;

  std::size_t n() const { return costs_.n_source(); }
  std::size_t m() const { return costs_.n_target(); }

  static double value(const Row& row, std::size_t j) { return row[j + kMargin]; }
  static double value(const Row& row, std::size_t j, std::size_t back) {
    return row[j + kMargin - back];
  }

  void start() {
    for (Row* row : {&now_, &last_, &before_}) row->assign(m() + 1 + kMargin, detail::kUnreachable);
    rows_.assign(n() + 1, {});
    row_begins_.assign(n() + 1, 0);
    reached_.assign(n() + 1, {});
    way_.clear();
  }

  void open_row(std::size_t i, std::size_t lo) {
    // The row before last is needed no more: its memory becomes the new row's.
    if (i > 0) {
      if (i >= 3) {
        const detail::BandRow& old = rows_[i - 3];
        for (std::size_t j = old.lo; j <= old.hi; ++j) before_[j + kMargin] = detail::kUnreachable;
      }
      std::swap(before_, last_);
      std::swap(last_, now_);
      costs_.set_row(i);
    }
    rows_[i].lo = lo;
    row_begins_[i] = way_.size();
  }

  void set(std::size_t j, const Step& step) {
    now_[j + kMargin] = step.cost;
    way_.push_back(step.kind);
  }

  bool close_row(std::size_t i, std::size_t hi) {
    rows_[i].hi = hi;
    cells_since_asked_ += hi + 1 - rows_[i].lo;
    if (cells_since_asked_ < 20000) return true;
    cells_since_asked_ = 0;
    return monitor_.keep_going(i, n());
  }

  Step cheapest(std::size_t i, std::size_t j) {
    Step best;
    if (i == 0 && j == 0) return {0.0, 0};
    if (i > 0 && j > 0) {
      const BeadCosts::Cell cell = costs_.cell(j);
      best.offer(value(last_, j, 1) + cell.one_one, 0);
      best.offer(value(last_, j) + costs_.one_none(), 1);
      best.offer(value(now_, j, 1) + costs_.none_one(j), 2);
      best.offer(value(before_, j, 1) + cell.two_one, 3);
      best.offer(value(last_, j, 2) + cell.one_two, 4);
      best.offer(value(before_, j, 2) + cell.two_two, 5);
    } else if (i > 0) {
      best.offer(value(last_, j) + costs_.one_none(), 1);
    } else {
      best.offer(value(now_, j, 1) + costs_.none_one(j), 2);
    }
    return best;
  }

  /// The columns of row i that a bead from the two rows before may lead to.
  detail::BandRow reachable(std::size_t i) const {
    if (i == 0) return {0, 0};
    detail::BandRow row = reached_[i - 1];
    if (i > 1) {
      row.lo = std::min(row.lo, reached_[i - 2].lo);
      row.hi = std::max(row.hi, reached_[i - 2].hi);
    }
    return {row.lo, std::min(m(), row.hi + kMargin)};
  }

  /// Notes which columns of row i are followed; none if lo > hi.
  void keep_reached(std::size_t i) {
    detail::BandRow row{m(), 0};
    for (std::size_t j = rows_[i].lo; j <= rows_[i].hi; ++j) {
      if (value(now_, j) == detail::kUnreachable) continue;
      row.lo = std::min(row.lo, j);
      row.hi = std::max(row.hi, j);
    }
    reached_[i] = row;
  }

  BeadCosts& costs_;
  const Monitor& monitor_;
  Row now_;     ///< of row i
  Row last_;    ///< of row i - 1
  Row before_;  ///< of row i - 2
  std::vector<detail::BandRow> rows_;
  std::vector<detail::BandRow> reached_;
  std::vector<std::size_t> row_begins_;  ///< into `way_`
  std::vector<std::uint8_t> way_;        ///< the index of the bead's kind that leads to each cell
  std::size_t cells_since_asked_ = 0;
};

}  // namespace tercel
