#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/resample/index_stream.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "tercel/resample/bootstrap.hpp"
#include "twins.hpp"

using tercel::Isa;

namespace {

std::vector<std::uint64_t> words(std::uint64_t seed, tercel::Purpose purpose,
                                 std::uint64_t replicate, std::size_t steps, Isa isa) {
  const auto& kernels = tercel::detail::kernels_for("test", isa);
  tercel::StreamState state;
  kernels.seed(tercel::stream_origin(seed, purpose, replicate), state);
  std::vector<std::uint64_t> result(8 * steps);
  // In two parts, so that the state that is left behind is tested too.
  kernels.step(state, steps / 3, result.data());
  kernels.step(state, steps - steps / 3, result.data() + steps / 3 * 8);
  return result;
}

std::vector<std::uint32_t> indices(std::uint64_t seed, std::uint64_t replicate, std::size_t n,
                                   std::size_t count, Isa isa) {
  std::vector<std::uint32_t> result(count);
  tercel::bootstrap_indices(n, {seed, replicate}, {result.data(), 1, count}, isa);
  return result;
}

using Indices = std::vector<std::uint32_t>;

}  // namespace

// Golden values are those of tests/reference/streams.py. A change of one is a break of the API.
TEST_CASE("the words of streams are frozen") {
  for (const Isa isa : twin::available_isas()) {
    const std::vector<std::uint64_t> golden = {
        0x5570d60de5ceb942U, 0xef912bb7bb2cacbeU, 0xec2c61233cfcd76aU, 0x90b497f786e6a350U,
        0x03a15f020b49feb5U, 0x476134e83aa0e25cU, 0x449421816bf76984U, 0x9d61308e4bc92238U,
        0x5c1f7d48dc2924dbU, 0x2e65c2e798f4aa78U, 0x0b37b5e2c445e6e3U, 0x7a4e77f147d21bfaU,
        0x9426dd83c69eb13cU, 0xcb022663d0ef6b80U, 0x0159f5ac88abded3U, 0x92dd8eed97ded91aU};
    CHECK(words(42, tercel::Purpose::bootstrap, 7, 2, isa) == golden);
    const auto of_zero = words(0, tercel::Purpose::permutation, 0, 2, isa);
    CHECK(of_zero[0] == 0x6f457dcd44675c31U);
    CHECK(of_zero[8] == 0x90bbde925fa4010bU);
    const std::uint64_t most = ~std::uint64_t{0};
    CHECK(words(most, tercel::Purpose::bootstrap, most, 1, isa)[2] == 0xd5333877e279c47aU);
  }
}

TEST_CASE("the indices of streams are frozen") {
  for (const Isa isa : twin::available_isas()) {
    CHECK(indices(42, 7, 1, 3, isa) == Indices{0, 0, 0});
    CHECK(indices(42, 7, 5, 10, isa) == Indices{3, 4, 4, 1, 3, 3, 0, 4, 4, 1});
    CHECK(indices(42, 7, 1000, 6, isa) == Indices{723, 897, 836, 333, 674, 731});
    CHECK(indices(42, 7, 65535, 4, isa) == Indices{47425, 58829, 54796, 21871});
    CHECK(indices(42, 7, 65536, 4, isa) == Indices{47426, 58830, 54797, 21872});
    CHECK(indices(42, 7, 65537, 4, isa) == Indices{58831, 21873, 47917, 61330});
    CHECK(indices(42, 7, 3000000000, 3, isa) == Indices{2693056808, 1001258978, 2193451298});
    CHECK(indices(42, 7, 4294967295, 2, isa) == Indices{3855530305, 1433458188});
    CHECK(indices(42, 7, 40000, 3000, isa).back() == 25559);
    CHECK(indices(42, 7, 1000, 3000, isa).back() == 722);
    CHECK(indices(42, 7, 3000000000, 3000, isa).back() == 1075205054);
  }
}

TEST_CASE("every instruction set gives the words of the twin") {
  for (const Isa isa : twin::available_isas()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      twin::Words expected(seed, 2, seed * seed);
      const auto found = words(seed, tercel::Purpose::permutation, seed * seed, 70, isa);
      bool equal = true;
      for (const std::uint64_t word : found) equal = equal && word == expected.next();
      CHECK(equal);
    }
  }
}

TEST_CASE("every instruction set draws the indices of the twin") {
  std::vector<std::size_t> sizes = {511,   1023,  1024,    2001,       4097,      21846, 32767,
                                    32768, 32769, 43690,   65535,      65536,     65537, 65539,
                                    70000, 99999, 1 << 20, 4000000007, 2147483649};
  for (std::size_t n = 1; n <= 300; ++n) sizes.push_back(n);
  for (const Isa isa : twin::available_isas()) {
    for (const std::size_t n : sizes) {
      for (const std::size_t count : {1U, 100U, 5001U}) {
        CHECK(indices(n, count, n, count, isa) == twin::indices(n, count, n, count));
      }
    }
  }
}

TEST_CASE("16 bits: each index comes equally often, floor(65536 / n) times, for n <= 4096") {
  std::vector<std::uint64_t> all;
  for (std::uint64_t x = 0; x < 65536; x += 4) {
    all.push_back(x | (x + 1) << 16 | (x + 2) << 32 | (x + 3) << 48);
  }
  std::vector<std::uint16_t> drawn(65536);
  for (const Isa isa : twin::available_isas()) {
    const auto& kernels = tercel::detail::kernels_for("test", isa);
    for (std::uint32_t n = 1; n <= 4096; ++n) {
      const auto bound = tercel::detail::make_bound(n);
      const std::size_t size = kernels.bound(all.data(), all.size(), bound, drawn.data());
      std::vector<std::uint32_t> counts(65536, 0);
      for (std::size_t i = 0; i < size; ++i) ++counts[drawn[i]];
      counts.resize(n);
      REQUIRE(size == 65536 / n * n);
      REQUIRE(counts == std::vector<std::uint32_t>(n, 65536 / n));
    }
  }
}

TEST_CASE("16 bits: also for a few large n") {
  std::vector<std::uint64_t> all;
  for (std::uint64_t x = 0; x < 65536; x += 4) {
    all.push_back(x | (x + 1) << 16 | (x + 2) << 32 | (x + 3) << 48);
  }
  std::vector<std::uint16_t> drawn(65536);
  for (const Isa isa : twin::available_isas()) {
    const auto& kernels = tercel::detail::kernels_for("test", isa);
    for (const std::uint32_t n : {21845U, 21846U, 32767U, 32769U, 65534U, 65535U, 65536U}) {
      const auto bound = tercel::detail::make_bound(n);
      const std::size_t size = kernels.bound(all.data(), all.size(), bound, drawn.data());
      std::vector<std::uint32_t> counts(65536, 0);
      for (std::size_t i = 0; i < size; ++i) ++counts[drawn[i]];
      counts.resize(n);
      CHECK(size == 65536 / n * n);
      CHECK(counts == std::vector<std::uint32_t>(n, 65536 / n));
    }
  }
}

TEST_CASE("32 bits: rejection leaves a multiple of n values") {
  for (const std::uint32_t n : {65537U, 100000U, 2147483649U, 3000000000U, 4294967295U}) {
    const std::uint64_t values = std::uint64_t{1} << 32;
    CHECK(tercel::detail::make_bound(n).threshold == values % n);
  }
  // x n mod 2^32 is below the threshold for the x that start the first intervals: x = 0 is one.
  const std::vector<std::uint64_t> zeros(8, 0);
  std::vector<std::uint32_t> drawn(16);
  CHECK(tercel::detail::bound32_scalar(zeros.data(), 8, tercel::detail::make_bound(65537),
                                       drawn.data()) == 0);
  CHECK(tercel::detail::bound32_scalar(zeros.data(), 8, tercel::detail::make_bound(1U << 17),
                                       drawn.data()) == 16);
}

TEST_CASE("a draw does not depend on how many are asked for, and bad arguments are refused") {
  const auto some = indices(3, 4, 777, 100, Isa::scalar);
  auto many = indices(3, 4, 777, 10000, Isa::scalar);
  many.resize(100);
  CHECK(some == many);
  CHECK(indices(3, 4, 777, 0, Isa::scalar).empty());
  CHECK_THROWS_AS(indices(3, 4, 0, 1, Isa::scalar), std::invalid_argument);
  CHECK_THROWS_AS(indices(3, 4, std::size_t{1} << 32, 1, Isa::scalar), std::invalid_argument);
  for (const Isa isa : {Isa::avx2, Isa::avx512, Isa::neon}) {
    if (!tercel::isa_available(isa)) {
      CHECK_THROWS_AS(indices(3, 4, 10, 1, isa), std::invalid_argument);
    }
  }
}
