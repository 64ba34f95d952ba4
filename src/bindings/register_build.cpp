// How this module was built and what this processor can run.
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include "execution.hpp"
#include "register.hpp"
#include "tercel/text/unicode_tables.hpp"
#include "tercel/version.hpp"

namespace tercel::bindings {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#elif defined(_MSC_VER)
  return "msvc " + std::to_string(_MSC_FULL_VER);
#else
  return "unknown";
#endif
}

std::vector<std::string> available_isas() {
  std::vector<std::string> names;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::neon}) {
    if (isa_available(isa)) names.emplace_back(isa_name(isa));
  }
  return names;
}

}  // namespace

void register_build(py::module_& module) {
  module.attr("VERSION") = TERCEL_VERSION;
  module.attr("COMPILER") = compiler();
#if defined(NDEBUG)
  module.attr("ASSERTIONS") = false;
#else
  module.attr("ASSERTIONS") = true;
#endif
  module.def("available_isas", &available_isas,
             "Names of the instruction sets that this processor can run.");
  module.def(
      "best_isa", [] { return std::string(isa_name(best_isa())); }, "Name of the fastest of them.");
}

}  // namespace tercel::bindings
