/// Instruction sets: which body of a kernel runs. Every body gives the same bits.
#pragma once

#include <string_view>

#if defined(__x86_64__) || defined(_M_X64)
#define TERCEL_X86 1
#if defined(_MSC_VER)
#include <intrin.h>
#endif
#include <immintrin.h>
#else
#define TERCEL_X86 0
#endif

#if defined(__aarch64__) || defined(_M_ARM64)
#define TERCEL_NEON 1
#include <arm_neon.h>
#else
#define TERCEL_NEON 0
#endif

// GCC and Clang compile a function for one instruction set on request; MSVC needs no request.
#if defined(__GNUC__) || defined(__clang__)
#define TERCEL_TARGET(features) __attribute__((target(features)))
#else
#define TERCEL_TARGET(features)
#endif

namespace tercel {

enum class Isa { scalar, avx2, avx512, neon };

inline constexpr std::string_view isa_name(Isa isa) {
  switch (isa) {
    case Isa::avx2:
      return "avx2";
    case Isa::avx512:
      return "avx512";
    case Isa::neon:
      return "neon";
    default:
      return "scalar";
  }
}

/// Whether this processor (and its operating system) can run bodies for `isa`.
inline bool isa_available(Isa isa) {
  if (isa == Isa::scalar) return true;
#if TERCEL_NEON
  return isa == Isa::neon;
#elif TERCEL_X86 && (defined(__GNUC__) || defined(__clang__))
  __builtin_cpu_init();
  if (isa == Isa::avx2) return __builtin_cpu_supports("avx2") != 0;
  if (isa == Isa::avx512) {
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
  }
  return false;
#elif TERCEL_X86
  // CPUID leaf 7 names the sets, XGETBV says whether the system saves their registers.
  int leaf1[4];
  int leaf7[4];
  __cpuid(leaf1, 1);
  if ((leaf1[2] & (1 << 27)) == 0) return false;
  __cpuidex(leaf7, 7, 0);
  const unsigned long long saved = _xgetbv(0);
  if (isa == Isa::avx2) return (saved & 0x6) == 0x6 && (leaf7[1] & (1 << 5)) != 0;
  if (isa == Isa::avx512) {
    return (saved & 0xe6) == 0xe6 && (leaf7[1] & (1 << 16)) != 0 && (leaf7[1] & (1 << 30)) != 0;
  }
  return false;
#else
  return false;
#endif
}

/// The fastest instruction set that this processor can run.
inline Isa best_isa() {
  for (const Isa isa : {Isa::avx512, Isa::neon, Isa::avx2}) {
    if (isa_available(isa)) return isa;
  }
  return Isa::scalar;
}

}  // namespace tercel
