/// The cheapest path of beads through a document, inside a band.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tercel/base/monitor.hpp"
#include "tercel/lexicon/band.hpp"
#include "tercel/lexicon/bead.hpp"
#include "tercel/lexicon/bead_costs.hpp"
#include "tercel/lexicon/path_rows.hpp"
#include "tercel/lexicon/rest_bound.hpp"

namespace tercel {

/// How far a computation of the cheapest path went.
enum class PathOutcome { found, too_many_cells, stopped };

/// Three ways to choose the cells that are computed. O(cells) time, a byte of memory a cell.
///
/// In what `near_best` leaves out, an optimal path would have to begin with a cell that was
/// computed and whose bound was too high: so the least such bound says whether one can be there.
class BandPath {
 public:
  BandPath(BeadCosts& costs, PacedMonitor& monitor) : costs_(costs), monitor_(monitor) {}

  /// The cheapest path that stays inside `band`.
  PathOutcome inside(const std::vector<detail::BandRow>& band) {
    start();
    while (rows_.span().hi < band[0].hi) rows_.append(cost_of_next());
    for (std::size_t i = 1; i <= n(); ++i) {
      go_to(i, band[i]);
      if (!keep_going()) return PathOutcome::stopped;
    }
    return PathOutcome::found;
  }

  /// A good path, if no bead costs less than 0: of each row, only the cells are followed whose
  /// bounds are at most `slack` above the row's best. Gives up beyond `most_cells`.
  PathOutcome near_best(const detail::RestBound& rest, double slack, std::size_t most_cells) {
    start();
    least_left_out_ = detail::kUnreachable;
    for (std::size_t i = 0; i <= n(); ++i) {
      if (i > 0) go_to(i, reachable(i));
      keep_near_best(rest, i == n() ? detail::kUnreachable : slack);
      if (!keep_going()) return PathOutcome::stopped;
      if (rows_.n_cells() > most_cells) return PathOutcome::too_many_cells;
    }
    return PathOutcome::found;
  }

  /// Whether `near_best` left out only what cannot be on a path as cheap as the one it found.
  bool left_out_nothing() const { return least_left_out_ > with_slack(cost()); }

  /// The cheapest path of all, given that a path of cost `limit` exists and that no bead costs less
  /// than 0. A cell that cannot be on a path of that cost is not followed any further. Gives up
  /// beyond `most_cells`.
  PathOutcome below(const detail::RestBound& rest, double limit, std::size_t most_cells) {
    const double most = with_slack(limit);
    start();
    for (std::size_t i = 0; i <= n(); ++i) {
      if (i > 0) {
        const detail::BandRow span = reachable(i);
        rest.fill(i, span, rows_.ceilings());
        for (std::size_t j = span.lo; j <= span.hi; ++j) {
          rows_.ceilings()[j] = most - rows_.ceilings()[j];
        }
        go_to(i, span);
      }
      while (rows_.span().hi < m() && cost_of_next() + rest(i, rows_.span().hi + 1) <= most) {
        rows_.append(cost_of_next());
      }
      keep_reached();
      if (!keep_going()) return PathOutcome::stopped;
      if (rows_.n_cells() > most_cells) return PathOutcome::too_many_cells;
    }
    return PathOutcome::found;
  }

  /// Of the path that was found.
  double cost() const { return rows_.cost(m()); }
  std::size_t n_cells() const { return rows_.n_cells(); }
  std::vector<Bead> beads() const { return rows_.beads(); }

 private:
  // Sums in another order differ in their last digits.
  static double with_slack(double limit) { return limit * (1.0 + 1e-9) + 1e-6; }

  std::size_t n() const { return costs_.n_source(); }
  std::size_t m() const { return costs_.n_target(); }

  void start() {
    rows_.start(n(), m());
    reached_.assign(n() + 1, {});
    bounds_.resize(m() + 1);
  }

  void go_to(std::size_t i, const detail::BandRow& span) {
    costs_.set_row(i, span.lo, span.hi);
    rows_.next(costs_, span);
  }

  bool keep_going() { return monitor_.keep_going(rows_.span().hi + 1 - rows_.span().lo); }

  /// Of the column behind the row's last one.
  double cost_of_next() const {
    const std::size_t last = rows_.span().hi;
    return rows_.cost(last) + costs_.none_one()[last + 1];
  }

  /// Adds columns to the row, and leaves out what is too far above its best cell at both ends.
  void keep_near_best(const detail::RestBound& rest, double slack) {
    const std::size_t i = rows_.row();
    detail::BandRow kept = rows_.span();
    rest.fill(i, kept, bounds_);
    double least = detail::kUnreachable;
    for (std::size_t j = kept.lo; j <= kept.hi; ++j) {
      bounds_[j] += rows_.cost(j);
      least = std::min(least, bounds_[j]);
    }
    const double most = least + slack;
    for (; kept.hi < m(); ++kept.hi) {
      bounds_[kept.hi + 1] = cost_of_next() + rest(i, kept.hi + 1);
      if (bounds_[kept.hi + 1] > most) {
        leave_out(kept.hi + 1);
        break;
      }
      rows_.append(cost_of_next());
    }
    for (; bounds_[kept.lo] > most; ++kept.lo) leave_out(kept.lo);
    for (; bounds_[kept.hi] > most; --kept.hi) leave_out(kept.hi);
    reached_[i] = kept;
  }

  void leave_out(std::size_t j) { least_left_out_ = std::min(least_left_out_, bounds_[j]); }

  /// Notes which columns of the row are followed; none if lo > hi.
  void keep_reached() {
    detail::BandRow kept = rows_.span();
    while (kept.lo <= kept.hi && rows_.cost(kept.lo) == detail::kUnreachable) ++kept.lo;
    while (kept.hi > kept.lo && rows_.cost(kept.hi) == detail::kUnreachable) --kept.hi;
    reached_[rows_.row()] = kept;
  }

  /// The columns of row i that a bead from the two rows before may lead to.
  detail::BandRow reachable(std::size_t i) const {
    detail::BandRow row = reached_[i - 1];
    if (i > 1 && reached_[i - 2].lo <= reached_[i - 2].hi) {
      row.lo = std::min(row.lo, reached_[i - 2].lo);
      row.hi = std::max(row.hi, reached_[i - 2].hi);
    }
    return {std::min(m(), row.lo), std::min(m(), row.hi + 2)};
  }

  BeadCosts& costs_;
  PacedMonitor& monitor_;
  detail::PathRows rows_;
  std::vector<detail::BandRow> reached_;  ///< of each row, the columns that are followed
  std::vector<double> bounds_;            ///< of the row's cells: of a path through each
  double least_left_out_ = detail::kUnreachable;
};

}  // namespace tercel
