/// The bodies of rbf_lanes.hpp for each instruction set, and the choice among them.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "tercel/rank/rbf_lanes.hpp"

namespace tercel {
namespace detail {

/// What an instruction set has to offer to this folder.
struct RbfKernels {
  void (*accumulate)(const double* tile, std::size_t n_features, const double* items,
                     const double* weights, std::size_t n_items, double* sums);
  void (*values)(const double* tile, std::size_t n_features, const double* items,
                 std::size_t n_items, double* out, std::size_t stride);
  void (*add_rows)(const double* const* rows, const double* weights, std::size_t n_rows,
                   double* sums, std::size_t width);
};

// One set of functions: the register's bytes, and how many of them hide the latency.
#define TERCEL_RBF_BODIES(NAME, ATTRIBUTES, BYTES, REGISTERS)                                     \
  ATTRIBUTES inline void rbf_accumulate_##NAME(const double* tile, std::size_t n_features,        \
                                               const double* items, const double* weights,        \
                                               std::size_t n_items, double* sums) {               \
    rbf_accumulate<Lanes<BYTES>, REGISTERS>(tile, n_features, items, weights, n_items, sums);     \
  }                                                                                               \
  ATTRIBUTES inline void rbf_values_##NAME(const double* tile, std::size_t n_features,            \
                                           const double* items, std::size_t n_items, double* out, \
                                           std::size_t stride) {                                  \
    rbf_values<Lanes<BYTES>, REGISTERS>(tile, n_features, items, n_items, out, stride);           \
  }                                                                                               \
  ATTRIBUTES inline void add_rows_##NAME(const double* const* rows, const double* weights,        \
                                         std::size_t n_rows, double* sums, std::size_t width) {   \
    add_rows<Lanes<BYTES>, REGISTERS>(rows, weights, n_rows, sums, width);                        \
  }                                                                                               \
  inline constexpr RbfKernels k_rbf_##NAME = {rbf_accumulate_##NAME, rbf_values_##NAME,           \
                                              add_rows_##NAME};

#if defined(__GNUC__) || defined(__clang__)
TERCEL_RBF_BODIES(scalar, , 16, 4)
#if TERCEL_X86
TERCEL_RBF_BODIES(avx2, TERCEL_TARGET("avx2"), 32, 4)
TERCEL_RBF_BODIES(avx512, TERCEL_TARGET("avx512f,avx512bw"), 64, 4)
#endif
#else
TERCEL_RBF_BODIES(scalar, , 8, 8)
#endif
#undef TERCEL_RBF_BODIES

/// The kernels for `isa`; refuses one that would crash on this machine. Where a set has no body of
/// its own, the portable one is compiled for the machine at hand.
inline const RbfKernels& rbf_kernels_for(const std::string& function, Isa isa) {
  if (!isa_available(isa)) {
    throw std::invalid_argument(function + ": isa is " + std::string(isa_name(isa)) +
                                ", which this machine cannot run");
  }
#if TERCEL_X86 && (defined(__GNUC__) || defined(__clang__))
  if (isa == Isa::avx512) return k_rbf_avx512;
  if (isa == Isa::avx2) return k_rbf_avx2;
#endif
  return k_rbf_scalar;
}

}  // namespace detail
}  // namespace tercel
