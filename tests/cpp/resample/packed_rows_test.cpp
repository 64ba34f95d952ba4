#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/resample/packed_rows.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "twins.hpp"

using tercel::detail::Packing;

namespace {

/// Packs, and reads every row back from its digits.
template <class T>
void check_round_trip(const twin::Table<std::int64_t>& table, Packing packing) {
  const auto check = [&](const tercel::detail::PackedRows<T>& packed) {
    for (std::size_t i = 0; i < packed.padded_rows(); ++i) {
      std::vector<std::int64_t> sums;
      for (const auto& block : packed.blocks()) {
        CHECK(reinterpret_cast<std::uintptr_t>(packed.rows(block)) % 64 == 0);
        REQUIRE(block.first == sums.size());
        const T* row = packed.rows(block) + i * block.width;
        sums.insert(sums.end(), row, row + block.width);
      }
      REQUIRE(sums.size() == packed.n_sums());
      std::vector<std::int64_t> row(table.columns, 0);
      const tercel::View<std::int64_t> view(row.data(), row.size());
      if (i < table.rows) packed.start(1, view);
      packed.unpack(sums.data(), view);
      REQUIRE(row == (i < table.rows ? table.row(i) : std::vector<std::int64_t>(table.columns)));
    }
    return true;
  };
  CHECK(tercel::detail::with_packed_rows<T>("test", table.view(), 1, packing, {}, check));
}

constexpr Packing kUnsigned7 = {7, true, 16, 128, 1};
constexpr Packing kSigned10 = {10, false, 32, 32, 64};

}  // namespace

TEST_CASE("digits give the values back") {
  for (const std::size_t columns : {1U, 2U, 15U, 16U, 17U, 40U, 70U}) {
    check_round_trip<std::uint8_t>(twin::statistics(130, columns), kUnsigned7);
    check_round_trip<std::int16_t>(twin::statistics(130, columns), kSigned10);
  }
}

TEST_CASE("digits give every extreme value back") {
  const std::int64_t most = (std::int64_t{1} << 62) - 1;
  for (int bits = 0; bits < 62; ++bits) {
    const std::int64_t power = std::int64_t{1} << bits;
    twin::Table<std::int64_t> table(6, 3);
    for (const std::int64_t x : {-power, power}) {
      table.values = {x, x, 0, x - 1, 0, 0, x + 1, x, 1, 0, 0, -1, -x, -x, most, -x + 1, 5, -most};
      check_round_trip<std::uint8_t>(table, kUnsigned7);
      check_round_trip<std::int16_t>(table, kSigned10);
    }
  }
}

TEST_CASE("columns that follow another share its digits, and give their own values back") {
  // 40 columns of which only 13 differ by more than a constant, in any order.
  const twin::Table<std::int64_t> base = twin::statistics(300, 13);
  twin::Table<std::int64_t> table(300, 40);
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t c = 0; c < 40; ++c) {
      const auto distance = static_cast<std::int64_t>(c % 4 == 0 ? 0 : c * c) - 200;
      table.values[i * 40 + c] = base.values[i * 13 + c * 7 % 13] + distance;
    }
  }
  check_round_trip<std::uint8_t>(table, kUnsigned7);
  check_round_trip<std::int16_t>(table, kSigned10);
  std::size_t of_base = 0;
  const auto count = [&](const auto& packed) { return (of_base = packed.n_sums()) > 0; };
  const auto same = [&](const auto& packed) { return packed.n_sums() == of_base; };
  using tercel::detail::with_packed_rows;
  CHECK(with_packed_rows<std::uint8_t>("test", base.view(), 1, kUnsigned7, {}, count));
  CHECK(with_packed_rows<std::uint8_t>("test", table.view(), 1, kUnsigned7, {}, same));
}

TEST_CASE("small values take one digit, constant columns none") {
  twin::Table<std::int64_t> table(2, 4);
  table.values = {5, 1000, -7, 0, 5, 1127, 120, 0};
  const auto check = [](const auto& packed) {
    CHECK(packed.blocks().size() == 1);
    CHECK(packed.blocks()[0].width == 16);
    return packed.n_sums() == 16;
  };
  CHECK(tercel::detail::with_packed_rows<std::uint8_t>("test", table.view(), 1, kUnsigned7, {},
                                                       check));
  twin::Table<std::int64_t> constant(3, 2);
  const auto check_constant = [](const auto& packed) { return packed.blocks().empty(); };
  CHECK(tercel::detail::with_packed_rows<std::uint8_t>("test", constant.view(), 1, kUnsigned7, {},
                                                       check_constant));
}
