// NumPy arrays as the core's views. Nothing is converted here: the facade did that at the door.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "tercel/base/view.hpp"

namespace tercel::bindings {

namespace py = pybind11;

template <class T>
using Array = py::array_t<T, py::array::c_style>;

inline void check_dimensions(const py::array& array, py::ssize_t wanted, const char* name) {
  if (array.ndim() != wanted) {
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(array.ndim()) +
                                " dimensions, needs " + std::to_string(wanted));
  }
}

template <class T>
View<const T> vector_of(const Array<T>& array, const char* name) {
  check_dimensions(array, 1, name);
  return {array.data(), static_cast<std::size_t>(array.shape(0))};
}

template <class T>
MatrixView<const T> matrix_of(const Array<T>& array, const char* name) {
  check_dimensions(array, 2, name);
  return {array.data(), static_cast<std::size_t>(array.shape(0)),
          static_cast<std::size_t>(array.shape(1))};
}

template <class T>
MatrixView<T> writable_matrix_of(Array<T>& array, const char* name) {
  check_dimensions(array, 2, name);
  return {array.mutable_data(), static_cast<std::size_t>(array.shape(0)),
          static_cast<std::size_t>(array.shape(1))};
}

}  // namespace tercel::bindings
