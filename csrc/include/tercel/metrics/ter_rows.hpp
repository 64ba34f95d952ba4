/// The edit distance matrix of the current hypothesis, a row a 64-bit word: all of a reference of
/// up to 63 tokens, or the part of any reference that lies in the beam.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/metrics/edit_bits.hpp"
#include "tercel/metrics/ter_alignment.hpp"
#include "tercel/metrics/ter_band.hpp"
#include "tercel/metrics/ter_reference.hpp"
#include "tercel/metrics/ter_shifts.hpp"

namespace tercel::detail {

/// With kSliding the word holds columns window.low ... window.low + 63 of its row, and the beam is
/// obeyed; otherwise it holds columns 0 ... 63 and there is no beam.
///
/// Cells outside the beam are infinite in the definition, which bits cannot say. It is enough to
/// pretend finite values there that never win:
/// - Left of the window's first cell, the value there plus one: an insertion or a substitution
///   from it costs no less than the deletion, or the substitution from inside, that leads to the
///   same cell.
/// - Right of the previous row's last cell, values that rise by one a column, with no match
///   beyond the first of them: a path through them costs no less than a step to the right from
///   the first one, which is reached from inside.
/// Neighbouring cells inside the window differ by at most one, as in the whole matrix, because its
/// edges never fall: the detours that prove it stay inside.
template <bool kSliding>
class TerRows {
 public:
  /// Starts a search. Row i of the matrix belongs to hyp[i - 1].
  void start(const TerReference& ref, const std::vector<std::uint32_t>& hyp);
  /// Recomputes the rows after `first`, whose words have changed.
  void load(const std::vector<std::uint32_t>& hyp, std::size_t first);
  std::size_t distance() const { return distance_; }
  static constexpr bool has_beam() { return kSliding; }
  TerStep step_to(std::size_t i, std::size_t j) const;
  /// Call after load() and before gain().
  void prepare_gains();
  /// How much the rotation lowers the distance, if by more than `least`; otherwise `least`.
  int gain(const std::vector<std::uint32_t>& hyp, const TerRotation& rotation, int least) const;

 private:
  // Slack of a cell: by how much the best path through it exceeds the distance. Deeper ones are
  // hardly ever asked for.
  static constexpr int kSlacks = 4;
  using Slacks = std::array<std::uint64_t, kSlacks>;

  struct Row {
    RowBits bits;
    int corner = 0;  // the value of the word's first cell; row number if there is no beam
  };
  struct Step {
    StepBits bits;
    std::uint64_t equal = 0;
  };
  struct Edge {
    std::uint64_t inside;  // cells of the row's window
    std::uint64_t fill;    // cells beyond the previous row's window
    std::uint64_t match;   // cells that may match
    std::uint32_t low;     // first column
    std::uint32_t shift;   // by how much it exceeds the previous row's
  };

  void make_edges(std::size_t hyp);
  /// Of row i; the same for all rows if there is no beam.
  const Edge& edge(std::size_t i) const { return edges_[kSliding ? i : 0]; }
  Step advance(Row& row, std::uint32_t symbol, std::size_t i) const;
  std::size_t final_value(const Row& last) const;
  void slacks_from_below(std::size_t i);
  void spread_slacks(std::size_t i);
  int gain_at(std::size_t i, const Row& row, int least, bool& deep) const;

  const TerReference* ref_ = nullptr;
  std::size_t size_ = 0;
  std::size_t distance_ = 0;
  std::vector<Row> rows_;
  std::vector<Step> steps_;
  std::vector<Edge> edges_;
  std::vector<Slacks> slacks_;
  std::vector<TerWindow> windows_;
};

}  // namespace tercel::detail

#include "tercel/metrics/ter_rows-inl.hpp"
