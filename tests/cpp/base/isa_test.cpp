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
