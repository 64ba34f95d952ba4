/// Bodies of ter_rows.hpp.
#pragma once

#include "tercel/metrics/ter_rows.hpp"

namespace tercel::detail {

template <bool kSliding>
void TerRows<kSliding>::make_edges(std::size_t hyp) {
  const std::uint64_t whole = ~bits_from(ref_->size() + 1);
  if (!kSliding) {
    edges_.assign(1, {whole, 0, ~std::uint64_t{0}, 0, 0});
    return;
  }
  edges_.resize(hyp + 1);
  beam_windows(hyp, ref_->size(), windows_);
  edges_[0] = {whole, 0, 0, 0, 0};
  for (std::size_t i = 1; i <= hyp; ++i) {
    const TerWindow above = windows_[i - 1];
    const TerWindow here = windows_[i];
    Edge& edge = edges_[i];
    edge.low = here.low;
    edge.shift = here.low - above.low;
    edge.inside = ~bits_from(here.high - here.low);
    edge.fill = bits_from(above.high - here.low);
    edge.match = ~bits_from(above.high - here.low + 1);
    if (edge.shift == 0) edge.match &= ~std::uint64_t{1};
  }
  // Row 0 has no end: it rises beyond the 64 columns that its word shows, too.
  edges_[1].fill |= bits_from(64 - edges_[1].shift);
}

template <bool kSliding>
void TerRows<kSliding>::start(const TerReference& ref, const std::vector<std::uint32_t>& hyp) {
  ref_ = &ref;
  size_ = hyp.size();
  make_edges(size_);
  rows_.resize(size_ + 1);
  steps_.resize(size_ + 1);
  rows_[0] = {RowBits::first(), 0};
  load(hyp, 0);
}

template <bool kSliding>
void TerRows<kSliding>::load(const std::vector<std::uint32_t>& hyp, std::size_t first) {
  Row row = rows_[first];
  for (std::size_t i = first + 1; i <= size_; ++i) {
    steps_[i] = advance(row, hyp[i - 1], i);
    rows_[i] = row;
  }
  distance_ = final_value(row);
}

template <bool kSliding>
typename TerRows<kSliding>::Step TerRows<kSliding>::advance(Row& row, std::uint32_t symbol,
                                                            std::size_t i) const {
  const std::uint64_t* mask = ref_->mask(symbol);
  Step step;
  if (!kSliding) {
    step.equal = mask[0];
    step.bits = next_row(row.bits, step.equal);
    ++row.corner;
    return step;
  }
  const Edge& edge = edges_[i];
  const unsigned offset = edge.low % 64;
  mask += edge.low / 64;
  step.equal = ((mask[0] >> offset) | (mask[1] << 1 << (63 - offset))) & edge.match;
  if (edge.shift == 0) {
    row.bits.plus &= ~std::uint64_t{1};
    row.bits.minus |= 1;
  } else if (edge.shift > 1) {
    const std::uint64_t passed = ~bits_from(edge.shift) & ~std::uint64_t{1};
    row.corner += count_bits(row.bits.plus & passed) - count_bits(row.bits.minus & passed);
  }
  row.bits.plus = (row.bits.plus >> edge.shift) | edge.fill;
  row.bits.minus = (row.bits.minus >> edge.shift) & ~edge.fill;
  step.bits = next_row(row.bits, step.equal);
  row.corner += edge.shift == 0 ? 1 : static_cast<int>(~step.bits.level & 1);
  return step;
}

template <bool kSliding>
std::size_t TerRows<kSliding>::final_value(const Row& last) const {
  const Edge& last_edge = edge(size_);
  const std::uint64_t rest = ~bits_from(ref_->size() + 1 - last_edge.low) & ~std::uint64_t{1};
  return static_cast<std::size_t>(last.corner + count_bits(last.bits.plus & rest) -
                                  count_bits(last.bits.minus & rest));
}

template <bool kSliding>
TerStep TerRows<kSliding>::step_to(std::size_t i, std::size_t j) const {
  const Edge& here = edge(i);
  // Beyond these two edges the bits tell of pretended cells.
  if (j == here.low && here.shift == 0) return TerStep::insertion;
  if (kSliding && j > windows_[i - 1].high) return TerStep::deletion;
  const std::uint64_t cell = std::uint64_t{1} << (j - here.low);
  const Step& step = steps_[i];
  // The order of preference: match or substitution, then insertion, then deletion.
  if ((step.equal & cell) != 0) return TerStep::match;
  if ((step.bits.level & cell) == 0) return TerStep::substitution;
  return (step.bits.up & cell) != 0 ? TerStep::insertion : TerStep::deletion;
}

template <bool kSliding>
void TerRows<kSliding>::prepare_gains() {
  slacks_.resize(size_ + 1);
  slacks_[size_].fill(std::uint64_t{1} << (ref_->size() - edge(size_).low));
  spread_slacks(size_);
  for (std::size_t i = size_; i-- > 1;) {
    slacks_from_below(i);
    spread_slacks(i);
  }
}

/// Cells of row i by the slack of the steps that lead down from them. A step to a cell from one
/// whose value is `excess` more than it needs adds `excess` to the slack of that cell.
template <bool kSliding>
void TerRows<kSliding>::slacks_from_below(std::size_t i) {
  const Slacks& below = slacks_[i + 1];
  const Step& step = steps_[i + 1];
  const unsigned shift = edge(i + 1).shift;
  const std::uint64_t straight = step.equal | ~step.bits.level;
  for (std::size_t k = 0; k < kSlacks; ++k) {
    std::uint64_t down = below[k] & step.bits.up;
    std::uint64_t diagonal = below[k] & straight;
    if (k > 0) {
      down |= below[k - 1] & ~step.bits.down;
      diagonal |= below[k - 1];
    }
    if (k > 1) down |= below[k - 2];
    diagonal = shift == 0 ? diagonal >> 1 : diagonal << (shift - 1);
    slacks_[i][k] = ((down << shift) | diagonal) & edge(i).inside;
  }
}

/// Adds the cells of row i from which steps to the right lead to cells of small slack.
template <bool kSliding>
void TerRows<kSliding>::spread_slacks(std::size_t i) {
  const RowBits& row = rows_[i].bits;
  Slacks& slacks = slacks_[i];
  for (std::size_t k = 0; k < kSlacks; ++k) {
    std::uint64_t cells = slacks[k];
    if (k > 0) cells |= slacks[k - 1] | ((slacks[k - 1] & ~row.minus) >> 1);
    if (k > 1) cells |= slacks[k - 2] >> 1;
    for (std::uint64_t more = cells; more != 0;) {
      more = ((more & row.plus) >> 1) & ~cells;
      cells |= more;
    }
    slacks[k] = cells;
  }
}

template <bool kSliding>
int TerRows<kSliding>::gain(const std::vector<std::uint32_t>& hyp, const TerRotation& rotation,
                            int least) const {
  Row row = rows_[rotation.begin];
  const std::size_t forward = rotation.middle - rotation.begin;
  const std::size_t back = rotation.end - rotation.middle;
  for (std::size_t i = rotation.begin; i < rotation.end; ++i) {
    advance(row, hyp[i < rotation.begin + back ? i + forward : i - back], i + 1);
  }
  bool deep = false;
  const int found = gain_at(rotation.end, row, least, deep);
  if (!deep) return found;
  for (std::size_t i = rotation.end; i < size_; ++i) advance(row, hyp[i], i + 1);
  return std::max(least, static_cast<int>(distance_) - static_cast<int>(final_value(row)));
}

/// The gain of a path that reaches row i in the given state and goes on as the hypothesis does:
/// the greatest difference, over the cells, of what the state saves there and the cell's slack.
/// `deep` is set if an answer above `least` would need greater slacks than are known.
template <bool kSliding>
int TerRows<kSliding>::gain_at(std::size_t i, const Row& row, int least, bool& deep) const {
  const Row& now = rows_[i];
  const Slacks& slacks = slacks_[i];
  std::uint64_t cells = edge(i).inside;
  // What is saved changes only at columns where the two rows differ.
  std::uint64_t turns = (row.bits.plus ^ now.bits.plus) | (row.bits.minus ^ now.bits.minus);
  turns &= cells & ~std::uint64_t{1};
  int saved = now.corner - row.corner;
  while (true) {
    const std::uint64_t turn = turns & (~turns + 1);
    const std::uint64_t run = turns == 0 ? cells : cells & (turn - 1);
    for (int slack = 0; slack < saved - least; ++slack) {
      if (slack == kSlacks) {
        deep = true;
        return least;
      }
      if ((run & slacks[static_cast<std::size_t>(slack)]) != 0) least = saved - slack;
    }
    if (turns == 0) return least;
    cells &= ~(turn - 1);
    turns ^= turn;
    saved += static_cast<int>((now.bits.plus & turn) != 0) -
             static_cast<int>((now.bits.minus & turn) != 0) -
             static_cast<int>((row.bits.plus & turn) != 0) +
             static_cast<int>((row.bits.minus & turn) != 0);
  }
}

}  // namespace tercel::detail
