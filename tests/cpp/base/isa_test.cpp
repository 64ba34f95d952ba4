#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/base/isa.hpp"

#include <doctest/doctest.h>

TEST_CASE("scalar code runs anywhere, and the best set is one that is there") {
  CHECK(tercel::isa_available(tercel::Isa::scalar));
  CHECK(tercel::isa_available(tercel::best_isa()));
  CHECK(tercel::isa_name(tercel::Isa::avx2) == "avx2");
#if TERCEL_X86
  CHECK_FALSE(tercel::isa_available(tercel::Isa::neon));
#endif
}

#if TERCEL_X86 && !defined(_MSC_VER)
// The libraries of gcc and clang ask the processor too.
TEST_CASE("what CPUID says agrees with the compiler's own library") {
  __builtin_cpu_init();
  CHECK(tercel::isa_available(tercel::Isa::avx2) == (__builtin_cpu_supports("avx2") != 0));
  CHECK(tercel::isa_available(tercel::Isa::avx512) ==
        (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0));
}
#endif
