/// Instruction sets: which body of a kernel runs. Every body gives the same bits.
#pragma once

#include <string_view>

#if defined(__x86_64__) || defined(_M_X64)
#define TERCEL_X86 1
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
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

#if TERCEL_X86
namespace detail {

/// The registers eax, ebx, ecx and edx after CPUID.
struct Cpuid {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;

  Cpuid(unsigned leaf, unsigned subleaf) {
#if defined(_MSC_VER)
    int registers[4];
    __cpuidex(registers, static_cast<int>(leaf), static_cast<int>(subleaf));
    eax = static_cast<unsigned>(registers[0]);
    ebx = static_cast<unsigned>(registers[1]);
    ecx = static_cast<unsigned>(registers[2]);
    edx = static_cast<unsigned>(registers[3]);
#else
    __cpuid_count(leaf, subleaf, eax, ebx, ecx, edx);
#endif
  }

  static bool bit(unsigned word, int position) { return ((word >> position) & 1U) != 0; }
};

/// Which registers the operating system saves; only where CPUID says that one may ask.
TERCEL_TARGET("xsave") inline unsigned long long saved_registers() {
  return static_cast<unsigned long long>(_xgetbv(0));
}

/// We ask the processor, not __builtin_cpu_supports: the run-time library of zig answers no to
/// everything, and wheels built by it would run the slowest bodies everywhere.
inline bool ask_processor(Isa isa) {
  if (Cpuid(0, 0).eax < 7 || !Cpuid::bit(Cpuid(1, 0).ecx, 27)) return false;
  const unsigned long long saved = saved_registers();
  const unsigned sets = Cpuid(7, 0).ebx;
  if (isa == Isa::avx2) return (saved & 0x6) == 0x6 && Cpuid::bit(sets, 5);
  if (isa == Isa::avx512) {
    return (saved & 0xe6) == 0xe6 && Cpuid::bit(sets, 16) && Cpuid::bit(sets, 30);
  }
  return false;
}

/// Asked once: in a virtual machine the host answers CPUID, which takes as long as scoring many
/// sentences.
inline bool x86_available(Isa isa) {
  static const bool has_avx2 = ask_processor(Isa::avx2);
  static const bool has_avx512 = ask_processor(Isa::avx512);
  return isa == Isa::avx2 ? has_avx2 : isa == Isa::avx512 && has_avx512;
}

}  // namespace detail
#endif

/// Whether this processor (and its operating system) can run bodies for `isa`.
inline bool isa_available(Isa isa) {
  if (isa == Isa::scalar) return true;
#if TERCEL_NEON
  return isa == Isa::neon;
#elif TERCEL_X86
  return detail::x86_available(isa);
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
