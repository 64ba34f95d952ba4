// Functions whose last digits differ between C libraries, as the core computes them.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "register.hpp"
#include "tercel/base/fixed_exp.hpp"
#include "tercel/base/fixed_log.hpp"

namespace tercel::bindings {

void register_arithmetic(pybind11::module_& module) {
  module.def("fixed_exp", pybind11::vectorize(&fixed_exp), pybind11::arg("x"),
             "e^x of a number, or of each of an array.");
  module.def("fixed_log", pybind11::vectorize(&fixed_log), pybind11::arg("x"),
             "ln x of a number, or of each of an array.");
}

}  // namespace tercel::bindings
