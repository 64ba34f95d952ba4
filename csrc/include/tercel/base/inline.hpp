/// For functions that must be part of their caller: what the caller is compiled for, or a hint to
/// the processor that no call survives.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#define TERCEL_INLINE inline __attribute__((always_inline))
#else
#define TERCEL_INLINE inline
#endif
