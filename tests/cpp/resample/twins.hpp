/// Slow twins of the resampling plans, written to be checked by eye: one word, one index, one row
/// at a time. They share nothing with the library but the views.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tercel/base/isa.hpp"
#include "tercel/base/view.hpp"

namespace twin {

inline std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

inline std::uint64_t rotate(std::uint64_t x, int by) {
  return (x << by) | (x >> (64 - by));
}

/// The words of a stream, one by one. Purpose 1 is the bootstrap, 2 the permutation.
class Words {
 public:
  Words(std::uint64_t seed, std::uint64_t purpose, std::uint64_t replicate) {
    const std::uint64_t golden = 0x9e3779b97f4a7c15U;
    std::uint64_t counter = mix(mix(seed + golden * purpose) + golden * replicate);
    for (auto& lane : state_) {
      for (auto& word : lane) word = mix(counter += golden);
    }
  }

  std::uint64_t next() {
    std::uint64_t* s = state_[position_++ % 8];
    const std::uint64_t result = rotate(s[0] + s[3], 23) + s[0];
    const std::uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
  }

 private:
  std::uint64_t state_[8][4];
  std::size_t position_ = 0;
};

inline std::vector<std::uint32_t> indices(std::uint64_t seed, std::uint64_t replicate,
                                          std::uint64_t n, std::size_t count) {
  const int bits = n <= 65536 ? 16 : 32;
  const std::uint64_t size = std::uint64_t{1} << bits;
  Words words(seed, 1, replicate);
  std::vector<std::uint32_t> result;
  while (result.size() < count) {
    const std::uint64_t word = words.next();
    for (int shift = 0; shift < 64 && result.size() < count; shift += bits) {
      const std::uint64_t product = (word >> shift) % size * n;
      if (product % size < size % n) continue;
      result.push_back(static_cast<std::uint32_t>(product / size));
    }
  }
  return result;
}

inline std::vector<bool> swaps(std::uint64_t seed, std::uint64_t replicate, std::size_t n) {
  Words words(seed, 2, replicate);
  std::vector<bool> result;
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 64 == 0) word = words.next();
    result.push_back((word >> (i % 64) & 1) != 0);
  }
  return result;
}

using Rows = tercel::MatrixView<const std::int64_t>;

inline std::vector<std::int64_t> sum_of(Rows rows, const std::vector<std::uint32_t>& chosen) {
  std::vector<std::int64_t> sum(rows.columns(), 0);
  for (const std::uint32_t i : chosen) {
    for (std::size_t c = 0; c < rows.columns(); ++c) sum[c] += rows.row(i)[c];
  }
  return sum;
}

inline std::vector<std::int64_t> sum_of(Rows rows, const std::vector<bool>& chosen) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) numbers.push_back(static_cast<std::uint32_t>(i));
  }
  return sum_of(rows, numbers);
}

inline std::vector<tercel::Isa> available_isas() {
  std::vector<tercel::Isa> result;
  for (const auto isa :
       {tercel::Isa::scalar, tercel::Isa::avx2, tercel::Isa::avx512, tercel::Isa::neon}) {
    if (tercel::isa_available(isa)) result.push_back(isa);
  }
  return result;
}

/// A matrix of test data that owns its memory.
template <class T>
struct Table {
  std::size_t rows;
  std::size_t columns;
  std::vector<T> values;

  Table(std::size_t n_rows, std::size_t n_columns)
      : rows(n_rows), columns(n_columns), values(n_rows * n_columns) {}

  tercel::MatrixView<T> view() { return {values.data(), rows, columns}; }
  tercel::MatrixView<const T> view() const { return {values.data(), rows, columns}; }
  std::vector<T> row(std::size_t r) const {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(r * columns);
    return std::vector<T>(begin, begin + static_cast<std::ptrdiff_t>(columns));
  }
};

/// Statistics of every kind side by side: counts, signed, constant, wide, and huge columns.
inline Table<std::int64_t> statistics(std::size_t n, std::size_t columns, std::uint64_t seed = 1) {
  Table<std::int64_t> table(n, columns);
  Words words(seed, 99, 0);
  const std::int64_t sizes[] = {60, 130, 256, 2000, 100000, std::int64_t{1} << 40};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < columns; ++c) {
      const std::int64_t size = sizes[(c + seed) % 6];
      auto value = static_cast<std::int64_t>(words.next() >> 1) % size;
      if (c % 3 == 1) value -= size / 2;
      if (c % 7 == 3) value = static_cast<std::int64_t>(c) - 5;
      table.values[i * columns + c] = value;
    }
  }
  return table;
}

}  // namespace twin
