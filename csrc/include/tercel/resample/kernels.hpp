/// The choice of kernels by instruction set.
#pragma once

#include <stdexcept>
#include <string>

#include "tercel/base/isa.hpp"
#include "tercel/resample/kernel_table.hpp"
#include "tercel/resample/kernels_avx512.hpp"
#include "tercel/resample/kernels_neon.hpp"
#include "tercel/resample/kernels_scalar.hpp"

namespace tercel {
namespace detail {

/// The kernels for `isa`; refuses one that would crash on this machine.
inline const Kernels& kernels_for(const std::string& function, Isa isa) {
  if (!isa_available(isa)) {
    throw std::invalid_argument(function + ": isa is " + std::string(isa_name(isa)) +
                                ", which this machine cannot run");
  }
#if TERCEL_X86
  if (isa == Isa::avx512) return kAvx512Kernels;
  if (isa == Isa::avx2) return kAvx2Kernels;
#elif TERCEL_NEON
  if (isa == Isa::neon) return kNeonKernels;
#endif
  return kScalarKernels;
}

}  // namespace detail
}  // namespace tercel
