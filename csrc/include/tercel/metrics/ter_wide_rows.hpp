/// The edit distance matrix of the current hypothesis in rows of many 64-bit words: long
/// references without a beam, and beams that are wider than a word.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/metrics/edit_bits.hpp"
#include "tercel/metrics/ter_alignment.hpp"
#include "tercel/metrics/ter_band.hpp"
#include "tercel/metrics/ter_reference.hpp"
#include "tercel/metrics/ter_shifts.hpp"

namespace tercel::detail {

/// Like TerRows, with bit j for column j in every row. What lies outside the beam is pretended as
/// there. Rows cost O(window / 64), memory is hyp * ref / 2 bytes (four matrices of bits).
class TerWideRows {
 public:
  void start(const TerReference& ref, const std::vector<std::uint32_t>& hyp, bool beam);
  void load(const std::vector<std::uint32_t>& hyp, std::size_t first);
  std::size_t distance() const { return distance_; }
  bool has_beam() const { return beam_; }
  TerStep step_to(std::size_t i, std::size_t j) const;
  void prepare_gains() {}
  int gain(const std::vector<std::uint32_t>& hyp, const TerRotation& rotation, int least);

 private:
  struct Row {
    std::vector<RowBits> bits;
    std::int64_t corner = 0;  // the value of the window's first cell
  };

  void open_window(Row& row, std::size_t i) const;
  void advance(Row& row, std::uint32_t symbol, std::size_t i, StepBits* steps) const;
  std::size_t final_value(const Row& last) const;
  static std::int64_t rise(const Row& row, std::size_t from, std::size_t to);

  const TerReference* ref_ = nullptr;
  bool beam_ = false;
  std::size_t size_ = 0;
  std::size_t words_ = 0;
  std::size_t distance_ = 0;
  Row scratch_;
  std::vector<RowBits> rows_;  // row i at i * words_
  std::vector<std::int64_t> corners_;
  std::vector<StepBits> steps_;
  std::vector<TerWindow> windows_;
  std::vector<std::uint32_t> symbols_;  // of the current hypothesis
};

inline void TerWideRows::start(const TerReference& ref, const std::vector<std::uint32_t>& hyp,
                               bool beam) {
  ref_ = &ref;
  size_ = hyp.size();
  words_ = ref.words();
  beam_ = beam;
  if (beam) {
    beam_windows(size_, ref.size(), windows_);
  } else {
    windows_.assign(size_ + 1, {0, static_cast<std::uint32_t>(ref.size() + 1)});
  }
  rows_.assign((size_ + 1) * words_, RowBits{});
  steps_.assign((size_ + 1) * words_, StepBits{});
  corners_.assign(size_ + 1, 0);
  load(hyp, 0);
}

inline void TerWideRows::load(const std::vector<std::uint32_t>& hyp, std::size_t first) {
  symbols_ = hyp;
  const auto row_at = [&](std::size_t i) {
    return rows_.begin() + static_cast<std::ptrdiff_t>(i * words_);
  };
  scratch_.bits.assign(row_at(first), row_at(first + 1));
  scratch_.corner = corners_[first];
  for (std::size_t i = first + 1; i <= size_; ++i) {
    advance(scratch_, hyp[i - 1], i, &steps_[i * words_]);
    std::copy(scratch_.bits.begin(), scratch_.bits.end(), row_at(i));
    corners_[i] = scratch_.corner;
  }
  distance_ = final_value(scratch_);
}

/// D[to] - D[from] in a row; from <= to.
inline std::int64_t TerWideRows::rise(const Row& row, std::size_t from, std::size_t to) {
  std::int64_t sum = 0;
  for (std::size_t w = (from + 1) / 64; w <= to / 64; ++w) {
    std::uint64_t cells = ~std::uint64_t{0};
    if (w == (from + 1) / 64) cells &= bits_from((from + 1) % 64);
    if (w == to / 64) cells &= ~bits_from(to % 64 + 1);
    sum += count_bits(row.bits[w].plus & cells) - count_bits(row.bits[w].minus & cells);
  }
  return sum;
}

inline std::size_t TerWideRows::final_value(const Row& last) const {
  return static_cast<std::size_t>(last.corner + rise(last, windows_[size_].low, ref_->size()));
}

/// Makes row i - 1 ready for the window of row i.
inline void TerWideRows::open_window(Row& row, std::size_t i) const {
  const TerWindow above = windows_[i - 1];
  const TerWindow here = windows_[i];
  const std::uint64_t edge = std::uint64_t{1} << (here.low % 64);
  RowBits& first = row.bits[here.low / 64];
  if (here.low == above.low) {
    first.plus &= ~edge;
    first.minus |= edge;
  } else {
    row.corner += rise(row, above.low, here.low - 1);
  }
  for (std::size_t w = above.high / 64; w < words_ && w <= here.high / 64; ++w) {
    const std::uint64_t fill = w == above.high / 64 ? bits_from(above.high % 64) : bits_from(0);
    row.bits[w].plus |= fill;
    row.bits[w].minus &= ~fill;
  }
}

inline void TerWideRows::advance(Row& row, std::uint32_t symbol, std::size_t i,
                                 StepBits* steps) const {
  open_window(row, i);
  const TerWindow above = windows_[i - 1];
  const TerWindow here = windows_[i];
  const bool still = here.low == above.low;
  const std::size_t first = here.low / 64;
  const std::uint64_t edge = std::uint64_t{1} << (here.low % 64);
  const std::uint64_t* mask = ref_->mask(symbol);
  RowCarry carry;
  for (std::size_t w = first; w <= (here.high - 1) / 64; ++w) {
    std::uint64_t equal = mask[w];
    if (w == first) equal &= bits_from(here.low % 64 + (still ? 1 : 0));
    if (w >= above.high / 64) {
      equal &= w == above.high / 64 ? ~bits_from(above.high % 64 + 1) : 0;
    }
    const StepBits step = next_word(row.bits[w], equal, carry, w == first ? edge : 0);
    if (w == first && (still || (step.level & edge) == 0)) ++row.corner;
    if (steps != nullptr) steps[w] = step;
  }
}

inline TerStep TerWideRows::step_to(std::size_t i, std::size_t j) const {
  // Beyond these two edges the bits tell of pretended cells.
  if (j == windows_[i].low && windows_[i - 1].low == windows_[i].low) return TerStep::insertion;
  if (j > windows_[i - 1].high) return TerStep::deletion;
  const std::uint64_t cell = std::uint64_t{1} << (j % 64);
  const StepBits& step = steps_[i * words_ + j / 64];
  if (j > 0 && symbols_[i - 1] == ref_->symbols()[j - 1]) return TerStep::match;
  if ((step.level & cell) == 0) return TerStep::substitution;
  return (step.up & cell) != 0 ? TerStep::insertion : TerStep::deletion;
}

inline int TerWideRows::gain(const std::vector<std::uint32_t>& hyp, const TerRotation& rotation,
                             int least) {
  const std::size_t first = rotation.begin;
  scratch_.bits.assign(rows_.begin() + static_cast<std::ptrdiff_t>(first * words_),
                       rows_.begin() + static_cast<std::ptrdiff_t>((first + 1) * words_));
  scratch_.corner = corners_[first];
  std::size_t i = first;
  for (std::size_t k = rotation.middle; k < rotation.end; ++k) {
    advance(scratch_, hyp[k], ++i, nullptr);
  }
  for (std::size_t k = first; k < rotation.middle; ++k) advance(scratch_, hyp[k], ++i, nullptr);
  for (; i < size_; ++i) advance(scratch_, hyp[i], i + 1, nullptr);
  return std::max(least, static_cast<int>(distance_) - static_cast<int>(final_value(scratch_)));
}

}  // namespace tercel::detail
