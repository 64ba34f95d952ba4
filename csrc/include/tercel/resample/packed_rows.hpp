/// Statistics of any size as narrow digits, the form in which rows are added fast.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/resample/checks.hpp"
#include "tercel/resample/column_ranges.hpp"
#include "tercel/resample/column_twins.hpp"
#include "tercel/resample/execution.hpp"
#include "tercel/resample/kernel_table.hpp"

namespace tercel {
namespace detail {

/// What a plan wants its digits to be.
struct Packing {
  unsigned digit_bits;
  /// True: subtract each column's minimum first, digits are 0 .. 2^bits - 1. False: subtract
  /// nothing, digits are -2^(bits-1) .. 2^(bits-1) - 1.
  bool from_minimum;
  std::size_t min_width;  ///< bytes a row of a block, a member of kWidths as the next
  std::size_t max_width;
  std::size_t row_multiple;  ///< zero rows are appended up to a multiple of this
};

/// A matrix of integers, each written as digits of a few bits that are columns of type T.
///
/// Small statistics, the usual case, need one digit, and a constant column, if the minimum is
/// subtracted, none; a column that follows another has the other's digits. Digits of a row add up
/// independently, and `unpack` puts the sums together: so one kernel serves values of any size.
/// Columns lie in blocks that are contiguous, row after row. Memory: sizeof(T) bytes a digit, rows
/// padded to a member of kWidths.
template <class T>
class PackedRows {
 public:
  struct Block {
    std::size_t start;        // where its rows are, from base_ on
    std::size_t width_index;  // of kWidths
    std::size_t width;        // in digits
    std::size_t first;        // its first digit
  };

  PackedRows(MatrixView<const std::int64_t> rows, const ColumnRanges& ranges,
             const std::vector<ColumnTwin>& twins, Packing packing)
      : source_(rows), packing_(packing), offsets_(rows.columns(), 0) {
    auto twin = twins.begin();
    for (std::size_t c = 0; c < rows.columns(); ++c) {
      if (packing.from_minimum) offsets_[c] = ranges.low[c];
      const bool is_twin = twin != twins.end() && twin->column == c;
      if (is_twin && twin->distance == offsets_[c] - offsets_[twin->earlier]) {
        share_digits(c, twin->earlier);
      } else {
        add_column(c, ranges.low[c] - offsets_[c], ranges.high[c] - offsets_[c]);
      }
      if (is_twin) ++twin;
    }
    const std::size_t multiple = packing.row_multiple;
    padded_rows_ = (rows.rows() + multiple - 1) / multiple * multiple;
    lay_out();
  }

  /// Writes the digits; false if the execution's monitor stopped it.
  bool fill(const Execution& execution) {
    return parallel_for(padded_rows_, kPackingChunk, execution.workers, execution.monitor, [&] {
      return [this](std::size_t begin, std::size_t end) {
        for (; begin < end; begin += kPackingTile) {
          const std::size_t tile_end = std::min(begin + kPackingTile, end);
          for (const Block& block : blocks_) fill_block(block, begin, tile_end);
        }
      };
    });
  }

  const std::vector<Block>& blocks() const { return blocks_; }
  const T* rows(const Block& block) const { return base_ + block.start; }
  std::size_t padded_rows() const { return padded_rows_; }
  /// Digits of a row, padding included: sums have as many values.
  std::size_t n_sums() const { return n_sums_; }

  /// totals[c] += the value that sums of digits stand for. Arithmetic is modulo 2^64: parts may
  /// leave the range of int64 although their sum does not.
  template <class Sum>
  void unpack(const Sum* sums, View<std::int64_t> totals) const {
    for (const Term& term : terms_) {
      const auto sum = static_cast<std::uint64_t>(std::int64_t{sums[term.position]});
      const auto total = static_cast<std::uint64_t>(totals[term.column]);
      totals[term.column] = static_cast<std::int64_t>(total + (sum << term.shift));
    }
  }

  /// totals[c] = what was subtracted from `n_rows` rows.
  void start(std::size_t n_rows, View<std::int64_t> totals) const {
    for (std::size_t c = 0; c < totals.size(); ++c) {
      totals[c] = static_cast<std::int64_t>(static_cast<std::uint64_t>(offsets_[c]) * n_rows);
    }
  }

 private:
  /// digit of x = ((x + bias) >> shift & mask) - half, with an arithmetic shift. Adding half of
  /// every lower digit's range at once makes signed digits unsigned, so that none needs a carry.
  /// The top digit takes all the bits there are.
  struct Digit {
    std::size_t column;
    unsigned shift;
    std::int64_t bias;
    std::int64_t mask;
    std::int64_t half;
  };

  /// A column's total has the sum of the digit at a position, shifted.
  struct Term {
    std::size_t column;
    std::size_t position;
    unsigned shift;
  };

  /// `low` and `high` are without the offset. |values| < 2^62, so nothing here overflows.
  void add_column(std::size_t column, std::int64_t low, std::int64_t high) {
    if (low == 0 && high == 0) return;
    const std::int64_t size = std::int64_t{1} << packing_.digit_bits;
    const std::int64_t half = packing_.from_minimum ? 0 : size / 2;
    std::int64_t bias = 0;
    unsigned shift = 0;
    while ((low + bias) >> shift < -half || (high + bias) >> shift >= size - half) {
      bias += half << shift;
      shift += packing_.digit_bits;
    }
    for (unsigned s = 0; s < shift; s += packing_.digit_bits) {
      add_digit({column, s, bias - offsets_[column], size - 1, half});
    }
    add_digit({column, shift, bias - offsets_[column], -1, 0});
  }

  void add_digit(const Digit& digit) {
    terms_.push_back({digit.column, digits_.size(), digit.shift});
    digits_.push_back(digit);
  }

  void share_digits(std::size_t column, std::size_t earlier) {
    const std::size_t size = terms_.size();
    for (std::size_t t = 0; t < size; ++t) {
      const Term term = terms_[t];
      if (term.column == earlier) terms_.push_back({column, term.position, term.shift});
    }
  }

  void lay_out() {
    constexpr std::size_t kLine = 64 / sizeof(T);
    std::size_t size = 0;
    for (std::size_t done = 0; done < digits_.size(); done += blocks_.back().width) {
      add_block(done);
      blocks_.back().start = size;
      size += (padded_rows_ * blocks_.back().width + kLine - 1) / kLine * kLine;
    }
    // Not initialized here: fill does that, in all threads and under the monitor's eye.
    storage_.reset(new T[size + kLine]);
    void* aligned = storage_.get();
    std::size_t room = (size + kLine) * sizeof(T);
    base_ = static_cast<T*>(std::align(64, size * sizeof(T), aligned, room));
  }

  /// The narrowest block for the digits from `first` on, or the widest if they are many.
  void add_block(std::size_t first) {
    const std::size_t bytes =
        std::clamp((digits_.size() - first) * sizeof(T), packing_.min_width, packing_.max_width);
    std::size_t index = 0;
    while (kWidths[index] < bytes) ++index;
    const std::size_t width = kWidths[index] / sizeof(T);
    blocks_.push_back({0, index, width, first});
    n_sums_ += width;
  }

  void fill_block(const Block& block, std::size_t begin, std::size_t end) {
    T* const rows = base_ + block.start;
    std::fill(rows + begin * block.width, rows + end * block.width, T{0});
    const std::size_t last = std::min(block.first + block.width, digits_.size());
    end = std::min(end, source_.rows());
    for (std::size_t d = block.first; d < last; ++d) {
      const Digit digit = digits_[d];
      T* to = rows + begin * block.width + (d - block.first);
      for (std::size_t i = begin; i < end; ++i, to += block.width) {
        const std::int64_t x = source_.data()[i * source_.columns() + digit.column];
        *to = static_cast<T>(((x + digit.bias) >> digit.shift & digit.mask) - digit.half);
      }
    }
  }

  MatrixView<const std::int64_t> source_;
  Packing packing_;
  std::vector<std::int64_t> offsets_;
  std::vector<Digit> digits_;  // by position
  std::vector<Term> terms_;
  std::vector<Block> blocks_;
  std::size_t padded_rows_ = 0;
  std::size_t n_sums_ = 0;
  std::unique_ptr<T[]> storage_;
  T* base_ = nullptr;
};

/// Packs `rows` and hands them to `run(const PackedRows<T>&)`; false if that does, or if the
/// monitor stops it before. `n_terms` is how many rows a total adds, at most.
template <class T, class Run>
bool with_packed_rows(const std::string& function, MatrixView<const std::int64_t> rows,
                      std::size_t n_terms, Packing packing, const Execution& preparation, Run run) {
  ColumnRanges ranges(rows.columns());
  if (!find_ranges(rows, preparation, ranges)) return false;
  for (std::size_t c = 0; c < rows.columns(); ++c) {
    check_sum(function, c, ranges.low[c], ranges.high[c], n_terms);
  }
  std::vector<ColumnTwin> twins;
  if (!find_twins(rows, ranges, preparation, twins)) return false;
  PackedRows<T> packed(rows, ranges, twins, packing);
  return packed.fill(preparation) && run(packed);
}

}  // namespace detail
}  // namespace tercel
